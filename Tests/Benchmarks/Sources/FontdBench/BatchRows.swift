import Foundation

/// Many fonts in one call.
extension Suite {
    func measureHundred(_ pair: Pair, _ figures: inout SizeFigures) async throws {
        progress("\(batch) fonts with \(pair.count) registered")
        let batch = batch
        var (kde, fontManager) = (figures, figures)
        var sides: [(inout Board) async throws -> Void] = [
            { board in
                let fonts = try self.corpus.fresh(batch)
                board.add("100 process", try await pair.register(fonts))
                board.add("100 disable", try await pair.setEnabled(false, fonts))
                board.add("100 enable", try await pair.setEnabled(true, fonts))
                board.add("100 process undo", try await pair.unregister(fonts))
            },
            { board in
                let fonts = try self.corpus.fresh(batch)
                board.add("100 flat", try pair.copy(fonts))
                board.add("100 flat undo", try pair.delete(fonts))
            },
        ]
        if let fontctl = tools.fontctl {
            sides.append { board in
                let fonts = try self.corpus.fresh(batch)
                board.add("100 fontctl", try run([fontctl, "register"] + fonts, in: pair.ours))
                board.add("100 fontctl undo", try run([fontctl, "unregister"] + fonts, in: pair.ours))
            }
        }
        if let peer = pair.fontInst {
            // Real fonts keep their own names.
            for (rows, spreads) in suffix.isEmpty ? [(" 100", true), (" 100 of one", false)] : [(" 100", false)] {
                sides.append { board in
                    let fonts = try self.corpus.fresh(batch)
                    self.attempt(Self.kde + " 100", &kde) {
                        board.add(
                            Self.kde + rows,
                            try peer.install(
                                fonts, tools: self.tools, postscriptName: self.name(fonts), spreads: spreads))
                        board.add(Self.kde + rows + " undo", try peer.change(.uninstall))
                    }
                }
            }
        }
        if let peer = pair.fontManager {
            sides.append { board in
                guard board[Self.fontManager + " 100"].costs.count < 3 else { return }
                let fonts = try self.corpus.fresh(batch)
                self.attempt(Self.fontManager + " 100", &fontManager) {
                    let added = try peer.install(fonts, tools: self.tools, postscriptName: self.name(fonts))
                    board.add(Self.fontManager + " 100", added.cost)
                    board.add(Self.fontManager + " 100 undo", try peer.remove(added.installed, tools: self.tools))
                }
            }
        }
        figures.board.add(try await interleaved(rounds: options.batchRounds, sides) { try pair.settle() })
        figures.voids.merge(kde.voids.merging(fontManager.voids) { $1 }) { $1 }
        // A batch that failed half-way is not removed.
        if figures.voids[Self.kde + " 100"] != nil { pair.fontInst = nil }
        if figures.voids[Self.fontManager + " 100"] != nil { pair.fontManager = nil }
    }

    func reportHundred() {
        report.add(
            title("\(batch) fonts in one call"),
            """
            All different, none known before. KDE's service has no call for many: one call each, then `reconfigure`. It \
            keeps a folder for each first letter of the files' names: names all over the alphabet, as a mixed lot of fonts \
            has them, make fontconfig scan each of these folders, names of one letter only one. \(absences)
            """,
            sizes.flatMap { size in
                let bar = bar(size, at: 5_000, .faster(4))
                return [
                    row("register in a process", "100 process", "cp + fc-cache", "100 flat", size, bar: bar),
                    row("register in a process", "100 process", "KDE's fontinst", Self.kde + " 100", size, bar: bar),
                    row(
                        "register in a process", "100 process", "KDE's fontinst, names of one letter",
                        Self.kde + " 100 of one", size),
                    row("`fontctl register`", "100 fontctl", "cp + fc-cache", "100 flat", size, bar: bar),
                    row("`fontctl register`", "100 fontctl", "`font-manager -i`", Self.fontManager + " 100", size),
                    row("unregister in a process", "100 process undo", "rm + fc-cache", "100 flat undo", size),
                    row("unregister in a process", "100 process undo", "KDE's fontinst", Self.kde + " 100 undo", size),
                    row("`fontctl unregister`", "100 fontctl undo", "rm + fc-cache", "100 flat undo", size),
                    row(
                        "`fontctl unregister`", "100 fontctl undo", "rm + `font-manager -u`",
                        Self.fontManager + " 100 undo", size),
                    row("disable in a process", "100 disable", "rm + fc-cache", "100 flat undo", size),
                    row("enable in a process", "100 enable", "cp + fc-cache", "100 flat", size),
                ].compactMap { $0 }
            })
    }

    func measureThousand(_ pair: Pair, _ figures: inout SizeFigures) async throws {
        progress("1,000 fonts with \(pair.count) registered")
        var fonts: [String] = []
        let sides: [(inout Board) async throws -> Void] = [
            { board in
                board.add("1000 process", try await pair.register(fonts))
                board.add("1000 process undo", try await pair.unregister(fonts))
            },
            { board in
                board.add("1000 flat", try pair.copy(fonts))
                board.add("1000 flat undo", try pair.delete(fonts))
            },
        ]
        for round in 0..<2 {
            fonts = try corpus.fresh(1_000)
            var board = figures.board
            for turn in sides.indices { try await sides[(turn + round) % sides.count](&board) }
            figures.board = board
            try pair.settle()
        }
    }

    func reportThousand() {
        report.add(
            title("1,000 fonts in one call"),
            "Beside those that are registered already, two rounds; ours waits for the disk, the peer does not.",
            sizes.flatMap { size in
                [
                    row("register in a process", "1000 process", "cp + fc-cache", "1000 flat", size),
                    row("unregister in a process", "1000 process undo", "rm + fc-cache", "1000 flat undo", size),
                ].compactMap { $0 }
            })
    }

    /// Measures fonts registered in an empty store, including the time until they are on the disk.
    func measureThousandDurably() async throws {
        progress("1,000 fonts in one call")
        // Uses new homes each time, and deletes nothing before the end: for minutes after many deletions ext4 is slow
        // to
        // create files, which would affect the second side.
        var pairs: [Pair] = []
        var batches: [[[String]]] = []
        var size = SizeFigures(count: 0)
        for round in -1..<max(3, options.rounds / 2) {
            var board = size.board
            let pair = try await Pair(0, corpus: corpus, tools: tools)
            let other = try await Pair(0, corpus: corpus, tools: tools)
            let fonts = try (0..<3).map { _ in try corpus.fresh(1_000) }
            (pairs, batches) = (pairs + [pair, other], batches + [fonts])
            for turn in 0..<3 {
                switch (turn + round + 1) % 3 {
                case 0: board.add("process", try await pair.register(fonts[0]))
                case 1: board.add("flat", try pair.copy(fonts[1], durably: true))
                default:
                    guard let fontctl = tools.fontctl else { continue }
                    board.add("fontctl", try run([fontctl, "register"] + fonts[2], in: other.ours))
                }
            }
            if round >= 0 { size.board = board }
        }
        for (pair, fonts) in zip(stride(from: 0, to: pairs.count, by: 2).map({ pairs[$0] }), batches) {
            size.board.add("process undo", try await pair.unregister(fonts[0]))
            size.board.add("flat undo", try pair.delete(fonts[1]))
        }
        report.add(
            "1,000 fonts in one call, durably",
            "Into an empty store and an empty folder. `sync` is `sync -f` of the folder's file system, as ours.",
            [
                row("register in a process", "process", "cp + sync + fc-cache", "flat", size, bar: .within(2)),
                row("`fontctl register`", "fontctl", "cp + sync + fc-cache", "flat", size, bar: .within(2)),
                row("unregister in a process", "process undo", "rm + fc-cache", "flat undo", size, isFaster: false),
            ].compactMap { $0 })
    }
}
