import CPeers
import FontRegistry
import Foundation

/// The cost of existing fonts for programs: starting, resolving, listing.
extension Suite {
    func measureStart(_ pair: Pair, _ figures: inout SizeFigures) async throws {
        progress("start-up with \(pair.count) registered")
        try pair.settle()
        func start(_ home: BenchmarkHome) throws -> Cost { try run([tools.fcMatch, "serif"], in: home) }
        figures.board.add(
            try await interleaved(
                rounds: 6 * options.rounds,
                [
                    { board in board.add("start ours", try start(pair.ours)) },
                    { board in board.add("start flat", try start(pair.flat)) },
                ]))
    }

    func reportStart() {
        report.add(
            title("Start-up of a fontconfig program"), "`fc-match serif`, the whole process, all caches valid.",
            sizes.flatMap { size in
                [
                    Report.Row(
                        what: named(size.count), ours: size.board["start ours"].median, peer: "one flat folder",
                        theirs: size.board["start flat"].median,
                        bar: bar(size, at: 5_000, .within(1.1)) ?? bar(size, at: 20_000, .within(1.2)),
                        isFaster: false),
                    Report.Row(
                        what: "\(named(size.count)), processor time", ours: size.board["start ours"].cpu,
                        peer: "one flat folder", theirs: size.board["start flat"].cpu, isFaster: false),
                ]
            })
    }

    func measureResolving(_ pair: Pair, _ figures: inout SizeFigures) async throws {
        progress("resolving among \(pair.count)")
        guard let fontconfig = peers_fontconfig_open(pair.flat.home.root + "/fonts.conf") else {
            throw BenchmarkFailure("fontconfig loads no fonts.")
        }
        defer { peers_fontconfig_close(fontconfig) }
        guard peers_fontconfig_count(fontconfig) >= pair.count else {
            throw BenchmarkFailure("fontconfig lists \(peers_fontconfig_count(fontconfig)) of \(pair.count) fonts.")
        }
        let fonts = try corpus.basis(pair.count).compactMap(corpus.postscriptName)
        // Spread over the set, because a linear search finds early names sooner.
        let names = (0..<100).map { fonts[$0 * 37 % 100 * fonts.count / 100] }
        func found(_ isFound: Bool, _ name: String) throws {
            if !isFound { throw BenchmarkFailure("\(name) was not found.") }
        }
        var sides: [(inout Board) async throws -> Void] = [
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
                    board.add("FcFontMatch", cost)
                }
            },
            { board in
                for name in names {
                    var isFound = false
                    let cost = await timed { isFound = peers_fontconfig_list(fontconfig, name) == 1 }
                    try found(isFound, name)
                    board.add("FcFontList", cost)
                }
            },
        ]
        if hasFontctl {
            sides.append { board in
                for name in names.prefix(3) {
                    board.add("fontctl resolve", try pair.fontctl("resolve", name))
                    board.add("fc-list name", try run([self.tools.fcList, ":postscriptname=\(name)"], in: pair.flat))
                    board.add("fontctl why", try pair.fontctl("why", name))
                    board.add("fc-match name", try run([self.tools.fcMatch, ":postscriptname=\(name)"], in: pair.flat))
                }
            }
        }
        figures.board.add(try await interleaved(rounds: options.rounds, sides))
    }

    func reportResolving() {
        report.add(
            title("Resolving by PostScript name in a process"),
            "One call of `FontManager.resolve` among as many fonts; 100 names spread over the set.",
            sizes.flatMap { size in
                [
                    row("", "resolve", "FcFontMatch", "FcFontMatch", size, bar: bar(size, at: 20_000, .faster(300))),
                    row("", "resolve", "FcFontList", "FcFontList", size, bar: bar(size, at: 20_000, .faster(100))),
                ].compactMap { $0 }
            })
        if hasFontctl {
            report.add(
                title("Resolving by PostScript name, whole process"), "Output to nowhere.",
                sizes.flatMap { size in
                    [
                        row("`fontctl resolve`", "fontctl resolve", "`fc-list :postscriptname=`", "fc-list name", size),
                        row(
                            "`fontctl resolve`", "fontctl resolve", "fc-match", "fc-match name", size,
                            bar: bar(size, at: 100, .within(1.5)), isFaster: false),
                        row(
                            "`fontctl why`", "fontctl why", "fc-match", "fc-match name", size,
                            bar: bar(size, at: 100, .within(2)), isFaster: false),
                    ].compactMap { $0 }
                })
        }
        guard suffix.isEmpty, let last = sizes.last, last.count != 20_000 else { return }
        for (peer, bar) in [("FcFontMatch", "≥ 300×"), ("FcFontList", "≥ 100×")] {
            report.verdict(
                "Resolving by PostScript name, \(named(last.count)), against \(peer)",
                "\(number(last.board[peer].median / last.board["resolve"].median))× faster",
                "\(bar) faster at N = 20,000", nil)
        }
    }

    func measureListing(_ pair: Pair, _ figures: inout SizeFigures) async throws {
        progress("listing \(pair.count)")
        try pair.settle()
        guard let fontconfig = peers_fontconfig_open(pair.flat.home.root + "/fonts.conf") else {
            throw BenchmarkFailure("fontconfig loads no fonts.")
        }
        defer { peers_fontconfig_close(fontconfig) }
        var (kde, fontManager) = (figures, figures)
        var sides: [(inout Board) async throws -> Void] = [
            { board in board.add("fc-list", try run([self.tools.fcList], in: pair.flat)) },
            { board in
                var count = 0
                board.add("registered", try await timed { count = try await pair.manager.registered().count })
                guard count == pair.count else { throw BenchmarkFailure("\(count) of \(pair.count) are listed.") }
            },
            { board in
                var count: Int32 = 0
                board.add("FcFontList all", await timed { count = peers_fontconfig_list_all(fontconfig) })
                guard count >= pair.count else { throw BenchmarkFailure("\(count) of \(pair.count) are listed.") }
            },
            { board in
                // The first menu of a manager reads everything, the next ones nothing.
                _ = try await pair.manager.families()
                board.add("families warm", try await timed { _ = try await pair.manager.families() })
            },
        ]
        if let fontctl = tools.fontctl {
            sides.append { board in
                board.add("fontctl list", try run([fontctl, "list"], in: pair.ours))
                board.add("fontctl --version", try run([fontctl, "--version"], in: pair.ours))
                board.add("fontctl families", try run([fontctl, "families"], in: pair.ours))
                board.add("fc-list families", try run([self.tools.fcList, ":", "family"], in: pair.flat))
            }
        }
        if let peer = pair.fontInst {
            figures.board.add(Self.kde + " start", peer.start)
            sides.append { board in self.attempt(Self.kde, &kde) { board.add(Self.kde + " list", try peer.list()) } }
        }
        if let peer = pair.fontManager {
            sides.append { board in
                guard board[Self.fontManager + " list"].costs.count < 3 else { return }
                self.attempt(Self.fontManager, &fontManager) { board.add(Self.fontManager + " list", try peer.list()) }
            }
        }
        let rounds = pair.count < 5_000 ? 3 * options.rounds : options.rounds
        figures.board.add(try await interleaved(rounds: rounds, sides))
        figures.voids.merge(kde.voids.merging(fontManager.voids) { $1 }) { $1 }
    }

    func reportListing() {
        report.add(
            title("Listing fonts"),
            """
            Commands as whole processes, output to nowhere. In a process: `FontManager.registered` with all facts of all \
            faces, and KDE's running service, which lists families with styles, until the message was read. \(absences)
            """,
            sizes.flatMap { size in
                [
                    row(
                        "`fontctl list`", "fontctl list", "fc-list", "fc-list", size,
                        bar: [100, 5_000, 20_000].compactMap { bar(size, at: $0, .within(2)) }.first,
                        isFaster: false),
                    row(
                        "`fontctl --version`, for its start alone", "fontctl --version", "fc-list", "fc-list", size,
                        isFaster: false),
                    row("`fontctl list`", "fontctl list", "`font-manager -l`", Self.fontManager + " list", size),
                    row("in a process", "registered", "KDE's fontinst", Self.kde + " list", size, isFaster: false),
                    row(
                        "in a process", "registered", "FcFontList of all", "FcFontList all", size,
                        bar: bar(size, at: 20_000, .within(2)), isFaster: false),
                ].compactMap { $0 }
            })
        report.add(
            title("Families for a picker"),
            """
            `fontctl families` and `fc-list : family`, whole processes, of everything registered and the system's. Warm: \
            `FontManager.families` again in one process, with all faces, while no font has changed (bar: 1 ms).
            """,
            sizes.compactMap { size in
                row(
                    "cold", "fontctl families", "`fc-list : family`", "fc-list families", size,
                    bar: bar(size, at: 5_000, .within(1.5)), isFaster: false)
            })
        report.add(
            title("Families for a picker, warm"), "", header: ["", "`FontManager.families`"],
            sizes.map { [named($0.count), duration($0.board["families warm"].median)] })
        let starts = sizes.filter { $0.board.has(Self.kde + " start") }
        guard !starts.isEmpty else { return }
        report.add(
            title("Start of KDE's service"),
            "From the first call until it has answered: it lists all fonts first. Nothing of fontd's needs to be started.",
            header: ["", "org.kde.fontinst"],
            starts.map { [named($0.count), duration($0.board[Self.kde + " start"].median)] })
    }
}
