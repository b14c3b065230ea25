import CCairo
import FontSpecimens
import Foundation
import TestSupport
import Testing

@testable import FontPreview

/// The order and the shapes of glyphs in the scripts that need more than one glyph after another.
@Suite struct ScriptTests {
    private static func hasDejaVu() -> Bool { InstalledFonts.isInstalled(InstalledFonts.dejaVu) }

    private func drawing(_ path: String) throws -> Drawing { Drawing([try InstalledFonts.bytes(path)]) }

    /// Returns the glyphs of a line from left to right.
    private func glyphs(_ text: String, _ drawing: Drawing) throws -> [UInt] {
        ItemizedText.visual(try drawing.runs(text).runs, level: \.level).flatMap { $0.glyphs.map(\.index) }
    }

    @Test(.enabled(if: hasDejaVu())) func arabicIsJoinedFromRightToLeft() throws {
        let drawing = try drawing(InstalledFonts.dejaVu)
        let joined = try glyphs("سلام", drawing)
        // The letters alone; a zero-width non-joiner keeps them apart.
        let apart = try glyphs("س", drawing) + glyphs("ل", drawing) + glyphs("ا", drawing) + glyphs("م", drawing)
        #expect(Set(joined).isDisjoint(with: apart.prefix(2)))
        // The last letter follows one that does not join, so it is in its isolated form, at the left.
        #expect(joined.first == apart.last)
        #expect(try drawing.draw("سلام").width < drawing.draw("س\u{200C}ل\u{200C}ا\u{200C}م").width)
    }

    @Test(.enabled(if: hasDejaVu())) func mixedTextKeepsTheOrderOfEachScript() throws {
        let drawing = try drawing(InstalledFonts.dejaVu)
        let latin = try glyphs("abc", drawing)
        let hebrew = try glyphs("אבג", drawing)
        let mixed = try glyphs("אבג abc", drawing)
        #expect(Array(mixed.prefix(3)) == latin)
        #expect(Array(mixed.suffix(3)) == hebrew)
        let inLatin = try glyphs("abc אבג", drawing)
        #expect(Array(inLatin.prefix(3)) == latin && Array(inLatin.suffix(3)) == hebrew)
    }

    @Test(.enabled(if: hasDejaVu())) func linesFromRightToLeftAreFlushRight() throws {
        let drawn = try drawing(InstalledFonts.dejaVu).draw("a longer line", "אב")
        let picture = try #require(Picture(drawn.bytes))
        let second = (picture.height * 2 / 3..<picture.height)
        let columns = (0..<picture.width).filter { x in second.contains { picture[x, $0] != picture.ground } }
        #expect(try #require(columns.first) > picture.width / 2)
    }

    /// The places of the glyphs are those of HarfBuzz's own program.
    @Test(
        .enabled(if: Command.find("hb-shape") != nil),
        arguments: [
            (InstalledFonts.dejaVu, "سلام عليكم"), (InstalledFonts.arabic, "السَّلَامُ"),
            (InstalledFonts.devanagari, "ऋषियों क्षत्रिय"), (InstalledFonts.thai, "เป็นมนุษย์ที่"),
            (InstalledFonts.japanese, "いろは永遠"),
        ].filter { InstalledFonts.isInstalled($0.0) })
    func glyphsAreWhereHarfBuzzPutsThem(_ path: String, _ text: String) throws {
        var drawing = try drawing(path)
        drawing.size = 500
        let home = try PrivateHome()
        let shaped = try Command.run(
            "hb-shape",
            ["--no-glyph-names", "--no-clusters", "--font-size=32000", "--face-index=0", path, text],
            environment: home.environment)
        #expect(shaped.status == 0, "\(shaped.errors)")
        // [12=0@5,6+700|…]: the glyph, the offsets if any, and the advance in 64ths of a point.
        var pen = 0.0
        var expected: [(UInt, Double)] = []
        for part in shaped.output.trimmingCharacters(in: ["[", "]", "\n"]).split(separator: "|") {
            let match = try #require(part.wholeMatch(of: #/(\d+)(?:@(-?\d+),(-?\d+))?\+(-?\d+)/#), "\(part)")
            let offset = match.output.2.flatMap { Double($0) } ?? 0
            expected.append((try #require(UInt(match.output.1)), pen + offset / 64))
            pen += try #require(Double(match.output.4)) / 64
        }
        var x = 0.0
        var found: [(UInt, Double)] = []
        for run in ItemizedText.visual(try drawing.runs(text).runs, level: \.level) {
            found += run.glyphs.map { ($0.index, x + $0.x) }
            x += run.advance
        }
        #expect(found.map(\.0) == expected.map(\.0))
        #expect(zip(found, expected).allSatisfy { abs($0.1 - $1.1) < 1 }, "\(found) \(expected)")
    }

    @Test(
        arguments: [(InstalledFonts.devanagari, "क्षत्रिय"), (InstalledFonts.thai, "น้ำ"), (InstalledFonts.arabic, "لا")]
            .filter { InstalledFonts.isInstalled($0.0) })
    func clustersAreShaped(_ path: String, _ text: String) throws {
        let drawing = try drawing(path)
        let shaped = try glyphs(text, drawing)
        let alone = try text.unicodeScalars.map { try glyphs(String($0), drawing) }
        #expect(shaped.count != text.unicodeScalars.count || shaped != alone.flatMap(\.self))
        #expect(!shaped.contains(0))
        #expect(try #require(Picture(drawing.draw(text).bytes)).ink > 300)
    }

    @Test(.enabled(if: InstalledFonts.isInstalled(InstalledFonts.japanese))) func japaneseOfACollectionIsDrawn() throws
    {
        let drawing = try drawing(InstalledFonts.japanese)
        let drawn = try drawing.draw("いろは永遠の国")
        #expect(drawn.missing.isEmpty)
        #expect(try #require(Picture(drawn.bytes)).ink > 3_000)
    }

    // MARK: Several faces

    @Test func aFontTakesWhatThoseBeforeItLack() throws {
        let latin = SyntheticFont(family: "Latin") { $0.characters = [0x61...0x7A] }
        let kana = SyntheticFont(family: "Kana") { $0.characters = [0x3042...0x3044] }
        let drawn = try Drawing(latin, kana).runs("aあb\u{E000}\u{E000}い")
        #expect(drawn.runs.map(\.face) == [0, 1, 0, 0, 1])
        #expect(drawn.missing == [0xE000, 0xE000])
        let picture = try Drawing(latin, kana).draw("a\u{E000}\u{E000}", "あ")
        #expect(picture.missing == ["\u{E000}"] && picture.used == [[0], [1]])
    }

    @Test func clustersAreNotDivided() throws {
        let letters = SyntheticFont(family: "Letters") { $0.characters = [0x61...0x7A] }
        let marks = SyntheticFont(family: "Marks") { $0.characters = [0x65...0x65, 0x301...0x301] }
        let shaper = try Drawing(letters, marks).runs("xe\u{301}y")
        #expect(shaper.runs.map(\.face) == [0, 1, 0])
        #expect(shaper.runs.map { String(decoding: $0.text, as: UTF8.self) } == ["x", "e\u{301}", "y"])
    }
}
