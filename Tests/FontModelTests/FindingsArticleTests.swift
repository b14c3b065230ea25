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

        The findings that `fontctl validate` and ``FontFile/validate(_:)`` can report about a font file.

        ## Overview

        Each finding names the face, the table, the byte in the file with the contradiction, and the glyph if it concerns
        one. An *error* makes registration refuse the file, with the code in the table. A file without errors can be
        registered; its *warnings* report faults that may have unexpected effects.

        Registration reads the headers, the directory, the names, the character maps and the lengths of tables, and has
        FreeType load 16 glyphs of each face, 128 of a file at most. Validation also checks every table and every outline,
        and the outlines of variable faces at the ends of the axes and at the named instances. A table that several faces
        share is reported once. At most 20 findings of one kind are listed for a face.

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
