import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

@Suite struct UserFormatTests {
    private func formats(_ variables: [String: String]) -> UserFormats { UserFormats { variables[$0] } }

    @Test(
        arguments: [
            (["LANG": "de_DE.UTF-8"], "de_DE"), (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "ja_JP.UTF-8"], "ja_JP"),
            (["LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"], nil), (["LANG": "de_DE.UTF-8", "LANGUAGE": "ja:en"], "ja"),
            (["LANG": "de_DE.UTF-8", "LANGUAGE": ""], "de_DE"), (["LANG": "C", "LANGUAGE": "ja"], nil),
            (["LANGUAGE": "ja"], nil), (["LANG": "sr_RS@latin", "LC_ALL": ""], "sr_RS"), ([:], nil),
            (["LC_ALL": "C.UTF-8", "LANGUAGE": "de"], "de"), (["LC_ALL": "POSIX", "LANGUAGE": "de"], nil),
        ] as [([String: String], String?)])
    func names(_ variables: [String: String], _ locale: String?) {
        #expect(formats(variables).names == locale)
    }

    @Test(
        arguments: [
            (["LANG": "de_DE.UTF-8"], ["de_DE"]), (["LANG": "de_DE.UTF-8", "LANGUAGE": "ja:en"], ["ja", "en"]),
            (["LANG": "de_DE.UTF-8", "LANGUAGE": ":sr_RS.UTF-8@latin::en_GB.UTF-8"], ["sr_RS@latin", "en_GB"]),
            (["LANG": "sr_RS.UTF-8@latin"], ["sr_RS@latin"]), (["LANG": "C", "LANGUAGE": "ja"], []), ([:], []),
            (["LANG": "C.UTF-8", "LANGUAGE": "de:ja"], ["de", "ja"]), (["LANG": "C.UTF-8"], []),
            (["LANG": "de_DE.UTF-8", "LANGUAGE": "de:C:ja"], ["de"]), (["LANG": "de_DE", "LANGUAGE": "C"], []),
            (["LC_ALL": "ja_JP.UTF-8", "LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"], ["ja_JP"]),
        ] as [([String: String], [String])])
    func languages(_ variables: [String: String], _ languages: [String]) {
        #expect(formats(variables).languages == languages)
    }

    /// Foundation's locales follow, and are English for programs without a language.
    @Test func localesOfFoundation() {
        let formats = formats(["LANG": "de_DE.UTF-8", "LC_COLLATE": "sv_SE.UTF-8", "LANGUAGE": "ja_JP:de"])
        #expect(formats.namesLocale.identifier == "ja_JP" && formats.orderLocale.identifier == "sv_SE")
        let german = self.formats(["LC_ALL": "C.UTF-8", "LANGUAGE": "de"])
        #expect(german.namesLocale.identifier == "de" && german.orderLocale.identifier == "de")
        let plain = self.formats(["LC_ALL": "C"])
        #expect(plain.namesLocale.identifier == "en_001" && plain.orderLocale.identifier == "en_001")
        #expect(Locale.ofUser == UserFormats.ofProcess.namesLocale)
    }

    @Test(
        arguments: [
            (["LC_ALL": "C"], true), (["LANG": "POSIX"], true), (["LC_ALL": "C.UTF-8"], false), ([:], false),
            (["LANG": "de_DE.ISO-8859-1"], true), (["LANG": "de_DE"], false), (["LANG": "de_DE.utf8@euro"], false),
            (["LC_CTYPE": "C", "LANG": "de_DE.UTF-8"], true),
        ] as [([String: String], Bool)])
    func encodings(_ variables: [String: String], _ isASCII: Bool) {
        #expect(formats(variables).isASCII == isASCII)
    }

    @Test func categoriesAreSeparate() {
        let formats = formats([
            "LANG": "de_DE.UTF-8", "LC_COLLATE": "sv_SE.UTF-8", "LC_TIME": "C", "LC_NUMERIC": "fr_FR",
        ])
        #expect(
            formats.names == "de_DE" && formats.order == "sv_SE" && formats.times == nil && formats.numbers == "fr_FR")
    }

    @Test func numbersAndTimes() async {
        var context = FontctlContext.current
        #expect(FontctlContext.$current.withValue(context) { byteCount(1_500) } == "1.5 kB")
        (context.formats.numbers, context.formats.times) = ("de_DE", "de_DE")
        #expect(FontctlContext.$current.withValue(context) { byteCount(1_500) } == "1,5 kB")
        #expect(FontctlContext.$current.withValue(context) { timeText(1_700_000_000) }.contains("14.11.2023"))
    }

    @Test func secondsHaveTheUsersSeparator() async throws {
        let (home, session) = try Session.inNewHome()
        defer { withExtendedLifetime(home) {} }
        session.configure { $0.formats.numbers = "de_DE" }
        #expect(await session("policy").output.contains("request deadline: 0,05 s\n"))
        #expect(await session("policy", "--json").output.contains(#""requestDeadline":0.05,"#))
    }

    @Test func operationsHaveTheUsersTimes() async throws {
        let home = try PrivateHome()
        let session = Session(home)
        session.configure { $0.formats.times = "de_DE" }
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        let list = await session("undo", "--list").output
        #expect(list.contains(#/^1  \d{1,2}\.\d{1,2}\.\d{4}, \d{1,2}:\d{2}:\d{2}  register/#), "\(list)")
    }

    /// Where only ASCII can be shown, no command prints anything else; documents keep their meaning.
    @Test func onlyASCII() async throws {
        let home = try PrivateHome()
        let session = Session(home)
        session.configure { $0.console.isASCII = true }
        let font = try home.write(SyntheticFont.japanese(family: "Ähre", japaneseFamily: "明朝"), as: "ähre.ttf")
        for command in [
            ["register", font], ["list"], ["families"], ["search", "明"], ["info", "ähre.ttf"],
            ["why", "Nothing “here”"],
            ["resolve", "Nothing"], ["unregister", "nothing…"], ["help"], ["--help"], ["register", "--nonsense"],
            ["doctor"], ["list", "--json"], ["faces", "--json"],
        ] {
            let result = await session.run(command)
            #expect(!result.output.isEmpty || !result.errors.isEmpty, "\(command)")
            #expect((result.output + result.errors).utf8.allSatisfy { $0 < 0x80 }, "\(command): \(result)")
        }
        #expect(await session("list").output.contains(#"\u{c4}hre"#))
        let faces = try await session("list", "--json").json["registrations"] as? [[String: Any]]
        #expect(faces?.first?["file"] as? String == font)
        let sheet = await session("css", "Ähre")
        #expect(sheet.output.contains("Ähre"), "\(sheet)")
    }
}
