import CPeers
import FontRegistry
import Foundation
import Synchronization
import SyntheticFonts

/// A separate process that subscribes to a home's changes and prints the time of each.
struct Subscriber {
    static let argument = "--subscribe"

    /// A queue of times from one thread to another.
    final class Log: Sendable {
        private let times = Mutex<[Int64]>([])

        func add(_ time: Int64) { times.withLock { $0.append(time) } }

        /// Waits for the next time.
        func wait() throws -> Int64 {
            for _ in 0..<5_000 {
                if let time = times.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return time }
                usleep(1_000)
            }
            throw BenchmarkFailure("A change was not reported within 5 s.")
        }
    }

    private let process: Process
    private let output: FileHandle

    /// Runs in the separate process: prints a line per change, with CLOCK_MONOTONIC in nanoseconds.
    static func run(_ root: String) async throws {
        let paths = FontPaths(dataHome: root + "/data", configHome: root + "/config", runtimeDirectory: root + "/run")
        let manager = FontManager(
            provider: "bench", authority: .user,
            context: RegistryContext(paths: paths, fontconfigFile: root + "/fonts.conf", delayedTouches: .none))
        let changes = manager.changes
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        for try await _ in changes {
            let now = peers_now()
            FileHandle.standardOutput.write(Data("\(now)\n".utf8))
        }
    }

    static func start(_ home: BenchmarkHome) throws -> Subscriber {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [argument, home.home.root]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.start()
        let subscriber = Subscriber(process: process, output: pipe.fileHandleForReading)
        guard pipe.fileHandleForReading.line() == "ready" else {
            throw BenchmarkFailure("The subscriber did not start.")
        }
        // The process prints the line before it waits.
        usleep(200_000)
        return subscriber
    }

    /// Returns the time at which the next change arrived there.
    func next() throws -> Int64 {
        guard let time = Int64(output.line()) else { throw BenchmarkFailure("The subscriber ended.") }
        return time
    }

    func end() {
        process.terminate()
        process.waitUntilExit()
    }
}
