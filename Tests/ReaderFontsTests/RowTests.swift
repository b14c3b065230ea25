import Foundation
import Testing

/// The table of requirements beside this file, whose tests are in all targets.
@Suite struct RowTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    @Test func everyNamedTestExists() throws {
        let table = try String(contentsOf: Self.folder.appending(path: "ROWS.md"), encoding: .utf8)
        let targets = Self.folder.deletingLastPathComponent()
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
        let rows = table.split(separator: "\n").filter { $0.contains(#/^\| [A-G]\d+ \|/#) }
        #expect(rows.count > 20)
        for row in rows {
            let named = row.split(separator: "|")[2].split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            #expect(!named.isEmpty && named.allSatisfy(tests.contains), "\(row)")
        }
    }
}
