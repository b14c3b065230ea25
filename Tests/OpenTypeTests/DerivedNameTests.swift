import FontModel
import OpenType
import TestSupport
import Testing

@Suite struct DerivedNameTests {
    private static let derived = "Unnamed-\(hash.prefix(12))"

    /// Fonts without a usable name of any kind.
    private static let nameless: [SyntheticFont] = [
        SyntheticFont { $0.hasNameTable = false },
        SyntheticFont { $0.namePlatforms = [] },
        SyntheticFont(family: "  ", style: "Bold") { font in
            font.fullName = " \t"
            font.postscriptName = nil
        },
        // Shift JIS text in records that claim to be Roman, as in many old Japanese fonts.
        SyntheticFont { font in
            font.namePlatforms = []
            font.rawNames = [1, 4].map { nameID in
                SyntheticFont.RawName(
                    nameID: nameID, platformID: 1, encodingID: 0, languageID: 0, bytes: [0x96, 0xBE, 0x92, 0xA9])
            }
        },
        SyntheticFont { font in
            font.namePlatforms = []
            font.rawNames = [
                SyntheticFont.RawName(
                    nameID: 1, platformID: 1, encodingID: 1, languageID: 11, bytes: [0x96, 0xBE, 0x92, 0xA9])
            ]
        },
        SyntheticFont(family: "\u{200E}\u{7}") { font in
            font.fullName = nil
            font.postscriptName = nil
        },
        SyntheticFont { font in
            font.namePlatforms = []
            font.rawNames = [.windows(1, codeUnits: [0xD800, 0xD801])]
        },
    ]

    @Test(arguments: nameless)
    func aNamelessFaceIsCalledByItsHash(_ font: SyntheticFont) throws {
        let contents = try read(font.build())
        let face = try #require(contents.faces.first?.face)
        #expect(face.family == Self.derived)
        #expect(face.postscriptName == Self.derived)
        #expect(face.hasDerivedName)
        #expect(contents.findings.contains { $0.severity == .warning && $0.table == "name" })
    }

    @Test func theFileNameIsNoName() throws {
        let bytes = SyntheticFont { $0.hasNameTable = false }.build()
        let names = try ["Helvetica.ttf", "/tmp/Arial-Bold.otf", nil].map { file in
            try FontReader.read(bytes, contentHash: hash, file: file).faces.map(\.face)
        }
        #expect(names.allSatisfy { $0 == names[0] })
        #expect(names[0].first?.fullName == "\(Self.derived) Regular")
    }

    @Test func anotherHashGivesAnotherName() throws {
        let bytes = SyntheticFont { $0.hasNameTable = false }.build()
        let other = try FontReader.read(bytes, contentHash: "ffff0000ffff", file: nil)
        #expect(other.faces.first?.face.postscriptName == "Unnamed-ffff0000ffff")
    }

    /// Faces of a collection without names are named after their file.
    ///
    /// fontconfig lists all of them under the same name, that of the file.
    @Test func facesOfACollectionAreCalledByTheirFile() throws {
        let nameless = SyntheticFont { $0.hasNameTable = false }
        let named = SyntheticFont(family: "Named")
        for (fonts, name) in [
            ([nameless, named, nameless], Self.derived), ([named, nameless], "Named-\(hash.prefix(12))"),
        ] {
            let faces = try read(SyntheticCollection(fonts).build()).faces.map(\.face)
            for (font, face) in zip(fonts, faces) {
                #expect(face.hasDerivedName == !font.hasNameTable)
                #expect(face.family == (font.hasNameTable ? "Named" : name))
                #expect(face.postscriptName == (font.hasNameTable ? "Named-Regular" : name))
            }
        }
    }

    @Test func instancesFollowTheDerivedName() throws {
        let face = try face(
            SyntheticFont { font in
                font.hasNameTable = false
                font.axes = [.weight]
                font.instances = [.init("Bold", ["wght": 700])]
            })
        #expect(face.instances.map(\.postscriptName) == ["\(Self.derived)-700wght"])
        #expect(face.instances.map(\.name) == ["700wght"])
    }

    @Test func readableNamesAreUsedBesideUnreadableOnes() throws {
        let face = try face(
            SyntheticFont { font in
                font.namePlatforms = []
                font.rawNames = [
                    SyntheticFont.RawName(
                        nameID: 1, platformID: 1, encodingID: 1, languageID: 11, bytes: [0x96, 0xBE, 0x92, 0xA9]),
                    .macintosh(6, "Mincho-Light"),
                ]
            })
        #expect(face.family == "Mincho-Light-\(hash.prefix(12))", "as fontconfig shows a font without a family")
        #expect(face.postscriptName == "Mincho-Light")
        #expect(!face.hasDerivedName)
    }
}
