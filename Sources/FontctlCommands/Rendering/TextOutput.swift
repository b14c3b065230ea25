import FontModel

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

    /// The text in UTF-8, in which every line has a line ending.
    var document: [UInt8] {
        var bytes: [UInt8] = []
        for block in blocks {
            switch block {
            case .line(let text):
                bytes += DisplayText.harmless(text).utf8
                bytes.append(UInt8(ascii: "\n"))
            case .table(let rows, let indent): Self.write(rows, indent: indent, to: &bytes)
            }
        }
        return bytes
    }

    private static func write(_ rows: [[String]], indent: Int, to bytes: inout [UInt8]) {
        // A list of all fonts has a hundred thousand cells, few of which need a change.
        let safe = rows.map { $0.map(DisplayText.harmless) }
        let columns = safe.map { $0.map(TextColumns.count) }
        var widths = [Int](repeating: 0, count: columns.map(\.count).max() ?? 0)
        for row in columns {
            for (column, count) in row.enumerated() { widths[column] = max(widths[column], count) }
        }
        bytes.reserveCapacity(bytes.count + rows.count * (widths.reduce(indent) { $0 + $1 + 2 }))
        for (row, counts) in zip(safe, columns) {
            var padding = indent
            for (column, cell) in row.enumerated() where widths[column] > 0 {
                // Padding is written only before further text, so that lines do not end with spaces.
                if !cell.isEmpty {
                    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: padding))
                    bytes.append(contentsOf: cell.utf8)
                    padding = 0
                }
                padding += widths[column] - counts[column] + 2
            }
            bytes.append(UInt8(ascii: "\n"))
        }
    }
}
