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

    /// A row has tests that exist in this target or in the one before a dot, or after a dash the place of its tests.
    @Test func everyNamedTestExists() throws {
        let targets = Self.folder.deletingLastPathComponent()
        var tests: Set<String> = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: targets.path(percentEncoded: false))
        where name.hasSuffix("Tests.swift") {
            let source = try String(contentsOf: targets.appending(path: name), encoding: .utf8)
            guard let suite = source.firstMatch(of: #/struct (\w+Tests)\b/#)?.1,
                let target = name.split(separator: "/").first
            else {
                continue
            }
            for part in source.split(separator: "@Test").dropFirst() {
                if let test = part.firstMatch(of: #/func (\w+)\(/#)?.1 { tests.insert("\(target).\(suite)/\(test)") }
            }
        }
        for row in try rows() {
            guard !row[2].hasPrefix("—") else {
                #expect(row[2].count > 10, "\(row) has no reason")
                continue
            }
            for name in row[2].split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
                #expect(tests.contains(name.contains(".") ? name : "FontsModelTests.\(name)"), "\(row[0]): \(name)")
            }
        }
    }
}
