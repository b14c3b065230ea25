import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `why` for families, generic families and archives.
@Suite struct WhyFamilyTests {
    private let home: PrivateHome
    private let session: Session
    private static let styles = ["Bold", "Italic", "Light", "Regular"]

    init() throws { (home, session) = try Session.inNewHome() }

    private func register(_ family: String = "Noto Sans") async throws {
        for style in Self.styles {
            let file = try home.write(SyntheticFont(family: family, style: style))
            #expect(await session("register", file).status == 0)
        }
    }

    /// Runs the last line of the answer, which is one command or several, in this process.
    private func follow(_ words: String...) async throws {
        let last = try #require(await session.run(["why"] + words).lines.last)
        #expect(last.hasPrefix("  fontctl "), "\(last)")
        try await session.follow(last)
    }

    private func expectWell(_ words: String...) async throws {
        let answer = await session.run(["why"] + words)
        #expect(answer.status == 0 && answer.lines.last == "Nothing needs to be done.", "\(answer)")
    }

    @Test func aFamilyIsAnsweredAsAWhole() async throws {
        try await register()
        try await expectWell("Noto Sans")
        let well = await session("why", "Noto", "Sans")
        #expect(
            well.lines.first
                == "Noto Sans has 4 styles. Programs see all of them. Registered and enabled: 4.", "\(well.output)")
        #expect(well.output.contains("visible     NotoSans-Bold, NotoSans-Italic, NotoSans-Light, NotoSans-Regular"))
        #expect(await session("disable", "NotoSans-Bold", "NotoSans-Light").status == 0)
        let answer = await session("why", "noto sans")
        #expect(answer.status == 1)
        #expect(
            answer.lines.first
                == "Noto Sans has 4 styles. Programs see 2 of them. Registered: 4 (enabled: 2).")
        #expect(answer.output.contains("disabled    NotoSans-Bold, NotoSans-Light"))
        let json = try await session("why", "Noto Sans", "--json").json
        #expect(json["situation"] as? String == "disabled" && json["visible"] as? Bool == false)
        #expect(json["command"] as? String == "fontctl enable 'Noto Sans'")
        let styles = try #require(json["styles"] as? [[String: Any]])
        #expect(styles.map { $0["visible"] as? Bool } == [false, true, false, true])
        #expect(styles.map { $0["style"] as? String } == Self.styles)
        try await follow("Noto", "Sans")
        try await expectWell("Noto Sans")
    }

    @Test func aPostScriptNameMeansItsFace() async throws {
        try await register("Lora")
        #expect(await session("disable", "Lora-Bold").status == 0)
        let face = await session("why", "Lora-Regular")
        #expect(face.status == 0 && face.lines.first == "Lora-Regular is registered, and programs see it.")
        let bold = await session("why", "Lora Bold")
        #expect(bold.lines.first?.hasPrefix("Lora-Bold is registered and disabled") == true)
        #expect(try await session("why", "Lora-Regular", "--json").json["styles"] == nil)
    }

    /// An older release that is disabled beside the enabled one is not enabled with the family.
    @Test func anOlderReleaseIsNoStyle() async throws {
        let old = try home.write(SyntheticFont(family: "Lora", style: "Bold", salt: 9))
        #expect(await session("register", "--disabled", old).status == 0)
        try await register("Lora")
        try await expectWell("Lora")
        #expect(await session("disable", "Lora-Italic").status == 0)
        let json = try await session("why", "Lora", "--json").json
        #expect((json["command"] as? String)?.hasPrefix("fontctl enable f") == true, "\(json)")
        try await follow("Lora")
        try await expectWell("Lora")
    }

    @Test func eachCauseIsRemoved() async throws {
        try await register("Lora")
        let list = try await session("list", "Lora-Italic", "--json").json["registrations"] as? [[String: Any]]
        let hash = try #require(list?.first?["sha256"] as? String)
        try FileManager.default.removeItem(atPath: "\(home.paths.objects)/\(hash.prefix(2))/\(hash)")
        #expect(await session("disable", "Lora-Bold").status == 0)
        let answer = await session("why", "Lora")
        #expect(answer.output.contains("disabled    Lora-Bold"), "\(answer.output)")
        #expect(answer.output.contains("damaged     Lora-Italic: the stored file is missing"), "\(answer.output)")
        try await follow("Lora")
        try await expectWell("Lora")
    }

    @Test func aFamilyOfTheSystemIsFound() async throws {
        try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
        for style in ["Bold", "Regular"] {
            try Data(SyntheticFont(family: "Hand", style: style).build()).write(
                to: URL(filePath: home.paths.userFonts + "/\(style).ttf"))
        }
        let answer = await session("why", "Hand")
        #expect(answer.lines.first == "Hand has 2 styles. Programs see all of them. Of the system: 2.", "\(answer)")
        try await expectWell("Hand")
        let file = try home.write(SyntheticFont(family: "Hand", style: "Light"))
        #expect(await session("register", "--disabled", file).status == 0)
        #expect(
            await session("why", "Hand").lines.first
                == "Hand has 3 styles. Programs see 2 of them. Registered: 1 (enabled: 0). Of the system: 2.")
        try await follow("Hand")
        try await expectWell("Hand")
        // Programs see the copy of a font that is disabled.
        let copy = try home.write(SyntheticFont(family: "Hand", style: "Bold"))
        #expect(await session("register", "--disabled", copy).status == 0)
        try await expectWell("Hand")
    }

    @Test func aGenericFamilySaysWhatProgramsShow() async throws {
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        let rules = home.root + "/config/fontconfig/conf.d/30-alias.conf"
        try """
        <fontconfig><alias><family>sans-serif</family><prefer><family>Lora</family></prefer></alias>
        <alias binding="same"><family>Helvetica</family><accept><family>Lora</family></accept></alias></fontconfig>
        """.write(toFile: rules, atomically: true, encoding: .utf8)
        let answer = await session("why", "sans-serif")
        #expect(answer.status == 0)
        #expect(
            answer.lines.first == "“sans-serif” is a generic family, for which programs show Lora Regular.",
            "\(answer)")
        #expect(answer.output.contains("a rule in \(rules) substitutes Lora"))
        let json = try await session("why", "sans-serif", "--json").json
        #expect(json["situation"] as? String == "generic" && json["visible"] as? Bool == true)
        let replaced = await session("why", "Helvetica")
        #expect(replaced.status == 1)
        #expect(replaced.lines.first == "No font is named “Helvetica”; programs show Lora Regular in its place.")
    }

    @Test func anArchiveIsKnownByItsContents() async throws {
        let bold = SyntheticFont(family: "Lora", style: "Bold")
        let regular = SyntheticFont(family: "Lora", style: "Regular")
        for font in [bold, regular] { #expect(await session("register", try home.write(font)).status == 0) }
        let path = try home.write(
            ZIPFile([.init("a/Bold.ttf", bold.build()), .init("Regular.ttf", regular.build())]).bytes, as: "Lora.zip")
        let answer = await session("why", path)
        #expect(
            answer.status == 0 && answer.lines.first?.hasSuffix(" 2 of its fonts are registered.") == true, "\(answer)")
        // Another release of a font that is registered.
        let newer = SyntheticFont(family: "Lora", style: "Bold") { $0.revision = 2 }
        let next = try home.write(
            ZIPFile([.init("Bold.ttf", newer.build()), .init("Regular.ttf", regular.build())]).bytes, as: "New.zip")
        #expect(await session("why", next).status == 1)
        try await follow(next)
        #expect(await session("why", next).status == 0)
        #expect(await session("why", path).status == 1)
    }

    /// As packaged by Google Fonts: the variable file, and a folder with static ones.
    @Test func otherFormsInAnArchiveAreNotMissing() async throws {
        var files = [ZIPFile.Entry("Flex[wght].ttf", SyntheticFont.variable(family: "Flex").build())]
        for style in ["Light", "Regular", "Bold"] {
            files.append(.init("static/Flex-\(style).ttf", SyntheticFont(family: "Flex", style: style).build()))
        }
        let path = try home.write(ZIPFile(files).bytes, as: "Flex.zip")
        for form in ["variable", "static"] {
            #expect(await session("register", "--prefer", form, path).status == 0)
            let answer = await session("why", path)
            #expect(answer.status == 0 && answer.lines.last == "Nothing needs to be done.", "\(answer)")
            #expect(await session("unregister", "--all", "--yes").status == 0)
        }
    }

    @Test func anArchiveIsRegistered() async throws {
        let fonts = Self.styles.map { ("\($0).ttf", SyntheticFont(family: "Lora", style: $0).build()) }
        let path = try home.write(ZIPFile(fonts.map { .init($0.0, $0.1) }).bytes, as: "Lora.zip")
        let answer = await session("why", path)
        #expect(answer.status == 1 && answer.lines.first == "\(path) is an archive with 4 fonts.", "\(answer)")
        let json = try await session("why", path, "--json").json
        #expect(json["situation"] as? String == "archive" && json["fonts"] as? Int == 4)
        let files = try await session("info", path, "--json").json["files"] as? [[String: Any]]
        #expect(
            files?.compactMap { $0["file"] as? String }.sorted() == Self.styles.map { "\(path)/\($0).ttf" })
        try await follow(path)
        let registered = await session("why", path)
        #expect(registered.lines.first == "\(path) is an archive with 4 fonts. 4 of its fonts are registered.")
        #expect(registered.status == 0 && registered.lines.last == "Nothing needs to be done.")
        #expect(
            await session("why", "Lora.zip").lines.first
                == "Lora.zip is an archive with 4 fonts. 4 of its fonts are registered.", "as it was typed")
        #expect(try await session("why", path, "--json").json["visible"] as? Bool == true)
        #expect(await session("disable", "Lora-Bold").status == 0)
        #expect(await session("why", path).status == 1)
        try await follow(path)
        #expect(await session("why", path).status == 0)
        let damaged = try home.write(Array(ZIPFile([.init("a.ttf", fonts[0].1)]).bytes.dropLast(30)), as: "cut.zip")
        let cut = await session("why", damaged)
        #expect(cut.status == 1 && cut.lines.first == "\(damaged) cannot be registered.", "\(cut)")
        #expect(cut.lines.last == "Download the archive again, or choose another one.", "\(cut)")
    }
}
