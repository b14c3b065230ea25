import FontModel
import FontResources
import Testing

/// The tables of generated code.
@Suite struct ResourceTableTests {
    private static let nowhere: @Sendable () -> ResourcePlaces = {
        ResourcePlaces(object: nil, program: nil, dataFolders: [])
    }
    private static let regular = FontFace(
        postscriptName: "Lora-Regular", family: "Lora", style: "Regular", fullName: "Lora Regular",
        localizedNames: [LocalizedName(kind: .family, language: "ja", text: "ローラ")])
    private static let bold = FontFace(
        postscriptName: "Lora-Bold", family: "Lora", style: "Bold", fullName: "Lora Bold", weight: 700)
    private static let other = FontFace(
        postscriptName: "Other-Regular", family: "Other", style: "Regular", fullName: "Other Regular")

    private static func resource(_ face: FontFace, license: String? = nil) -> FontResource {
        FontResource(
            path: "Fonts/\(face.postscriptName).ttf", sha256: String(repeating: "0", count: 64), length: 12,
            faces: [face], version: "Version 1.0", license: license)
    }

    private static let text = "Copyright “Lora”\n\"\"\"#\nPermission"
    private static let facts = FontResourceFacts(
        resources: [resource(regular, license: "a1"), resource(bold, license: "a1"), resource(other, license: "a1")],
        licenses: ["Lora", "Other"].map {
            FontResourceLicense(
                id: "a1", family: $0, copyright: ["Copyright \($0)"], designers: ["Olga"], reservedNames: [$0],
                spdx: "OFL-1.1", text: text)
        })

    private struct Lora: FontResourceFamily {
        let table = FontResourceTable(
            module: "reader.App", bundle: "Reader_App.resources", { facts.text }, places: nowhere)
        let name = "Lora"
    }

    @Test func aTableHasItsFacts() {
        let table = Lora().table
        #expect(table.resources == Self.facts.resources && table.licenses == Self.facts.licenses)
        #expect(table.fonts.map(\.postscriptName) == ["Lora-Regular", "Lora-Bold", "Other-Regular"])
        #expect(table.font(named: FontName("Lora-Bold"))?.face == Self.bold)
        #expect(table.font(named: FontName("Lora-Black")) == nil)
        #expect(
            table.resources.map(\.names)
                == [["Lora-Regular"], ["Lora-Bold"], ["Other-Regular"]].map { $0.map(FontName.init(_:)) })
        // Families with one text have licences of their own.
        #expect(table.resources.map { table.license(of: $0)?.family } == ["Lora", "Lora", "Other"])
    }

    @Test func theTextIsStableAndHasEachLicenseOnce() {
        let text = Self.facts.text
        #expect(text == Self.facts.text && !text.contains("\n"))
        #expect(text.split(separator: "Permission").count == 2)
    }

    @Test func aTextOfAnotherVersionHasNoFonts() {
        for text in ["", "{}", Self.facts.text.replacing(#""formatVersion":1"#, with: #""formatVersion":2"#)] {
            let table = FontResourceTable(
                module: "reader.App", bundle: "Reader_App.resources", { text }, places: Self.nowhere)
            #expect(table.resources.isEmpty && table.licenses.isEmpty)
            #expect(throws: FontError.self) { try table.facts.get() }
        }
    }

    @Test func aFamilyHasItsFaces() {
        let lora = Lora()
        #expect(lora.faces == [Self.regular, Self.bold])
        #expect(lora.localizedNames.map(\.text) == ["ローラ"])
        #expect(lora.face(weight: .bold).font.postscriptName == "Lora-Bold")
        #expect(lora.face(weight: 300).font.postscriptName == "Lora-Regular")
        let italic = lora.face(weight: .bold, italic: true)
        #expect(italic.font.postscriptName == "Lora-Bold" && italic.unmet == .slope && italic.needsSyntheticOblique)
    }

    // MARK: Locations

    private struct Variable: FontResourceFamily {
        let table: FontResourceTable
        let name = "Literata"

        init(_ faces: [FontFace]) {
            let facts = FontResourceFacts(
                resources: faces.map { ResourceTableTests.resource($0) }, licenses: [])
            table = FontResourceTable(module: "reader.App", bundle: "R.resources", { facts.text }, places: nowhere)
        }
    }

    private static func literata(_ style: String, italic: Bool = false) -> FontFace {
        FontFace(
            postscriptName: "Literata-\(style)", family: "Literata", style: style, fullName: "Literata \(style)",
            traits: italic ? .italic : [],
            axes: [
                VariationAxis(tag: "opsz", name: "Size", minimum: 7, defaultValue: 14, maximum: 72),
                VariationAxis(tag: "wght", name: "Weight", minimum: 200, defaultValue: 300, maximum: 900),
                VariationAxis(tag: "GRAD", name: "Grade", minimum: 0, defaultValue: 1, maximum: 4),
            ],
            instances: [
                NamedInstance(
                    name: "Bold", postscriptName: "Literata-Bold", hasOwnPostScriptName: false,
                    coordinates: ["opsz": 14, "wght": 700, "GRAD": 1], isDefault: false)
            ])
    }

    @Test func aLocationIsWithinTheAxes() {
        let family = Variable([Self.literata("Light"), Self.literata("LightItalic", italic: true)])
        let match = family.at(["opsz": 12, "wght": 560])
        #expect(match.coordinates == ["opsz": 12, "wght": 560, "GRAD": 1])
        #expect(match.font.face.postscriptName == "Literata-Light" && match.font.instance == nil && match.unmet == [])
        let beyond = family.at(["opsz": 1_000, "wght": 0, "GRAD": .nan, "XXXX": 3])
        #expect(beyond.coordinates == ["opsz": 72, "wght": 200, "GRAD": 1])
        #expect(family.at([:]).coordinates == ["opsz": 14, "wght": 300, "GRAD": 1])
        #expect(family.at(["wght": 700]).font.postscriptName == "Literata-Bold")
        #expect(family.at(["wght": 700], italic: true).font.face.postscriptName == "Literata-LightItalic")
        #expect(family.at(["wght": 700], italic: true).unmet == [])
    }

    @Test func aSlopeIsALocation() {
        var face = Self.literata("Light")
        face.axes.append(VariationAxis(tag: "slnt", name: "Slant", minimum: -10, defaultValue: 0, maximum: 0))
        let family = Variable([face])
        #expect(family.at(["slnt": -6]).coordinates["slnt"] == -6)
        #expect(family.at(["wght": 400]).coordinates["slnt"] == 0)
        #expect(family.at(["wght": 400], italic: true).coordinates["slnt"] == -10)
    }
}
