import FontModel
import Foundation
import Testing

/// The article that lists every kind of finding agrees with the code.
///
/// `UPDATE_SNAPSHOTS=1 swift test --filter FindingsArticleTests` writes it again.
@Suite struct FindingsArticleTests {
    private static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/FontRegistry/FontRegistry.docc/Findings.md")

    private static let article = """
        # Findings

        What `fontctl validate` and ``FontFile/validate(_:)`` can find in a font file.

        ## Overview

        Each finding names the face, the table, the byte in the file where the contradiction stands, and the glyph where
        it is about one. An *error* is what registration refuses the file with, under the code in the table; a file
        without errors can be registered, and its *warnings* tell what will surprise in it.

        Registration reads the headers, the directory, the names, the maps and the lengths of tables, and has FreeType
        draw 16 glyphs of each face, 128 of a file at most. Validation looks at every table and every outline besides, and at the outlines of
        variable faces at the ends of the axes and at the named instances. A table that several faces share is told of
        once. Of one kind at most 20 findings of a face are listed.

        | kind | code | what is wrong | what follows |
        | --- | --- | --- | --- |
        \(FontFinding.Kind.allCases.map(row).joined(separator: "\n"))

        """

    private static func row(_ kind: FontFinding.Kind) -> String {
        let code =
            kind == .fileUnreadable ? "101, 102, 106, 301, 306" : kind.code.map { "\($0.rawValue)" } ?? "warning"
        return "| `\(kind.rawValue)` | \(code) | \(kind.meaning) | \(kind.consequence) |"
    }

    @Test func theArticleIsTheCodes() throws {
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] != nil {
            try Data(Self.article.utf8).write(to: Self.file)
        }
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == Self.article)
    }
}
