import FontRegistry
import Synchronization
import TestSupport
import Testing

@testable import FontctlCommands

/// Commands take fonts by what a person sees.
@Suite struct SelectionTests {
    private let home: PrivateHome
    private let session: Session

    init() async throws {
        (home, session) = try Session.inNewHome()
        for style in ["Regular", "Bold", "Italic"] {
            try home.write(SyntheticFont(family: "Lora", style: style), as: "Lora/\(style).ttf")
        }
        try home.write(SyntheticFont(family: "Noto Sans"), as: "noto/sans.ttf")
        try home.write(SyntheticFont(family: "Noto Serif"), as: "noto/serif.ttf")
        let registered = await session("register", "Lora", "noto")
        try #require(registered.status == 0, "\(registered)")
    }

    private func disabled() async -> Set<String> {
        Set(await session("list", "--disabled", "--quiet").lines)
    }

    @Test(arguments: [
        (["Lora"], ["Lora-Regular", "Lora-Bold", "Lora-Italic"]), (["lora bold"], ["Lora-Bold"]),
        (["LORA-bold"], ["Lora-Bold"]), (["Noto*"], ["NotoSans-Regular", "NotoSerif-Regular"]),
        (["./Lora"], ["Lora-Regular", "Lora-Bold", "Lora-Italic"]),
        (["./noto"], ["NotoSans-Regular", "NotoSerif-Regular"]),
        (["noto/sans.ttf"], ["NotoSans-Regular"]), (["noto/*.ttf"], ["NotoSans-Regular", "NotoSerif-Regular"]),
        (["--family", "noto sans"], ["NotoSans-Regular"]), (["*-Regular", "--family", "Lora"], ["Lora-Regular"]),
        (["Lora", "Lora-Bold", "noto sans"], ["Lora-Regular", "Lora-Bold", "Lora-Italic", "NotoSans-Regular"]),
        (["--scope", "persistent", "--family", "Noto Serif"], ["NotoSerif-Regular"]),
    ])
    func changesTakeWhatAPersonSees(_ arguments: [String], _ names: [String]) async {
        let result = await session.run(["disable"] + arguments)
        #expect(result.status == 0, "\(result)")
        #expect(result.lines.count == names.count)
        #expect(await disabled() == Set(names))
        #expect(await session.run(["list", "-q"] + arguments).lines.sorted() == names.sorted())
        #expect(await session.run(["enable"] + arguments).status == 0)
        #expect(await disabled().isEmpty)
        #expect(await session.run(["unregister"] + arguments).lines.count == names.count)
        #expect(await session("list", "-q").lines.count == 5 - names.count)
    }

    @Test func documentsNameTheFile() async throws {
        let results = try #require(
            try await session("disable", "Noto*", "--json").json["results"] as? [[String: Any]])
        #expect(results.map { $0["query"] as? String } == results.map { $0["file"] as? String })
        #expect(results.map { $0["status"] as? String } == ["disabled", "disabled"])
    }

    @Test func theAdviceForAnAmbiguousNameChooses() async throws {
        try home.write(
            SyntheticFont(family: "Georgia") {
                $0.postscriptName = "Georgia"; $0.fullName = "Georgia"
            }, as: "g1.ttf")
        try home.write(SyntheticFont(family: "Georgia", style: "Bold"), as: "g2.ttf")
        #expect(await session("register", "g1.ttf", "g2.ttf").status == 0)
        let refused = await session("disable", "Georgia")
        #expect(refused.status == 1)
        #expect(refused.output.isEmpty)
        #expect(await disabled().isEmpty)
        let commands = refused.errors.matches(of: #/`fontctl disable ([^`]+)`/#).map { String($0.1) }
        #expect(commands.count == 2)
        #expect(commands.last == "--family Georgia")
        #expect(await session("disable", commands[0]).status == 0)
        #expect(await disabled() == ["Georgia"])
        #expect(await session("disable", "--family", "Georgia").status == 0)
        #expect(await disabled() == ["Georgia", "Georgia-Bold"])
        // A list shows all that is meant.
        #expect(await session("list", "Georgia").lines.count == 2)
        let document = try await session("enable", "Georgia", "--json").json
        #expect((document["error"] as? [String: Any])?["code"] as? Int == 303)
    }

    @Test func aFullNameInTwoFamiliesIsAmbiguous() async throws {
        for family in ["First", "Second"] {
            try home.write(SyntheticFont(family: family) { $0.fullName = "Display One" }, as: "\(family).ttf")
            #expect(await session("register", "\(family).ttf").status == 0)
        }
        let refused = await session("unregister", "Display One")
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains("For the full name in the family First, run `fontctl unregister f"), "\(refused)")
        #expect(await session("unregister", "Display One", "--family", "Second").status == 0)
        #expect(await session("unregister", "Display One").lines.count == 1)
    }

    @Test func allAsksOnATerminalAndIsRefusedWithout() async throws {
        for arguments in [["--all"], ["--scope", "persistent"], ["--provider", "user"]] {
            let refused = await session.run(["unregister"] + arguments)
            #expect(refused.status == 1, "\(arguments)")
            #expect(refused.errors.contains("--all --yes`"), "\(refused)")
            #expect(await session("list", "-q").lines.count == 5)
        }
        let questions = Mutex<[String]>([])
        session.configure { context in
            context.ask = { question in
                questions.withLock { $0.append(question) }
                return false
            }
        }
        #expect(await session("disable", "--all").errors == "fontctl: Nothing was changed. (304)\n")
        #expect(await disabled().isEmpty)
        #expect(questions.withLock { $0 } == ["fontctl disable: this affects 5 font files. Continue? [y/N] "])
        session.configure { $0.ask = { _ in true } }
        #expect(await session("disable", "--all").lines.count == 5)
        session.configure { $0.ask = { _ in nil } }
        #expect(await session("unregister", "--all", "--yes").status == 0)
        #expect(await session("list").output.isEmpty)
    }

    @Test func whatIsNotThereIsReported() async throws {
        let near = await session("disable", "Lorra")
        #expect(near.status == 1)
        #expect(near.errors.contains("Did you mean Lora?"), "\(near)")
        let list = await session("list", "Lorra", "Noto Sans")
        #expect(list.status == 1)
        #expect(list.lines.count == 1)
        #expect(list.errors.contains("Lorra: No registered font has that name. Did you mean Lora? (201)"))
        for arguments in [["--tag", "none"], ["--family", "None"], ["Lora", "--family", "Noto Sans"]] {
            let result = await session.run(["unregister"] + arguments)
            #expect(result.status == 1)
            #expect(result.errors.contains("(201)"), "\(result)")
        }
        #expect(await session("list", "-q").lines.count == 5)
    }

    @Test func infoTakesNames() async throws {
        let family = await session("info", "Lora")
        #expect(family.status == 0)
        for name in ["Lora-Regular", "Lora-Bold", "Lora-Italic"] { #expect(family.output.contains(name)) }
        #expect((try await session("info", "Lora", "--json").json["files"] as? [Any])?.count == 3)
        #expect(await session("disable", "noto sans").status == 0)
        let hidden = await session("info", "NotoSans-Regular")
        #expect(hidden.output.contains("persistent, disabled"), "\(hidden)")
        let missing = await session("info", "Lorra")
        #expect(missing.status == 1)
        #expect(missing.errors.contains("Did you mean Lora?"), "\(missing)")
    }

    @Test func aCollectionIsSwitchedAsOne() async throws {
        let added = await session("tag", "add", "talk", "Lora", "Noto Sans")
        #expect(added.status == 0)
        #expect(added.lines.count == 4)
        #expect(added.output.hasPrefix("tagged  Lora-"))
        #expect(await session("tag", "add", "brand", "Lora-Bold").status == 0)
        #expect(await session("disable", "--tag", "talk").lines.count == 4)
        #expect(await disabled() == ["Lora-Regular", "Lora-Bold", "Lora-Italic", "NotoSans-Regular"])
        #expect(
            await session("tag", "list").output
                == "brand  1 font file   1 family    disabled\ntalk   4 font files  2 families  disabled\n")
        #expect(await session("tag", "list", "brand").lines.map { $0.prefix { $0 != " " } } == ["Lora-Bold"])
        #expect(await session("enable", "--tag", "talk").lines.count == 4)
        #expect(await session("list", "-q", "--tag", "brand").lines == ["Lora-Bold"])
        #expect(await session("tag", "remove", "talk", "Lora").lines.count == 3)
        #expect(await session("tag", "list", "talk").lines.count == 1)
        #expect(await session("tag", "remove", "brand", "--all", "--yes").lines.count == 1)
        #expect(await session("tag", "list").lines.count == 1)
        let gone = await session("tag", "list", "brand")
        #expect(gone.status == 1)
        #expect(gone.errors.contains("No registered font matches: collection “brand”."), "\(gone)")
    }

    @Test func searchFindsNamesDesignersAndCollections() async throws {
        try home.write(SyntheticFont.japanese(family: "Kumo", japaneseFamily: "明朝体"), as: "kumo.ttf")
        let designed = SyntheticFont(family: "Drawn") { font in
            font.localizedNames = [SyntheticFont.LocalizedName(9, language: 0x409, "Ada Lovelace")]
        }
        try home.write(designed, as: "drawn.ttf")
        #expect(await session("register", "kumo.ttf", "drawn.ttf").status == 0)
        #expect(await session("tag", "add", "Sans things", "Kumo").status == 0)
        func found(_ text: String) async throws -> [String] {
            let families = try await session("search", text, "--json").json["families"] as? [[String: Any]] ?? []
            return families.map { "\($0["family"] ?? "") \($0["matchedBy"] ?? "")" }
        }
        #expect(try await found("noto") == ["Noto Sans family", "Noto Serif family"])
        #expect(try await found("sans") == ["Noto Sans family", "Kumo tag"])
        #expect(try await found("bold") == ["Lora name"])
        #expect(try await found("明朝") == ["Kumo localized"])
        #expect(try await found("LOVELACE ada") == ["Drawn designer"])
        #expect(await session("disable", "Drawn").status == 0)
        #expect(try await found("lovelace") == ["Drawn designer"])
        #expect(try await found("xyz").isEmpty)
        #expect(await session("search", "noto se").output == "Noto Serif  1 face  registered\n")
    }
}
