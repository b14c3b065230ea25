import Foundation
import Glibc
import TestSupport

/// A program that talks D-Bus over the bare socket: `Programs/raw_client.py`.
final class RawClient: Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output: AsyncStream<String>
    /// Where it runs, to stay as long as it does.
    private let sandbox: FlatpakSandbox?

    /// Whether this machine has Python.
    static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    /// The script, for whoever starts it otherwise.
    static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Programs/raw_client.py").path(percentEncoded: false)

    /// - Parameters:
    ///   - command: One of the script's, with its arguments.
    ///   - python: The interpreter's file.
    convenience init(_ bus: PrivateBus, _ command: [String], python: String = "/usr/bin/python3") throws {
        try self.init(
            python, ["-B", Self.script, bus.address] + command,
            environment: bus.environment.merging(["PYTHONHOME": "/usr"]) { $1 })
    }

    /// In a sandbox, on the bus that is there.
    ///
    /// - Parameter folders: What the application brings along beside the script.
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

    /// What it says, line by line, to its end; for one reader.
    var lines: AsyncStream<String> { output }

    /// The next line; nil at the end.
    func line() async -> String? {
        for await line in output { return line }
        return nil
    }

    /// The next line, which is JSON.
    func report() async throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data((await line() ?? "").utf8)) as? [String: Any] ?? [:]
    }

    func tell(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    func kill() {
        // What runs in a sandbox would outlive it; it ends with its input.
        try? input.fileHandleForWriting.close()
        if sandbox == nil, process.isRunning { Glibc.kill(pid, SIGKILL) }
        process.waitUntilExit()
    }
}

/// What a process has of the machine.
struct Vitals {
    let pid: Int32

    /// Open files.
    var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count) ?? 0 }

    /// What it has allocated and has resident, in bytes; its code comes and goes with use.
    var memory: Int {
        let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
    }

    /// Whether the kernel is to wake it within some seconds (timerfd).
    func hasTimer(within seconds: Int) -> Bool {
        let folder = "/proc/\(pid)/fdinfo"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.contains { file in
            let facts = (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? ""
            guard let left = facts.firstMatch(of: /it_value: \(([0-9]+), ([0-9]+)\)/) else { return false }
            // One that is not set has no time left.
            return (left.1, left.2) != ("0", "0") && Int(left.1).map { $0 < seconds } ?? true
        }
    }

    /// Descriptors that a service opens once it has been there for a while, whatever it was asked: its watches.
    static let others = 16

    /// Whether it comes down again to so many open files.
    func comesDown(to baseline: Int) -> Bool { eventually { descriptors <= baseline } }
}

/// How often, unless the environment says otherwise.
func rounds(_ variable: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? usual
}

extension PrivateService {
    /// That nothing half-done is left: the store is in order, and nothing lies in staging.
    func isSound() throws -> Bool {
        // What a killed service had on its way in goes with the next one who writes, or with `prune`.
        try fontctl("prune").status == 0 && eventually { home.staged.isEmpty } && fontctl("doctor").status == 0
    }
}
