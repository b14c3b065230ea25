import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `register`, `list` and `why` say when programs do not see a registered font, or see it with other weights.
@Suite(.fewAtOnce) struct HiddenFontTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private static let latin: [ClosedRange<UInt32>] = [0x20...0x7E, 0xA0...0x17F]

    /// Writes a font to a font folder of the system.
    private func install(_ font: SyntheticFont, as name: String = "System.ttf") throws -> String {
        try home.put(font.build(), at: home.paths.userFonts + "/" + name)
    }

    private func reject(_ rule: String, in name: String = "70-rule.conf") throws -> String {
        let file = home.paths.configHome + "/fontconfig/conf.d/" + name
        try "<fontconfig><selectfont><rejectfont>\(rule)</rejectfont></selectfont></fontconfig>".write(
            toFile: file, atomically: true, encoding: .utf8)
        return file
    }

    /// Registers a font and expects that text, JSON and the list say why programs do not see it.
    private func expectHidden(
        _ font: SyntheticFont, _ reason: String, _ sentence: String, location: SourceLocation = #_sourceLocation
    ) async throws {
        let file = try home.write(font)
        let text = await session("register", file)
        #expect(text.status == 0, "\(text)", sourceLocation: location)
        #expect(text.output.hasPrefix("registered, hidden  "), "\(text.output)", sourceLocation: location)
        let remark = "\(file): Programs do not see \(font.postscriptName ?? ""): \(sentence)."
        #expect(text.errors.contains(remark), "\(text.errors)", sourceLocation: location)
        let results = try await session("register", file, "--json").json["results"] as? [[String: Any]]
        let hidden = results?.first?["hidden"] as? [String: Any]
        #expect(hidden?["reason"] as? String == reason, sourceLocation: location)
        let listed = try await session("list", "--json").json["registrations"] as? [[String: Any]]
        #expect((listed?.first?["hidden"] as? [String: Any])?["reason"] as? String == reason, sourceLocation: location)
        #expect(await session("list").output.contains("  hidden  "), sourceLocation: location)
        session.configure { $0.console.isOutputTerminal = true }
        #expect(await session("list").output.contains("hidden"), sourceLocation: location)
        session.configure { $0.console.isOutputTerminal = false }
    }

    @Test func aRuleForBitmapsIsNamed() async throws {
        let rule = try reject(#"<pattern><patelt name="scalable"><bool>false</bool></patelt></pattern>"#)
        try await expectHidden(
            SyntheticFont(family: "Dots") { $0.outlines = .bitmap }, "rejected", "\(rule) rejects it")
        let why = await session("why", "Dots-Regular")
        #expect(why.status == 1 && why.output.contains("rejected by \(rule)\n"), "\(why.output)")
        let doctor = await session("doctor")
        #expect(doctor.output.contains("The rule is in \(rule)."), "\(doctor.output)")
        #expect(doctor.status == 0 && doctor.lines.last == "no errors, 1 warning", "\(doctor.output)")
    }

    @Test(arguments: [true, false])
    func doctorNamesAConfigurationFileWithAnError(_ isReadable: Bool) async throws {
        let file = home.paths.configHome + "/fontconfig/conf.d/60-mine.conf"
        let rule = isReadable ? "<match><edit name=\"size\"><int>ten</int></edit></match>" : "<selectfont>"
        let text = "<fontconfig>\n\(rule)\n</fontconfig>\n"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let line = isReadable ? 2 : 3
        for arguments in [["doctor"], ["doctor", "--repair"]] {
            let doctor = await session.run(arguments)
            #expect(doctor.status == (isReadable ? 0 : 1), "\(doctor.output)")
            #expect(doctor.output.contains("\(file), line \(line): "), "\(doctor.output)")
            #expect(doctor.lines.last == (isReadable ? "no errors, 1 warning" : "not healthy"), "\(doctor.output)")
        }
        let findings = try await session("doctor", "--json").json["findings"] as? [[String: Any]] ?? []
        let found = findings.filter { $0["id"] as? String == "fontconfig-invalid" }
        #expect(found.count == 1)
        #expect(found.first?["severity"] as? String == (isReadable ? "warning" : "error"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        try FileManager.default.removeItem(atPath: file)
        #expect(await session("doctor").lines.last == "healthy")
    }

    @Test func aNewerFontOfTheSystemIsNamed() async throws {
        let other = try install(SyntheticFont(family: "Lora") { $0.revision = 9 })
        session.configure { $0.packageOwners = { _ in [other: "fonts-lora"] } }
        try await expectHidden(
            SyntheticFont(family: "Lora"), "newer-version",
            "they show \(other) (package fonts-lora), which has a higher version")
    }

    @Test func aFontOfTheSystemForTheUsersLanguageIsNamed() async throws {
        let other = try install(SyntheticFont(family: "Lora") { $0.characters = Self.latin })
        try await expectHidden(
            SyntheticFont(family: "Lora") { ($0.characters, $0.revision) = ([0x41...0x45], 9) }, "language",
            "they show \(other), which supports the language “en”, unlike this font")
    }

    /// A style that programs replace by another one for its language is not helped by hiding that one.
    @Test func noOtherStyleIsHiddenForALanguage() async throws {
        _ = try install(SyntheticFont(family: "Lora") { $0.characters = Self.latin })
        let bold = SyntheticFont(family: "Lora", style: "Bold") {
            ($0.weight, $0.isBold, $0.characters) = (700, true, [0x41...0x45])
        }
        let registered = await session("register", try home.write(bold))
        #expect(registered.output.hasPrefix("registered, hidden  "), "\(registered)")
        let why = await session("why", "Lora-Bold")
        #expect(
            why.output.contains("prefer a style of the family") && !why.output.contains("fontctl disable"), "\(why)")
        let family = await session("why", "Lora")
        #expect(
            family.output.contains("prefer a style of the family") && !family.output.contains("disable"), "\(family)")
    }

    /// Hiding the system's font of the style would only lead to another style, whether it has the name of the font or not.
    @Test(arguments: ["Lora-Bold", "Mine-Bold"])
    func noFontOfTheStyleIsHiddenForALanguage(_ name: String) async throws {
        _ = try install(SyntheticFont(family: "Lora") { $0.characters = Self.latin }, as: "Regular.ttf")
        let other = try install(
            SyntheticFont(family: "Lora", style: "Bold") {
                ($0.weight, $0.isBold, $0.characters) = (700, true, Self.latin)
            }, as: "Bold.ttf")
        let bold = SyntheticFont(family: "Lora", style: "Bold") {
            ($0.postscriptName, $0.weight, $0.isBold, $0.characters) = (name, 700, true, [0x41...0x45])
        }
        let file = try home.write(bold)
        #expect(await session("register", file).output.hasPrefix("registered, hidden  "))
        for text in [file, "Lora"] {
            let why = await session("why", text)
            #expect(why.output.contains("by \(other), which supports the language “en”"), "\(why)")
            #expect(
                why.output.contains("prefer a style of the family") && !why.output.contains("disable"), "\(why)")
            #expect(why.output.contains("request \(name) by name") == (name == "Mine-Bold"), "\(why)")
        }
        #expect(await session("why", file).lines.first?.hasSuffix("see another font of its family and style.") == true)
        #expect(await session("disable", other).status == 0)
        let after = await session("why", file)
        #expect(after.lines.first?.hasSuffix("programs see another style of its family.") == true, "\(after)")
    }

    private func variable(revision: Double = 1) -> SyntheticFont {
        var font = SyntheticFont.variable(family: "Flex", instancesHavePostScriptNames: false)
        (font.postscriptName, font.revision) = ("FlexVF", revision)
        return font
    }

    /// Hiding a variable font hides all its styles, which the advice says, and advice on the family does not go in a
    /// circle.
    @Test func aVariableFontOfTheSystemIsNotHiddenForOneStyle() async throws {
        let other = try install(variable(revision: 9))
        // The last font with letters cannot be hidden.
        _ = try install(SyntheticFont(family: "Other"), as: "Other.ttf")
        #expect(await session("register", try home.write(SyntheticFont(family: "Flex"))).status == 0)
        let style = await session("why", "Flex-Regular")
        #expect(style.output.contains("hide the other one, with all 3 styles of its file, from your"), "\(style)")
        #expect(style.lines.last == "  fontctl disable \(other)", "\(style)")
        for isAgain in [false, true] {
            let family = await session("why", "Flex")
            #expect(family.output.contains("family and style. The other one has more styles."), "\(family)")
            #expect(!family.output.contains("fontctl disable"), "\(family)")
            guard !isAgain else { break }
            #expect(await session("disable", other).status == 0)
            #expect(await session("why", "Flex").lines.last == "  fontctl enable FlexVF")
            #expect(await session("enable", "FlexVF").status == 0)
        }
    }

    @Test func aStaticFontOfTheSystemIsHiddenForAVariableOne() async throws {
        let other = try install(SyntheticFont(family: "Flex") { $0.revision = 9 })
        _ = try install(SyntheticFont(family: "Other"), as: "Other.ttf")
        #expect(await session("register", try home.write(variable())).status == 0)
        let family = await session("why", "Flex")
        #expect(family.lines.last == "  fontctl disable \(other)", "\(family)")
        #expect(await session("disable", other).status == 0)
        let after = await session("why", "Flex")
        #expect(after.status == 0 && after.lines.last == "Nothing needs to be done.", "\(after)")
    }

    @Test func anEqualFileOfTheSystemIsNamed() async throws {
        let font = SyntheticFont(family: "Lora")
        let other = try install(font, as: "A.ttf")
        let file = try home.write(font)
        let text = await session("register", file)
        // fontconfig shows the first of both.
        let views = try await home.user().programViews(of: try await home.user().registered())
        let isHidden = views.values.contains { $0.hidden?.reason == .sameContents }
        #expect(text.output.hasPrefix("registered  "), "\(text)")
        #expect(
            text.errors.contains("but from another file: they show \(other), which has the same contents") == isHidden)
        #expect(await session("why", "Lora-Regular").lines.last == "Nothing needs to be done.")
    }

    @Test func otherFontsAreNotCalledHidden() async throws {
        _ = try install(SyntheticFont(family: "Lora") { $0.revision = 9 })
        for font in [
            SyntheticFont(family: "Lora", style: "Bold") { $0.weight = 700 }, SyntheticFont(family: "Other"),
            .variable(family: "Axis"),
        ] {
            let text = await session("register", try home.write(font))
            #expect(text.errors.isEmpty && text.output.hasPrefix("registered  "), "\(text)")
        }
    }

    /// Where the weight of `OS/2` is not that of the default, programs take the weights of all styles for others.
    @Test func wrongWeightsAreNamed() async throws {
        var font = SyntheticFont.variable(family: "Lumen")
        font.axes = [.init("wght", minimum: 200, defaultValue: 200, maximum: 900)]
        font.instances = [
            .init("ExtraLight", ["wght": 200]), .init("Light", ["wght": 300]), .init("Regular", ["wght": 400]),
        ]
        let file = try home.write(font)
        let sentence = "Programs take ExtraLight (200) as 400, Light (300) as 600, Regular (400) as 800, because"
        #expect(await session("register", file).errors.contains("\(file): \(sentence)"))
        let why = await session("why", "Lumen")
        #expect(why.output.contains("weights     \(sentence)"), "\(why.output)")
        let json = try await session("why", "Lumen", "--json").json["weights"] as? [[String: Any]]
        #expect(json?.map { $0["shown"] as? Double } == [400, 600, 800])
        let check = await session("validate", file)
        #expect(check.output.contains("400 in 'OS/2' and 200 in the default of the axis 'wght'"), "\(check)")
        // A font whose weights agree has no remark.
        #expect(await session("register", try home.write(.variable(family: "Axis"))).errors.isEmpty)
    }

    @Test(.enabled(if: SharedFonts.cases != nil, "There are no shared cases.")) func theSharedCases() async throws {
        let cases = try #require(SharedFonts.cases)
        let lumen = await session("register", "\(cases)/fonts/i1")
        #expect(lumen.errors.contains("Light (300) as 600, Regular (400) as 800"), "\(lumen)")
        _ = try install(
            SyntheticFont(family: "DejaVu Sans", style: "Book") { $0.revision = 2.37 }, as: "DejaVuSans.ttf")
        #expect(await session("register", "\(cases)/fonts/j3").output.hasPrefix("registered, hidden"))
        _ = try install(
            SyntheticFont(family: "Lato") { ($0.characters, $0.revision) = (Self.latin, 2) }, as: "Lato.ttf")
        let lato = await session("register", "\(cases)/families/LatoFewLanguages.ttf")
        #expect(lato.output.hasPrefix("registered, hidden") && lato.errors.contains("Lato.ttf, which"), "\(lato)")
    }
}
