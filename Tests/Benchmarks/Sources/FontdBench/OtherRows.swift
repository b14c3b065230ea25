import CPeers
import FontRegistry
import Foundation
import SyntheticFonts

extension Benchmark {
    func measureStart(_ pair: Pair) async throws {
        say("start-up with \(pair.count) registered")
        try pair.settle()
        func start(_ home: BenchmarkHome) throws -> Cost { try run([tools.fcMatch, "serif"], in: home) }
        let board = try await interleaved(
            rounds: 6 * options.rounds,
            [
                { board in board.add("ours", try start(pair.ours)) },
                { board in board.add("flat", try start(pair.flat)) },
            ])
        report.add(
            "Start-up of a fontconfig program", "`fc-match serif`, the whole process, all caches valid.",
            [
                Report.Row(
                    what: named(pair.count), ours: board["ours"].median, peer: "one flat folder",
                    theirs: board["flat"].median, bar: .within(1.05), isFaster: false),
                Report.Row(
                    what: "\(named(pair.count)), processor time", ours: board["ours"].cpu, peer: "one flat folder",
                    theirs: board["flat"].cpu, isFaster: false),
            ])
    }

    func measureResolving(_ pair: Pair) async throws {
        say("resolving among \(pair.count)")
        guard let fontconfig = peers_fontconfig_open(pair.flat.home.root + "/fonts.conf") else {
            throw BenchmarkFailure("fontconfig loads no fonts")
        }
        defer { peers_fontconfig_close(fontconfig) }
        guard peers_fontconfig_count(fontconfig) == pair.count else {
            throw BenchmarkFailure("fontconfig lists \(peers_fontconfig_count(fontconfig)) of \(pair.count) fonts")
        }
        let fonts = try corpus.basis(pair.count).map(Corpus.postscriptName)
        // Spread over the set: a linear search finds early names early.
        let names = (0..<100).map { fonts[$0 * 37 % 100 * pair.count / 100] }
        func found(_ isFound: Bool, _ name: String) throws {
            if !isFound { throw BenchmarkFailure("\(name) was not found") }
        }
        let board = try await interleaved(
            rounds: options.rounds,
            [
                { board in
                    for name in names {
                        var resolution: FontResolution?
                        let cost = try await timed { resolution = try await pair.manager.resolve(name) }
                        try found(resolution?.match?.postscriptName == name, name)
                        board.add("resolve", cost)
                    }
                },
                { board in
                    for name in names {
                        var isFound = false
                        let cost = await timed { isFound = peers_fontconfig_match(fontconfig, name) == 1 }
                        try found(isFound, name)
                        board.add("match", cost)
                    }
                },
                { board in
                    for name in names {
                        var isFound = false
                        let cost = await timed { isFound = peers_fontconfig_list(fontconfig, name) == 1 }
                        try found(isFound, name)
                        board.add("list", cost)
                    }
                },
            ])
        let ours = board["resolve"].median
        let isMainSize = pair.count == 20_000
        report.add(
            "Resolving by PostScript name in a process",
            "One call of `FontManager.resolve` among as many fonts; \(names.count) names spread over the set.",
            [
                Report.Row(
                    what: named(pair.count), ours: ours, peer: "FcFontMatch", theirs: board["match"].median,
                    bar: isMainSize ? .faster(300) : nil),
                Report.Row(
                    what: named(pair.count), ours: ours, peer: "FcFontList", theirs: board["list"].median,
                    bar: isMainSize ? .faster(100) : nil),
            ])
        guard !isMainSize else { return }
        for (peer, bar) in [("match", "≥ 300×"), ("list", "≥ 100×")] {
            report.verdict(
                "Resolving by PostScript name, \(named(pair.count)), against FcFont\(peer.capitalized)",
                "\(number(board[peer].median / ours))× faster", "\(bar) faster at N = 20,000", nil)
        }
    }

    func measureListing(_ pair: Pair) async throws {
        guard let fontctl = tools.fontctl else { return }
        say("listing")
        try pair.settle()
        let board = try await interleaved(
            rounds: 3 * options.rounds,
            [
                { board in board.add("ours", try run([fontctl, "list"], in: pair.ours)) },
                { board in board.add("fc-list", try run([self.tools.fcList], in: pair.flat)) },
                { board in board.add("version", try run([fontctl, "--version"], in: pair.ours)) },
            ])
        report.add(
            "Listing \(number(Double(pair.count))) fonts, whole process", "Output to nowhere.",
            [
                Report.Row(
                    what: "`fontctl list`", ours: board["ours"].median, peer: "fc-list",
                    theirs: board["fc-list"].median, bar: .within(2)),
                Report.Row(
                    what: "`fontctl --version`, for its start alone", ours: board["version"].median, peer: "fc-list",
                    theirs: board["fc-list"].median, isFaster: false),
            ])
    }

    func measureMemory(_ smallest: Pair, _ largest: Pair) throws {
        guard let fontctl = tools.fontctl else { return }
        say("memory")
        var rows: [[String]] = []
        var peaks: [Double] = []
        for pair in smallest === largest ? [smallest] : [smallest, largest] {
            var ours: [Double] = []
            var flat: [Double] = []
            for _ in 0..<3 {
                let font = try corpus.fresh(1)
                ours.append(try peakMemory([fontctl, "register", font[0]], in: pair.ours))
                _ = try pair.fontctl("unregister", font[0])
                _ = try pair.copy(font)
                _ = try run([tools.rm, pair.flat.fonts + "/" + (font[0] as NSString).lastPathComponent], in: pair.flat)
                flat.append(try peakMemory([tools.fcCache], in: pair.flat))
                try pair.settle()
            }
            peaks.append(Figures.median(ours))
            rows.append([
                named(pair.count), number(Figures.median(ours)), number(Figures.median(flat)),
                number(try peakMemory([fontctl, "--version"], in: pair.ours)),
            ])
        }
        report.add(
            "Memory", "The most that was resident (VmHWM), in MiB; most of `fontctl --version` is the program file.",
            header: ["", "fontctl register", "fc-cache after rm, flat", "fontctl --version"], rows)
    }

    func measureNotice(_ pair: Pair) async throws {
        say("change notice")
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
        var board = Board()
        for round in -1..<(4 * options.rounds) {
            let font = try corpus.fresh(1)
            let bare = Subscriber.Log()
            let reader = Thread { bare.add(peers_wait_for(queue, "generation")) }
            reader.start()
            usleep(30_000)
            _ = try await pair.register(font)
            let returned = peers_now()
            let (seen, ours, theirs) = (try bare.wait(), try own.wait(), try other.next())
            if round >= 0 {
                board.add("own", Cost(wall: Double(ours - seen) / 1e6))
                board.add("other", Cost(wall: Double(theirs - seen) / 1e6))
                board.add("return", Cost(wall: Double(returned - seen) / 1e6))
            }
            // The undo is a change too.
            let second = Thread { bare.add(peers_wait_for(queue, "generation")) }
            second.start()
            usleep(30_000)
            _ = try await pair.unregister(font)
            _ = (try bare.wait(), try own.wait(), try other.next())
        }
        report.add(
            "Change notice",
            """
            From the moment a bare inotify reader has seen the announcement to the moment a subscriber holds the change \
            with its faces. The comparison with a bare D-Bus signal comes with the bus.
            """,
            header: ["", "median", "most"],
            [
                ("subscriber in another process", "other"), ("subscriber in the same process", "own"),
                ("`register` returns", "return"),
            ].map { what, name in
                [what, duration(board[name].median), duration(board[name].costs.map(\.wall).max() ?? .nan)]
            })
        report.verdict("Change notice", duration(board["other"].median), "≤ 2× a D-Bus signal: comes with the bus", nil)
    }
}
