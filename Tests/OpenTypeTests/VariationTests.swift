import FontModel
import OpenType
import TestSupport
import Testing

@Suite struct VariationTests {
    @Test func axesAreRead() throws {
        let face = try face(
            SyntheticFont(family: "Axes") { font in
                font.axes = [.weight, .init("XTRA", minimum: -1.5, defaultValue: 0.25, maximum: 10, isHidden: true)]
            })
        #expect(
            face.axes == [
                VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900),
                VariationAxis(
                    tag: "XTRA", name: "XTRA", minimum: -1.5, defaultValue: 0.25, maximum: 10, isHidden: true),
            ])
        #expect(face.isVariable)
        #expect(face.instances.isEmpty)
    }

    @Test func aStaticFaceHasNone() throws {
        let face = try face(SyntheticFont())
        #expect(face.axes.isEmpty)
        #expect(face.instances.isEmpty)
        #expect(!face.isVariable)
    }

    @Test func instancesKeepTheirOwnPostScriptNames() throws {
        let face = try face(
            SyntheticFont(family: "Own Names") { font in
                font.axes = [.weight, .width]
                font.instances = [
                    .init("Bold", ["wght": 700], postscriptName: "ON-Heavy"),
                    .init("Regular", [:]),
                    .init("Black", ["wght": 900], postscriptName: "not valid"),
                ]
            })
        #expect(face.instances.map(\.postscriptName) == ["ON-Heavy", "OwnNames-Regular", "OwnNames-Black"])
        #expect(face.instances.map(\.hasOwnPostScriptName) == [true, false, false])
        #expect(face.instances.map(\.isDefault) == [false, true, false])
        #expect(face.instances.map(\.name) == ["Bold", "Regular", "Black"])
        #expect(face.instances[0].coordinates == ["wght": 700, "wdth": 100])
    }

    @Test(arguments: [
        ("Lora", "SemiBold", "Lora-SemiBold"), ("Nunito Sans", "Bold", "NunitoSans-Bold"),
        ("Lora", "Bold Italic", "Lora-BoldItalic"), ("A/B (C)", "[Li]ght", "ABC-Light"), ("Grün", "Fett", "Grn-Fett"),
        // If nothing of the name is left, the name is formed from the face's name and the location.
        ("Base", "太字", "Base-700wght"), ("明朝", "Bold", "Own-Name-Bold"),
    ])
    func namesOfInstancesAreFormedAsAppleDoes(_ family: String, _ style: String, _ expected: String) throws {
        let face = try face(
            SyntheticFont(family: family) { font in
                font.postscriptName = "Own-Name"
                font.axes = [.weight]
                font.instances = [.init(style, ["wght": 700])]
            })
        #expect(face.instances.map(\.postscriptName) == [expected])
        #expect(face.instances.map(\.hasOwnPostScriptName) == [false])
    }

    @Test func theFormedNameTakesTheTypographicFamilyAndNotID25() throws {
        let face = try face(
            SyntheticFont(family: "Merri", style: "7pt Light") { font in
                font.legacyFamily = "Merri 7pt Light"
                font.legacyStyle = "Regular"
                font.variationsPostScriptNamePrefix = "MerriPrefix"
                font.axes = [.weight]
                font.instances = [.init("Bold", ["wght": 700])]
            })
        #expect(face.instances.map(\.postscriptName) == ["Merri-Bold"])
    }

    @Test func anInstanceWithoutNameIsCalledByItsPlace() throws {
        let font = SyntheticFont.variable(family: "Nameless Instances", instancesHavePostScriptNames: false)
        // The instances are Light, Regular (the default) and Bold; the patch gives each a name ID that does not exist.
        let bytes = font.build()
        let fvar = SyntheticDirectoryEntry.find("fvar", in: bytes)
        let unnamed = (0..<3).reduce(bytes) { bytes, index in
            Damage.patched(bytes, at: fvar.offset + 36 + 8 * index, with: words(999))
        }
        let contents = try read(unnamed)
        #expect(contents.faces.first?.face.instances.map(\.name) == ["300wght", "Regular", "700wght"])
        #expect(contents.findings.contains { $0.table == "fvar" && $0.severity == .warning })
    }

    @Test func locationsGiveWeightWidthAndSlant() throws {
        let face = try face(
            SyntheticFont { font in
                font.weight = 400
                font.axes = [
                    .init("wght", minimum: 200, defaultValue: 200, maximum: 900),
                    .init("wdth", minimum: 75, defaultValue: 87.5, maximum: 125),
                    .init("slnt", minimum: -15, defaultValue: -10, maximum: 0),
                ]
            })
        #expect(face.weight == 200)
        #expect(face.width == 87.5)
        #expect(face.slant == 10)
    }

    @Test func anAxisOutOfOrderIsDamage() throws {
        for (minimum, defaultValue, maximum) in [(500.0, 400.0, 900.0), (100, 950, 900)] {
            let font = SyntheticFont { font in
                font.axes = [.init("wght", minimum: minimum, defaultValue: defaultValue, maximum: maximum)]
            }
            let error = try #require(refusal(of: font.build()))
            #expect(error.code == .invalidFontData)
            #expect(error.table == "fvar")
        }
    }

    @Test func anInstanceOutsideOfTheAxesIsAWarning() throws {
        let font = SyntheticFont { font in
            font.axes = [.weight]
            font.instances = [.init("Too Bold", ["wght": 1_000])]
        }
        let contents = try read(font.build())
        #expect(contents.faces.first?.face.instances.count == 1)
        #expect(contents.findings.contains { $0.table == "fvar" && $0.message.contains("outside") })
    }

    @Test(arguments: [[UInt8](), words(1, 0), words(2, 0, 16, 2, 1, 20, 0, 8), words(1, 0, 16, 2, 1, 16, 0, 8)])
    func anUnusableTableIsDamage(_ table: [UInt8]) throws {
        let error = try #require(refusal(of: SyntheticFont { $0.extraTables = ["fvar": table] }.build()))
        #expect(error.code == .invalidFontData)
        #expect(error.table == "fvar")
    }
}
