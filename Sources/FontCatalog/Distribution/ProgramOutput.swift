import FontModel
import Foundation
import Glibc
import Synchronization

/// A program of the system that runs to its end, in the C locale.
enum ProgramOutput {
    /// The end of a program.
    struct Ending: Sendable {
        var status: Int32
        /// The messages on standard error.
        var messages: String
    }

    /// Runs a program and passes on its output.
    ///
    /// - Parameters:
    ///   - environment: The variables by name; the locale is replaced.
    ///   - stop: Ends the program.
    ///   - take: Receives the next bytes of the output.
    /// - Returns: How it ended; nil if it cannot be started.
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String], folder: String? = nil,
        stoppedBy stop: ProgramStop? = nil, _ take: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) -> Ending? {
        guard let messages = tmpfile() else { return nil }
        defer { fclose(messages) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = environment.merging(["LC_ALL": "C", "LANGUAGE": ""]) { $1 }
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle(fileDescriptor: fileno(messages), closeOnDealloc: false)
        guard (try? process.run()) != nil else { return nil }
        stop?.follow(process.processIdentifier)
        defer { stop?.follow(nil) }
        let descriptor = output.fileHandleForReading.fileDescriptor
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
            while true {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
        process.waitUntilExit()
        var text = [UInt8](repeating: 0, count: 1 << 14)
        let count = pread(fileno(messages), &text, text.count, 0)
        return Ending(
            status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
            messages: String(decoding: text.prefix(max(0, count)), as: UTF8.self))
    }
}

/// What ends a running program.
final class ProgramStop: Sendable {
    private let state = Mutex<(process: pid_t?, isOver: Bool)>((nil, false))

    /// Notes the program that runs; nil after its end.
    func follow(_ process: pid_t?) {
        state.withLock { state in
            state.process = process
            if state.isOver, let process { kill(process, SIGTERM) }
        }
    }

    /// Ends the program, also one that begins later.
    func end() {
        state.withLock { state in
            state.isOver = true
            if let process = state.process { kill(process, SIGTERM) }
        }
    }
}
