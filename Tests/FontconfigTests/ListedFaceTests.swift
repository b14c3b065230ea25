import FontModel
import Fontconfig
import TestSupport
import Testing

/// What fontconfig's caches tell of a face without its file.
@Suite struct ListedFaceTests {
    private let world: PrivateFontconfig

    init() throws { world = try PrivateFontconfig() }

    @Test func theCharactersAreThoseOfTheFace() throws {
        let font = SyntheticFont(family: "Some") { $0.characters = [0x41...0x5A, 0x3B1...0x3C9, 0x1F600...0x1F610] }
        let path = try world.add(font.build(), as: "a.ttf")
        let fonts = try world.systemFonts()
        let coverage = try #require(fonts.coverage(of: SystemFonts.Place(path: path, face: 0)))
        #expect(coverage.ranges == [0x41...0x5A, 0x3B1...0x3C9, 0x1F600...0x1F610])
        #expect(fonts.coverage(of: SystemFonts.Place(path: path, face: 1)) == nil)
        #expect(fonts.coverage(of: SystemFonts.Place(path: path + "x", face: 0)) == nil)
    }

    /// The glyphs of the only character and a name are sufficient for FreeType.
    private static let bitmapFont = """
        STARTFONT 2.1
        FONT -synt-tiny-medium-r-normal--8-80-75-75-c-80-iso10646-1
        SIZE 8 75 75
        FONTBOUNDINGBOX 8 1 0 0
        STARTPROPERTIES 5
        FAMILY_NAME "Tiny"
        CHARSET_REGISTRY "ISO10646"
        CHARSET_ENCODING "1"
        FONT_ASCENT 8
        FONT_DESCENT 0
        ENDPROPERTIES
        CHARS 1
        STARTCHAR A
        ENCODING 65
        SWIDTH 1000 0
        DWIDTH 8 0
        BBX 8 1 0 0
        BITMAP
        18
        ENDCHAR
        ENDFONT

        """

    @Test func onlyFormatsBesideSFNTAreNamed() throws {
        let sfnt = try world.add(SyntheticFont(family: "Some").build(), as: "a.bdf")
        let cff = try world.add(SyntheticFont(family: "Cubic") { $0.outlines = .cff }.build(), as: "b.ttf")
        let bitmaps = try world.add(Array(Self.bitmapFont.utf8), as: "c.ttf")
        let fonts = try world.systemFonts()
        #expect(fonts.count == 3)
        func format(_ path: String) -> FontFormat? {
            fonts.formatBesideSFNT(of: SystemFonts.Place(path: path, face: 0))
        }
        #expect(format(sfnt) == nil && format(cff) == nil)
        #expect(format(bitmaps) == .bdf)
    }
}
