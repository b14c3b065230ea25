import CPeers
import Foundation
import Glibc

/// A separate process that uses KDE's font service on a private session bus.
///
/// The service has fonts of the user's own only for an ordinary user, and both processes must have the same user, so
/// the
/// benchmark itself cannot use it. Times are measured here, around the messages, without the lines to and from the
/// benchmark.
enum FontInstDriver {
    static let argument = "--fontinst"

    /// Reads lines of words separated by tabs, and replies to each with `ok NUMBER NANOSECONDS` or a reason.
    static func run() throws {
        guard peers_become_nobody() == 0 else { throw BenchmarkFailure("The superuser could not be left behind.") }
        guard let bus = try Background.bus(environment: ProcessInfo.processInfo.environment) else {
            throw BenchmarkFailure("There is no dbus-daemon.")
        }
        defer { bus.end() }
        var start: Int64 = 0
        guard let service = peers_fontinst_open(bus.line, &start) else {
            answer("The bus does not start org.kde.fontinst.")
            return
        }
        defer { peers_fontinst_close(service) }
        answer("ok 0 \(start)")
        while let line = readLine() {
            let words = line.split(separator: "\t").map(String.init)
            var time: Int64 = 0
            let status: Int32
            switch words.first {
            case "install":
                let files = words.dropFirst().map { strdup($0) }
                defer { for file in files { free(file) } }
                let pointers = files.map { UnsafePointer($0) }
                status = peers_fontinst_install(service, pointers, Int32(pointers.count), &time)
            case "uninstall": status = peers_fontinst_change(service, PEERS_UNINSTALL, &time)
            case "disable": status = peers_fontinst_change(service, PEERS_DISABLE, &time)
            case "enable": status = peers_fontinst_change(service, PEERS_ENABLE, &time)
            case "list":
                let families = peers_fontinst_list(service, &time)
                answer(families < 0 ? "The service lists nothing." : "ok \(families) \(time)")
                continue
            default:
                answer("What is \(line)?")
                continue
            }
            answer(
                status == 0
                    ? "ok 0 \(time)"
                    : "The service answers \(status) to \(words[0])\(status == 602 ? ", installed already" : "").")
        }
    }

    private static func answer(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
