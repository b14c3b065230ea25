import FontModel
import FontValidation
import OpenType
import TestSupport
import Testing

@Suite struct DamageTests {
    private static let fonts: [SyntheticFont] = [
        .variable(), SyntheticFont { $0.outlines = .cff }, SyntheticFont { $0.outlines = .cff2 },
        SyntheticFont { $0.outlines = .bitmap }, SyntheticFont { $0.isVertical = true },
    ]

    /// Damage that leaves a usable font: glyphs, mappings or names without contents.
    private static let harmless: Set<String> = [
        "zeroedTable glyf", "zeroedTable loca", "zeroedTable cmap", "zeroedTable name", "nameOffsets",
    ]

    @Test(arguments: fonts)
    func everyKindOfDamageIs104(_ font: SyntheticFont) throws {
        let sound = font.build()
        #expect(isAccepted(sound))
        for (name, bytes) in Damage.catalogue(of: sound) {
            let error = refusal(of: bytes)
            if name == "truncated to 3" {
                #expect(error?.code == .unrecognizedFormat)
            } else if Self.harmless.contains(name) || name == "glyphCount" && font.outlines == .bitmap {
                // A bitmap font need not have a bitmap for each glyph.
                #expect(error == nil, "\(name)")
            } else {
                let error = try #require(error, "\(name)")
                #expect(error.code == .invalidFontData, "\(name)")
                #expect(error.file == "given.ttf")
                #expect(error.faceIndex == 0, "\(name)")
                #expect(error.table != nil, "\(name)")
            }
        }
    }

    @Test(arguments: SyntheticFont.Outlines.allCases)
    func aFileThatIsCutAnywhereIsRefused(_ outlines: SyntheticFont.Outlines) {
        let sound = SyntheticFont { font in
            font.outlines = outlines
            font.characters = [0x41...0x43]
        }.build()
        // Cuts that remove only the padding of the last table are excluded.
        let end = SyntheticDirectoryEntry.all(in: sound).map(\.range.upperBound).max() ?? sound.count
        for length in 0..<end {
            let error = refusal(of: Damage.truncated(sound, to: length))
            #expect(error?.code == (length < 4 ? .unrecognizedFormat : .invalidFontData), "\(length)")
        }
    }

    @Test(arguments: 1...3)
    func aFileWithoutThePaddingOfItsLastTableIsAcceptedWithAWarning(_ length: Int) throws {
        let sound = SyntheticFont { $0.extraTables = ["zzzz": Array(repeating: 1, count: length)] }.build()
        #expect(try read(sound).findings.isEmpty)
        for missing in 1...(4 - length) {
            let findings = try read(Damage.truncated(sound, to: sound.count - missing)).findings
            #expect(findings.map(\.table) == ["zzzz"])
        }
    }

    @Test(arguments: [
        ("cmap", "cmap"), ("head", "head"), ("glyf", "glyf"), ("hmtx", "hmtx"), ("name", "name"), ("OS/2", "OS/2"),
    ])
    func theTableIsNamed(_ table: String, _ expected: String) throws {
        let sound = SyntheticFont().build()
        for bytes in [
            Damage.tablePastEnd(sound, table: table), Damage.tableAcrossEnd(sound, table: table),
            Damage.tableExtentOverflow(sound, table: table), Damage.tableLength(sound, table: table),
        ] {
            #expect(refusal(of: bytes)?.table == expected)
        }
    }

    @Test func theCauseNamesPlaceAndReason() throws {
        let sound = SyntheticFont().build()
        let head = SyntheticDirectoryEntry.find("head", in: sound)
        let error = try #require(refusal(of: Damage.headMagic(sound)))
        guard case .table(let tag, let offset, let reason) = error.cause else {
            Issue.record("The cause is no table.")
            return
        }
        #expect(tag == "head")
        #expect(offset == head.offset + 12)
        #expect(reason.contains("magic"))
        #expect(error.message.contains(reason))
    }

    @Test func tablesThatContradictEachOtherAreNamed() {
        let sound = SyntheticFont().build()
        #expect(refusal(of: Damage.glyphCount(sound))?.table == "loca")
        #expect(refusal(of: Damage.metricsCount(sound))?.table == "hmtx")
        #expect(refusal(of: Damage.metricsCount(sound, claimed: 0))?.table == "hhea")
        #expect(refusal(of: Damage.glyphPastEnd(sound))?.table == "loca")
        #expect(refusal(of: Damage.characterMapLengthOverflow(sound))?.table == "cmap")
        #expect(refusal(of: Damage.characterMapOffsets(sound))?.table == "cmap")
        #expect(refusal(of: Damage.nameCount(sound))?.table == "name")
        #expect(refusal(of: Damage.glyphCount(sound, claimed: 0))?.table == "maxp")
    }

    @Test(arguments: [0, 15, 16_385, 65_535])
    func theEmMustBePossible(_ units: UInt16) {
        #expect(refusal(of: Damage.unitsPerEm(SyntheticFont().build(), claimed: units))?.table == "head")
    }

    @Test(arguments: [16, 16_384])
    func theLimitsOfTheEmAreAllowed(_ units: Int) throws {
        #expect(try contents(SyntheticFont { $0.unitsPerEm = units }).details.unitsPerEm == units)
    }

    @Test func aTagThatIsThereTwiceIsDamage() {
        let error = refusal(of: Damage.renamedTable(SyntheticFont().build(), "hmtx", to: "hhea"))
        #expect(error?.table == "hhea")
        #expect(error?.message.contains("twice") == true)
    }

    @Test func aSecondSignatureIsNone() throws {
        let font = SyntheticFont { $0.extraTables = ["DSIG": [0, 0, 0, 1, 0, 0, 0, 0], "DSIX": [0, 0, 0, 1]] }
        let contents = try read(Damage.renamedTable(font.build(), "DSIX", to: "DSIG"))
        #expect(contents.findings.contains { $0.table == "DSIG" && $0.message.contains("twice") })
    }

    @Test func theLastOutlineMayEndWithItsTable() throws {
        let sound = SyntheticFont().build()
        let locations = SyntheticDirectoryEntry.find("loca", in: sound)
        let width = locations.length / 97
        func cut(_ bytes: Int) -> [UInt8] {
            Damage.tableLength(sound, table: "loca", length: UInt32(locations.length - bytes))
        }
        let contents = try read(cut(width))
        #expect(contents.faces.first?.face.glyphCount == 96)
        #expect(contents.findings.contains { $0.table == "loca" })
        #expect(refusal(of: cut(width + 1))?.table == "loca")
        #expect(refusal(of: cut(2 * width))?.table == "loca")
    }

    @Test func tablesMayShareAllTheirBytesAndNotSome() throws {
        let sound = SyntheticFont { $0.extraTables = ["AAAA": [1, 2, 3, 4, 5, 6, 7, 8], "BBBB": [1, 2, 3, 4]] }.build()
        let first = SyntheticDirectoryEntry.find("AAAA", in: sound)
        let moved = Damage.tableOffset(sound, table: "BBBB", offset: UInt32(first.offset))
        #expect(refusal(of: moved)?.table == "AAAA")
        #expect(refusal(of: Damage.tableLength(moved, table: "BBBB", length: 8)) == nil)
        let within = Damage.tableOffset(sound, table: "BBBB", offset: UInt32(first.offset + 4))
        #expect(refusal(of: within)?.table == "BBBB")
    }

    @Test func aTableOverTheDirectoryIsDamage() {
        let error = refusal(of: Damage.tableOffset(SyntheticFont().build(), table: "post", offset: 12))
        #expect(error?.table == "post")
        #expect(error?.message.contains("directory") == true)
    }

    @Test func shortTablesAreDamage() {
        let lengths = [("head", 53), ("maxp", 5), ("hhea", 35), ("OS/2", 63), ("name", 5), ("cmap", 3), ("CFF ", 3)]
        for (table, length) in lengths {
            let font = SyntheticFont { $0.outlines = table == "CFF " ? .cff : .trueType }
            let bytes = Damage.tableLength(font.build(), table: table, length: UInt32(length))
            #expect(refusal(of: bytes)?.table == table)
        }
    }

    @Test func someShortTablesAreAWarning() throws {
        for (table, length) in [("OS/2", 77), ("post", 31), ("hmtx", 4)] {
            let font = SyntheticFont { $0.isFixedPitch = true }
            let bytes = Damage.tableLength(font.build(), table: table, length: UInt32(length))
            #expect(try read(bytes).findings.contains { $0.table == table && $0.severity == .warning })
        }
    }

    @Test func inspectionGoesOnAfterTheFirstError() throws {
        let broken = Damage.headMagic(Damage.metricsCount(Damage.nameCount(SyntheticFont(family: "X").build())))
        let (contents, findings) = FontReader.inspect(broken, contentHash: hash)
        let errors = findings.filter { $0.severity == .error }
        #expect(errors.compactMap(\.table) == ["head", "hmtx", "name"])
        #expect(errors.allSatisfy { $0.code == 104 && $0.faceIndex == 0 })
        #expect(contents?.faces.count == 1)
        #expect(refusal(of: broken)?.table == "head")
    }

    @Test func inspectionTellsOfEveryFace() {
        let sound = SyntheticCollection.faces(3).build()
        let broken = Damage.headMagic(Damage.unitsPerEm(sound, face: 2), face: 1)
        let (contents, findings) = FontReader.inspect(broken, contentHash: hash)
        #expect(findings.filter { $0.severity == .error }.map(\.faceIndex) == [1, 2])
        #expect(contents?.faces.count == 3)
    }

    @Test func aSoundFileHasNoFindings() {
        let (contents, findings) = FontReader.inspect(SyntheticFont().build(), contentHash: hash)
        #expect(findings.isEmpty)
        #expect(contents?.faces.first?.face.family == "Synthetic")
    }

    @Test(arguments: UInt64(1)...12)
    func flippedBitsDoNoHarm(_ seed: UInt64) {
        let sources = [SyntheticFont.variable().build(), SyntheticCollection.faces(3).build()]
        for round in 0..<100 {
            let bytes = Damage.bitFlips(sources[round % 2], seed: seed << 32 | UInt64(round))
            let error = refusal(of: bytes)
            let findings = FontReader.inspect(bytes, contentHash: hash).findings
            #expect(findings.contains { $0.severity == .error } == (error != nil))
            #expect(refusal(of: bytes) == error)
        }
    }
}
