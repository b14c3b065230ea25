import CPeers
import FontRegistry
import Foundation

/// The delay until subscribers receive a change.
extension Suite {
    func measureNotice(_ pair: Pair, _ figures: inout SizeFigures) async throws {
        progress("change notice with \(pair.count) registered")
        let other = try Subscriber.start(pair.ours)
        defer { other.end() }
        let own = Subscriber.Log()
        let changes = pair.manager.changes
        let listening = Task {
            for try await _ in changes { own.add(peers_now()) }
        }
        defer { listening.cancel() }
        let queue = peers_watch(pair.ours.home.paths.store)
        guard queue >= 0 else { throw BenchmarkFailure("inotify") }
        defer { close(queue) }
        for round in -1..<(2 * options.rounds) {
            let font = try corpus.fresh(1)
            let bare = Subscriber.Log()
            let reader = Thread { bare.add(peers_wait_for(queue, "generation")) }
            reader.start()
            usleep(30_000)
            _ = try await pair.register(font)
            let returned = peers_now()
            let (seen, ours, theirs) = (try bare.wait(), try own.wait(), try other.next())
            if round >= 0 {
                figures.board.add("notice own", Cost(wall: Double(ours - seen) / 1e6))
                figures.board.add("notice other", Cost(wall: Double(theirs - seen) / 1e6))
                figures.board.add("notice return", Cost(wall: Double(returned - seen) / 1e6))
            }
            // The reversal is a change, too.
            let second = Thread { bare.add(peers_wait_for(queue, "generation")) }
            second.start()
            usleep(30_000)
            _ = try await pair.unregister(font)
            _ = (try bare.wait(), try own.wait(), try other.next())
        }
    }

    func reportNotice() {
        report.add(
            title("Change notice"),
            """
            From the moment a bare inotify reader has seen the announcement to the moment a subscriber holds the change \
            with its faces, through the library and without a bus.
            """,
            header: ["", "median", "most"],
            sizes.flatMap { size in
                [
                    ("subscriber in another process", "notice other"),
                    ("subscriber in the same process", "notice own"), ("`register` returns", "notice return"),
                ].map { what, name in
                    let figures = size.board[name]
                    return [
                        "\(what), \(named(size.count))", duration(figures.median),
                        duration(figures.costs.map(\.wall).max() ?? .nan),
                    ]
                }
            })
    }
}
