import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// The commands that find families in catalogues.
@Suite struct CatalogSearchTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    /// Publishes a catalogue with some fonts, each under the Open Font License, and adds it.
    private func offer(_ fonts: SyntheticFont..., as name: String = "fonts") async throws {
        for font in fonts {
            let folder = "\(name)/\(font.family.filter { $0.isLetter || $0.isNumber })"
            try home.write(font, as: "\(folder)/\(font.style).ttf")
            try home.write(CatalogPublishingTests.license, as: "\(folder)/OFL.txt")
        }
        #expect(await session("catalog", "keygen", "\(name)-keys").status == 0)
        let built = await session(
            "catalog", "build", name, "--out", "\(name)-site", "--keys", "\(name)-keys", "--json")
        let address = try #require(try built.json["address"] as? String, "\(built)")
        #expect(await session("catalog", "add", address).status == 0)
    }

    private func found(_ arguments: String...) async throws -> [String] {
        let result = await session.run(["catalog", "search", "--json"] + arguments)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        let families = try #require(try result.json["families"] as? [[String: Any]])
        return families.compactMap { $0["family"] as? String }
    }

    private static var klee: SyntheticFont { .japanese(family: "Klee One", japaneseFamily: "クレー One") }

    /// Families have their name in the user's language, and their styles, too.
    @Test func namesAreInTheUsersLanguage() async throws {
        try await offer(Self.klee)
        for (language, family, style) in [
            ("ja_JP", "クレー One (Klee One)", "標準 (Regular)"), ("ja", "クレー One (Klee One)", "標準 (Regular)"),
            (nil, "Klee One", "Regular"), ("de_DE", "Klee One", "Regular"),
        ] {
            session.configure { $0.formats.names = language }
            #expect(await session("catalog", "search", "klee").output.hasPrefix("\(family)  klee-one  "))
            let shown = await session("catalog", "show", "klee-one")
            #expect(shown.lines.first == family, "\(shown)")
            #expect(shown.output.contains(", \(style)\n"), "\(shown)")
        }
        let document = try await session("catalog", "show", "クレー One", "--json").json
        let names = (document["families"] as? [[String: Any]])?.first?["names"] as? [String: String]
        #expect(names == ["ja": "クレー One"])
    }

    @Test func aBadAddressFileIsAWarning() async throws {
        try await offer(Self.klee)
        try home.put([], at: home.root + "/config/fontd/catalogs.d/dir.catalog/file")
        let listed = await session("catalog", "list")
        #expect(listed.status == 0 && listed.lines.count == 1, "\(listed)")
        #expect(listed.errors.contains("/fontd/catalogs.d/dir.catalog: This is not a file with addresses"), "\(listed)")
        #expect(try await found("klee") == ["Klee One"])
    }

    /// Case, accents and width do not count, and each word begins a word of one name, as for `fontctl search`.
    @Test func wordsAreFoundAsAmongRegisteredFonts() async throws {
        try await offer(
            Self.klee, SyntheticFont(family: "Café Serif"), SyntheticFont(family: "Serif Café Display"),
            SyntheticFont(family: "Ｗｉｄｅ") { $0.postscriptName = "Wide-Regular" })
        #expect(try await found("CAFE") == ["Café Serif", "Serif Café Display"])
        #expect(try await found("serif") == ["Serif Café Display", "Café Serif"])
        #expect(try await found("caf", "disp") == ["Serif Café Display"])
        #expect(try await found("wide") == ["Ｗｉｄｅ"])
        #expect(try await found("レー") == ["Klee One"])
        #expect(try await found("erif").isEmpty)
        #expect(try await found("klee", "serif").isEmpty)
        #expect(try await found().count == 4)
    }

    @Test func propertiesSelectFamilies() async throws {
        try await offer(
            .variable(family: "Flex"), SyntheticFont(family: "Plain"),
            SyntheticFont(family: "Russian") { $0.characters = [0x20...0x7E, 0x401...0x45F] })
        #expect(try await found("--variable") == ["Flex"])
        #expect(try await found("--language", "ru") == ["Russian"])
        #expect(try await found("--language", "ru-RU") == ["Russian"])
        #expect(try await found("--language", "ja").isEmpty)
        #expect(try await found("--license", "ofl-1.1").count == 3)
        #expect(try await found("--license", "MIT").isEmpty)
        #expect(try await found("plain", "--variable").isEmpty)
    }

    @Test func aQueryFindsOneFont() async throws {
        try await offer(
            SyntheticFont(family: "Source Serif 4"), .variable(family: "Flex"),
            SyntheticFont(family: "Source Serif 4", style: "Bold") { ($0.weight, $0.isBold) = (700, true) })
        func run(_ query: String) async throws -> (status: Int32, result: String?, font: [String: Any]?) {
            let answer = await session("catalog", "search", "--query", query, "--json")
            let document = try answer.json
            return (answer.status, document["result"] as? String, document["font"] as? [String: Any])
        }
        let bold = try await run("name=Source Serif 4&weight=700&italic=0&besteffort=true")
        #expect(bold.status == 0 && bold.result == "OK")
        #expect(bold.font?["weight"] as? Double == 700 && bold.font?["exact"] as? Bool == true)
        #expect(try await run("name=Flex&weight=650").font?["weight"] as? Double == 650)
        let missing = try await run("name=source%20serif%204&weight=300")
        #expect(missing.status == 1 && missing.result == "FONT_NOT_FOUND" && missing.font == nil)
        let nearest = try await run("name=source%20serif%204&weight=300&besteffort=true")
        #expect(nearest.status == 0 && nearest.font?["exact"] as? Bool == false)
        #expect(try await run("name=Source").result == "FONT_NOT_FOUND")
        let malformed = await session("catalog", "search", "--query", "weight=bold")
        #expect(malformed.status == ExitStatus.usage && malformed.errors.contains("MALFORMED_QUERY"))
    }

    @Test func unknownFamiliesHaveAdvice() async throws {
        let none = await session("catalog", "show", "Lora")
        #expect(none.status == 1 && none.errors.contains("There are no catalogues. `fontctl catalog add`"))
        try await offer(SyntheticFont(family: "Lora"))
        let near = await session("catalog", "show", "Lroa")
        #expect(near.status == 1 && near.errors.contains("has a family “Lroa”. Did you mean Lora?"), "\(near)")
        #expect(await session("catalog", "show", "Nothing").errors.contains("`fontctl catalog search`"))
        #expect(await session("catalog", "show", "Lora-Regular").status == 0)
    }

    /// Identifiers and names are completed from the copies.
    @Test func namesAreCompleted() async throws {
        func offered(_ words: String...) async -> [String] {
            await session.run(["---complete", "fish", "catalog"] + words).lines.compactMap { line in
                line.hasPrefix("=") ? line.dropFirst().split(separator: "\t").first.map(String.init) : nil
            }
        }
        #expect(await offered("remove", "").isEmpty)
        try await offer(Self.klee, SyntheticFont(family: "A$(touch x)") { $0.postscriptName = "A" })
        try await offer(SyntheticFont(family: "Lora"), as: "more")
        #expect(await offered("remove", "") == ["fonts", "more"])
        #expect(await offered("refresh", "m") == ["more"])
        #expect(await offered("show", "") == ["A$(touch x)", "Klee One", "Lora", "クレー One"])
        #expect(await offered("show", "Kl") == ["Klee One"])
        #expect(await offered("search", "ク") == ["クレー One"])
        #expect(await offered("se") == ["search"])
        #expect(await offered("search", "--lang") == ["--language"])
        #expect(await offered("search", "--category", "s") == ["serif", "sans-serif"])
        #expect(await offered("rotate", "x", "--role", "t") == ["targets", "timestamp"])
        #expect(await offered("nonsense", "").isEmpty)
        let bash = await session("---complete", "bash", "fontctl catalog show A", "A")
        #expect(bash.lines.count == 1 && bash.output.hasPrefix("=A\\$"), "\(bash)")
        let help = await session("---complete", "fish", "help", "catalog", "ro")
        #expect(help.output == "=rotate\tReplace the keys of a catalogue.\n")
    }
}
