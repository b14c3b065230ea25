import FontModel

/// A table with a header, whose lines fit the width of a terminal.
struct FittedTable: Sendable, Hashable {
    struct Row: Sendable, Hashable {
        var cells: [String]
        /// Whether the row is shown with less contrast.
        var isDim = false
    }

    var header: [String]
    var rows: [Row]
    var terminal: Terminal

    /// The terminal on standard output.
    struct Terminal: Sendable, Hashable {
        var columns: Int
        var isColored: Bool
    }

    /// The number of columns that are kept of a long text, as far as possible.
    private static let least = 8
    private static let gap = 2

    /// Appends the lines in UTF-8, safe for a terminal.
    ///
    /// Columns without text are left out. The widest columns are cut first, and the last ones are left out if the
    /// terminal is very narrow.
    func write(to bytes: inout [UInt8]) {
        let cells = ([header] + rows.map(\.cells)).map { $0.map(DisplayText.harmless) }
        var shown = header.indices.filter { column in cells.dropFirst().contains { !$0[column].isEmpty } }
        var widths = header.indices.map { column in cells.map { TextColumns.count($0[column]) }.max() ?? 0 }
        func total() -> Int { shown.reduce(0) { $0 + widths[$1] } + Self.gap * max(0, shown.count - 1) }
        while total() > terminal.columns {
            guard let widest = shown.max(by: { widths[$0] < widths[$1] }) else { return }
            if widths[widest] > Self.least {
                let second = shown.filter { $0 != widest }.map { widths[$0] }.max() ?? 0
                let excess = total() - terminal.columns
                widths[widest] = max(Self.least, min(widths[widest] - 1, max(widths[widest] - excess, second)))
            } else if shown.count > 1 {
                shown.removeLast()
            } else {
                widths[widest] = max(1, terminal.columns)
                break
            }
        }
        for (place, row) in cells.enumerated() {
            let style = !terminal.isColored ? nil : place == 0 ? "1" : rows[place - 1].isDim ? "2" : nil
            if let style { bytes += "\u{1B}[\(style)m".utf8 }
            var padding = 0
            for column in shown {
                let cell = TextColumns.cut(row[column], to: widths[column])
                if !cell.isEmpty {
                    bytes += repeatElement(UInt8(ascii: " "), count: padding)
                    bytes += cell.utf8
                    padding = 0
                }
                padding += widths[column] - TextColumns.count(cell) + Self.gap
            }
            if style != nil { bytes += "\u{1B}[0m".utf8 }
            bytes.append(UInt8(ascii: "\n"))
        }
    }
}
