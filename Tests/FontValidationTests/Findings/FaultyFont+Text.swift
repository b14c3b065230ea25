import FontModel
import TestSupport

extension FaultyFont {
    private static let sound = SyntheticFont().build()

    private static func font(_ tag: String, _ table: [UInt8]) -> [UInt8] {
        SyntheticFont { $0.extraTables = [tag: table] }.build()
    }

    /// A `cmap` table with one subtable, 12 bytes into the table.
    private static func map(_ platform: Int, _ encoding: Int, _ subtable: [UInt8]) -> [UInt8] {
        font("cmap", words(0, 1, platform, encoding) + longs(12) + subtable)
    }

    /// Two variation selectors in the wrong order, without sequences.
    private static let selectors = words(14) + longs(32, 2) + [0, 0xFE, 1] + longs(0, 0) + [0, 0xFE, 0] + longs(0, 0)

    /// A variation selector whose default UVS table runs past the end.
    private static let sequences = words(14) + longs(25, 1) + [0, 0xFE, 0] + longs(21, 0) + longs(9)

    /// A variation selector whose non-default UVS table maps to glyph 500.
    private static let variant =
        words(14) + longs(30, 1) + [0, 0xFE, 0] + longs(0, 21) + longs(1) + [0, 0, 0x41, 1, 0xF4]

    // The `cmap` of the synthetic fonts has four records; the format 4 subtable has two segments and begins at 36, the
    // format 12 subtable has one group and begins at 68.
    static let characters: [FaultyFont] = [
        FaultyFont(.characterMapPastEnd, .table("cmap", 8), Damage.characterMapOffsets(sound)),
        FaultyFont(.characterMapPastEnd, .table("cmap", 2), font("cmap", words(0, 99))),
        FaultyFont(.characterMapFormat, .table("cmap", 12), map(3, 1, words(99, 0))),
        FaultyFont(.noCharacterMap, .table("cmap", 0), font("cmap", words(0, 0))),
        FaultyFont(.characterMapOrder, "cmap", 12, words(9), at: 4),
        FaultyFont(.segmentOrder, "cmap", 36 + 20, words(0x90)),
        FaultyFont(.segmentEnd, "cmap", 36 + 16, words(0xFFFE)),
        FaultyFont(.segmentPastEnd, "cmap", 36 + 28, words(0x400)),
        FaultyFont(.groupOrder, "cmap", 68 + 16, longs(0x7F)),
        FaultyFont(.characterBeyondGlyphs, "cmap", 68, glyph: 184, longs(90), at: 68 + 24),
        FaultyFont(.characterBeyondGlyphs, .table("cmap", 12 + 28), glyph: 500, map(0, 5, variant)),
        FaultyFont(.variationSequences, .table("cmap", 12 + 21), map(0, 5, selectors)),
        FaultyFont(.variationSequences, .table("cmap", 12 + 13), map(0, 5, sequences)),
        FaultyFont(.characterRange, "OS/2", 64, words(1)),
        FaultyFont(.characterRange, "OS/2", 66, words(1)),
    ]

    static let names: [FaultyFont] = [
        FaultyFont(.namesPastEnd, .table("name", 2), Damage.nameCount(sound)),
        FaultyFont(.nameBeyondStorage, .table("name", 6), Damage.nameOffsets(sound)),
        FaultyFont(
            .nameTooLong, .table("name", 6),
            SyntheticFont { $0.rawNames = [.windows(1, String(repeating: "x", count: 600))] }.build()),
        FaultyFont(.noName, .missing("name"), SyntheticFont { $0.hasNameTable = false }.build()),
        FaultyFont(.noPostScriptName, .table("name", 0), SyntheticFont { $0.postscriptName = nil }.build()),
        FaultyFont(.nameOrder, "name", 6 + 12, words(4), at: 6),
        FaultyFont(.glyphNamesVersion, "post", 0, longs(0x0909_0909)),
        FaultyFont(.glyphNamesCount, "post", 0, longs(0x0001_0000)),
        FaultyFont(.glyphNamesCount, .table("post", 32), font("post", post(95, numbers: [0]))),
        FaultyFont(
            .glyphNamesPastEnd, .table("post", 34 + 6), glyph: 3, font("post", post(96, numbers: [0, 1, 2, 258]))),
        FaultyFont(.glyphNamesPastEnd, .table("post", 32), font("post", post(96, numbers: []).dropLast(9))),
    ]

    /// Returns a `post` table of version 2 without names of its own; missing glyph name indexes are 0.
    private static func post(_ count: Int, numbers: [Int]) -> [UInt8] {
        longs(0x0002_0000) + [UInt8](repeating: 0, count: 28) + words(count)
            + (0..<count).flatMap { words(numbers.indices.contains($0) ? numbers[$0] : 0) }
    }

    private static func font(_ tag: String, _ table: ArraySlice<UInt8>) -> [UInt8] { font(tag, Array(table)) }

    private static let variable = SyntheticFont.variable()
    private static let twoAxes = SyntheticFont { $0.axes = [.weight, .width] }

    private static func variable(_ tag: String, _ table: [UInt8]) -> [UInt8] {
        variable.with { $0.extraTables = [tag: table] }.build()
    }

    // The axes of `fvar` begin at 16 and have 20 bytes each; the instances follow.
    static let variations: [FaultyFont] = [
        FaultyFont(.axisRecords, "fvar", 0, in: variable, words(9)),
        FaultyFont(.axisRecords, .table("fvar", 8), Damage.axisCount(variable.build())),
        FaultyFont(.axisRecords, .table("fvar", 12), Damage.instanceCount(variable.build())),
        FaultyFont(.noAxes, .table("fvar", 8), Damage.axisCount(variable.build(), claimed: 0)),
        FaultyFont(.axisDefault, "fvar", 16, in: variable, words(0x7FFF), at: 16 + 4),
        FaultyFont(.axisTwice, "fvar", 16 + 20, in: twoAxes, Array("wght".utf8)),
        FaultyFont(.axisUnnamed, "fvar", 16 + 18, in: variable, words(0x7FFF)),
        FaultyFont(.tooManyAxes, .table("fvar", 8), manyAxes),
        FaultyFont(.tooManyInstances, .table("fvar", 12), manyInstances),
        FaultyFont(.instanceOutside, "fvar", 16 + 20, in: variable, words(0x7FFF), at: 16 + 20 + 4),
        FaultyFont(.instanceUnnamed, "fvar", 16 + 20, in: variable, words(0x7FFE)),
        FaultyFont(.axisCount, "gvar", 4, in: variable, words(9)),
        FaultyFont(.axisCount, .table("avar", 6), variable("avar", words(1, 0, 0, 2, 0, 0))),
        FaultyFont(.axisCount, .table("HVAR", 20 + 8), variable("HVAR", store(axes: 2))),
        FaultyFont(.variedGlyphCount, "gvar", 12, in: variable, words(95)),
        FaultyFont(.variationPastEnd, "gvar", 22, glyph: 0, in: variable, words(0xFFFF)),
        FaultyFont(.variationPastEnd, .table("avar", 8), variable("avar", words(1, 0, 0, 1, 9))),
        FaultyFont(.variationPastEnd, .table("HVAR", 4), variable("HVAR", words(1, 0) + longs(0x7000, 0, 0, 0))),
        FaultyFont(.variationPastEnd, .table("HVAR", 8), variable("HVAR", store(axes: 1, mapping: 0x7000))),
        FaultyFont(.variationPastEnd, .table("MVAR", 8), variable("MVAR", words(1, 0, 0, 8, 5, 0))),
        FaultyFont(.axisMapping, .table("avar", 8), variable("avar", words(1, 0, 0, 1, 1, 5, 5))),
        FaultyFont(.axisMapping, .table("avar", 8), variable("avar", words(1, 0, 0, 1, 3) + backwards)),
        FaultyFont(.variationWithoutAxes, .table("avar", 0), font("avar", words(1, 0, 0, 0))),
        FaultyFont(.axisWithoutStyle, "STAT", 6, in: variable, words(0)),
        FaultyFont(.weightDefault, "OS/2", 4, in: variable, words(700)),
        FaultyFont(.weightDefault, "OS/2", 4, in: variable, words(4)),
        FaultyFont(.widthDefault, "OS/2", 6, in: twoAxes, words(3)),
    ]

    private static let backwards = words(0x4000, 0x4000, 0, 0, 0xC000, 0xC000)

    private static let manyAxes: [UInt8] = {
        let axes = (0..<129).flatMap { longs(0x4130_3030 + $0, 0, 0, 0) + words(0, 2) }
        return SyntheticFont { $0.extraTables = ["fvar": words(1, 0, 16, 2, 129, 20, 0, 520) + axes] }.build()
    }()

    private static let manyInstances = variable.with { font in
        font.instances = (0..<1_001).map { .init("Instance", ["wght": 100 + Double($0) / 8]) }
    }.build()

    /// Returns an `HVAR` whose item variation store has no deltas and one region list, 8 bytes into the store.
    private static func store(axes: Int, mapping: Int = 0) -> [UInt8] {
        words(1, 0) + longs(20, mapping, 0, 0) + words(1) + longs(8) + words(0, axes, 0)
    }

    static let layout: [FaultyFont] = [
        FaultyFont(.layoutPastEnd, .table("GSUB", 4), font("GSUB", words(1, 0, 0x7000, 0, 0))),
        FaultyFont(.layoutPastEnd, .table("GPOS", 8), font("GPOS", words(1, 0, 0, 0, 10, 99))),
        FaultyFont(.layoutPastEnd, .table("GSUB", 12), font("GSUB", words(1, 0, 0, 0, 10, 1, 0x7000))),
        FaultyFont(.layoutPastEnd, .table("GSUB", 20), font("GSUB", words(1, 0, 0, 0, 10, 1, 4, 1, 0, 1, 0x7000))),
        FaultyFont(.layoutPastEnd, .table("GSUB", 16), font("GSUB", words(1, 0, 10, 0, 0, 1, 1, 1, 0x7000))),
        FaultyFont(.layoutPastEnd, .table("GPOS", 16), font("GPOS", words(1, 0, 0, 10, 0, 1, 1, 1, 0x7000))),
        FaultyFont(.layoutPastEnd, .table("GDEF", 6), font("GDEF", words(1, 0, 0, 0x7000, 0, 0))),
        FaultyFont(.layoutPastEnd, .table("BASE", 4), font("BASE", words(1, 0, 0x7000, 0))),
        FaultyFont(.layoutPastEnd, .table("MATH", 8), font("MATH", words(1, 0, 0, 0, 0x7000))),
        FaultyFont(.layoutPastEnd, .table("kern", 10), font("kern", words(0, 1, 0, 20, 1, 99, 0, 0, 0))),
        FaultyFont(.layoutPastEnd, "STAT", 6, in: variable, words(0x7000)),
        FaultyFont(
            .featureLookup, .table("GSUB", 22),
            font("GSUB", words(1, 0, 0, 10, 0, 1) + Array("liga".utf8) + words(8, 0, 1, 5))),
        FaultyFont(
            .coverageBeyondGlyphs, .table("GSUB", 28), glyph: 500,
            font("GSUB", words(1, 0, 0, 0, 10, 1, 4, 1, 0, 1, 8, 1, 6, 0, 1, 1, 500))),
        FaultyFont(.picturesPastEnd, "CPAL", 6, in: SyntheticFont { $0.isColor = true }, words(99)),
        FaultyFont(.picturesPastEnd, "CPAL", 12, in: SyntheticFont { $0.isColor = true }, words(9)),
        FaultyFont(.picturesPastEnd, "COLR", 2, in: SyntheticFont { $0.isColor = true }, words(99)),
        FaultyFont(.picturesPastEnd, "COLR", 12, in: SyntheticFont { $0.isColor = true }, words(99)),
        FaultyFont(.picturesPastEnd, "EBLC", 4, in: SyntheticFont { $0.outlines = .bitmap }, longs(99)),
        FaultyFont(.picturesPastEnd, "EBLC", 68, in: SyntheticFont { $0.outlines = .bitmap }, longs(0x7000_0000)),
        FaultyFont(.picturesPastEnd, .table("sbix", 4), font("sbix", words(1, 1) + longs(9))),
        FaultyFont(
            .picturesPastEnd, .table("SVG ", 16),
            font("SVG ", words(0) + longs(10, 0) + words(1, 1, 1) + longs(0x7000, 1))),
    ]
}
