import Foundation
import Testing

/// The tables of requirements, whose tests are in all targets.
@Suite struct RowTests {
    private static let targets = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the rows of a target's table, by their cells.
    private func rows(_ target: String) throws -> [[String]] {
        let table = try String(contentsOf: Self.targets.appending(path: "\(target)/ROWS.md"), encoding: .utf8)
        return table.split(separator: "\n").filter { $0.contains(#/^\| [A-G]\d+ \|/#) }.map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test func catalogsHaveAllTheirRows() throws {
        let names = Set(try rows("FontCatalogTests").map { $0[0] })
        #expect(names == Set((1...18).map { "D\($0)" } + ["G8", "G11"]))
    }

    @Test func packagesHaveAllTheirRows() throws {
        let names = try rows("FontNamesTests").map { $0[0] }
        #expect(names == (1...15).map { "E\($0)" })
    }

    @Test(arguments: ["ReaderFontsTests", "FontCatalogTests", "FontNamesTests"]) func everyNamedTestExists(
        _ target: String
    ) throws {
        let targets = Self.targets
        let files = try FileManager.default.subpathsOfDirectory(atPath: targets.path(percentEncoded: false))
            .filter { $0.hasSuffix(".swift") }.map { targets.appending(path: $0) }
        var tests: Set<String> = []
        for file in files {
            let source = try String(contentsOf: file, encoding: .utf8)
            let declaration = #/@Suite[^{]*?struct (\w+)/#.dotMatchesNewlines()
            guard let suite = source.firstMatch(of: declaration)?.1 else { continue }
            // A test is a function with the attribute before it, which may have arguments over several lines.
            for part in source.split(separator: "@Test").dropFirst() {
                if let name = part.firstMatch(of: #/func (\w+)\(/#)?.1 { tests.insert("\(suite)/\(name)") }
            }
        }
        let rows = try rows(target)
        #expect(rows.count >= 15)
        for row in rows {
            // A name may have its target before a dot.
            let named = row[2].split(separator: ",").map { name in
                String(name.split(separator: ".").last ?? "").trimmingCharacters(in: .whitespaces)
            }
            let isKnown = { (name: String) in tests.contains(name) || target == "FontCatalogTests" && name == "open" }
            #expect(!named.isEmpty && named.allSatisfy(isKnown), "\(row)")
        }
    }
}
