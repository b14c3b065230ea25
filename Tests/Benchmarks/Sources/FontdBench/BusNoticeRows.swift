import CPeers
import Foundation
import Glibc

/// The delay until subscribers on the bus receive a change, compared to a bare signal.
extension Suite {
    static let subscriberCounts = [1, 100]

    /// Measures changes through fontd and through the library in this process, which fontd notices like any other
    /// program's.
    func measureBusNotice(_ pair: Pair, _ figures: inout SizeFigures) async throws {
        guard let fontd = pair.fontd else { return }
        let queue = peers_watch(pair.ours.home.paths.store)
        guard queue >= 0 else { throw BenchmarkFailure("inotify") }
        defer { close(queue) }
        let delay = try readerDelay(pair.ours.home.root + "/delay")
        for count in Self.subscriberCounts {
            progress("change notice to \(count) subscribers with \(pair.count) registered")
            let subscribers = try BusSubscribers(count, of: fontd)
            defer { subscribers.end() }
            let emitter = try BareEmitter(fontd)
            defer { emitter.end() }
            var number: UInt64 = 0
            func bare() throws -> Cost {
                number += 1
                // Lets all subscribers be idle for the same time before a change.
                usleep(30_000)
                let start = try emitter.emit(number)
                return Cost(wall: Double(try subscribers.last("bare", number) - start) / 1e6)
            }
            func change(_ body: () async throws -> Void) async throws -> Cost {
                let log = Subscriber.Log()
                let reader = Thread { log.add(peers_wait_for(queue, "generation")) }
                reader.start()
                usleep(30_000)
                try await body()
                let committed = try log.wait() - delay
                return Cost(wall: Double(try subscribers.last("change", nil) - committed) / 1e6)
            }
            for round in -1..<(3 * options.rounds) {
                let font = try corpus.fresh(1)
                let added = try await change { _ = try await pair.register(font) }
                let first = try bare()
                // The reversal is a change, too.
                let removed = try await change { _ = try await pair.unregister(font) }
                let second = try bare()
                let ownAdded = try await change { _ = try fontd.register(font[0]) }
                let third = try bare()
                let ownRemoved = try await change { _ = try fontd.unregister(font[0]) }
                guard round >= 0 else { continue }
                for cost in [added, removed] { figures.board.add("bus change \(count)", cost) }
                for cost in [ownAdded, ownRemoved] { figures.board.add("bus own \(count)", cost) }
                for cost in [first, second, third] { figures.board.add("bus bare \(count)", cost) }
            }
        }
        figures.board.add("bus reader", Cost(wall: Double(delay) / 1e6))
    }

    /// Returns the delay in nanoseconds until a waiting thread notices a rename.
    private func readerDelay(_ folder: String) throws -> Int64 {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let queue = peers_watch(folder)
        guard queue >= 0 else { throw BenchmarkFailure("inotify") }
        defer { close(queue) }
        var delays: [Double] = []
        for _ in 0..<20 {
            try Data("1".utf8).write(to: URL(filePath: folder + "/new"))
            let log = Subscriber.Log()
            let reader = Thread { log.add(peers_wait_for(queue, "generation")) }
            reader.start()
            usleep(30_000)
            let start = peers_now()
            guard rename(folder + "/new", folder + "/generation") == 0 else { throw BenchmarkFailure("rename") }
            delays.append(Double(try log.wait() - start))
        }
        return Int64(Figures.median(delays))
    }

    func reportBusNotice() {
        let measured = sizes.filter { $0.board.has("bus reader") }
        guard let last = measured.last else { return }
        report.add(
            title("Change notice on the bus"),
            """
            From the commit to the moment the last subscriber has read FontsChanged to its end, with all faces. The commit is \
            the rename of the generation file, by fontd or by a process that registers through the library and does not know \
            of the bus: a bare inotify reader's time, less the \(duration(last.board["bus reader"].median)) that such a \
            reader is behind a rename. The peer is a signal with one number in it, from just before a third process sends it; the \
            same subscribers receive it. All have been idle for 30 ms before either. Subscribers are connections of one process.
            """,
            measured.flatMap { size in
                Self.subscriberCounts.flatMap { count in
                    [("by fontd", "own"), ("by another process", "change")].compactMap { whom, kind in
                        row(
                            "\(count == 1 ? "1 subscriber" : "\(count) subscribers"), changed \(whom)",
                            "bus \(kind) \(count)", "bare signal", "bus bare \(count)", size,
                            bar: suffix.isEmpty && size.count == last.count ? .within(2) : nil, isFaster: false)
                    }
                }
            })
    }
}
