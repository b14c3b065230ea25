import FontAdvice
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// Errors about misspelt words suggest similar ones.
@Suite struct NearNameTests {
    @Test(arguments: [
        ("regster", "`fontctl register`"), ("Register", "`fontctl register`"), ("dcotor", "`fontctl doctor`"),
        ("install", "`fontctl register`"), ("remove", "`fontctl unregister`"), ("rm", "`fontctl unregister`"),
        ("find", "`fontctl search` or `fontctl resolve`"), ("explain", "`fontctl why`"),
    ])
    func commands(_ word: String, _ meant: String) async {
        let document = await Session().run([word, "Lora.ttf", "--json"])
        #expect(document.status == ExitStatus.usage && document.errors.isEmpty)
        #expect(document.output.contains("no command “\(word)”. Did you mean \(meant)?"), "\(document)")
        for arguments in [[word], ["help", word]] {
            let result = await Session().run(arguments)
            #expect(result.status == ExitStatus.usage)
            #expect(result.output.isEmpty)
            #expect(result.errors.contains("no command “\(word)”. Did you mean \(meant)?"))
            #expect(result.errors.contains("Usage: fontctl"))
        }
    }

    @Test(arguments: [["nonsense"], ["help", "nonsense"]]) func nothingIsNear(_ arguments: [String]) async {
        let result = await Session().run(arguments)
        #expect(result.status == ExitStatus.usage)
        #expect(result.errors.contains("no command “nonsense”"))
        #expect(!result.errors.contains("Did you mean"))
    }

    @Test func fonts() async throws {
        let home = try PrivateHome()
        let session = Session(home)
        for family in ["Literata", "Lora"] {
            #expect(await session("register", try home.write(SyntheticFont(family: family))).status == 0)
        }
        #expect(await session("register", try home.write(SyntheticFont.variable(family: "Flex"))).status == 0)
        let cases = [
            (["resolve"], "Litterata", "Literata"), (["resolve"], "Flex-Blod", "Flex-Bold"),
            (["request", "--timeout", "1"], "Literta", "Literata"),
            (["unregister"], "Lora-Regualr", "Lora-Regular"), (["disable"], "lora-regulr", "Lora-Regular"),
            (["enable"], "Litterata", "Literata"),
        ]
        for (command, word, meant) in cases {
            let result = await session.run(command + [word])
            #expect(result.status == 1)
            #expect(result.errors.contains("Did you mean \(meant)"), "\(command) \(word): \(result.errors)")
            let document = try await session.run(command + [word, "--json"]).json
            let answer = (document["results"] as? [[String: Any]])?.first ?? document
            #expect((answer["suggestions"] as? [String])?.contains(meant) == true, "\(command)")
        }
        let far = await session("resolve", "Zapfino")
        #expect(far.status == 1)
        #expect(!far.errors.contains("Did you mean"))
        #expect(await session("unregister", "Lora-Regualr").status == 1, "nothing is done to what is near")
        #expect(await session("list").lines.count == 3)
    }

    @Test func providers() async throws {
        let home = try PrivateHome()
        let session = Session(home)
        let file = try home.write(SyntheticFont(family: "Lora"))
        #expect(await session("register", "--provider", "org.example.Reader", file).status == 0)
        let list = await session("list", "--provider", "org.example.Raeder")
        #expect(list.status == 0)
        #expect(list.output.isEmpty)
        #expect(list.errors.contains("by “org.example.Raeder”. Did you mean org.example.Reader? `fontctl providers`"))
        #expect(await session("list", "--provider", "org.example.Reader", "--disabled").errors.isEmpty)

        let shown = await session("policy", "org.example.Raeder")
        #expect(shown.status == 0)
        #expect(shown.errors.contains("“org.example.Raeder” has registered fonts. Did you mean org.exam"))
        let said = await session("policy", "nosuch", "--install", "deny")
        #expect(said.status == 0)
        #expect(said.errors.contains("No provider “nosuch”"))
        #expect(said.output.contains("nosuch"))
        #expect(await session("policy", "nosuch").errors.isEmpty, "said of before")
        let known = await session("policy", "org.example.Reader")
        #expect(
            !known.errors.contains("has registered fonts")
                && known.errors.contains("taken for the Flatpak application flatpak:org.example.Reader"), "\(known)")
    }

    @Test(arguments: [
        ("", [String]()), ("a", []), ("Lora", ["Lora-Bold", "Lota"]), ("LORA-BOLD", ["Lora-Bold"]),
        (String(repeating: "x", count: 5_000), []),
    ])
    func distances(_ word: String, _ near: [String]) {
        #expect(NearNames.of(word, among: ["Lora-Bold", "Lota", "Merriweather", ""]) == near)
    }
}
