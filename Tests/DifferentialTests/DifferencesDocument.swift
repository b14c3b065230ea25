import Foundation

/// The list of differences in the documentation: each rule with its reason and the number of times it applied.
enum DifferencesDocument {
    static let path = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs/differences.md").path(percentEncoded: false)

    /// Returns the complete document.
    static func text(_ ledger: Ledger, packages: Int) -> String {
        let differences = ledger.explained.values.reduce(0) { $0 + $1.differences }
        var lines = [
            "# Differences from fontconfig and FreeType", "",
            "Every font file of Debian 12's packages, read by fontd, by fontconfig and by FreeType. `scripts/debian-fonts DIR`",
            "fetches them; `make differential FONT_TREE=DIR` compares, fails on a difference that no rule explains and on a",
            "rule that explains nothing, and writes this list. `make test` does the same with the fonts of the machine. The",
            "files of known and of tricky fonts in the tests are included.",
            "",
            "Compared are the verdict and, of each face, family, style, full and PostScript names with their languages,",
            "weight, width, slant, spacing, version, characters, colour, outlines, glyphs, axes and named instances with",
            "their names, coordinates, weights and widths. Rules use the data of a font, never the name of its file.",
            "",
            "| | |", "| --- | --- |",
            "| packages with fonts | \(packages) |",
            "| files | \(grouped(ledger.files)) (\(grouped(ledger.contents.count)) different ones), \(grouped(ledger.bytes / 1_000_000)) MB |",
            "| faces | \(grouped(ledger.faces)) |",
            "| names | \(grouped(ledger.names)) |",
            "| axes, named instances | \(ledger.axes), \(ledger.instances) |",
            "| characters | \(grouped(ledger.characters)) |",
            "| differences explained | \(grouped(differences)) |",
            "| differences not explained | \(ledger.unexplained.values.reduce(0) { $0 + $1.count }) |", "",
        ]
        for (title, rules) in Rule.chapters {
            lines += ["## \(title)", "", "| rule | differences | faces | why |", "| --- | --- | --- | --- |"]
            for rule in rules {
                let count = ledger.explained[rule.name] ?? (0, 0)
                lines.append(
                    "\(rowStart(rule.name)) \(grouped(count.differences)) | \(grouped(count.faces)) | \(rule.reason) |")
            }
            lines.append("")
        }
        lines += ["## Files that only fontd refuses", "", "| reason | files | why |", "| --- | --- | --- |"]
        for refusal in Refusal.all {
            lines.append("\(rowStart(refusal.name)) \(ledger.refused[refusal.name] ?? 0) | \(refusal.reason) |")
        }
        lines += ["", "## Files that all readers refuse", ""]
        lines += ledger.refusedByAll.sorted { $0.key < $1.key }.map { "- `\($0.key)`: \($0.value)" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the errors of the present document: rules that are missing, have another reason or no longer exist.
    static func flaws(of text: String) -> [String] {
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        let rules = Rule.all.map { ($0.name, $0.reason) } + Refusal.all.map { ($0.name, $0.reason) }
        let missing = rules.filter { name, reason in
            !rows.contains { $0.hasPrefix(rowStart(name)) && $0.hasSuffix(" | \(reason) |") }
        }
        let names = Set(rules.map { rowStart($0.0) })
        let left = rows.filter { row in !names.contains { row.hasPrefix($0) } }
        return missing.map { "lacks \($0.0)" } + left.map { "has no longer \($0)" }
    }

    private static func rowStart(_ name: String) -> String { "| `\(name)` |" }

    /// Returns a number with commas between thousands.
    private static func grouped(_ number: Int) -> String {
        number.formatted(.number.locale(Locale(identifier: "en_US")))
    }
}
