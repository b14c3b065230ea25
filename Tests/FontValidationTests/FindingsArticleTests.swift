import FontModel
import FontValidation
import Foundation
import Testing

/// The article that lists every kind of finding agrees with the code.
@Suite struct FindingsArticleTests {
    private static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/FontRegistry/FontRegistry.docc/Findings.md")

    /// Every kind has a row with its name, the code of its error, an explanation of its own, and its consequence.
    @Test func everyKindIsExplained() throws {
        let rows = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("| `") }.map { $0.dropFirst(2).dropLast(2).split(separator: " | ").map(String.init) }
        #expect(rows.map(\.first) == FontFinding.Kind.allCases.map { "`\($0.rawValue)`" })
        for (row, kind) in zip(rows, FontFinding.Kind.allCases) {
            try #require(row.count == 4, "\(row)")
            let code = kind.code.map { "\($0.rawValue)" } ?? "warning"
            #expect(row[1] == (kind == .fileUnreadable ? "101, 102, 106, 301, 306" : code), "\(kind)")
            #expect(row[2].hasSuffix(".") && rows.count { $0[2] == row[2] } == 1, "\(kind)")
            #expect(row[3] == kind.consequence && row[3].hasSuffix("."), "\(kind)")
            #expect(kind.rawValue.allSatisfy { $0.isASCII && $0.isLowercase || $0 == "-" }, "\(kind)")
        }
    }
}
