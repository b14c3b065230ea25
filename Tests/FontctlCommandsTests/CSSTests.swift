import DesktopSettings
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `fontctl css`.
@Suite struct CSSTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private func register(_ font: SyntheticFont) async throws {
        #expect(await session("register", try home.write(font)).status == 0)
    }

    @Test func staticFacesHaveARuleEach() async throws {
        try await register(SyntheticFont(family: "Lora"))
        try await register(SyntheticFont(family: "Lora", style: "Bold") { $0.weight = 700 })
        let sheet = await session("css", "Lora")
        #expect(sheet.status == 0 && sheet.errors.isEmpty)
        #expect(sheet.output.components(separatedBy: "@font-face {").count == 3)
        #expect(sheet.lines.filter { $0.contains("font-weight") } == ["  font-weight: 400;", "  font-weight: 700;"])
        #expect(sheet.output.contains("src: url(\"file://\(home.paths.persistentProjection)/"))
        #expect(sheet.output.contains("format(\"truetype\")") && sheet.output.contains("font-display: swap"))
        #expect(!sheet.output.contains("local("))
    }

    @Test func aVariableFaceHasOneRuleAndReplacesStaticOnes() async throws {
        try await register(.variable(family: "Axis"))
        try await register(SyntheticFont(family: "Axis", style: "Medium") { $0.weight = 500 })
        let sheet = await session("css", "Axis")
        #expect(sheet.lines.filter { $0.contains("font-weight") } == ["  font-weight: 100 900;"])
    }

    @Test func facesOfACollectionAreFilesOfTheirOwn() async throws {
        let collection = SyntheticCollection.faces(2, family: "Pair")
        #expect(await session("register", try home.write(collection.build(), as: "pair.ttc")).status == 0)
        let sheet = await session("css", "Pair 2")
        #expect(sheet.status == 0, "\(sheet.errors)")
        let url = try #require(sheet.output.firstMatch(of: #/url\("data:font/ttf;base64,([^"]*)"\)/#)?.output.1)
        let file = home.root + "/given/face.ttf"
        try #require(Data(base64Encoded: String(url))).write(to: URL(filePath: file))
        let info = await session("info", file, "--json")
        #expect(info.output.contains("\"postscriptName\":\"Pair2-Regular\""), "\(info.output) \(info.errors)")
        #expect(await session("validate", file).status == 0)
    }

    @Test func inlineContainsTheFileItself() async throws {
        let font = SyntheticFont(family: "Lora")
        try await register(font)
        let sheet = await session("css", "Lora", "--inline")
        let url = try #require(sheet.output.firstMatch(of: #/base64,([^"]*)"/#)?.output.1)
        #expect(Data(base64Encoded: String(url)) == Data(font.build()))
    }

    @Test func fontsThatForbidEmbeddingStayFiles() async throws {
        try await register(SyntheticFont(family: "Closed") { $0.fsType = 2 })
        let sheet = await session("css", "Closed", "--inline")
        #expect(sheet.status == 1 && sheet.output.isEmpty)
        #expect(sheet.errors.contains("Closed-Regular does not allow embedding (OS/2.fsType)."))
        #expect(await session("css", "Closed").status == 0)
    }

    /// Of several bits in an old table, the least restrictive counts; bitmaps only and restriction forbid outlines in pages.
    @Test(arguments: [
        (0, true), (2, false), (4, true), (8, true), (0x100, true), (0x200, false), (0x104, true), (0x00E, true),
    ])
    func permissionsToEmbed(_ fsType: Int, isAllowed: Bool) async throws {
        try await register(SyntheticFont(family: "Kept") { $0.fsType = fsType })
        let sheet = await session("css", "Kept", "--inline")
        #expect((sheet.status == 0) == isAllowed && sheet.output.contains("data:font/ttf") == isAllowed)
    }

    @Test func aRoleMayHaveTheDesktopsFont() async throws {
        try await register(SyntheticFont(family: "Desk Mono"))
        var desktop = DesktopAppearance()
        desktop.monospaceFont = FontSetting(family: "Desk Mono", pointSize: 10)
        session.configure { [desktop] in $0.desktop = { desktop } }
        let sheet = await session("css", "--role", "code=monospace")
        #expect(sheet.status == 0 && sheet.errors.isEmpty, "\(sheet.errors)")
        #expect(sheet.output.contains("font-family: \"Desk Mono\";"))
    }

    @Test func rolesHaveTheReadersVariables() async throws {
        for family in ["Literata", "DejaVu Sans Mono"] { try await register(SyntheticFont(family: family)) }
        let sheet = await session(
            "css", "--role", "body=literata", "--role", "code=monospace", "--role", "heading=none")
        #expect(sheet.status == 1)
        #expect(sheet.output.contains("--reader-font-family-body: \"Literata\", serif;"))
        #expect(sheet.output.contains("--reader-font-family-code: \"DejaVu Sans Mono\", monospace;"))
        #expect(sheet.output.contains("--reader-font-family-heading: serif;"))
        #expect(sheet.errors.contains("code: “DejaVu Sans Mono” is used for monospace."))
        #expect(sheet.errors.contains("heading: no font of “none” is available, so “serif” is used."))
        let named = await session("css", "--role", "body=Literata", "--format", "gtk")
        #expect(named.status == 0)
        #expect(named.output == ".reader-body {\n  font-family: \"Literata\", serif;\n}\n")
        #expect(await session("css", "Literata", "--format", "pango").output == "body=Literata,serif\n")
    }

    /// Pango's lists have no way to write a comma of a name.
    @Test func aFamilyThatPangoCannotNameIsReported() async throws {
        for family in ["Sans, Serif", "Plain 12"] { try await register(SyntheticFont(family: family)) }
        let sheet = await session("css", "Sans, Serif", "Plain 12", "--format", "pango")
        #expect(sheet.status == 1 && sheet.output == "body=Plain 12,serif\n", "\(sheet)")
        #expect(sheet.errors.contains("Pango cannot name the family “Sans, Serif”"), "\(sheet)")
        let other = await session("css", "Sans, Serif", "--format", "gtk")
        #expect(other.status == 0 && other.output.contains("\"Sans, Serif\""), "\(other)")
    }

    @Test func aTextDividesAChainOfFamilies() async throws {
        try await register(SyntheticFont(family: "Latin"))
        try await register(SyntheticFont(family: "Kana") { $0.characters = [0x3042...0x3044] })
        let sheet = await session("css", "Latin", "Kana", "--text", "Aあいa\u{1F600}")
        #expect(sheet.output.contains("font-family: \"Latin\""))
        let ranges = sheet.lines.filter { $0.contains("unicode-range") }
        #expect(ranges == ["  unicode-range: U+41, U+61;", "  unicode-range: U+3042, U+3044;"])
        #expect(sheet.errors.contains("No font of these families has: \u{1F600}"))
    }

    @Test func hostileNamesStayWithinTheirStrings() async throws {
        let family = "A\"; } </style><script>\\\u{200D}x"
        try await register(SyntheticFont(family: family) { $0.postscriptName = "Hostile" })
        let listed = try await session("families", "--json").json
        let name = try #require(((listed["families"] as? [[String: Any]])?.first?["family"]) as? String)
        let sheet = await session("css", name)
        #expect(sheet.status == 0)
        let line = try #require(sheet.lines.first { $0.contains("font-family") })
        #expect(line.hasPrefix("  font-family: \"A\\\"; } \\3C /style\\3E \\3C script\\3E "), "\(line)")
        #expect(line.hasSuffix("x\";"))
    }

    @Test func whatIsMissingIsNamed() async throws {
        let sheet = await session("css", "Nothing")
        #expect(sheet.status == 1 && sheet.output.isEmpty)
        #expect(sheet.errors.contains("No font of the family “Nothing” can be used."))
        #expect(await session("css").status == 64)
        #expect(await session("css", "--role", "title=Lora").status == 64)
    }
}
