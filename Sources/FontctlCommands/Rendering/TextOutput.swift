import FontModel

/// Lines and tables for people.
///
/// The texts are stored unchanged; the rendered output is safe for a terminal.
struct TextOutput: Sendable, Hashable {
    private enum Block: Sendable, Hashable {
        case line(String)
        case table([[String]], indent: Int)
        case fitted(FittedTable)
    }

    private var blocks: [Block] = []

    init() {}

    /// Creates output with one table.
    init(_ rows: [[String]]) { table(rows) }

    /// Creates output with one table, which on a terminal has a header and fits the width.
    init(_ rows: [[String]], under header: [String], on terminal: FittedTable.Terminal?) {
        if let terminal {
            table(FittedTable(header: header, rows: rows.map { .init(cells: $0) }, terminal: terminal))
        } else {
            table(rows)
        }
    }

    /// Adds a line, which may be empty.
    mutating func line(_ text: String = "") { blocks.append(.line(text)) }

    /// Adds lines.
    mutating func lines(_ texts: some Sequence<some StringProtocol>) { blocks += texts.map { .line(String($0)) } }

    /// Adds a table with aligned columns.
    ///
    /// Columns that are empty in every row are left out.
    mutating func table(_ rows: [[String]], indent: Int = 0) {
        if !rows.isEmpty { blocks.append(.table(rows, indent: indent)) }
    }

    /// Adds a text that wraps between words, as in ``FactLines/wrap(_:after:indent:columns:)``.
    mutating func paragraph(_ text: String, after first: String = "", indent: Int = 0, columns: Int?) {
        lines(FactLines.wrap(text, after: first, indent: indent, columns: columns))
    }

    /// Adds all blocks of another output.
    mutating func append(_ other: TextOutput) { blocks += other.blocks }

    /// Adds a table with a header that fits the terminal.
    mutating func table(_ table: FittedTable) {
        if !table.rows.isEmpty { blocks.append(.fitted(table)) }
    }

    /// The text in UTF-8, in which every line has a line ending.
    var document: [UInt8] { document(showing: GivenPaths()) }

    /// Returns the text in UTF-8, with the cells of tables that are paths as they were typed.
    func document(showing given: GivenPaths) -> [UInt8] {
        var bytes: [UInt8] = []
        for block in blocks {
            switch block {
            case .line(let text):
                bytes += DisplayText.harmless(text).utf8
                bytes.append(UInt8(ascii: "\n"))
            case .fitted(let table): table.write(to: &bytes)
            case .table(let rows, let indent):
                Self.write(given.isEmpty ? rows : rows.map { $0.map { given.shown($0) } }, indent: indent, to: &bytes)
            }
        }
        return bytes
    }

    private static func write(_ rows: [[String]], indent: Int, to bytes: inout [UInt8]) {
        var rows = rows
        var widths: [Int] = []
        var counts: [Int] = []
        // A list of all fonts has a hundred thousand cells, few of which need a change.
        for row in rows.indices {
            for column in rows[row].indices {
                let count: Int
                if DisplayText.isPrintableASCII(rows[row][column]) {
                    count = rows[row][column].utf8.count
                } else {
                    rows[row][column] = DisplayText.harmless(rows[row][column])
                    count = TextColumns.count(rows[row][column])
                }
                counts.append(count)
                if widths.indices.contains(column) {
                    widths[column] = max(widths[column], count)
                } else {
                    widths.append(count)
                }
            }
        }
        bytes.reserveCapacity(bytes.count + rows.count * (widths.reduce(indent) { $0 + $1 + 2 }))
        var place = 0
        for row in rows {
            var padding = indent
            for (column, cell) in row.enumerated() {
                defer { place += 1 }
                guard widths[column] > 0 else { continue }
                // Padding is written only before further text, so that lines do not end with spaces.
                if !cell.isEmpty {
                    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: padding))
                    bytes.append(contentsOf: cell.utf8)
                    padding = 0
                }
                padding += widths[column] - counts[place] + 2
            }
            bytes.append(UInt8(ascii: "\n"))
        }
    }
}
