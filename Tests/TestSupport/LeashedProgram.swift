import Foundation
import Glibc

/// A program that runs until its standard input is closed: at the end of the value or of the test.
final class LeashedProgram: Sendable {
    private let process = Process()
    private let leash: FileHandle
    /// The file to which the program writes its output.
    private let log: String

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: An absolute path.
    ///   - log: A file for its standard output and standard error.
    init(_ program: String, _ arguments: [String], environment: [String: String], log: String) throws {
        // A bidirectional socket, so that the program can also report that it is ready.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure(program: program, says: String(cString: strerror(errno)))
        }
        leash = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let inside = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        self.log = log
        if !FileManager.default.fileExists(atPath: log) { try Data().write(to: URL(filePath: log)) }
        let output = try FileHandle(forWritingTo: URL(filePath: log))
        try output.seekToEnd()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = inside
        process.standardOutput = output
        process.standardError = output
        try process.run()
        try inside.close()
    }

    deinit { end() }

    /// An error with the output of a program that does not start.
    struct Failure: Error, CustomStringConvertible {
        var program: String
        var says: String

        var description: String { "\(program): \(says)" }
    }

    /// The output so far.
    var said: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

    var isRunning: Bool { process.isRunning }

    /// Closes its standard input, and waits until it has exited.
    func end() {
        try? leash.close()
        process.waitUntilExit()
    }

    /// Waits for a condition that the program brings about.
    ///
    /// - Throws: ``Failure`` with the output of the program if the condition does not become true.
    func wait(until holds: () throws -> Bool) throws {
        guard try eventually({ try holds() || !isRunning }), try holds() else {
            throw Failure(program: process.executableURL?.path ?? "", says: said)
        }
    }
}

/// Returns whether a process listens on the socket at a path.
public func canConnect(to path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0, var address = SocketAddress(path) else { return false }
    defer { close(descriptor) }
    return address.withRaw { connect(descriptor, $0, $1) } == 0
}

/// The address of a socket in the file system.
struct SocketAddress {
    private var raw = sockaddr_un()

    /// - Returns: Nil if the path is longer than the kernel's maximum of 107 bytes.
    init?(_ path: String) {
        let bytes = path.utf8.map { CChar(bitPattern: $0) }
        raw.sun_family = sa_family_t(AF_UNIX)
        guard bytes.count < MemoryLayout.size(ofValue: raw.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &raw.sun_path) { $0.copyBytes(from: path.utf8) }
    }

    /// Calls `body` with the address in the form that the C library expects.
    mutating func withRaw(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: &raw) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
