import CPeers
import Foundation
import SyntheticFonts

/// The cost of a step, in milliseconds.
struct Cost {
    var wall = 0.0
    /// User and system time; nil if it includes more than the step.
    var cpu: Double?

    static func + (left: Cost, right: Cost) -> Cost {
        Cost(wall: left.wall + right.wall, cpu: left.cpu.flatMap { own in right.cpu.map { own + $0 } })
    }
}

/// Programs by absolute path, so that the search for them is not measured.
struct Tools {
    /// The release build of `fontctl`; nil if `FONTCTL` does not name one.
    let fontctl: String?
    /// The release build of `fontd`, with its worker beside it; nil if `FONTD` does not name one.
    let fontd: String?
    let fcMatch: String
    let fcCache: String
    let fcList: String
    let cp: String
    let rm: String
    let sync: String

    init() throws {
        func find(_ name: String) throws -> String {
            guard let path = Command.find(name) else { throw BenchmarkFailure("There is no \(name); install it.") }
            return path
        }
        func named(_ variable: String) -> String? {
            ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        }
        fontctl = named("FONTCTL")
        fontd = Command.find("dbus-daemon") == nil ? nil : named("FONTD")
        fcMatch = try find("fc-match")
        fcCache = try find("fc-cache")
        fcList = try find("fc-list")
        cp = try find("cp")
        rm = try find("rm")
        sync = try find("sync")
    }
}

/// Runs a body with arguments and environment as C arrays.
private func withCStrings<Value>(
    _ arguments: [String], _ environment: [String: String],
    _ body: ([UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]) throws -> Value
) rethrows -> Value {
    let arguments = arguments.map { strdup($0) } + [nil]
    let environment = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in arguments + environment { free(string) } }
    return try body(arguments, environment)
}

/// Runs a program to its end.
///
/// - Throws: `BenchmarkFailure` if it cannot be run or fails.
@discardableResult
func run(_ arguments: [String], in home: BenchmarkHome, output: String? = nil) throws -> Cost {
    var cost = peers_cost()
    let failure = withCStrings(arguments, home.environment) {
        peers_run(arguments[0], $0, $1, output, &cost)
    }
    guard failure == 0, cost.status == 0 else {
        let name = (arguments[0] as NSString).lastPathComponent
        throw BenchmarkFailure(
            "\(name) \(arguments.dropFirst().first ?? "") ended with \(failure == 0 ? cost.status : failure)")
    }
    return Cost(wall: Double(cost.wall_ns) / 1e6, cpu: Double(cost.cpu_ns) / 1e6)
}

/// Returns the peak of a program's resident memory, in MiB.
func peakMemory(_ arguments: [String], in home: BenchmarkHome) throws -> Double {
    let peak = withCStrings(arguments, home.environment) { peers_peak_memory(arguments[0], $0, $1) }
    guard peak >= 0 else { throw BenchmarkFailure("The memory of \(arguments[0]) could not be read.") }
    return Double(peak) / 1024
}

/// Measures a step in this process.
func timed(_ body: () async throws -> Void) async rethrows -> Cost {
    let start = peers_now()
    try await body()
    return Cost(wall: Double(peers_now() - start) / 1e6, cpu: nil)
}
