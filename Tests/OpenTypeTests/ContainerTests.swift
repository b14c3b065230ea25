import FontModel
import TestSupport
import Testing

@testable import OpenType

@Suite struct ContainerTests {
    @Test(arguments: SyntheticFont.Outlines.allCases)
    func everyKindOfOutlineIsRead(_ outlines: SyntheticFont.Outlines) throws {
        let contents = try read(SyntheticFont(family: "Kind") { $0.outlines = outlines }.build())
        let face = try #require(contents.faces.first?.face)
        let expected: (FontFormat, OutlineFormat) =
            switch outlines {
            case .trueType: (.trueType, .trueType)
            case .cff: (.openType, .cff)
            case .cff2: (.openType, .cff2)
            case .bitmap: (.trueType, .bitmap)
            }
        #expect(contents.format == expected.0)
        #expect(face.outlines == expected.1)
        #expect(face.glyphCount == 96)
        #expect(contents.findings.isEmpty)
        #expect(contents.faces.count == 1)
    }

    @Test func factsOfTheFileAreRead() throws {
        let bytes = SyntheticFont { font in
            font.unitsPerEm = 2_048
            font.fsType = 0x104
        }.build()
        let contents = try #require(try read(bytes).faces.first)
        #expect(contents.details.unitsPerEm == 2_048)
        #expect(contents.details.fsType == 0x104)
        let details = contents.details
        #expect([details.ascender, details.descender, details.lineGap] == [1_638, -409, 204])
        let entries = SyntheticDirectoryEntry.all(in: bytes)
        #expect(contents.tables == entries.map { TableRecord(tag: $0.tag, offset: $0.offset, length: $0.length) })
    }

    @Test(arguments: [false, true])
    func everyFaceOfACollectionIsRead(_ sharesTables: Bool) throws {
        var collection = SyntheticCollection.faces(5, family: "Coll")
        collection.sharesTables = sharesTables
        collection.fonts[3].axes = [.weight]
        let contents = try read(collection.build())
        #expect(contents.format == .collection)
        #expect(contents.faces.map(\.face.index) == [0, 1, 2, 3, 4])
        #expect(contents.faces.map(\.face.family) == (1...5).map { "Coll \($0)" })
        #expect(contents.faces.map(\.face.isVariable) == [false, false, false, true, false])
        #expect(contents.faces.allSatisfy { $0.coverage.count == 95 })
        #expect(contents.findings.isEmpty)
    }

    @Test func kindsMayMixInACollection() throws {
        let fonts = SyntheticFont.Outlines.allCases.map { outlines in SyntheticFont { $0.outlines = outlines } }
        let faces = try read(SyntheticCollection(fonts).build()).faces
        #expect(faces.map(\.face.outlines) == [.trueType, .cff, .cff2, .bitmap])
    }

    @Test func aFaceOfACollectionThatIsDamagedRefusesAll() throws {
        let sound = SyntheticCollection.faces(4).build()
        for face in 0..<4 {
            let error = try #require(refusal(of: Damage.tablePastEnd(sound, table: "maxp", face: face)))
            #expect(error.code == .invalidFontData)
            #expect(error.faceIndex == face)
            #expect(error.table == "maxp")
            #expect(error.message.contains("Face \(face)"))
        }
    }

    @Test func aCollectionMustNotContainItself() throws {
        let sound = SyntheticCollection.faces(2).build()
        let error = try #require(refusal(of: Damage.faceOffset(sound, face: 1, offset: 0)))
        #expect(error.code == .invalidFontData)
        #expect(error.faceIndex == 1)
        #expect(error.message.contains("itself a collection"))
    }

    @Test func headersOfCollectionsAreChecked() throws {
        let sound = SyntheticCollection.faces(2).build()
        let damages: [([UInt8], Int?)] = [
            (Damage.faceCount(sound, claimed: 0), nil), (Damage.faceCount(sound), nil),
            (Damage.faceCount(sound, claimed: .max), nil), (Damage.truncated(sound, to: 10), nil),
            (Damage.patched(sound, at: 4, with: [0, 9]), nil), (Damage.faceOffset(sound, face: 0), 0),
            (Damage.faceOffset(sound, face: 1, offset: .max), 1), (Damage.faceOffset(sound, face: 1, offset: 12), 1),
        ]
        for (index, (bytes, face)) in damages.enumerated() {
            let error = try #require(refusal(of: bytes), "\(index)")
            #expect(error.code == .invalidFontData, "\(index)")
            #expect(error.faceIndex == face, "\(index)")
        }
    }

    @Test func twoFacesMayBeTheSame() throws {
        let sound = SyntheticCollection.faces(2).build()
        let first = SyntheticDirectoryEntry.directoryPosition(in: sound, face: 0)
        let faces = try read(Damage.faceOffset(sound, face: 1, offset: UInt32(first))).faces
        #expect(faces.map(\.face.family) == ["Synthetic Collection 1", "Synthetic Collection 1"])
        #expect(faces.map(\.face.index) == [0, 1])
    }

    @Test(arguments: ["cmap", "OS/2", "post", "name"])
    func aFaceMayLackTheseTables(_ tag: String) throws {
        let contents = try read(SyntheticFont { $0.droppedTables = [tag] }.build())
        #expect(contents.findings.contains { $0.severity == .warning && $0.table == tag })
        #expect(contents.faces.count == 1)
    }

    @Test(arguments: ["head", "maxp", "hhea", "hmtx", "loca"])
    func aFaceMustHaveTheseTables(_ tag: String) throws {
        let error = try #require(refusal(of: SyntheticFont { $0.droppedTables = [tag] }.build()))
        #expect(error.code == .invalidFontData)
        #expect(error.table == tag)
        #expect(error.faceIndex == 0)
        #expect(error.message.contains("missing"))
    }

    @Test func aFaceMustHaveGlyphs() throws {
        for tags in [["glyf", "loca"], ["glyf"]] {
            let error = try #require(refusal(of: SyntheticFont { $0.droppedTables = Set(tags) }.build()))
            #expect(error.code == .invalidFontData)
            #expect(error.message.contains("no glyphs"))
        }
        // Bitmap strikes without sizes do not count.
        let sizes = longs(0x2_0000, 0)
        let bitmaps = SyntheticFont { font in
            font.outlines = .bitmap
            font.extraTables = ["EBLC": sizes]
        }
        #expect(refusal(of: bitmaps.build())?.code == .invalidFontData)
    }

    @Test func outlinesInTheWrongContainerAreRead() throws {
        let font = SyntheticFont { font in
            font.outlines = .cff
            font.sfntVersion = 0x0001_0000
        }
        let contents = try read(font.build())
        #expect(contents.format == .trueType)
        #expect(contents.faces.first?.face.outlines == .cff)
    }

    @Test func bytesBehindTheTablesAreAWarning() throws {
        let bytes = Damage.extended(SyntheticFont().build(), by: Array("appended".utf8))
        #expect(try read(bytes).findings.map(\.message).contains { $0.contains("8 bytes after the last table") })
    }
}
