import Foundation
import Glibc
import Testing

/// A real program at work, whose lines are read as they come.
final class LiveProgram {
    private let process = Process()
    private let input: Pipe?
    private let output = Pipe()
    private var pending: [UInt8] = []
    /// Whether the other end of its output is closed.
    private(set) var hasEnded = false

    /// Starts a program.
    ///
    /// - Parameter readsInput: Whether ``tell(_:)`` is for it; it has an empty input otherwise.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], readsInput: Bool = false
    ) throws {
        input = readsInput ? Pipe() : nil
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Ours would keep the pipe from ever ending.
        try output.fileHandleForWriting.close()
    }

    deinit { kill() }

    var identifier: Int32 { process.processIdentifier }

    /// Writes a line to its input.
    func tell(_ line: String) throws { try input?.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }

    /// The next line; nil at the end of the output, or when none comes in time.
    func line(within limit: Duration = .seconds(30)) -> String? {
        let deadline = ContinuousClock.now + limit
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending.removeFirst(end + 1) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            guard !hasEnded, wait(until: deadline) else { return nil }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = read(output.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
            if count > 0 { pending += buffer[..<count] } else { hasEnded = true }
        }
    }

    private func wait(until deadline: ContinuousClock.Instant) -> Bool {
        let left = max(.zero, deadline - ContinuousClock.now).components
        let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
        var waiting = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, Int32(milliseconds)) > 0
    }

    /// Ends it without mercy, and waits until it is gone.
    func kill() {
        if process.isRunning { Glibc.kill(identifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Asks it to end.
    func terminate() { process.terminate() }

    /// Waits until it has ended by itself.
    func exitStatus() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Whether it sleeps until the kernel tells it of a file.
    var watchesFiles: Bool {
        let folder = "/proc/\(identifier)/fdinfo"
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return descriptors.contains { descriptor in
            (try? String(contentsOfFile: "\(folder)/\(descriptor)", encoding: .utf8))?.contains("inotify wd:") ?? false
        }
    }
}
