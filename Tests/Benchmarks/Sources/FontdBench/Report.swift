import Foundation

/// The target of a ratio.
enum Bar {
    /// The peer's cost is at least this many times fontd's.
    case faster(Double)
    /// fontd's cost is at most this many times the peer's.
    case within(Double)

    func isMet(ours: Double, peer: Double) -> Bool {
        switch self {
        case .faster(let times): peer / ours >= times
        case .within(let times): ours / peer <= times
        }
    }

    var text: String {
        switch self {
        case .faster(let times): "≥ \(number(times))× faster"
        case .within(let times): "≤ \(number(times))×"
        }
    }

    func ratio(ours: Double, peer: Double) -> String {
        switch self {
        case .faster: "\(number(peer / ours))× faster"
        case .within: "\(number(ours / peer))×"
        }
    }
}

/// Formats a number with about three significant digits and separated thousands.
func number(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
    var text = String(format: "%.\(digits)f", value)
    if text.contains(".") {
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
    guard text.count > 3 else { return text }
    return number(Double(Int(value.rounded()) / 1_000)) + "," + text.suffix(3)
}

/// Formats a duration in milliseconds, or in microseconds if it is below 0.1 ms.
func duration(_ milliseconds: Double) -> String {
    milliseconds < 0.1 ? "\(number(milliseconds * 1_000)) µs" : "\(number(milliseconds)) ms"
}

/// A report of sections in Markdown.
final class Report {
    /// A comparison.
    struct Row {
        var what: String
        var ours: Double
        var peer: String
        var theirs: Double
        var bar: Bar?
        /// The direction of the ratio if there is no bar.
        var isFaster = true
    }

    private var sections: [String] = []
    private var verdicts: [String] = []

    /// The report, beginning with the verdicts.
    var markdown: String {
        var text = "## Bars\n\n| what | measured | bar | met |\n| --- | --- | --- | --- |\n"
        text += verdicts.joined()
        return text + "\n" + sections.joined(separator: "\n")
    }

    func add(_ title: String, _ note: String, _ rows: [Row]) {
        var text = "## \(title)\n\n\(note)\n\n| | ours | peer | | ratio |\n| --- | --: | --- | --: | --: |\n"
        for row in rows {
            let bar = row.bar ?? (row.isFaster ? .faster(1) : .within(1))
            let ratio = bar.ratio(ours: row.ours, peer: row.theirs)
            text += "| \(row.what) | \(duration(row.ours)) | \(row.peer) | \(duration(row.theirs)) | \(ratio) |\n"
            if let bar = row.bar {
                verdict(
                    "\(title), \(row.what), against \(row.peer)", ratio, bar.text,
                    bar.isMet(ours: row.ours, peer: row.theirs))
            }
        }
        sections.append(text)
    }

    /// Adds a section with a table of its own.
    func add(_ title: String, _ note: String, header: [String], _ rows: [[String]]) {
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
        sections.append(
            "## \(title)\n\n\(note)\n\n" + line(header) + line(["---"] + header.dropFirst().map { _ in "--:" })
                + rows.map(line).joined())
    }

    func verdict(_ what: String, _ measured: String, _ bar: String, _ isMet: Bool?) {
        let met = isMet.map { $0 ? "yes" : "**no**" } ?? "–"
        verdicts.append("| \(what) | \(measured) | \(bar) | \(met) |\n")
        progress("\(what): \(measured) (bar \(bar)): \(met)")
    }
}
