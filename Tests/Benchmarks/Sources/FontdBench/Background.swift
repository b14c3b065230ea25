import Foundation
import Glibc
import SyntheticFonts

/// A background program that prints on its first line how it can be reached.
final class Background {
    /// The first line of its output.
    let line: String
    private let process = Process()
    private let output = Pipe()

    init(
        _ program: String, _ arguments: [String], environment: [String: String],
        input: Any = FileHandle.nullDevice
    ) throws {
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        output.keepFromChildren()
        try process.start()
        line = output.fileHandleForReading.line()
        guard !line.isEmpty else { throw BenchmarkFailure("\(program) did not start.") }
    }

    /// Returns the next line of its output; empty if it ended.
    func next() -> String { output.fileHandleForReading.line() }

    func end() {
        process.terminate()
        process.waitUntilExit()
    }

    deinit { if process.isRunning { end() } }

    /// Starts this program in another role; its first line reports that it is ready.
    static func ourselves(_ arguments: [String], input: Any = FileHandle.nullDevice) throws -> Background {
        try Background(
            URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path(percentEncoded: false), arguments,
            environment: ProcessInfo.processInfo.environment, input: input)
    }

    /// Starts a private session bus, whose first line is the address; nil if dbus-daemon is not installed.
    static func bus(environment: [String: String]) throws -> Background? {
        try Command.find("dbus-daemon").map {
            try Background($0, ["--session", "--nofork", "--nopidfile", "--print-address=1"], environment: environment)
        }
    }

    /// Starts an X server without a screen, whose first line is the display number; nil if Xvfb is not installed.
    static func display() throws -> Background? {
        try Command.find("Xvfb").map {
            try Background(
                $0, ["-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"],
                environment: ProcessInfo.processInfo.environment)
        }
    }
}

extension Process {
    /// Runs the process with no signal blocked.
    ///
    /// It would inherit this thread's mask, in which Dispatch has blocked almost all signals. It could not be
    /// terminated, and
    /// programs that wait for their children would wait for ever.
    func start() throws {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }
}

extension Pipe {
    /// Closes this process's ends in other children, which would otherwise keep the pipe from ending.
    func keepFromChildren() {
        for end in [fileHandleForReading, fileHandleForWriting] { _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) }
    }
}

extension FileHandle {
    /// Returns the next line, without the line feed; empty at the end of the file.
    func line() -> String {
        var bytes: [UInt8] = []
        while let byte = readData(ofLength: 1).first, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
