import CCairo
import FontModel
import FontSpecimens
import Foundation
import TestSupport
import Testing

@testable import FontPreview

/// Lines from top to bottom.
@Suite struct VerticalTests {
    private static func hasJapanese() -> Bool { InstalledFonts.isInstalled(InstalledFonts.japanese) }

    private static func vertical(_ drawing: Drawing) -> Drawing {
        var drawing = drawing
        drawing.isVertical = true
        return drawing
    }

    private static func japanese() throws -> Drawing {
        vertical(Drawing([try InstalledFonts.bytes(InstalledFonts.japanese)]))
    }

    /// Kana whose glyph in vertical lines is that of the next letter.
    private static let kana = SyntheticFont {
        $0.characters = [0x20...0x7E, 0x3042...0x3044]
        $0.isVertical = true
        $0.addFeature("vert", showing: "い", for: "\u{3042}")
    }

    private func picture(_ drawing: Drawing, _ text: String) throws -> Picture {
        try #require(Picture(try drawing.draw(text).bytes))
    }

    private func glyphs(_ text: String, _ drawing: Drawing) throws -> [UInt] {
        try drawing.runs(text).runs.flatMap { $0.glyphs.map(\.index) }
    }

    @Test(.enabled(if: hasJapanese())) func aLineIsTallAndItsCharactersUpright() throws {
        var drawing = try Self.japanese()
        let text = "縦書永遠文章"
        let drawn = try drawing.draw(text)
        #expect(drawn.height > 3 * drawn.width && drawn.missing.isEmpty && drawn.used == [[0]])
        let bar = try picture(drawing, "一")
        #expect(bar.inkedColumns.count > 5 * bar.inkedLines.count && !bar.inkedLines.isEmpty)
        // Marks that belong to the edge of the character's square have forms of their own; ideographs do not.
        let marks = try glyphs("「ー。", drawing)
        let ideographs = try glyphs(text, drawing)
        drawing.isVertical = false
        let across = try drawing.draw(text)
        #expect(across.width > 2 * across.height)
        #expect(try glyphs(text, drawing) == ideographs)
        #expect(zip(try glyphs("「ー。", drawing), marks).allSatisfy { $0 != $1 })
    }

    /// The places of the glyphs are those of HarfBuzz's own program.
    @Test(.enabled(if: hasJapanese() && Command.find("hb-shape") != nil))
    func glyphsAreWhereHarfBuzzPutsThem() throws {
        var drawing = try Self.japanese()
        drawing.size = 500
        let text = "縦「ー。永"
        let home = try PrivateHome()
        let shaped = try Command.run(
            "hb-shape",
            [
                "--no-glyph-names", "--no-clusters", "--font-size=32000", "--face-index=0", "--direction=ttb",
                InstalledFonts.japanese, text,
            ], environment: home.environment)
        #expect(shaped.status == 0, "\(shaped.errors)")
        // [12@-16000,-28160+0,-32000|…]: the glyph, the offsets, and the advances in 64ths of a point.
        var pen = 0.0
        var expected: [(glyph: UInt, x: Double, y: Double)] = []
        for part in shaped.output.trimmingCharacters(in: ["[", "]", "\n"]).split(separator: "|") {
            let match = try #require(part.wholeMatch(of: #/(\d+)@(-?\d+),(-?\d+)\+0,(-?\d+)/#), "\(part)").output
            let (x, y) = (try #require(Double(match.2)), try #require(Double(match.3)))
            expected.append((try #require(UInt(match.1)), x / 64, (pen - y) / 64))
            pen -= try #require(Double(match.4))
        }
        var top = 0.0
        var found: [(glyph: UInt, x: Double, y: Double)] = []
        for run in try drawing.runs(text).runs {
            found += run.glyphs.map { ($0.index, $0.x, top + $0.y) }
            top += run.advance
        }
        #expect(found.map(\.glyph) == expected.map(\.glyph) && found.count == 5)
        #expect(
            zip(found, expected).allSatisfy { abs($0.x - $1.x) < 1 && abs($0.y - $1.y) < 1 }, "\(found) \(expected)")
    }

    @Test func theFormsAndTheMetricsAreVertical() throws {
        let drawing = Self.vertical(Drawing(Self.kana))
        let run = try #require(try drawing.runs("あああ").runs.first)
        // `vmtx` has an em for each glyph.
        #expect(run.orientation == .upright && abs(run.advance - 3 * drawing.size) < 0.1)
        #expect(try drawing.draw("あ").bytes == drawing.draw("い").bytes)
        var off = drawing
        off.features = [.init("vert", value: 0)]
        #expect(try off.draw("あ").bytes != off.draw("い").bytes)
        var across = drawing
        across.isVertical = false
        #expect(try across.draw("あ").bytes != across.draw("い").bytes)
    }

    /// The box of an A is taller than wide.
    @Test func otherScriptsAreTurned() throws {
        let drawing = Drawing(Self.kana)
        let (upright, turned) = (try picture(drawing, "A"), try picture(Self.vertical(drawing), "A"))
        #expect(upright.inkedLines.count > upright.inkedColumns.count)
        #expect(abs(turned.inkedColumns.count - upright.inkedLines.count) <= 2)
        #expect(abs(turned.inkedLines.count - upright.inkedColumns.count) <= 2)
        let runs = try Self.vertical(drawing).runs("あいA い").runs
        #expect(runs.map(\.orientation) == [.upright, .sideways, .upright])
        for format in [Specimen.Format.svg, .pdf] {
            #expect(try Self.vertical(drawing).draw("Aあ", as: format).bytes != drawing.draw("Aあ", as: format).bytes)
        }
    }

    @Test func marksAndSelectorsAreTurnedWithTheirBase() {
        func orientations(_ text: String) -> [GlyphOrientation] {
            GlyphOrientation.vertical(text.unicodeScalars.map(\.value))
        }
        #expect(
            orientations("e\u{301}か\u{3099}葛\u{E0100}") == Array(repeating: .sideways, count: 2)
                + Array(repeating: .upright, count: 4))
        #expect(orientations("漢あアㄅ한、！😀〇") == Array(repeating: .upright, count: 9))
        #expect(orientations("Aя1-שعｱ…") == Array(repeating: .sideways, count: 8))
    }

    @Test func linesFollowFromRightToLeft() throws {
        let files = [FontMemory(Self.kana.build())]
        func line(_ color: UInt32, _ text: String) -> Specimen.Line {
            .init(text: text, size: 32, faces: [.init(file: 0, index: 0)], color: color)
        }
        let rows = [
            Specimen.Row([line(0x0000_FFFF, "AAAAAAAAAAAAAAAA")]),
            .init([line(0xFF00_00FF, "いい"), line(0x00FF_00FF, "いいいい")], isVertical: true),
        ]
        let drawn = try SpecimenRenderer.draw(Specimen(format: .png, rows: rows), files: files)
        let picture = try #require(Picture(drawn.bytes))
        #expect(drawn.used == [[0], [0], [0]])
        func columns(_ color: UInt32) -> [Int] {
            (0..<picture.width).filter { x in (0..<picture.height).contains { picture[x, $0] == color } }
        }
        func lines(_ color: UInt32) -> [Int] {
            (0..<picture.height).filter { y in (0..<picture.width).contains { picture[$0, y] == color } }
        }
        let (first, second) = (columns(0xFF0000), columns(0x00FF00))
        #expect(try #require(second.max()) < #require(first.min()))
        // Both begin at one height, below the horizontal line, whose column is not theirs.
        #expect(lines(0xFF0000).min() == lines(0x00FF00).min())
        #expect(try #require(lines(0x0000FF).max()) < #require(lines(0xFF0000).min()))
        #expect(try #require(lines(0x00FF00).max()) > #require(lines(0xFF0000).max()))
        #expect(try #require(first.max()) < picture.width / 2)
    }

    /// A line from right to left ends at the lower end of the row.
    @Test(.enabled(if: InstalledFonts.isInstalled(InstalledFonts.dejaVu))) func hebrewIsFlushWithTheLowerEnd() throws {
        let drawing = Self.vertical(Drawing([try InstalledFonts.bytes(InstalledFonts.dejaVu)]))
        let drawn = try #require(Picture(try drawing.draw("a longer line", "אב").bytes))
        let left = (0..<drawn.width / 2)
        let lines = (0..<drawn.height).filter { y in left.contains { drawn[$0, y] != drawn.ground } }
        #expect(try #require(lines.first) > drawn.height / 2)
    }

    @Test func spacingIsBetweenTheCharacters() throws {
        let files = [FontMemory(Self.kana.build())]
        func height(_ spacing: Double) throws -> Int {
            let line = Specimen.Line(text: "ううう", size: 20, faces: [.init(file: 0, index: 0)], spacing: spacing)
            let specimen = Specimen(format: .png, rows: [.init([line], isVertical: true)])
            return try SpecimenRenderer.draw(specimen, files: files).height
        }
        #expect(try height(10) == height(0) + 30)
    }

    @Test func whatIsMissingAndWhatIsTooLargeIsReported() throws {
        var drawing = Self.vertical(Drawing(Self.kana))
        let drawn = try drawing.draw("あ永A")
        #expect(drawn.missing == ["永"] && drawn.used == [[0]])
        drawing.size = 1_000
        #expect(throws: DrawingFailure.tooLarge) { try drawing.draw(String(repeating: "い", count: 20)) }
    }

    @Test(.enabled(if: hasJapanese() && Command.find("pdftotext") != nil)) func aDocumentHasTheText() throws {
        let home = try PrivateHome()
        let file = try home.write(try Self.japanese().draw("縦書きの文", as: .pdf).bytes, as: "text.pdf")
        let text = try Command.run("pdftotext", ["-raw", file, "-"], environment: home.environment)
        #expect(text.output.filter { !$0.isWhitespace } == "縦書きの文")
    }
}
