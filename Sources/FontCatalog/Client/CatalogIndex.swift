import FontModel
import Foundation

/// The families of a catalogue, as its signed hash bins have them: a file with a line for each, which a search reads
/// without decoding all of them.
///
/// The first line has the version of the snapshot. Each other line has the identifier, the names for the search, and the
/// summary, separated by tabs.
package struct CatalogIndex: Sendable {
    /// A family of the index.
    package struct Family: Sendable {
        package let id: String
        package let summary: FamilySummary
    }

    /// The version of the snapshot.
    package let snapshot: Int64
    private let lines: [Substring]

    package init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let lines = text.split(separator: "\n")
        guard let snapshot = lines.first.flatMap({ Int64($0) }) else { return nil }
        self.snapshot = snapshot
        self.lines = Array(lines.dropFirst())
    }

    /// The bytes of an index.
    ///
    /// - Parameter aliases: Further names for the search, by identifier.
    static func bytes(
        snapshot: Int64, families: [(id: String, summary: FamilySummary)], aliases: [String: [String]] = [:]
    ) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var text = "\(snapshot)\n"
        for (id, summary) in families.sorted(by: { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }) {
            guard let json = try? encoder.encode(summary) else { continue }
            let translations = summary.names.sorted { $0.key < $1.key }.map(\.value)
            let names = ([id, summary.family] + translations + summary.faces + (aliases[id] ?? []))
                .map { $0.split { $0.isWhitespace }.joined(separator: " ") }.joined(separator: "|")
            text += "\(id)\t\(names)\t\(String(decoding: json, as: UTF8.self))\n"
        }
        return Array(text.utf8)
    }

    /// The number of families.
    package var count: Int { lines.count }

    /// The families whose identifier and names satisfy a condition, in the order of their identifiers.
    package func families(where matches: (_ id: Substring, _ names: Substring) -> Bool) -> [Family] {
        let decoder = JSONDecoder()
        return lines.compactMap { line in
            let parts = line.split(separator: "\t", maxSplits: 2)
            guard parts.count == 3, matches(parts[0], parts[1]),
                let summary = try? decoder.decode(FamilySummary.self, from: Data(parts[2].utf8))
            else { return nil }
            return Family(id: String(parts[0]), summary: summary)
        }
    }
}
