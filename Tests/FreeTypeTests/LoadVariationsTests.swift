import FontModel
import TestSupport
import Testing

@testable import FreeType

private func findings(in bytes: [UInt8]) -> [FontFinding] {
    bytes.withUnsafeBytes { FreeTypeCheck.loadVariations($0) }
}

@Suite struct LoadVariationsTests {
    @Test func soundFontsHaveNoFindings() {
        #expect(findings(in: SyntheticFont.variable().build()) == [])
        #expect(findings(in: SyntheticFont { $0.axes = [.weight, .width, .opticalSize] }.build()) == [])
        #expect(findings(in: SyntheticCollection([.variable(), SyntheticFont()]).build()) == [])
        #expect(findings(in: SyntheticFont().build()) == [])
        #expect(findings(in: []) == [])
    }

    @Test func theEndsOfTheAxesAndTheInstancesAreVisited() throws {
        let font = SyntheticFont { font in
            font.axes = [.weight, .width]
            font.instances = [.init("Bold", ["wght": 700]), .init("Regular", [:]), .init("Narrow", ["wdth": 75])]
        }
        let texts = try locations(of: font.build())
        #expect(
            texts == [
                "wght 100, wdth 75", "wght 900, wdth 125", "wght 100, wdth 100", "wght 900, wdth 100",
                "wght 400, wdth 75", "wght 400, wdth 125", "wght 700, wdth 100",
            ])
    }

    /// FreeType reads the variation deltas of a glyph only away from the default location.
    @Test func aGlyphThatFailsOnlyElsewhereIsNamed() throws {
        let sound = SyntheticFont.variable().build()
        let table = SyntheticDirectoryEntry.find("gvar", in: sound)
        // Patches the serialized data of glyph 1, which follows the 20 bytes of glyph 0, so that its tuples begin after
        // its end.
        let data = Int(sound[table.offset + 18]) << 8 | Int(sound[table.offset + 19])
        let damaged = Damage.patchedTable(sound, "gvar", at: data + 20, with: [0, 1, 0xFF, 0xFF])
        let found = findings(in: damaged)
        #expect(!found.isEmpty)
        for finding in found {
            #expect(finding.kind == .glyphVariationFails)
            #expect(finding.severity == .warning)
            #expect(finding.faceIndex == 0)
            #expect(finding.table == "glyf")
            #expect(finding.glyph == 1)
            #expect(finding.message.hasPrefix("Glyph 1 does not load at wght "))
        }
        #expect(damaged.withUnsafeBytes { FreeTypeCheck.loadGlyphs($0, everyGlyph: true) } == [])
    }

    private func locations(of bytes: [UInt8]) throws -> [String] {
        guard let library = LibraryHandle() else { return [] }
        return try bytes.withUnsafeBytes { buffer in
            try FaceHandle.with(0, of: buffer, in: library) { face in
                VariationLocation.all(of: face, library).map { $0.text() }
            }
        }
    }
}
