import FontModel
import OpenType
import TestSupport
import Testing

/// The expected contents of a real font.
struct RealFont: Sendable, CustomTestStringConvertible {
    var path: String
    var postscriptName: String
    var family: String
    var style = "Regular"
    var fullName: String?
    var legacyFamily: String?
    var weight = 400.0
    var outlines = OutlineFormat.trueType
    /// Tag, minimum, default and maximum of each axis.
    var axes: [String] = []
    /// The PostScript names of the named instances.
    var instances: [String] = []

    var testDescription: String { path }

    static let all: [RealFont] = [
        RealFont(path: "lora/Lora-Regular.ttf", postscriptName: "Lora-Regular", family: "Lora"),
        RealFont(path: "lora/Lora-Bold.ttf", postscriptName: "Lora-Bold", family: "Lora", style: "Bold", weight: 700),
        RealFont(
            path: "lora/Lora[wght].ttf", postscriptName: "Lora-Regular", family: "Lora",
            axes: ["wght 400.0 400.0 700.0"],
            instances: ["Lora-Regular", "Lora-Medium", "Lora-SemiBold", "Lora-Bold"]),
        RealFont(
            path: "lora/Lora-Italic[wght].ttf", postscriptName: "Lora-Italic", family: "Lora", style: "Italic",
            axes: ["wght 400.0 400.0 700.0"],
            instances: ["Lora-Italic", "Lora-MediumItalic", "Lora-SemiBoldItalic", "Lora-BoldItalic"]),
        RealFont(path: "literata/Literata-Regular.ttf", postscriptName: "Literata-Regular", family: "Literata"),
        RealFont(
            path: "literata/Literata-Bold.ttf", postscriptName: "Literata-Bold", family: "Literata", style: "Bold",
            weight: 700),
        RealFont(
            path: "literata/Literata[opsz,wght].ttf", postscriptName: "Literata-Regular", family: "Literata",
            axes: ["opsz 7.0 12.0 72.0", "wght 200.0 400.0 900.0"],
            instances: [
                "Literata-ExtraLight", "Literata-Light", "Literata-Regular", "Literata-Medium", "Literata-SemiBold",
                "Literata-Bold", "Literata-ExtraBold", "Literata-Black",
            ]),
        RealFont(
            path: "merriweather/Merriweather-Regular.ttf", postscriptName: "Merriweather-Regular",
            family: "Merriweather"),
        RealFont(
            path: "merriweather/Merriweather-Bold.ttf", postscriptName: "Merriweather-Bold", family: "Merriweather",
            style: "Bold", weight: 700),
        RealFont(
            path: "merriweather/Merriweather[opsz,wdth,wght].ttf", postscriptName: "Merriweather-7ptLight",
            family: "Merriweather", style: "7pt Light", legacyFamily: "Merriweather 7pt Light", weight: 300,
            axes: ["wght 300.0 300.0 900.0", "wdth 87.0 100.0 112.0", "opsz 7.0 7.0 144.0"],
            instances: [
                "Merriweather-Light", "Merriweather-Regular", "Merriweather-Medium", "Merriweather-SemiBold",
                "Merriweather-Bold", "Merriweather-ExtraBold", "Merriweather-Black",
            ]),
        RealFont(
            path: "source-serif-4/SourceSerif4-Regular.ttf", postscriptName: "SourceSerif4-Regular",
            family: "Source Serif 4", fullName: "Source Serif 4"),
        RealFont(
            path: "source-serif-4/SourceSerif4-Bold.ttf", postscriptName: "SourceSerif4-Bold",
            family: "Source Serif 4", style: "Bold", weight: 700),
        RealFont(path: "lato/Lato-Regular.ttf", postscriptName: "Lato-Regular", family: "Lato"),
        RealFont(path: "lato/Lato-Bold.ttf", postscriptName: "Lato-Bold", family: "Lato", style: "Bold", weight: 700),
        RealFont(path: "lato/v3/Lato-Regular.ttf", postscriptName: "Lato-Regular", family: "Lato"),
        RealFont(
            path: "montserrat/Montserrat-Regular.ttf", postscriptName: "Montserrat-Regular", family: "Montserrat"),
        RealFont(
            path: "montserrat/Montserrat-Bold.ttf", postscriptName: "Montserrat-Bold", family: "Montserrat",
            style: "Bold", weight: 700),
        RealFont(
            path: "nunito-sans/NunitoSans-Regular.ttf", postscriptName: "NunitoSans-Regular", family: "Nunito Sans"),
        RealFont(
            path: "nunito-sans/NunitoSans-Bold.ttf", postscriptName: "NunitoSans-Bold", family: "Nunito Sans",
            style: "Bold", weight: 700),
        RealFont(
            path: "nunito-sans/NunitoSans[YTLC,opsz,wdth,wght].ttf", postscriptName: "NunitoSans-12ptExtraLight",
            family: "Nunito Sans", style: "12pt ExtraLight", legacyFamily: "Nunito Sans 12pt ExtraLight", weight: 200,
            axes: [
                "wght 200.0 200.0 1000.0", "wdth 75.0 100.0 125.0", "opsz 6.0 12.0 12.0", "YTLC 440.0 500.0 540.0",
            ],
            instances: [
                "NunitoSans-ExtraLight", "NunitoSans-Light", "NunitoSans-Regular", "NunitoSans-Medium",
                "NunitoSans-SemiBold", "NunitoSans-Bold", "NunitoSans-ExtraBold", "NunitoSans-Black",
            ]),
        RealFont(
            path: "source-sans-3/SourceSans3-Regular.ttf", postscriptName: "SourceSans3-Regular",
            family: "Source Sans 3", fullName: "Source Sans 3"),
        RealFont(
            path: "source-sans-3/SourceSans3-Regular.otf", postscriptName: "SourceSans3-Regular",
            family: "Source Sans 3", outlines: .cff),
        RealFont(
            path: "source-sans-3/SourceSans3-Bold.ttf", postscriptName: "SourceSans3-Bold", family: "Source Sans 3",
            style: "Bold", weight: 700),
        RealFont(
            path: "source-sans-3/SourceSans3VF-Upright.otf", postscriptName: "SourceSans3VF-ExtraLight",
            family: "SourceSans3VF", weight: 200, outlines: .cff2,
            axes: ["wght 200.0 200.0 900.0"],
            instances: [
                "SourceSans3VF-ExtraLight", "SourceSans3VF-Light", "SourceSans3VF-Regular", "SourceSans3VF-Medium",
                "SourceSans3VF-Semibold", "SourceSans3VF-Bold", "SourceSans3VF-Black",
            ]),
        RealFont(
            path: "jetbrains-mono/JetBrainsMono-Regular.ttf", postscriptName: "JetBrainsMono-Regular",
            family: "JetBrains Mono"),
        RealFont(
            path: "jetbrains-mono/JetBrainsMono-Bold.ttf", postscriptName: "JetBrainsMono-Bold",
            family: "JetBrains Mono", style: "Bold", weight: 558),
        RealFont(
            path: "jetbrains-mono/JetBrainsMono[wght].ttf", postscriptName: "JetBrainsMono-Regular",
            family: "JetBrains Mono", axes: ["wght 100.0 400.0 800.0"],
            instances: [
                "JetBrainsMono-Thin", "JetBrainsMono-ExtraLight", "JetBrainsMono-Light", "JetBrainsMono-Regular",
                "JetBrainsMono-Medium", "JetBrainsMono-SemiBold", "JetBrainsMono-Bold", "JetBrainsMono-ExtraBold",
            ]),
        RealFont(path: "inter/Inter-Regular.otf", postscriptName: "Inter-Regular", family: "Inter", outlines: .cff),
        RealFont(
            path: "inter/Inter-Bold.otf", postscriptName: "Inter-Bold", family: "Inter", style: "Bold", weight: 700,
            outlines: .cff),
        RealFont(
            path: "inter/Inter-roman.var.ttf", postscriptName: "Inter", family: "Inter", fullName: "Inter",
            axes: ["wght 100.0 400.0 900.0"],
            instances: [
                "Inter-Thin", "Inter-ExtraLight", "Inter-Light", "Inter-Regular", "Inter-Medium", "Inter-SemiBold",
                "Inter-Bold", "Inter-ExtraBold", "Inter-Black",
            ]),
        RealFont(path: "klee-one/KleeOne-Regular.subset.ttf", postscriptName: "KleeOne-Regular", family: "Klee One"),
        RealFont(
            path: "klee-one/KleeOne-SemiBold.subset.ttf", postscriptName: "KleeOne-SemiBold", family: "Klee One",
            style: "SemiBold", legacyFamily: "Klee One SemiBold", weight: 600),
    ]
}

@Suite(.enabled(if: SharedFonts.fonts != nil, "Requires the font collection (FONTD_TEST_FONTS)."))
struct RealFontTests {
    @Test(arguments: RealFont.all)
    func factsAreThoseOfTheFile(_ font: RealFont) throws {
        let contents = try read(SharedFiles.font(font.path))
        let face = try #require(contents.faces.first?.face)
        #expect(contents.faces.count == 1)
        #expect(contents.findings.isEmpty)
        #expect(face.postscriptName == font.postscriptName)
        #expect(face.family == font.family)
        #expect(face.style == font.style)
        if let fullName = font.fullName { #expect(face.fullName == fullName) }
        #expect(face.legacyFamily == font.legacyFamily)
        #expect(face.weight == font.weight)
        #expect(face.width == 100)
        #expect(face.outlines == font.outlines)
        #expect(face.axes.map { "\($0.tag) \($0.minimum) \($0.defaultValue) \($0.maximum)" } == font.axes)
        #expect(face.instances.map(\.postscriptName) == font.instances)
        #expect(face.instances.filter(\.isDefault).count == (font.axes.isEmpty ? 0 : 1))
        #expect(face.instances.allSatisfy { $0.hasOwnPostScriptName == font.path.contains("SourceSans3VF") })
        #expect(face.traits.contains(.monospace) == font.family.contains("Mono"))
        #expect(face.traits.contains(.italic) == font.style.contains("Italic"))
        #expect(contents.faces.first?.details.fsType == 0)
        #expect(contents.faces.first?.coverage.covers("Readable") == true)
        #expect(!face.hasDerivedName)
    }

    @Test func sixteenNamesAndEightFamiliesOfTheReader() throws {
        let faces = try RealFont.all
            .filter { $0.axes.isEmpty && !$0.path.contains("/v3/") && $0.path.hasSuffix(".ttf") }
            .filter { !$0.path.contains("klee") }
            .map { try SharedFiles.face($0.path).face }
        let families = [
            "JetBrainsMono", "Lato", "Literata", "Lora", "Merriweather", "Montserrat", "NunitoSans", "SourceSans3",
            "SourceSerif4",
        ]
        #expect(faces.map(\.postscriptName).sorted() == families.flatMap { ["\($0)-Bold", "\($0)-Regular"] })
    }

    @Test func kleeHasAJapaneseName() throws {
        let regular = try SharedFiles.face("klee-one/KleeOne-Regular.subset.ttf")
        let semiBold = try SharedFiles.face("klee-one/KleeOne-SemiBold.subset.ttf")
        for face in [regular.face, semiBold.face] {
            #expect(face.localizedNames.contains(LocalizedName(kind: .family, language: "ja", text: "クレー One")))
        }
    }

    @Test func instancesLieWhereTheirNamesSay() throws {
        let face = try SharedFiles.face("merriweather/Merriweather[opsz,wdth,wght].ttf").face
        let regular = try #require(face.instances.first { $0.postscriptName == "Merriweather-Regular" })
        #expect(regular.coordinates["wght"] == 400)
        #expect(!regular.isDefault)
    }

    @Test(arguments: RealFont.all)
    func aFontThatLacksTheLastByteOfATableIsRefused(_ font: RealFont) throws {
        let bytes = try SharedFiles.font(font.path)
        let end = try #require(SyntheticDirectoryEntry.all(in: bytes).map(\.range.upperBound).max())
        #expect(refusal(of: Array(bytes.prefix(end - 1)))?.code == .invalidFontData)
    }
}
