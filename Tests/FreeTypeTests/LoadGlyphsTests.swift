import FontModel
import TestSupport
import Testing

@testable import FreeType

private func findings(in bytes: [UInt8], everyGlyph: Bool = true) -> [FontFinding] {
    bytes.withUnsafeBytes { FreeTypeCheck.loadGlyphs($0, everyGlyph: everyGlyph) }
}

@Suite struct LoadGlyphsTests {
    @Test(arguments: SyntheticFont.Outlines.allCases)
    func soundFontsHaveNoFindings(_ outlines: SyntheticFont.Outlines) {
        #expect(findings(in: SyntheticFont { $0.outlines = outlines }.build()) == [])
    }

    @Test func soundVariableFontsAndCollectionsHaveNoFindings() {
        #expect(findings(in: SyntheticFont.variable.build()) == [])
        #expect(findings(in: SyntheticCollection.faces(5).build()) == [])
    }

    @Test func aGlyphThatDoesNotLoadIsNamed() throws {
        let bytes = try brokenOutlines(of: SyntheticFont().build(), face: 0)
        let found = findings(in: bytes)
        #expect(found.count == FreeTypeCheck.findingsPerFace)
        // Registration checks every sixth of the 96 glyphs. Findings about these glyphs refuse the file and come first.
        let sampled = FreeTypeCheck.sample(of: 96, limit: FreeTypeCheck.registrationSample)
        #expect(found.map(\.glyph) == sampled + [1, 2, 3, 4])
        for finding in found {
            let isRefused = sampled.contains(try #require(finding.glyph))
            #expect(finding.kind == (isRefused ? .glyphRefused : .glyphDoesNotLoad))
            #expect(finding.code == (isRefused ? FontError.Code.invalidFontData.rawValue : nil))
            #expect(finding.faceIndex == 0)
            #expect(finding.table == "glyf")
        }
        #expect(found.first?.message.hasPrefix("Glyph 0 does not load: ") == true)
    }

    /// Registration checks sixteen glyphs and accepts seven broken ones, but not eight.
    @Test(arguments: [(7, false), (8, true)]) func halfOfTheSampleRefusesTheFont(_ count: Int, _ isRefused: Bool) throws
    {
        let sampled = FreeTypeCheck.sample(of: 96, limit: FreeTypeCheck.registrationSample)
        let bytes = sampled.prefix(count).reduce(SyntheticFont().build()) { bytes, glyph in
            Damage.patchedTable(bytes, "glyf", at: 26 * glyph + 10, with: [0xFF, 0xFF])
        }
        for everyGlyph in [true, false] {
            let found = findings(in: bytes, everyGlyph: everyGlyph)
            #expect(found.map(\.glyph) == Array(sampled.prefix(count)))
            #expect(found.allSatisfy { $0.kind == (isRefused ? .glyphRefused : .glyphDoesNotLoad) })
        }
    }

    /// A collection of many faces takes no longer to check than one of a few.
    @Test(arguments: [(1, 16), (8, 128), (16, 128), (100, 100), (128, 128), (300, 128), (512, 128)])
    func registrationLooksAtSoManyGlyphsOfAFile(_ faces: Int, _ expected: Int) {
        let samples = (0..<faces).map { FreeTypeCheck.registrationSample(of: $0, of: faces) }
        #expect(samples.reduce(0, +) == expected)
        #expect(samples.first ?? 0 > 0)
    }

    @Test func brokenCharstringsAreFoundInCFF() throws {
        // Fills the middle of the table, which holds charstrings, with `callsubr`, which takes a number from the stack
        // and needs subroutines.
        let bytes = SyntheticFont { $0.outlines = .cff }.build()
        let table = try #require(tableRange("CFF ", in: bytes))
        let damaged = Damage.patched(
            bytes, at: (table.lowerBound + table.upperBound) / 2, with: [UInt8](repeating: 0x0A, count: 64))
        let found = findings(in: damaged)
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.table == "CFF " })
    }

    @Test func theOtherFacesOfACollectionAreCheckedToo() throws {
        let bytes = try brokenOutlines(of: SyntheticCollection.faces(3).build(), face: 1)
        #expect(Set(findings(in: bytes).map(\.faceIndex)) == [1])
        let unopened = findings(in: Damage.faceOffset(SyntheticCollection.faces(3).build(), face: 1))
        #expect(unopened.map(\.faceIndex) == [1])
        #expect(unopened.first?.table == nil)
        #expect(unopened.first?.message.hasPrefix("FreeType cannot open face 1: ") == true)
    }

    @Test func nonFontIsOneFinding() {
        #expect(findings(in: []).count == 1)
        #expect(findings(in: Array("no font".utf8)).count == 1)
    }

    @Test(
        arguments: [
            (0, 9, []), (1, 9, [0]), (4, 4, [0, 1, 2, 3]), (4, 9, [0, 1, 2, 3]), (4, 0, []), (4, -1, []),
            (4, 1, [0]), (10, 2, [0, 9]), (10, 4, [0, 3, 6, 9]), (11, 3, [0, 5, 10]),
        ] as [(Int, Int, [Int])])
    func samplesAreSpreadEvenly(_ count: Int, _ limit: Int, _ expected: [Int]) {
        #expect(FreeTypeCheck.sample(of: count, limit: limit) == expected)
    }

    /// The hinting program of a font does not run.
    ///
    /// FreeType runs the hinting program of fonts that it considers "tricky" by their names, whatever the load flags
    /// are.
    @Test(.enabled(if: FontFiles.hasDejaVuSans, "fonts-dejavu-core is not installed"))
    func hintingProgramsDoNotRun() throws {
        var bytes = try FontFiles.read(FontFiles.dejaVuSans)
        // Renames the font to a name in FreeType's list of tricky fonts that has the same length, in both encodings of
        // the name table.
        let names = try #require(tableRange("name", in: bytes))
        replace(utf16("DejaVu Sans"), by: utf16("DFKaiSho-SB"), in: &bytes, names)
        replace(Array("DejaVu Sans".utf8), by: Array("DFKaiSho-SB".utf8), in: &bytes, names)
        // 0x28 is not an instruction: a font program that begins with it fails as soon as it runs.
        bytes[try #require(tableRange("fpgm", in: bytes)).lowerBound] = 0x28
        #expect(bytes[names].firstRange(of: Array("DFKaiSho-SB".utf8)) != nil)
        #expect(findings(in: bytes, everyGlyph: false) == [])
    }

    @Test(.enabled(if: FontFiles.hasDejaVuSans, "fonts-dejavu-core is not installed"))
    func aRealFontHasNoFindings() throws {
        #expect(findings(in: try FontFiles.read(FontFiles.dejaVuSans)) == [])
    }
}

/// Returns the font with a face's `glyf` table overwritten, so that every glyph claims more contours than it has bytes.
private func brokenOutlines(of bytes: [UInt8], face: Int) throws -> [UInt8] {
    let range = try #require(tableRange("glyf", in: bytes, face: face))
    return Damage.patched(
        bytes, at: range.lowerBound, with: [UInt8](repeating: 0x7F, count: range.count))
}

/// Returns the position of a table, read from the table directory of a face.
private func tableRange(_ tag: String, in bytes: [UInt8], face: Int = 0) -> Range<Int>? {
    func number(_ offset: Int, _ count: Int) -> Int { bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) } }
    let directory = bytes.starts(with: "ttcf".utf8) ? number(12 + 4 * face, 4) : 0
    for entry in 0..<number(directory + 4, 2) {
        let record = directory + 12 + 16 * entry
        if bytes[record..<record + 4].elementsEqual(tag.utf8) {
            let offset = number(record + 8, 4)
            return offset..<offset + number(record + 12, 4)
        }
    }
    return nil
}

private func utf16(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }

/// Replaces every occurrence of a text in a range by another text of the same length.
private func replace(_ old: [UInt8], by new: [UInt8], in bytes: inout [UInt8], _ range: Range<Int>) {
    for start in range.lowerBound...(range.upperBound - old.count)
    where bytes[start..<start + old.count].elementsEqual(old) {
        bytes.replaceSubrange(start..<start + old.count, with: new)
    }
}
