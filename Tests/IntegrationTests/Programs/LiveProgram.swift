import Foundation
import Glibc
import Testing

/// A running program whose lines are read as they arrive.
final class LiveProgram {
    private let process = Process()
    private let input: Pipe?
    private let output = Pipe()
    private var pending: [UInt8] = []
    /// Whether the other end of its output is closed.
    private(set) var hasEnded = false

    /// Starts a program.
    ///
    /// - Parameter readsInput: Whether the program reads lines from ``tell(_:)``; otherwise its input is empty.
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
        // A copy of this end in the test would keep the pipe open.
        try output.fileHandleForWriting.close()
    }

    deinit { kill() }

    var identifier: Int32 { process.processIdentifier }

    var isRunning: Bool { process.isRunning }

    /// Writes a line to the program's input.
    func tell(_ line: String) throws { try input?.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }

    /// Returns the next line; nil at the end of the output or after the time limit.
    func line(within limit: Duration = .seconds(300)) -> String? {
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

    /// Kills the program and waits for its end.
    func kill() {
        if process.isRunning { Glibc.kill(identifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Asks the program to end.
    func terminate() { process.terminate() }

    /// Waits until the program has ended and returns its status.
    func exitStatus() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Whether the program, or one that it has started, has an inotify watch.
    var watchesFiles: Bool {
        let children = try? String(contentsOfFile: "/proc/\(identifier)/task/\(identifier)/children", encoding: .utf8)
        return (["\(identifier)"] + (children ?? "").split(separator: " ").map(String.init)).contains(
            where: Self.watchesFiles)
    }

    private static func watchesFiles(_ process: String) -> Bool {
        let folder = "/proc/\(process)/fdinfo"
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return descriptors.contains { descriptor in
            (try? String(contentsOfFile: "\(folder)/\(descriptor)", encoding: .utf8))?.contains("inotify wd:") ?? false
        }
    }
}
