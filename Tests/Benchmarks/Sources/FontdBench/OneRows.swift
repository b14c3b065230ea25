import Foundation

/// One font added, enabled, disabled and removed.
extension Suite {
    func measureOne(_ pair: Pair, _ figures: inout SizeFigures) async throws {
        progress("one font with \(pair.count) registered")
        var isQuiet = true
        var (kde, fontManager) = (figures, figures)
        var sides: [(inout Board) async throws -> Void] = []
        if hasFontctl {
            sides.append { board in
                let font = try self.corpus.fresh(1)
                // The delayed touch of this process's last change must not happen during the `fc-match`.
                try pair.settle()
                let registered = try pair.fontctl("register", font[0])
                let seen = try match(self.name(font), in: pair.ours, tools: self.tools)
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
        if let fontd = pair.fontd {
            sides.append { board in
                let font = try self.corpus.fresh(1)
                board.add("fontd register", try fontd.register(font[0]))
                try match(self.name(font), in: pair.ours, tools: self.tools)
                board.add("fontd unregister", try fontd.unregister(font[0]))
            }
        }
        sides.append { board in
            let font = try self.corpus.fresh(1)
            let copied = try pair.copy(font)
            let seen = try match(self.name(font), in: pair.flat, tools: self.tools)
            board.add("flat add", copied)
            board.add("flat match", seen.cost)
            board.add("flat both", copied + seen.cost)
            board.add("flat remove", try pair.delete(font))
        }
        if let peer = pair.fontInst {
            sides.append { board in
                let font = try self.corpus.fresh(1)
                self.attempt(Self.kde, &kde) {
                    board.add(
                        Self.kde + " add", try peer.install(font, tools: self.tools, postscriptName: self.name(font)))
                    board.add(Self.kde + " disable", try peer.change(.disable))
                    board.add(Self.kde + " enable", try peer.change(.enable))
                    board.add(Self.kde + " remove", try peer.change(.uninstall))
                }
            }
        }
        if let peer = pair.fontManager {
            sides.append { board in
                // Each turn takes seconds.
                guard board[Self.fontManager + " add"].costs.count < 3 else { return }
                let font = try self.corpus.fresh(1)
                self.attempt(Self.fontManager, &fontManager) {
                    let added = try peer.install(font, tools: self.tools, postscriptName: self.name(font))
                    board.add(Self.fontManager + " add", added.cost)
                    board.add(Self.fontManager + " remove", try peer.remove(added.installed, tools: self.tools))
                }
            }
        }
        figures.board.add(try await interleaved(rounds: options.rounds, sides) { try pair.settle() })
        figures.isQuiet = isQuiet
        figures.voids.merge(kde.voids.merging(fontManager.voids) { $1 }) { $1 }
    }

    /// Returns the PostScript name of a new font.
    func name(_ fonts: [String]) throws -> String {
        guard let name = fonts.last.flatMap(corpus.postscriptName) else {
            throw BenchmarkFailure("a font without a name")
        }
        return name
    }

    func reportOne() {
        if hasFontctl { reportCommand() }
        report.add(
            title("One font in a running process"),
            """
            `FontManager.register` of one file, until it returns. KDE's service runs; `install` and `reconfigure` until it \
            has answered both, called over sd-bus from a process that stays connected. \(absences)
            """,
            sizes.flatMap { size in
                [
                    row("", "register", "cp + fc-cache", "flat add", size, bar: bar(size, at: 5_000, .faster(60))),
                    row(
                        "", "register", "KDE's fontinst", Self.kde + " add", size, bar: bar(size, at: 5_000, .faster(4))
                    ),
                ].compactMap { $0 }
            })
        reportGrowth("register in a process", "register")
        report.add(
            title("One font through fontd"),
            """
            `Register` of one file by its descriptor, from before the file is opened until the answer was read, over sd-bus \
            from a process that stays connected; fontd runs, and gives the file to a worker that it starts for it. KDE's \
            service as above, on a bus of the same kind.
            """,
            sizes.flatMap { size in
                [
                    row(
                        "", "fontd register", "cp + fc-cache", "flat add", size, bar: bar(size, at: 5_000, .faster(60))),
                    row(
                        "", "fontd register", "KDE's fontinst", Self.kde + " add", size,
                        bar: bar(size, at: 5_000, .faster(4))),
                    row("unregister", "fontd unregister", "rm + fc-cache", "flat remove", size),
                    row("unregister", "fontd unregister", "KDE's fontinst", Self.kde + " remove", size),
                ].compactMap { $0 }
            })
        report.add(
            title("Switching and removing one font"), "A flat folder has no switch: the file is removed.",
            sizes.flatMap { size in
                [
                    row("disable in a process", "disable", "rm + fc-cache", "flat remove", size),
                    row("disable in a process", "disable", "KDE's fontinst", Self.kde + " disable", size),
                    row("enable in a process", "enable", "cp + fc-cache", "flat add", size),
                    row("enable in a process", "enable", "KDE's fontinst", Self.kde + " enable", size),
                    row("unregister in a process", "unregister", "rm + fc-cache", "flat remove", size),
                    row("unregister in a process", "unregister", "KDE's fontinst", Self.kde + " remove", size),
                    row("`fontctl disable`", "fontctl disable", "rm + fc-cache", "flat remove", size),
                    row("`fontctl enable`", "fontctl enable", "cp + fc-cache", "flat add", size),
                    row("`fontctl unregister`", "fontctl unregister", "rm + fc-cache", "flat remove", size),
                    row(
                        "`fontctl unregister`", "fontctl unregister", "rm + `font-manager -u`",
                        Self.fontManager + " remove", size),
                ].compactMap { $0 }
            })
    }

    private func reportCommand() {
        let quiet = sizes.allSatisfy(\.isQuiet)
        report.add(
            title("One font by command"),
            """
            `fontctl register`, the whole command, then a fresh `fc-match` that finds the font. \
            \(quiet ? "None such" : "**At least one such**") `fc-match` scanned a folder or wrote a cache. \
            font-manager's command has no `fc-match` after it in its figure, nor has ours beside it; its display and its bus \
            stay, its fonts lie three or four to a folder as real ones would, and it runs with \
            \(number(Double(Self.mostForFontManager))) fonts at most.
            """,
            sizes.flatMap { size in
                [
                    row(
                        "", "fontctl both", "cp + fc-cache + fc-match", "flat both", size,
                        bar: bar(size, at: 5_000, .faster(20))),
                    row(
                        "the command alone", "fontctl register", "`font-manager -i`", Self.fontManager + " add", size),
                ].compactMap { $0 }
            })
        report.add(
            title("Parts of one font by command"), "Wall time and processor time, in ms.",
            header: ["", "fontctl register", "cpu", "fc-match", "cp + fc-cache", "cpu", "fc-match"],
            sizes.map { size in
                let board = size.board
                return [
                    named(size.count), number(board["fontctl register"].median), number(board["fontctl register"].cpu),
                    number(board["fontctl match"].median), number(board["flat add"].median),
                    number(board["flat add"].cpu), number(board["flat match"].median),
                ]
            })
        reportGrowth("`fontctl register`", "fontctl register")
    }

    private func reportGrowth(_ what: String, _ name: String) {
        guard suffix.isEmpty, let first = sizes.first, let last = sizes.last, last.count > first.count else { return }
        let growth = last.board[name].median / first.board[name].median
        // The bar is defined for 20,000; a smaller set gives only an indication.
        report.verdict(
            "\(what), cost at \(named(last.count)) / at \(named(first.count))", "\(number(growth))×",
            last.count == 20_000 ? "≤ 1.5×" : "≤ 1.5× at N = 20,000", last.count == 20_000 ? growth <= 1.5 : nil)
    }
}
