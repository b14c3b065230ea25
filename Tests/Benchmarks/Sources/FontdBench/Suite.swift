import FontRegistry
import Foundation
import SyntheticFonts

/// The measurements with one number of fonts.
struct SizeFigures {
    var count: Int
    var board = Board()
    /// Whether every `fc-match` after a registration by fontd found all caches valid.
    var isQuiet = true
    /// The peak memory in MiB, by operation.
    var memory: [String: Double] = [:]
    /// The cost of an idle fontd.
    var idle: FontdService.Quiet?
    /// The reasons for void rows of a peer, by prefixes of their figures' names.
    var voids: [String: String] = [:]
}

/// The rows with one kind of fonts, at several sizes.
final class Suite {
    let options: Options
    let tools: Tools
    let corpus: any FontSupply
    let report: Report
    /// The suffix of every section's title.
    let suffix: String
    var sizes: [SizeFigures] = []
    private let display: Background?

    static let kde = "org.kde.fontinst"
    static let fontManager = "font-manager"
    /// The largest set for font-manager, whose folders slow down every program and whose commands take a second.
    static let mostForFontManager = 5_000

    init(_ options: Options, tools: Tools, corpus: any FontSupply, report: Report, display: Background?, suffix: String)
    {
        (self.options, self.tools, self.corpus) = (options, tools, corpus)
        (self.report, self.display, self.suffix) = (report, display, suffix)
    }

    /// The number of fonts in one call.
    var batch: Int { min(100, corpus.freshLimit) }
    var hasFontctl: Bool { tools.fontctl != nil }

    func measure(_ counts: [Int]) async throws {
        for count in counts {
            progress("preparing \(count) fonts\(suffix)")
            let pair = try await Pair(count, corpus: corpus, tools: tools)
            let isFirstOrLast = count == counts.first || count == counts.last
            var figures = SizeFigures(count: count)
            if ["one", "hundred", "list"].contains(where: options.wants) { try addPeers(to: pair, &figures) }
            if let fontd = tools.fontd, ["one", "notice", "calls", "idle"].contains(where: options.wants) {
                pair.fontd = try FontdService(fontd, in: pair.ours)
            }
            if options.wants("one") { try await measureOne(pair, &figures) }
            if options.wants("hundred") { try await measureHundred(pair, &figures) }
            if options.wants("thousand"), corpus.freshLimit >= 1_000 { try await measureThousand(pair, &figures) }
            if options.wants("start") { try await measureStart(pair, &figures) }
            if options.wants("resolve") { try await measureResolving(pair, &figures) }
            if options.wants("list") { try await measureListing(pair, &figures) }
            if options.wants("notice") {
                try await measureNotice(pair, &figures)
                try await measureBusNotice(pair, &figures)
            }
            if options.wants("calls") { try measureCalls(pair, &figures) }
            if options.wants("idle"), isFirstOrLast { try measureIdle(pair, &figures) }
            if options.wants("memory"), isFirstOrLast { try measureMemory(pair, &figures) }
            if options.wants("reader"), suffix.isEmpty { try await measureReader(pair, &figures) }
            for rows in figures.voids.keys { figures.board.remove { $0.hasPrefix(rows) } }
            sizes.append(figures)
        }
        if options.wants("one") { reportOne() }
        if options.wants("hundred") { reportHundred() }
        if options.wants("thousand"), corpus.freshLimit >= 1_000 { reportThousand() }
        if options.wants("start") { reportStart() }
        if options.wants("resolve") { reportResolving() }
        if options.wants("list") { reportListing() }
        if options.wants("notice") {
            reportNotice()
            reportBusNotice()
        }
        if options.wants("calls") { reportCalls() }
        if options.wants("idle") { reportIdle() }
        if options.wants("memory") { reportMemory() }
        if options.wants("reader"), suffix.isEmpty { reportReader() }
    }

    private func addPeers(to pair: Pair, _ figures: inout SizeFigures) throws {
        let basis = try corpus.basis(pair.count)
        if let program = FontInst.program {
            attempt(Self.kde, &figures) { pair.fontInst = try FontInst(program, basis: basis, tools: tools) }
        }
        if let program = FontManagerCommand.program, let display, pair.count <= Self.mostForFontManager {
            attempt(Self.fontManager, &figures) {
                pair.fontManager = try FontManagerCommand(program, basis: basis, display: display, tools: tools)
            }
        }
    }

    /// Runs a peer's turn; if it fails, the peer has no more turns of this kind and no row.
    func attempt(_ peer: String, _ figures: inout SizeFigures, _ turn: () throws -> Void) {
        guard figures.voids[peer] == nil else { return }
        do {
            try turn()
        } catch {
            figures.voids[peer] = "\(error)"
            progress("\(peer) is void: \(error)")
        }
    }

    // MARK: Reporting

    func title(_ text: String) -> String { text + suffix }

    func named(_ count: Int) -> String { "N = \(number(Double(count)))" }

    /// Returns a comparison by the names of its figures; nil if one side was not measured.
    func row(
        _ what: String, _ ours: String, _ peer: String, _ theirs: String, _ size: SizeFigures, bar: Bar? = nil,
        isFaster: Bool = true
    ) -> Report.Row? {
        guard size.board.has(ours), size.board.has(theirs) else { return nil }
        return Report.Row(
            what: what.isEmpty ? named(size.count) : "\(what), \(named(size.count))", ours: size.board[ours].median,
            peer: peer, theirs: size.board[theirs].median, bar: bar, isFaster: isFaster)
    }

    /// Returns the bar of the usual fonts at one size.
    func bar(_ size: SizeFigures, at count: Int, _ bar: Bar) -> Bar? {
        suffix.isEmpty && size.count == count ? bar : nil
    }

    /// A text about the peers without rows.
    var absences: String {
        var text: [String] = []
        if FontInst.program == nil { text.append("KDE's `org.kde.fontinst` is not installed here.") }
        if FontManagerCommand.program == nil {
            text.append("font-manager, or the Xvfb it needs, is not installed here.")
        }
        for size in sizes {
            for (peer, reason) in size.voids.sorted(by: { $0.key < $1.key }) {
                text.append("\(peer) has no figures at \(named(size.count)): \(reason)")
            }
        }
        return text.joined(separator: " ")
    }
}
