import FontModel
import TestSupport

extension FaultyFont {
    private static let sound = SyntheticFont().build()
    private static let fixedPitch = SyntheticFont { $0.isFixedPitch = true }

    static let headers: [FaultyFont] = [
        FaultyFont(.tableTooShort, .table("head", 0), Damage.tableLength(sound, table: "head", length: 53)),
        FaultyFont(.tableTooShort, .table("maxp", 0), Damage.tableLength(sound, table: "maxp", length: 5)),
        FaultyFont(.tableCutShort, .table("OS/2", 0), Damage.tableLength(sound, table: "OS/2", length: 77)),
        FaultyFont(.tableCutShort, .table("OS/2", 0), Damage.tableLength(sound, table: "OS/2", length: 80)),
        FaultyFont(.tableCutShort, .table("post", 0), Damage.tableLength(sound, table: "post", length: 31)),
        FaultyFont(.tableCutShort, .table("maxp", 0), Damage.tableLength(sound, table: "maxp", length: 20)),
        FaultyFont(.headMagic, .table("head", 12), Damage.headMagic(sound)),
        FaultyFont(.unitsPerEm, .table("head", 18), Damage.unitsPerEm(sound)),
        FaultyFont(.headBox, "head", 36, words(0x7FFF)),
        FaultyFont(.styleFlagsDiffer, "head", 44, words(1)),
        FaultyFont(.styleFlagsDiffer, "head", 44, in: SyntheticFont { $0.isItalic = true }, words(0)),
        FaultyFont(.maximumProfile, "maxp", 0, longs(0x5000)),
        FaultyFont(.profileExceeded, "maxp", 6, glyph: 0, words(3)),
        FaultyFont(.profileExceeded, "maxp", 8, glyph: 0, words(0)),
        FaultyFont(.noAdvances, .table("hhea", 34), Damage.metricsCount(sound, claimed: 0)),
        FaultyFont(.metricsTooShort, .table("hmtx", 0), Damage.metricsCount(sound)),
        FaultyFont(.advancesBeyondGlyphs, .table("hhea", 34), Damage.glyphCount(sound, claimed: 50)),
        FaultyFont(
            .bearingsMissing, .table("hmtx", 0), Damage.tableLength(fixedPitch.build(), table: "hmtx", length: 4)),
        FaultyFont(
            .metricsLeftOver, .table("hmtx", 4 + 2 * 49), Damage.glyphCount(fixedPitch.build(), claimed: 50)),
        FaultyFont(.verticalMetrics, "vhea", 34, in: SyntheticFont { $0.isVertical = true }, words(0)),
        FaultyFont(
            .verticalMetrics, .table("vmtx", 0),
            Damage.tableLength(SyntheticFont { $0.isVertical = true }.build(), table: "vmtx", length: 9)),
        FaultyFont(
            .verticalMetrics, .table("vhea", 0),
            SyntheticFont {
                $0.isVertical = true
                $0.droppedTables = ["vmtx"]
            }.build()),
        FaultyFont(.advanceMaximum, "hhea", 10, words(1)),
        FaultyFont(.lineHeightsDiffer, .table("OS/2", 68), otherLineHeight),
        FaultyFont(.weightClass, "OS/2", 4, words(0)),
        FaultyFont(.weightClass, "OS/2", 4, words(1_001)),
        FaultyFont(.widthClass, "OS/2", 6, words(0)),
        FaultyFont(.italicAngle, "post", 4, words(0x7FFF)),
    ]

    private static let otherLineHeight: [UInt8] = {
        let damaged = Damage.patchedTable(sound, "OS/2", at: 62, with: words(0xC0))
        return Damage.withRepairedChecksums(Damage.patchedTable(damaged, "OS/2", at: 68, with: words(2_000)))
    }()

    /// Returns the offset in `glyf` of a glyph of the synthetic fonts, which is a box of 26 bytes.
    private static func glyph(_ glyph: Int) -> Int { 26 * glyph }

    /// Returns a glyph that consists of another one without an offset.
    private static func composite(_ part: Int) -> [UInt8] { words(0xFFFF, 0, 0, 0, 0, 0, part, 0) }

    static let outlines: [FaultyFont] = [
        FaultyFont(.locationFormat, "head", 50, words(9)),
        FaultyFont(.locationsTooShort, .table("loca", 0), Damage.glyphCount(sound)),
        FaultyFont(.locationPastEnd, .table("loca", 2 * 96), glyph: 95, Damage.glyphPastEnd(sound)),
        FaultyFont(.lastOutlineEnd, .end("loca", 0), Damage.tableLength(sound, table: "loca", length: 2 * 96)),
        FaultyFont(
            .noOutlines, .table("loca", 0),
            SyntheticFont {
                $0.outlines = .bitmap
                $0.extraTables = ["glyf": [], "loca": []]
            }.build()),
        FaultyFont(.locationOrder, "loca", 2 * 5, glyph: 4, words(0)),
        FaultyFont(.locationsLeftOver, "loca", 2 * 96, words(13 * 95)),
        FaultyFont(.locationsLeftOver, .table("loca", 2 * 51), Damage.glyphCount(sound, claimed: 50)),
        FaultyFont(.glyphPastEnd, "glyf", glyph(1) + 14, glyph: 1, words(200), at: glyph(1) + 10),
        FaultyFont(.glyphPastEnd, "glyf", glyph(1) + 10, glyph: 1, words(200), at: glyph(1)),
        FaultyFont(.glyphContours, "glyf", glyph(1) + 12, glyph: 1, words(2, 0, 0, 0, 0, 5, 2), at: glyph(1)),
        FaultyFont(.glyphInstructions, "glyf", glyph(1) + 12, glyph: 1, words(0xFFFF)),
        FaultyFont(.componentBeyondGlyphs, "glyf", glyph(1) + 12, glyph: 1, composite(96), at: glyph(1)),
        FaultyFont(.componentLoop, "glyf", glyph(1) + 12, glyph: 1, composite(1), at: glyph(1)),
        FaultyFont(.componentLoop, "glyf", glyph(2) + 12, glyph: 2, loopOfTwo, at: glyph(1)),
        FaultyFont(.tooManyParts, .table("glyf", glyph(1)), glyph: 1, doubling),
        FaultyFont(.componentDepth, .table("maxp", 30), glyph: 1, nested),
        FaultyFont(.compactFont, "CFF ", 0, in: SyntheticFont { $0.outlines = .cff }, [9]),
        FaultyFont(
            .compactGlyphsMissing, .within("CFF "),
            Damage.glyphCount(SyntheticFont { $0.outlines = .cff }.build(), claimed: 97)),
        FaultyFont(
            .compactGlyphsLeftOver, .within("CFF2"),
            Damage.glyphCount(SyntheticFont { $0.outlines = .cff2 }.build(), claimed: 95)),
    ]

    private static let loopOfTwo = composite(2) + [UInt8](repeating: 0, count: 10) + composite(1)

    /// Twelve glyphs from glyph 1 on, each composed of the next one twice.
    private static let doubling: [UInt8] = {
        let all = (1...12).reduce(sound) { bytes, number in
            let twice = words(0xFFFF, 0, 0, 0, 0, 0x20, number + 1, 0, 0, number + 1, 0)
            return Damage.patchedTable(bytes, "glyf", at: glyph(number), with: twice)
        }
        return Damage.patchedTable(all, "maxp", at: 30, with: words(99))
    }()

    private static let nested: [UInt8] = {
        let inner = Damage.patchedTable(sound, "glyf", at: glyph(2), with: composite(3))
        return Damage.patchedTable(inner, "glyf", at: glyph(1), with: composite(2))
    }()
}
