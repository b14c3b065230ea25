/// Lines and tables for people.
///
/// The texts are stored unchanged; the rendered output is safe for a terminal.
struct TextOutput: Sendable, Hashable {
    private enum Block: Sendable, Hashable {
        case line(String)
        case table([[String]], indent: Int)
    }

    private var blocks: [Block] = []

    init() {}

    /// Creates output with one table.
    init(_ rows: [[String]]) { table(rows) }

    /// Adds a line, which may be empty.
    mutating func line(_ text: String = "") { blocks.append(.line(text)) }

    /// Adds a table with aligned columns.
    ///
    /// Columns that are empty in every row are left out.
    mutating func table(_ rows: [[String]], indent: Int = 0) {
        if !rows.isEmpty { blocks.append(.table(rows, indent: indent)) }
    }

    /// The text, in which every line has a line ending.
    var rendered: String {
        blocks.map { block in
            switch block {
            case .line(let text): SafeText.line(text) + "\n"
            case .table(let rows, let indent): Self.rendered(rows, String(repeating: " ", count: indent))
            }
        }.joined()
    }

    private static func rendered(_ rows: [[String]], _ indent: String) -> String {
        let safe = rows.map { $0.map(SafeText.line) }
        var widths: [Int] = []
        for row in safe {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], SafeText.columns(cell))
            }
        }
        return safe.map { row in
            var line = indent
            var padding = 0
            for (column, cell) in row.enumerated() where widths[column] > 0 {
                // Padding is written only before further text, so that lines do not end with spaces.
                if !cell.isEmpty {
                    line += String(repeating: " ", count: padding) + cell
                    padding = 0
                }
                padding += widths[column] - SafeText.columns(cell) + 2
            }
            return line + "\n"
        }.joined()
    }
}
