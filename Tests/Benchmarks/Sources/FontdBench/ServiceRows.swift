import Foundation
import Glibc

/// The cost of fontd when it answers calls and when it is idle.
extension Suite {
    static let clientCounts = [1, 4]

    func measureCalls(_ pair: Pair, _ figures: inout SizeFigures) throws {
        guard let fontd = pair.fontd, let name = try corpus.basis(pair.count).last.flatMap(corpus.postscriptName) else {
            return
        }
        progress("calls with \(pair.count) registered")
        for _ in 0..<options.rounds {
            for clients in Self.clientCounts {
                for (kind, name) in [("resolve", name), ("ping", nil)] {
                    let cost = try fontd.calls(500, clients: clients, resolving: name)
                    figures.board.add("calls \(kind) \(clients)", Cost(wall: cost.wall / Double(500 * clients)))
                }
            }
        }
    }

    func reportCalls() {
        let measured = sizes.filter { $0.board.has("calls resolve 1") }
        guard !measured.isEmpty else { return }
        report.add(
            title("Calls of `Resolve`"),
            """
            Of names of registered fonts, a whole face in each answer, by clients that each wait for their answer before they \
            ask again. The peer is `Ping`, which the bus library answers by itself: what the bus alone takes.
            """,
            header: ["", "calls per second", "one call", "`Ping` per second", "one `Ping`"],
            measured.flatMap { size in
                Self.clientCounts.map { clients in
                    let costs = ["resolve", "ping"].map { size.board["calls \($0) \(clients)"].median }
                    return ["\(clients == 1 ? "1 client" : "\(clients) clients"), \(named(size.count))"]
                        + costs.flatMap { [number(1_000 / $0), duration($0)] }
                }
            })
    }

    func measureIdle(_ pair: Pair, _ figures: inout SizeFigures) throws {
        guard let fontd = pair.fontd else { return }
        progress("fontd idle with \(pair.count) registered")
        let font = try corpus.fresh(1)
        _ = try fontd.register(font[0])
        try match(name(font), in: pair.ours, tools: tools)
        // Until the delayed touch, the end of the worker and the release of memory.
        sleep(10)
        figures.idle = try fontd.quiet(seconds: 30)
        _ = try fontd.unregister(font[0])
    }

    func reportIdle() {
        let measured = sizes.compactMap { size in size.idle.map { (size.count, $0) } }
        guard let (count, last) = measured.last else { return }
        report.add(
            title("fontd idle"),
            """
            With a subscriber, so that it does not end: ten seconds after the last of the calls measured above. Memory in \
            MiB; most of the resident memory is the program file, which the kernel reads again on demand. Wake-ups are the \
            context switches of all its threads.
            """,
            header: ["", "resident", "its share (PSS)", "threads", "wake-ups", "in"],
            measured.map { count, quiet in
                [
                    named(count), number(quiet.resident), number(quiet.proportional), "\(quiet.threads)",
                    "\(quiet.wakeUps)", "\(quiet.seconds) s",
                ]
            })
        guard suffix.isEmpty else { return }
        report.verdict(
            "fontd idle, resident, \(named(count))", "\(number(last.resident)) MiB", "≤ 20 MB",
            last.resident * 1_048_576 <= 20_000_000)
        report.verdict(
            "fontd idle, wake-ups, \(named(count))", "\(last.wakeUps) in \(last.seconds) s", "≤ 6 a minute",
            last.wakeUps * 60 <= 6 * last.seconds)
    }
}
