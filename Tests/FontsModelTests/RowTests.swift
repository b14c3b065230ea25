import Foundation
import Testing

/// The table of requirements.
@Suite struct RowTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private func rows() throws -> [[String]] {
        let table = try String(contentsOf: Self.folder.appending(path: "ROWS.md"), encoding: .utf8)
        return table.split(separator: "\n").filter { $0.contains(#/^\| [LF]\d+ \|/#) }.map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test func allRowsAreThere() throws {
        #expect(try rows().map { $0[0] } == (1...12).map { "L\($0)" } + (1...39).map { "F\($0)" })
    }

    /// A row has tests that exist in this target, or after a dash the place of its tests.
    @Test func everyNamedTestExists() throws {
        var tests: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path(percentEncoded: false))
        where name.hasSuffix("Tests.swift") {
            let source = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
            let declaration = #/@Suite[^{]*?struct (\w+)/#.dotMatchesNewlines()
            let suite = try #require(source.firstMatch(of: declaration)?.1)
            for part in source.split(separator: "@Test").dropFirst() {
                if let test = part.firstMatch(of: #/func (\w+)\(/#)?.1 { tests.insert("\(suite)/\(test)") }
            }
        }
        for row in try rows() {
            guard !row[2].hasPrefix("—") else {
                #expect(row[2].count > 10, "\(row) has no reason")
                continue
            }
            for name in row[2].split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
                #expect(tests.contains(name), "\(row[0]): \(name)")
            }
        }
    }
}
