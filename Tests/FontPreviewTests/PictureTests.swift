import CCairo
import FontSpecimens
import Foundation
import TestSupport
import Testing

@testable import FontPreview

/// The files that are drawn: their ink, since a library may draw nothing and report success.
@Suite struct PictureTests {
    private func picture(_ drawn: DrawnSpecimen) throws -> Picture { try #require(Picture(drawn.bytes)) }

    @Test func aPictureHasTheInkOfItsText() throws {
        let drawing = Drawing(SyntheticFont())
        let drawn = try drawing.draw("AB")
        let one = try picture(drawn)
        #expect(one.ink > 500 && one.ground == 0xFFFFFF)
        #expect((one.width, one.height) == (drawn.width, drawn.height))
        #expect(drawn.missing.isEmpty && drawn.used == [[0]])
        #expect(try picture(drawing.draw("AB", "AB")).ink == 2 * one.ink)
    }

    /// Axes in HarfBuzz alone would change the advances and not the outlines, and in FreeType alone the outlines only.
    @Test func axesChangeOutlinesAndAdvances() throws {
        var drawing = Drawing(.variable())
        let regular = try drawing.draw("HHHHHHHH")
        drawing.axes = ["wght": 900]
        let black = try drawing.draw("HHHHHHHH")
        #expect(try picture(black).ink > picture(regular).ink)
        #expect(black.width > regular.width)
        for format in [Specimen.Format.svg, .pdf] {
            let bold = try drawing.draw("HHHHHHHH", as: format)
            var light = drawing
            light.axes = [:]
            #expect(try light.draw("HHHHHHHH", as: format).bytes != bold.bytes)
        }
        drawing.axes = ["wght": 1e9, "none": 3]
        #expect(try drawing.draw("HHHHHHHH").bytes == black.bytes)
    }

    @Test func darkPicturesAreLightOnDark() throws {
        var drawing = Drawing(SyntheticFont())
        drawing.isDark = true
        let dark = try picture(drawing.draw("A"))
        #expect(dark.ground == 0x1C1C1E)
        #expect(dark.pixels.contains(0xFFFFFF))
    }

    /// A table on two grounds: columns are aligned, and lines may have colours of their own.
    @Test func rowsHaveColumnsGroundsAndColors() throws {
        let files = [FontMemory(SyntheticFont().build())]
        func cell(_ text: String, _ color: UInt32? = nil, spacing: Double = 0) -> Specimen.Line {
            .init(text: text, size: 32, faces: [.init(file: 0, index: 0)], color: color, spacing: spacing)
        }
        func draw(_ rows: Specimen.Row...) throws -> (DrawnSpecimen, Picture) {
            let drawn = try SpecimenRenderer.draw(Specimen(format: .png, rows: rows), files: files)
            return (drawn, try picture(drawn))
        }
        let (drawn, table) = try draw(
            .init([cell("AAAA"), cell("A", 0xFF00_00FF)]),
            .init([cell("A"), cell("A", 0x00FF_00FF)], isDark: true))
        #expect(drawn.used == [[0], [0], [0], [0]])
        #expect(table.ground == 0xFFFFFF && table[0, table.height - 1] == 0x1C1C1E)
        func columns(of color: UInt32) -> [Int] {
            (0..<table.width).filter { x in (0..<table.height).contains { table[x, $0] == color } }
        }
        #expect(!columns(of: 0xFF0000).isEmpty && columns(of: 0xFF0000) == columns(of: 0x00FF00))
        #expect(columns(of: 0x000000).max() ?? .max < columns(of: 0xFF0000).min() ?? 0)
        let line = try draw(.init([cell("AAAA")])).0
        #expect(try draw(.init([cell("AAAA", spacing: 5)])).0.width == line.width + 20)
    }

    @Test func vectorsHaveOutlinesAndDocumentsHaveText() throws {
        let drawing = Drawing(SyntheticFont())
        let svg = String(decoding: try drawing.draw("Box", as: .svg).bytes, as: UTF8.self)
        #expect(svg.contains("<svg") && svg.contains("<path") && !svg.contains("<text"))
        let pdf = try drawing.draw("Box", as: .pdf)
        #expect(pdf.bytes.starts(with: "%PDF-".utf8))
        #expect(String(decoding: pdf.bytes, as: UTF8.self).contains("/FontFile"))
    }

    @Test(.enabled(if: Command.find("pdftotext") != nil && InstalledFonts.isInstalled(InstalledFonts.dejaVu)))
    func theTextOfADocumentIsItsText() throws {
        let home = try PrivateHome()
        let drawn = try Drawing([try InstalledFonts.bytes(InstalledFonts.dejaVu)]).draw("Waffle ő", as: .pdf)
        let file = try home.write(drawn.bytes, as: "text.pdf")
        let text = try Command.run("pdftotext", [file, "-"], environment: home.environment)
        #expect(text.output.trimmingCharacters(in: .whitespacesAndNewlines) == "Waffle ő")
    }

    // MARK: Colours

    /// A `COLR` table in which the letter A has its own outline as a layer of the palette's colour.
    private static let layers: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 14, 0, 0, 0, 20, 0, 1, 0, 34, 0, 0, 0, 1, 0, 34, 0, 0]
    /// The same as a graph of paints: a glyph filled with a colour.
    private static let paints: [UInt8] =
        [0, 1] + [UInt8](repeating: 0, count: 12) + [0, 0, 0, 34] + [UInt8](repeating: 0, count: 16)
        + [0, 0, 0, 1, 0, 34, 0, 0, 0, 10] + [10, 0, 0, 6, 0, 34] + [2, 0, 0, 0x40, 0]
    private static let drawings: [UInt8] =
        [0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 1, 0, 34, 0, 34, 0, 0, 0, 14]
        + [0, 0, 0, UInt8(drawing.count)] + drawing
    private static let drawing = Array(
        #"<svg xmlns="http://www.w3.org/2000/svg"><g id="glyph34"><path d="M0 0h9v9z"/></g></svg>"#.utf8)

    @Test func layersAreDrawnInColor() throws {
        let font = SyntheticFont {
            $0.isColor = true
            $0.extraTables["COLR"] = Self.layers
        }
        let colored = try picture(Drawing(font).draw("A"))
        #expect(colored.colored > 200)
        #expect(colored.pixels.contains(0xCC6633))
    }

    /// cairo draws nothing for these, with the status of success.
    @Test(arguments: ["COLR", "SVG "]) func otherColorsAreOutlines(_ tag: String) throws {
        let plain = try picture(Drawing(SyntheticFont()).draw("A"))
        let font = SyntheticFont {
            $0.isColor = tag == "COLR"
            $0.extraTables[tag] = tag == "COLR" ? Self.paints : Self.drawings
        }
        let mono = try picture(Drawing(font).draw("A"))
        #expect(mono.ink == plain.ink && mono.ink > 0 && mono.colored == 0)
        #expect(String(decoding: try Drawing(font).draw("A", as: .svg).bytes, as: UTF8.self).contains("<path"))
    }

    /// Without outlines nothing is drawn for these, which is said; a space is no loss.
    @Test(arguments: ["COLR", "SVG "]) func glyphsWithOnlyOtherColorsAreNamed(_ tag: String) throws {
        var drawings = Self.drawings
        // The first glyph of the document's range is the space.
        drawings[13] = 1
        let font = SyntheticFont {
            $0.isColor = tag == "COLR"
            $0.extraTables[tag] = tag == "COLR" ? Self.paints : drawings
        }.build()
        let drawn = try Drawing([Damage.zeroedTable(font, table: "loca")]).draw("A AB", as: .png)
        #expect(drawn.undrawn == ["A"] && drawn.missing.isEmpty)
        #expect(try picture(drawn).ink == 0)
        #expect(try Drawing([font]).draw("A AB").undrawn.isEmpty)
    }

    @Test(.enabled(if: InstalledFonts.isInstalled(InstalledFonts.emoji))) func bitmapsAreDrawnInColor() throws {
        let emoji = try picture(Drawing([try InstalledFonts.bytes(InstalledFonts.emoji)]).draw("😀👩‍💻"))
        #expect(emoji.colored > 1_000)
    }

    /// Adds a table of colours that has the letter A and lacks others.
    private static func addColors(_ tag: String, to font: inout SyntheticFont) throws {
        font.isColor = tag == "COLR"
        font.extraTables[tag] = tag == "COLR" ? layers : try ColorBitmaps.sbix(ofGlyph: 34, in: font.build())
    }

    @Test(arguments: ["COLR", "sbix"]) func lettersWithoutColorAreOutlines(_ tag: String) throws {
        var font = SyntheticFont()
        try Self.addColors(tag, to: &font)
        let (drawing, plain) = (Drawing(font), Drawing(SyntheticFont()))
        let colored = try picture(drawing.draw("A"))
        #expect(colored.colored > 100)
        #expect(try picture(drawing.draw("B")).pixels == picture(plain.draw("B")).pixels)
        let mixed = try picture(drawing.draw("BABC"))
        #expect(mixed.colored == colored.colored)
        let letters = try picture(plain.draw("B")).ink
        #expect(mixed.ink > colored.ink + 2 * letters)
        // An outline for each other letter, and the text in the order of the line.
        let svg = String(decoding: try drawing.draw("BC", as: .svg).bytes, as: UTF8.self)
        #expect(svg.contains("<path") && svg.components(separatedBy: "<use").count == 3)
        let pdf = String(decoding: try drawing.draw("BC", as: .pdf).bytes, as: UTF8.self)
        #expect(pdf.contains("/FontFile"))
    }

    @Test func aRunIsDividedByItsGlyphs() {
        for level in [0, 1] {
            let glyphs = (1...5).map { cairo_glyph_t(index: UInt($0), x: Double($0), y: 0) }
            let sizes: [(Int32, Int32)] = level == 0 ? [(1, 1), (2, 2), (1, 2)] : [(1, 2), (2, 2), (1, 1)]
            let run = ShapedRun(
                face: 0, level: level, glyphs: glyphs,
                clusters: sizes.map { cairo_text_cluster_t(num_bytes: $0.0, num_glyphs: $0.1) },
                text: Array("abcd".utf8), advance: 9)
            let (odd, even) = run.divided { $0 % 2 == 0 }
            #expect(odd.glyphs.map(\.index) == [1, 3, 5] && even.glyphs.map(\.index) == [2, 4])
            #expect(odd.text == run.text && even.text.isEmpty)
            #expect(odd.clusters.map(\.num_glyphs) == [1, 1, 1] && even.clusters.map(\.num_glyphs) == [1, 1])
        }
    }

    // MARK: Sizes

    @Test func thePictureEnclosesAllInk() throws {
        // A box far above the ascent of the font, as marks above marks are.
        let drawing = Drawing(
            SyntheticFont {
                $0.extraTables["hhea"] = Self.lowHeader(of: $0)
            })
        let picture = try picture(drawing.draw("AB"))
        let (columns, lines) = (picture.inkedColumns, picture.inkedLines)
        #expect(try #require(columns.first) >= 16 && #require(columns.last) < picture.width - 16)
        #expect(try #require(lines.first) >= 16 && #require(lines.last) < picture.height - 16)
    }

    /// Returns the header of a font that claims no ascent and no descent.
    private static func lowHeader(of font: SyntheticFont) -> [UInt8] {
        let file = font.build()
        let directory = stride(from: 12, to: 12 + 16 * Int(file[5]), by: 16)
        guard let record = directory.first(where: { Array(file[$0..<$0 + 4]) == Array("hhea".utf8) }) else { return [] }
        let start = file[record + 8..<record + 12].reduce(0) { $0 << 8 | Int($1) }
        var header = Array(file[start..<start + 36])
        header.replaceSubrange(4..<8, with: [0, 0, 0, 0])
        return header
    }

    @Test func whatIsTooLargeIsRefused() {
        var drawing = Drawing(SyntheticFont())
        drawing.size = 1_000
        #expect(throws: DrawingFailure.tooLarge) { try drawing.draw(String(repeating: "W", count: 100)) }
    }

    @Test func damagedFontsAreRefused() {
        let damaged = Array(SyntheticFont().build().prefix(40))
        #expect(throws: DrawingFailure.unusableFace(file: 0)) { try Drawing([damaged]).draw("A") }
        var absent = Drawing(SyntheticFont())
        absent.index = 3
        #expect(throws: DrawingFailure.unusableFace(file: 0)) { try absent.draw("A") }
    }
}
