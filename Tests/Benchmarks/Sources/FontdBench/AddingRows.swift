import Foundation

/// What adding and removing one font cost at one size.
struct AddingCost {
    var count: Int
    var board: Board
    /// Whether every `fc-match` after a registration of ours found all caches valid.
    var isQuiet: Bool
}

extension Benchmark {
    private var hasFontctl: Bool { tools.fontctl != nil }

    // MARK: One font

    func measureOne(_ pair: Pair) async throws -> AddingCost {
        say("one font with \(pair.count) registered")
        var isQuiet = true
        var sides: [(inout Board) async throws -> Void] = []
        if hasFontctl {
            sides.append { board in
                let font = try self.corpus.fresh(1)
                // The bell of what this process did last must not fall into the `fc-match`.
                try pair.settle()
                let registered = try pair.fontctl("register", font[0])
                let seen = try pair.match(font[0], in: pair.ours)
                isQuiet = isQuiet && seen.isQuiet
                board.add("fontctl register", registered)
                board.add("fontctl match", seen.cost)
                board.add("fontctl both", registered + seen.cost)
                board.add("fontctl disable", try pair.fontctl("disable", font[0]))
                board.add("fontctl enable", try pair.fontctl("enable", font[0]))
                board.add("fontctl unregister", try pair.fontctl("unregister", font[0]))
            }
        }
        sides.append { board in
            let font = try self.corpus.fresh(1)
            board.add("register", try await pair.register(font))
            board.add("disable", try await pair.setEnabled(false, font))
            board.add("enable", try await pair.setEnabled(true, font))
            board.add("unregister", try await pair.unregister(font))
        }
        sides.append { board in
            let font = try self.corpus.fresh(1)
            let copied = try pair.copy(font)
            let seen = try pair.match(font[0], in: pair.flat)
            board.add("flat add", copied)
            board.add("flat match", seen.cost)
            board.add("flat both", copied + seen.cost)
            board.add("flat remove", try pair.delete(font))
        }
        let board = try await interleaved(rounds: options.rounds, sides) { try pair.settle() }
        return AddingCost(count: pair.count, board: board, isQuiet: isQuiet)
    }

    func reportOne(_ costs: [AddingCost]) {
        guard let first = costs.first, let last = costs.last else { return }
        if hasFontctl { reportCommand(costs) }
        var rows: [Report.Row] = []
        for cost in costs {
            rows.append(
                Report.Row(
                    what: named(cost.count), ours: cost.board["register"].median, peer: "cp + fc-cache",
                    theirs: cost.board["flat add"].median, bar: bar(cost.count, 60)))
        }
        report.add(
            "One font in a running process",
            "`FontManager.register` of one file, until it returns. \(Self.fontinstNote)", rows)
        reportGrowth("register in a process", first, last) { $0["register"].median }

        rows = []
        for cost in costs {
            for (what, ours) in [("disable", "disable"), ("enable", "enable"), ("unregister", "unregister")] {
                rows.append(
                    Report.Row(
                        what: "\(what) in a process, \(named(cost.count))", ours: cost.board[ours].median,
                        peer: what == "enable" ? "cp + fc-cache" : "rm + fc-cache",
                        theirs: cost.board[what == "enable" ? "flat add" : "flat remove"].median))
            }
            guard hasFontctl else { continue }
            for what in ["disable", "enable", "unregister"] {
                rows.append(
                    Report.Row(
                        what: "`fontctl \(what)`, \(named(cost.count))", ours: cost.board["fontctl \(what)"].median,
                        peer: what == "enable" ? "cp + fc-cache" : "rm + fc-cache",
                        theirs: cost.board[what == "enable" ? "flat add" : "flat remove"].median))
            }
        }
        report.add(
            "Switching and removing one font", "A flat folder knows no switch: its way is to remove the file.", rows)
    }

    private func reportCommand(_ costs: [AddingCost]) {
        let quiet = costs.allSatisfy(\.isQuiet)
        report.add(
            "One font by command",
            """
            `fontctl register`, the whole command, then a fresh `fc-match` that finds the font. \
            \(quiet ? "None such" : "**At least one such**") `fc-match` scanned a folder or wrote a cache.
            """,
            costs.map { cost in
                Report.Row(
                    what: named(cost.count), ours: cost.board["fontctl both"].median,
                    peer: "cp + fc-cache + fc-match", theirs: cost.board["flat both"].median, bar: bar(cost.count, 20))
            })
        report.add(
            "Parts of one font by command", "Wall time and processor time, in ms.",
            header: ["", "fontctl register", "cpu", "fc-match", "cp + fc-cache", "cpu", "fc-match"],
            costs.map { cost in
                let board = cost.board
                return [
                    named(cost.count), number(board["fontctl register"].median), number(board["fontctl register"].cpu),
                    number(board["fontctl match"].median), number(board["flat add"].median),
                    number(board["flat add"].cpu), number(board["flat match"].median),
                ]
            })
        if let first = costs.first, let last = costs.last {
            reportGrowth("`fontctl register`", first, last) { $0["fontctl register"].median }
        }
    }

    private func reportGrowth(
        _ what: String, _ first: AddingCost, _ last: AddingCost, _ figure: (Board) -> Double
    ) {
        guard last.count > first.count else { return }
        let growth = figure(last.board) / figure(first.board)
        // The bar is set for 20,000; a smaller set can only hint at it.
        report.verdict(
            "\(what), cost at \(named(last.count)) / at \(named(first.count))", "\(number(growth))×",
            last.count == 20_000 ? "≤ 1.5×" : "≤ 1.5× at N = 20,000", last.count == 20_000 ? growth <= 1.5 : nil)
    }

    private func bar(_ count: Int, _ times: Double) -> Bar? { count == 5_000 ? .faster(times) : nil }

    private static var fontinstNote: String {
        Tools.fontinst == nil
            ? "KDE's `org.kde.fontinst` is not installed here, so it is not compared."
            : "KDE's `org.kde.fontinst` is installed here; its comparison needs a bus and comes with the bus."
    }

    // MARK: Batches

    func measureHundred(_ pair: Pair) async throws {
        say("100 fonts with \(pair.count) registered")
        var sides: [(inout Board) async throws -> Void] = [
            { board in
                let fonts = try self.corpus.fresh(100)
                board.add("process", try await pair.register(fonts))
                board.add("process undo", try await pair.unregister(fonts))
            },
            { board in
                let fonts = try self.corpus.fresh(100)
                board.add("flat", try pair.copy(fonts))
                board.add("flat undo", try pair.delete(fonts))
            },
        ]
        if let fontctl = tools.fontctl {
            sides.append { board in
                let fonts = try self.corpus.fresh(100)
                board.add("fontctl", try run([fontctl, "register"] + fonts, in: pair.ours))
                board.add("fontctl undo", try run([fontctl, "unregister"] + fonts, in: pair.ours))
            }
        }
        let board = try await interleaved(rounds: options.rounds, sides) { try pair.settle() }
        var rows = [
            Report.Row(
                what: "register in a process", ours: board["process"].median, peer: "cp + fc-cache",
                theirs: board["flat"].median, bar: bar(pair.count, 4)),
            Report.Row(
                what: "unregister in a process", ours: board["process undo"].median, peer: "rm + fc-cache",
                theirs: board["flat undo"].median),
        ]
        if hasFontctl {
            rows.insert(
                Report.Row(
                    what: "`fontctl register`", ours: board["fontctl"].median, peer: "cp + fc-cache",
                    theirs: board["flat"].median, bar: bar(pair.count, 4)), at: 1)
        }
        report.add("100 fonts in one call, \(named(pair.count))", "All different, none known before.", rows)
    }

    func measureThousand() async throws {
        say("1,000 fonts in one call")
        // New homes every time, and nothing is deleted before the end: ext4 is slow to make files for minutes after
        // many were deleted, which would hit the side that comes second.
        var pairs: [Pair] = []
        var batches: [[[String]]] = []
        var board = Board()
        for round in -1..<max(3, options.rounds / 2) {
            var scratch = board
            let pair = try await Pair(0, corpus: corpus, tools: tools)
            let other = try await Pair(0, corpus: corpus, tools: tools)
            let fonts = try (0..<3).map { _ in try corpus.fresh(1_000) }
            (pairs, batches) = (pairs + [pair, other], batches + [fonts])
            for turn in 0..<3 {
                switch (turn + round + 1) % 3 {
                case 0: scratch.add("process", try await pair.register(fonts[0]))
                case 1: scratch.add("flat", try pair.copy(fonts[1], durably: true))
                default:
                    guard let fontctl = tools.fontctl else { continue }
                    scratch.add("fontctl", try run([fontctl, "register"] + fonts[2], in: other.ours))
                }
            }
            if round >= 0 { board = scratch }
        }
        for (pair, fonts) in zip(stride(from: 0, to: pairs.count, by: 2).map({ pairs[$0] }), batches) {
            board.add("process undo", try await pair.unregister(fonts[0]))
            board.add("flat undo", try pair.delete(fonts[1]))
        }
        var rows = [
            Report.Row(
                what: "register in a process", ours: board["process"].median, peer: "cp + sync + fc-cache",
                theirs: board["flat"].median, bar: .within(2)),
            Report.Row(
                what: "unregister in a process", ours: board["process undo"].median, peer: "rm + fc-cache",
                theirs: board["flat undo"].median, isFaster: false),
        ]
        if hasFontctl {
            rows.insert(
                Report.Row(
                    what: "`fontctl register`", ours: board["fontctl"].median, peer: "cp + sync + fc-cache",
                    theirs: board["flat"].median, bar: .within(2)), at: 1)
        }
        report.add(
            "1,000 fonts in one call, durably",
            "Into an empty store and an empty folder. `sync` is `sync -f` of the folder's file system, as ours.", rows)
    }

    func measureRealFonts(_ pair: Pair) async throws {
        let folder = "/usr/share/fonts/truetype/lato"
        let fonts = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasSuffix(".ttf") }.sorted().map { folder + "/" + $0 }
        guard !fonts.isEmpty else { return }
        say("real fonts")
        let sides: [(inout Board) async throws -> Void] = [
            { board in
                board.add("process", try await pair.register(fonts))
                board.add("process undo", try await pair.unregister(fonts))
            },
            { board in
                board.add("flat", try pair.copy(fonts))
                board.add("flat undo", try pair.delete(fonts))
            },
        ]
        let board = try await interleaved(rounds: options.rounds, sides) { try pair.settle() }
        let bytes = fonts.reduce(0) { sum, font in
            sum + ((try? FileManager.default.attributesOfItem(atPath: font)[.size] as? Int) ?? 0)
        }
        report.add(
            "Real fonts: the \(fonts.count) files of fonts-lato in one call, \(named(pair.count))",
            "\(number(Double(bytes) / 1_048_576)) MiB. After the first round the store knows their faces from its log.",
            [
                Report.Row(
                    what: "register in a process", ours: board["process"].median, peer: "cp + fc-cache",
                    theirs: board["flat"].median),
                Report.Row(
                    what: "unregister in a process", ours: board["process undo"].median, peer: "rm + fc-cache",
                    theirs: board["flat undo"].median),
            ])
    }

    func named(_ count: Int) -> String { "N = \(number(Double(count)))" }
}
