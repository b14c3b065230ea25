import FontRegistry
import Foundation
import TestSupport
import Testing

/// Properties of real fonts that lie beside the checkout on some machines.
@Suite(
    .tags(.unsafeMemory), .enabled(if: SharedFonts.fonts != nil, "no folder of shared fonts"), .fewAtOnce,
    .timeLimit(.minutes(60)))
struct RealFontTests {
    private let home: PrivateHome
    private let fonts: FontManager
    private let folder: String

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
        folder = try #require(SharedFonts.fonts)
    }

    private func path(_ name: String) throws -> String {
        let path = folder + "/" + name
        try #require(exists(path), "\(name)")
        return path
    }

    /// Changed files would make the other tests say nothing about the releases that they name.
    @Test func filesAreThoseOfTheirList() throws {
        let list = try String(contentsOfFile: path("SOURCES.md"), encoding: .utf8)
        var family = ""
        var count = 0
        for line in list.split(separator: "\n") {
            if line.hasPrefix("## ") { family = String(line.dropFirst(3)) }
            let row = line.firstMatch(of: #/^\| ([^|]+\.[ot]tf) \| (\d+) \|.*`([0-9a-f]{64})` \|$/#)
            guard let (_, name, size, sha256) = row?.output else { continue }
            let file = try FontFile(contentsOf: URL(filePath: try path("\(family)/\(name)")))
            #expect(file.size == Int(size) && file.sha256 == sha256, "\(family)/\(name)")
            count += 1
        }
        #expect(count > 20)
    }

    private static let families = [
        ("lora", "Lora"), ("literata", "Literata"), ("merriweather", "Merriweather"),
        ("source-serif-4", "SourceSerif4"), ("lato", "Lato"), ("montserrat", "Montserrat"),
        ("nunito-sans", "NunitoSans"), ("source-sans-3", "SourceSans3"),
    ]

    @Test func theSixteenNamesResolveToOneFaceEach() async throws {
        let files = try Self.families.flatMap { folder, name in
            try ["Regular", "Bold"].map { try path("\(folder)/\(name)-\($0).ttf") }
        }
        let summary = try await fonts.register(files.map { .file($0) }, scope: .persistent).summary()
        #expect(summary.isSuccess, "\(summary.errors)")
        for (_, name) in Self.families {
            for style in ["Regular", "Bold"] {
                let answer = try await fonts.resolve("\(name)-\(style)")
                #expect(answer.matchedBy == .postscriptName)
                #expect(answer.match?.face.postscriptName == "\(name)-\(style)")
                #expect(answer.match?.weight == (style == "Bold" ? 700 : 400))
                #expect(try await fonts.fonts(matching: FontQuery(postscriptName: "\(name)-\(style)")).count == 1)
            }
        }
        #expect(try await fonts.familyNames(locale: Locale(identifier: "en")).count == 8)
    }

    @Test(arguments: [
        ("lato/Lato-Regular.ttf", "lato/v3/Lato-Regular.ttf"),
        ("literata/Literata-Regular.ttf", "literata/Literata[opsz,wght].ttf"),
        ("lora/Lora-Regular.ttf", "lora/Lora[wght].ttf"),
        ("jetbrains-mono/JetBrainsMono-Regular.ttf", "jetbrains-mono/JetBrainsMono[wght].ttf"),
        ("source-sans-3/SourceSans3-Regular.ttf", "source-sans-3/SourceSans3-Regular.otf"),
    ])
    func twoFilesOfOneNameConflict(_ first: String, _ second: String) async throws {
        let holder = try await fonts.add(try path(first))
        let error = try await fonts.refusal(of: .file(try path(second)))
        #expect(error?.code.rawValue == 305)
        #expect(error?.conflict?.id == holder.id)
        #expect(error?.conflict?.postscriptName == holder.faces.first?.postscriptName)
    }

    @Test func aNewerReleaseReplacesAnOlderOne() async throws {
        try await fonts.add(try path("lato/Lato-Regular.ttf"))
        let options = RegistrationOptions(replaces: true)
        #expect(
            try await fonts.outcome(of: .file(try path("lato/v3/Lato-Regular.ttf")), .persistent, options).status
                == .replaced)
        let back = try await fonts.refusal(of: .file(try path("lato/Lato-Regular.ttf")), .persistent, options)
        #expect(back?.code.rawValue == 305)
    }

    @Test(arguments: [
        ("literata/Literata[opsz,wght].ttf", "Literata-Bold", 700.0),
        ("inter/Inter-roman.var.ttf", "Inter-SemiBold", 600),
        ("source-sans-3/SourceSans3VF-Upright.otf", "SourceSans3VF-Bold", 700),
        ("jetbrains-mono/JetBrainsMono[wght].ttf", "JetBrainsMono-ExtraBold", 800),
    ])
    func instancesAnswerToTheNamesApplesSystemsGiveThem(_ file: String, _ name: String, _ weight: Double) async throws {
        try await fonts.add(try path(file))
        let answer = try await fonts.resolve(name)
        #expect(answer.matchedBy == .instance)
        #expect(answer.match?.postscriptName == name)
        #expect(answer.match?.weight == weight)
        // fontconfig's name is not used.
        #expect(try await !fonts.has("Literata_700wght"))
    }

    @Test(arguments: [
        ("merriweather/Merriweather[opsz,wdth,wght].ttf", "Merriweather", "Merriweather-7ptLight", 300.0),
        ("nunito-sans/NunitoSans[YTLC,opsz,wdth,wght].ttf", "Nunito Sans", "NunitoSans-12ptExtraLight", 200),
        // Its full name (ID 4) is its family name, and ID 2 calls the lightest weight Regular.
        ("source-sans-3/SourceSans3VF-Upright.otf", "SourceSans3VF", "SourceSans3VF-ExtraLight", 200),
        ("source-sans-3/SourceSans3VF-Upright.otf", "SourceSans3VF Regular", "SourceSans3VF-ExtraLight", 200),
    ])
    func aFamilyWhoseDefaultIsNotRegularGivesItsRegular(
        _ file: String, _ family: String, _ name: String, _ weight: Double
    ) async throws {
        try await fonts.add(try path(file))
        #expect(try await fonts.resolve(name).match?.weight == weight)
        let regular = try #require(try await fonts.resolve(family).match)
        #expect(regular.weight == 400)
        #expect(regular.instance != nil)
        #expect(family.hasPrefix(regular.face.family))
    }

    @Test func aBoldFontOfAnOddWeightStaysBold() async throws {
        for style in ["Regular", "Bold"] { try await fonts.add(try path("jetbrains-mono/JetBrainsMono-\(style).ttf")) }
        let bold = try #require(try await fonts.resolve("JetBrainsMono-Bold").match)
        #expect(bold.weight == 558)
        #expect(bold.face.traits.contains([.bold, .monospace]))
        #expect(
            try await fonts.fonts(matching: FontQuery(traits: .bold)).map(\.postscriptName) == ["JetBrainsMono-Bold"])
        #expect(try await fonts.resolve("JetBrains Mono").match?.postscriptName == "JetBrainsMono-Regular")
        #expect(try await fonts.resolve("JetBrains Mono Bold").match?.weight == 558)
    }

    @Test func theFullNameMayLackTheStyle() async throws {
        for style in ["Regular", "Bold"] { try await fonts.add(try path("source-serif-4/SourceSerif4-\(style).ttf")) }
        let answer = try await fonts.resolve("Source Serif 4")
        #expect(answer.matchedBy == .familyStyle)
        #expect(answer.match?.postscriptName == "SourceSerif4-Regular")
    }

    @Test func kleeOneAnswersToItsJapaneseName() async throws {
        for style in ["Regular", "SemiBold"] { try await fonts.add(try path("klee-one/KleeOne-\(style).subset.ttf")) }
        let answer = try await fonts.resolve("クレー One")
        #expect(answer.matchedBy == .localized)
        #expect(answer.match?.postscriptName == "KleeOne-Regular")
        #expect(try await fonts.resolve("クレー One SemiBold").match?.postscriptName == "KleeOne-SemiBold")
        #expect(try await fonts.familyNames(locale: Locale(identifier: "ja")) == ["クレー One"])
        #expect(try await fonts.familyNames(locale: Locale(identifier: "en")) == ["Klee One"])
    }

    @Test(arguments: [
        ("merriweather/Merriweather[opsz,wdth,wght].ttf", "Merriweather", 18.0, 700.0),
        ("nunito-sans/NunitoSans[YTLC,opsz,wdth,wght].ttf", "Nunito Sans", 12, 700),
        ("literata/Literata[opsz,wght].ttf", "Literata", 12, 700),
    ])
    func aVariableFamilyIsMatchedAtALocation(
        _ file: String, _ family: String, _ size: Double, _ weight: Double
    ) async throws {
        try await fonts.add(try path(file))
        let match = try #require(
            try await fonts.match(family: family, style: FontStyle(weight: weight, pointSize: size)))
        #expect(Set(match.coordinates.keys) == Set(match.font.face.axes.map(\.tag)))
        #expect(match.coordinates["wght"] == weight)
        #expect(match.coordinates["opsz"] == size)
        #expect(match.unmet == [])
        // The default of some families is light.
        let regular = try #require(try await fonts.match(family: family))
        #expect(regular.coordinates["wght"] == 400)
        #expect(!regular.needsSyntheticBold)
    }

    @Test func uprightAndItalicVariableFilesAreOneFamily() async throws {
        for file in ["lora/Lora[wght].ttf", "lora/Lora-Italic[wght].ttf"] { try await fonts.add(try path(file)) }
        let bold = try await fonts.match(family: "Lora", style: FontStyle(weight: 700))
        #expect(bold?.font.postscriptName == "Lora-Bold")
        let italic = try await fonts.match(family: "Lora", style: FontStyle(weight: 550, slope: .italic))
        #expect(italic?.font.face.postscriptName == "Lora-Italic")
        #expect(italic?.coordinates == ["wght": 550])
        #expect(italic?.unmet == [])
        let slanted = try await fonts.match(family: "Lora", style: FontStyle(slope: .oblique()))
        #expect(slanted?.font.face.postscriptName == "Lora-Italic")
        #expect(slanted?.needsSyntheticOblique == false)
    }

    @Test func aBoldFaceOfAnOddWeightIsNotEmboldened() async throws {
        for style in ["Regular", "Bold"] { try await fonts.add(try path("jetbrains-mono/JetBrainsMono-\(style).ttf")) }
        let match = try await fonts.match(family: "JetBrains Mono", style: FontStyle(weight: 700))
        #expect(match?.font.postscriptName == "JetBrainsMono-Bold")
        #expect(match?.needsSyntheticBold == false)
        #expect(match?.unmet == .weight)
    }

    @Test func aTextIsDrawnByTheFontsOfItsScripts() async throws {
        for file in ["klee-one/KleeOne-Regular.subset.ttf", "lora/Lora[wght].ttf"] {
            try await fonts.add(try path(file))
        }
        let text = "Lora und クレー, done."
        let runs = try await fonts.runs(of: text, families: ["Lora"], language: "ja")
        #expect(runs.map { String(text[$0.range]) }.joined() == text)
        #expect(
            runs.map { $0.match?.font.postscriptName } == ["Lora-Regular", "KleeOne-Regular", "Lora-Regular"])
    }
}
