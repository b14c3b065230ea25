import FontModel
import OpenType
import TestSupport
import Testing

@Suite struct CharacterMapTests {
    /// Returns the coverage of a face with 96 glyphs and one `cmap` subtable.
    private static func coverage(
        _ subtable: [UInt8], platform: Int = 3, encoding: Int = 10
    ) throws -> CharacterCoverage {
        try contents(font(words(0, 1, platform, encoding) + longs(12) + subtable)).coverage
    }

    private static func font(_ table: [UInt8]) -> SyntheticFont { SyntheticFont { $0.extraTables = ["cmap": table] } }

    /// Returns a subtable of format 4 with segments of first, last, delta and range offset, followed by glyph numbers.
    private static func format4(_ segments: [(Int, Int, Int, Int)], glyphs: [Int] = []) -> [UInt8] {
        let length = 16 + 8 * segments.count + 2 * glyphs.count
        return words(4, length, 0, 2 * segments.count, 0, 0, 0) + segments.flatMap { words($0.1) } + words(0)
            + segments.flatMap { words($0.0) } + segments.flatMap { words($0.2) } + segments.flatMap { words($0.3) }
            + glyphs.flatMap { words($0) }
    }

    private static func groups(_ format: Int, _ groups: [(Int, Int, Int)]) -> [UInt8] {
        words(format, 0) + longs(16 + 12 * groups.count, 0, groups.count)
            + groups.flatMap { longs($0.0, $0.1, $0.2) }
    }

    @Test(
        arguments: [
            [0x41...0x5A], [0x20...0x7E, 0x3041...0x3096, 0x4E00...0x4E3F], [0x1F600...0x1F64F],
            [0x41...0x41, 0x43...0x43, 0x45...0x47], [0xE000...0xE010, 0xFFF0...0xFFFD, 0x10000...0x10003], [],
        ] as [[ClosedRange<UInt32>]])
    func coverageComesBack(_ ranges: [ClosedRange<UInt32>]) throws {
        let coverage = try contents(SyntheticFont { $0.characters = ranges }).coverage
        #expect(coverage.ranges == ranges)
        #expect(CharacterCoverage(encoded: coverage.encoded) == coverage)
    }

    @Test func symbolsLieInThePrivateArea() throws {
        let contents = try contents(SyntheticFont { $0.isSymbol = true })
        #expect(contents.coverage.ranges == [0xF020...0xF07E])
        #expect(contents.face.traits.contains(.symbolic))
        // Some fonts omit the 0xF000.
        let low = try Self.coverage(Self.format4([(0x41, 0x44, 0xFFC0, 0)]), platform: 3, encoding: 0)
        #expect(low.ranges == [0xF041...0xF044])
    }

    @Test func aUnicodeMapIsPreferred() throws {
        let symbol = Self.format4([(0xF041, 0xF042, 0, 0)])
        let table = words(0, 2, 0, 3) + longs(20) + words(3, 0) + longs(20 + symbol.count)
        let unicode = Self.format4([(0x61, 0x62, 0x1_0000 - 0x60, 0)])
        let contents = try contents(Self.font(table + unicode + symbol))
        #expect(contents.coverage.ranges == [0x61...0x62])
        #expect(!contents.face.traits.contains(.symbolic))
    }

    @Test func format0() throws {
        var glyphs = [UInt8](repeating: 0, count: 256)
        for code in [0x41, 0x42, 0x80, 0xCA] { glyphs[code] = 5 }
        let table = words(0, 262, 0) + glyphs
        #expect(try Self.coverage(table, platform: 0, encoding: 3).ranges == [0x41...0x42, 0x80...0x80, 0xCA...0xCA])
        // Macintosh Roman: Ä and the no-break space.
        let roman = try Self.coverage(table, platform: 1, encoding: 0)
        #expect(roman.ranges == [0x41...0x42, 0xA0...0xA0, 0xC4...0xC4])
    }

    @Test func format2() throws {
        // Byte 0x41 alone, and 0x4E followed by 0x10…0x12, of which the second has no glyph.
        var keys = [Int](repeating: 0, count: 256)
        keys[0x4E] = 8
        let headers = words(0x41, 1, 0, 10) + words(0x10, 3, 1, 4)
        let table = words(2, 518 + 16 + 8, 0) + keys.flatMap { words($0) } + headers + words(7, 8, 0, 9)
        #expect(try Self.coverage(table).ranges == [0x41...0x41, 0x4E10...0x4E10, 0x4E12...0x4E12])
    }

    @Test func format4() throws {
        let table = Self.format4(
            [
                // Segments that map by delta, by glyph numbers (one of which is 0) and to no glyphs; then the last
                // segment.
                (0x41, 0x45, 0x1_0000 - 0x40, 0), (0x61, 0x63, 1, 6), (0x100, 0x101, 0, 0xFFFF),
                (0xFFFF, 0xFFFF, 1, 0),
            ], glyphs: [4, 0, 5])
        #expect(try Self.coverage(table, encoding: 1).ranges == [0x41...0x45, 0x61...0x61, 0x63...0x63])
    }

    @Test func format4SegmentsThatOverlapAreReadOnce() throws {
        let table = Self.format4([
            (0x41, 0x50, 0x1_0000 - 0x40, 0), (0x45, 0x55, 0x1_0000 - 0x40, 0), (0x20, 0x30, 1, 0),
        ])
        #expect(try Self.coverage(table, encoding: 1).ranges == [0x41...0x55])
    }

    @Test func format4GlyphNumbersWrap() throws {
        // Glyphs 65,534, 65,535, 0, 1 and 2; of these, 1 and 2 are valid.
        let table = Self.format4([(0x41, 0x45, 0xFFFE - 0x41, 0)])
        #expect(try Self.coverage(table, encoding: 1).ranges == [0x44...0x45])
    }

    @Test func format6And10() throws {
        #expect(try Self.coverage(words(6, 16, 0, 0x61, 3, 1, 0, 2)).ranges == [0x61...0x61, 0x63...0x63])
        let long = words(10, 0) + longs(26, 0, 0x1F600, 3) + words(1, 2, 0)
        #expect(try Self.coverage(long).ranges == [0x1F600...0x1F601])
    }

    @Test func format8() throws {
        let head = words(8, 0) + longs(8_208 + 12, 0) + [UInt8](repeating: 0, count: 8_192)
        #expect(try Self.coverage(head + longs(1, 0x41, 0x43, 1)).ranges == [0x41...0x43])
    }

    @Test func format12And13() throws {
        #expect(
            try Self.coverage(Self.groups(12, [(0x41, 0x43, 1), (0x20000, 0x20001, 90)])).ranges == [
                0x41...0x43, 0x20000...0x20001,
            ])
        #expect(try Self.coverage(Self.groups(13, [(0x41, 0x5000, 1), (0x6000, 0x6001, 0)])).ranges == [0x41...0x5000])
    }

    @Test func charactersWithoutGlyphsAreNotCovered() throws {
        // There are 96 glyphs, so 95 is the last one. Glyph 0 represents missing characters.
        #expect(try Self.coverage(Self.groups(12, [(0x41, 0x50, 90)])).ranges == [0x41...0x46])
        #expect(try Self.coverage(Self.groups(12, [(0x41, 0x43, 0)])).ranges == [0x42...0x43])
        #expect(try Self.coverage(Self.groups(12, [(0x41, 0x43, 96), (0x50, 0x50, 0xFFFF_FFFF)])).ranges.isEmpty)
        #expect(try Self.coverage(Self.groups(13, [(0x41, 0x43, 96)])).ranges.isEmpty)
    }

    @Test func surrogatesAndMoreThanUnicodeAreNotCovered() throws {
        let ranges = try Self.coverage(Self.groups(13, [(0xD000, 0xF000, 1), (0x10_FF00, 0xFFFF_FFFF, 1)])).ranges
        #expect(ranges == [0xD000...0xD7FF, 0xE000...0xF000, 0x10_FF00...0x10_FFFF])
        #expect(try Self.coverage(Self.groups(12, [(0x50, 0x41, 1)])).ranges.isEmpty)
    }

    @Test(arguments: [
        words(0, 261, 0), words(4, 24, 0, 4, 0, 0, 0, 0), words(6, 14, 0, 0x61, 3, 1, 0), words(2, 100),
        words(12, 0) + longs(16, 0, 1), words(12, 0) + longs(0xFFFF_FFFF, 0, 0), words(10, 0) + longs(20, 0, 0, 1),
        words(13, 0) + longs(28, 0, 0x1555_5555, 0, 0, 0), words(8, 0) + longs(8_208, 0), words(14) + longs(10, 1),
        [0],
    ])
    func countsMustFitTheTable(_ subtable: [UInt8]) throws {
        let table = words(0, 1, 3, 10) + longs(12) + subtable + [UInt8](repeating: 0, count: 7)
        let error = try #require(refusal(of: Self.font(Array(table.prefix(12 + subtable.count))).build()))
        #expect(error.code == .invalidFontData)
        #expect(error.table == "cmap")
    }

    @Test func aDamagedSubtableThatIsNotUsedRefusesTheFontToo() {
        let good = Self.groups(12, [(0x41, 0x43, 1)])
        let table = words(0, 2, 1, 0) + longs(20 + good.count) + words(3, 10) + longs(20) + good + words(6, 99)
        #expect(refusal(of: Self.font(table).build())?.table == "cmap")
    }

    @Test func unknownFormatsAreAWarning() throws {
        let contents = try read(Self.font(words(0, 1, 3, 10) + longs(12) + words(77, 0, 0, 0)).build())
        #expect(contents.faces.first?.coverage.ranges.isEmpty == true)
        #expect(contents.findings.filter { $0.table == "cmap" }.count == 2)
    }

    @Test func variationSequencesAloneMapNothing() throws {
        let table = words(0, 1, 0, 5) + longs(12) + words(14) + longs(10, 0)
        #expect(try contents(Self.font(table)).coverage.ranges.isEmpty)
    }
}
