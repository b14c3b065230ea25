import Foundation
import Glibc
import TestSupport

/// The installed program, running.
final class ClientProcess {
    private let process = Process()

    /// - Parameter output: The file for its output; nil for none.
    init(_ arguments: [String], environment: [String: String], output: String? = nil) throws {
        process.executableURL = URL(filePath: Command.product("fontctl"))
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        if let output { try Data().write(to: URL(filePath: output)) }
        process.standardOutput = output.flatMap { FileHandle(forWritingAtPath: $0) } ?? .nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit { send(SIGKILL) }

    var isRunning: Bool { process.isRunning }

    /// The process that fetches files for it; nil if none runs.
    var fetching: Int32? {
        let identifier = process.processIdentifier
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task")) ?? []
        let children = tasks.flatMap { task in
            ((try? String(contentsOfFile: "/proc/\(identifier)/task/\(task)/children", encoding: .utf8)) ?? "")
                .split(separator: " ").compactMap { Int32($0) }
        }
        return children.first { child in
            let name = try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)
            return name?.hasPrefix("fontd-fetch") == true
        }
    }

    /// Whether it waits for a lock on a file.
    var waitsForLock: Bool {
        let locks = (try? String(contentsOfFile: "/proc/locks", encoding: .utf8)) ?? ""
        return locks.split(separator: "\n").contains { line in
            line.contains("-> FLOCK") && line.split(separator: " ").contains("\(process.processIdentifier)")
        }
    }

    /// Waits for a condition, or for the end of the program.
    func wait(until holds: () throws -> Bool) rethrows { _ = try eventually { try holds() || !isRunning } }

    /// Waits until a process has ended; returns whether it did.
    static func hasEnded(_ identifier: Int32) -> Bool {
        eventually {
            // "number (name) state …"; a zombie has ended, too.
            guard let stat = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8) else {
                return true
            }
            return stat.split(separator: ")").last?.hasPrefix(" Z") == true
        }
    }

    /// Sends a signal and waits for the end.
    func send(_ signal: Int32) {
        if process.isRunning { kill(process.processIdentifier, signal) }
        process.waitUntilExit()
    }

    /// Waits for the end; returns the exit status.
    func status() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}

extension ServedCatalog {
    /// Starts a command.
    func start(_ client: PrivateHome, _ arguments: String..., output: String? = nil) throws -> ClientProcess {
        try ClientProcess(arguments, environment: environment(client), output: output)
    }
}
