import CPeers
import Foundation
import Glibc

/// fontd on a private session bus that starts it, in a home that others can use as well.
final class FontdService {
    /// The address for clients.
    let address: String
    private let bus: Background
    private let connection: OpaquePointer
    private let process: Int32

    init(_ program: String, in home: BenchmarkHome) throws {
        let services = home.home.paths.dataHome + "/dbus-1/services"
        try FileManager.default.createDirectory(atPath: services, withIntermediateDirectories: true)
        let (file, folder) = ("org.fontd.FontRegistry1.service", (program as NSString).deletingLastPathComponent)
        try FileManager.default.createSymbolicLink(
            atPath: services + "/" + file, withDestinationPath: folder + "/../share/dbus-1/services/" + file)
        guard let bus = try Background.bus(environment: home.environment) else {
            throw BenchmarkFailure("There is no dbus-daemon.")
        }
        guard let connection = peers_bus_open(bus.line) else { throw BenchmarkFailure("The bus is not there.") }
        (self.bus, self.connection, address) = (bus, connection, bus.line)
        process = peers_bus_fontd(connection)
        guard process > 0 else { throw BenchmarkFailure("The bus does not start \(program).") }
    }

    deinit {
        kill(process, SIGTERM)
        peers_bus_close(connection)
        bus.end()
    }

    func register(_ font: String) throws -> Cost { try cost(peers_bus_register(connection, font), "register \(font)") }

    func unregister(_ font: String) throws -> Cost {
        try cost(peers_bus_unregister(connection, font), "unregister \(font)")
    }

    /// Measures calls of `Resolve` with a name, or of `Ping` without one, by a number of concurrent clients.
    func calls(_ count: Int, clients: Int, resolving name: String?) throws -> Cost {
        try cost(peers_bus_calls(address, Int32(clients), Int32(count), name), "answer all calls")
    }

    private func cost(_ time: Int64, _ what: String) throws -> Cost {
        guard time >= 0 else { throw BenchmarkFailure("fontd did not \(what).") }
        return Cost(wall: Double(time) / 1e6)
    }

    // MARK: When all is quiet

    /// The cost of an idle fontd.
    struct Quiet {
        /// VmRSS and Pss, in MiB.
        var resident: Double
        var proportional: Double
        var threads: Int
        /// The number of times that its threads were scheduled, and the duration of the observation in seconds.
        var wakeUps: Int
        var seconds: Int
    }

    func quiet(seconds: Int) throws -> Quiet {
        let before = try wakeUps()
        sleep(UInt32(seconds))
        let after = try wakeUps()
        // Read after the observation, because memory is released a moment after the work.
        let (status, rollup) = (try fields("status"), try fields("smaps_rollup"))
        guard let resident = status["VmRSS"], let proportional = rollup["Pss"], let threads = status["Threads"] else {
            throw BenchmarkFailure("The kernel does not report the memory of fontd.")
        }
        return Quiet(
            resident: Double(resident) / 1024, proportional: Double(proportional) / 1024, threads: threads,
            // A thread that started or ended was scheduled, too.
            wakeUps: Set(before.keys).symmetricDifference(after.keys).count
                + after.reduce(0) { $0 + max(0, $1.value - (before[$1.key] ?? $1.value)) }, seconds: seconds)
    }

    /// Returns the number of times that each thread has been scheduled.
    private func wakeUps() throws -> [String: Int] {
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
        return try Dictionary(
            uniqueKeysWithValues: threads.map { thread in
                let text = try String(contentsOfFile: "/proc/\(process)/task/\(thread)/schedstat", encoding: .utf8)
                guard let count = text.split(whereSeparator: \.isWhitespace).last.flatMap({ Int($0) }) else {
                    throw BenchmarkFailure("The kernel does not report the wake-ups of fontd.")
                }
                return (thread, count)
            })
    }

    /// Returns the numbers in one of the process's files in /proc.
    private func fields(_ file: String) throws -> [String: Int] {
        let text = try String(contentsOfFile: "/proc/\(process)/\(file)", encoding: .utf8)
        return Dictionary(
            text.split(separator: "\n").compactMap { line in
                let words = line.split(whereSeparator: { $0 == ":" || $0.isWhitespace })
                guard words.count >= 2, let number = Int(words[1]) else { return nil }
                return (String(words[0]), number)
            }, uniquingKeysWith: { first, _ in first })
    }
}
