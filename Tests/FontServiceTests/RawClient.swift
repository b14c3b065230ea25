import Foundation
import Glibc
import TestSupport

/// A program that implements D-Bus over the plain socket: `Programs/raw_client.py`.
final class RawClient: Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output: AsyncStream<String>
    /// The sandbox of the program, retained while it runs.
    private let sandbox: FlatpakSandbox?

    /// Whether this machine has Python.
    static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    /// The path of the script, for other ways of starting it.
    static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Programs/raw_client.py").path(percentEncoded: false)

    /// Starts the script on a bus.
    ///
    /// - Parameters:
    ///   - command: A command of the script, with its arguments.
    ///   - python: The path of the interpreter.
    convenience init(_ bus: PrivateBus, _ command: [String], python: String = "/usr/bin/python3") throws {
        try self.init(
            python, ["-B", Self.script, bus.address] + command,
            environment: bus.environment.merging(["PYTHONHOME": "/usr"]) { $1 })
    }

    /// Starts the script in a sandbox, on the sandbox's bus.
    ///
    /// - Parameter folders: Folders that the application has in addition to the script's.
    convenience init(_ sandbox: FlatpakSandbox, _ command: [String], bringing folders: [String]) throws {
        let wrapped = try sandbox.wrapped(
            ["/usr/bin/python3", "-B", Self.script, "unix:path=/run/flatpak/bus"] + command,
            bringing: [Self.script] + folders)
        try self.init(wrapped.program, wrapped.arguments, environment: wrapped.environment, sandbox: sandbox)
    }

    private init(
        _ program: String, _ arguments: [String], environment: [String: String], sandbox: FlatpakSandbox? = nil
    ) throws {
        self.sandbox = sandbox
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = input
        let pipe = Pipe()
        process.standardOutput = pipe
        let (output, sink) = AsyncStream.makeStream(of: String.self)
        self.output = output
        try process.run()
        let reading = pipe.fileHandleForReading
        Thread.detachNewThread {
            var rest = Data()
            while case let data = reading.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: 10) {
                    sink.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
            sink.finish()
        }
    }

    deinit { kill() }

    var pid: Int32 { process.processIdentifier }

    /// The lines of the output, for one reader.
    var lines: AsyncStream<String> { output }

    /// Returns the next line; nil at the end.
    func line() async -> String? {
        for await line in output { return line }
        return nil
    }

    /// Returns the next line, decoded from JSON.
    func report() async throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data((await line() ?? "").utf8)) as? [String: Any] ?? [:]
    }

    func tell(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    /// Ends the input, and waits for the end of a script that ends with it.
    func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func kill() {
        // A process in a sandbox would survive the kill; it exits at the end of its input.
        try? input.fileHandleForWriting.close()
        if sandbox == nil, process.isRunning { Glibc.kill(pid, SIGKILL) }
        process.waitUntilExit()
    }
}

/// The resources that a process uses.
struct Vitals {
    let pid: Int32

    /// The number of open descriptors.
    var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count) ?? 0 }

    /// The anonymous resident memory in bytes, which excludes code.
    var memory: Int {
        let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
    }

    /// Returns whether a timerfd will wake the process within some seconds.
    func hasTimer(within seconds: Int) -> Bool {
        let folder = "/proc/\(pid)/fdinfo"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.contains { file in
            let facts = (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? ""
            guard let left = facts.firstMatch(of: /it_value: \(([0-9]+), ([0-9]+)\)/) else { return false }
            // A timer that is not set has no time left.
            return (left.1, left.2) != ("0", "0") && Int(left.1).map { $0 < seconds } ?? true
        }
    }

    /// The number of descriptors that a service opens after a while, independent of calls: its watches.
    static let others = 16

    /// Returns whether the number of open descriptors falls to a baseline.
    func comesDown(to baseline: Int) -> Bool { eventually { descriptors <= baseline } }
}

/// Returns the number of rounds from an environment variable, or the usual one.
func rounds(_ variable: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? usual
}

extension PrivateService {
    /// Returns whether the store is healthy and staging is empty.
    func isSound() throws -> Bool {
        // Files that a killed service left in staging are removed by the next writer, or by `prune`.
        try fontctl("prune").status == 0 && eventually { home.staged.isEmpty } && fontctl("doctor").status == 0
    }
}
