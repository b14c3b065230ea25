import FontRegistry
import TestSupport
import Testing

@testable import FontctlCommands

@Suite struct CompletionTests {
    /// Runs in a separate process, because the parser remembers the shell of its last completion script for the whole
    /// process.
    @Test(arguments: ["bash", "zsh", "fish"]) func scriptsKnowEveryCommand(_ shell: String) throws {
        let result = try Command.run(
            Command.product("fontctl"), ["--generate-completion-script", shell],
            environment: try PrivateHome().environment)
        #expect(result.status == 0)
        for name in Fontctl.commandNames { #expect(result.output.contains(name)) }
        #expect(result.output.contains("persistent"))
        #expect(result.output.contains("allow-downgrade"))
    }

    /// The scripts call the program itself to get the names.
    @Test func registeredNamesAreOffered() async throws {
        let home = try PrivateHome()
        let session = Session(home)
        let file = try home.write(SyntheticFont(family: "Offered"))
        #expect(await session("register", file).status == 0)
        #expect(await session("register", "--disabled", try home.write(SyntheticFont(family: "Hidden"))).status == 0)
        func offered(_ command: String, _ word: String) async -> Set<String> {
            let result = await session("---completion", command, "--", "positional@0", "2", "\(word.count)", word)
            #expect(result.status == 0)
            return Set(result.lines)
        }
        #expect(await offered("unregister", "") == ["Hidden", "Hidden-Regular", "Offered", "Offered-Regular"])
        #expect(await offered("unregister", "Of") == ["Offered", "Offered-Regular"])
        #expect(await offered("unregister", file) == [file])
        #expect(await offered("enable", "") == ["Hidden", "Hidden-Regular"])
        #expect(await offered("disable", "") == ["Offered", "Offered-Regular"])
        #expect(await session("tag", "add", "talk", "Offered").status == 0)
        func value(_ option: String) async -> [String] {
            await session("---completion", "disable", "--", option, "2", "0", "").lines
        }
        #expect(await value("--tag") == ["talk"])
        #expect(await value("--family") == ["Hidden", "Offered"])
    }

    @Test func withoutAStoreNothingIsOffered() async {
        let result = await Session()("---completion", "unregister", "--", "positional@0", "2", "0", "")
        #expect(result.status == 0)
        #expect(result.lines.isEmpty)
        #expect(result.errors.isEmpty)
    }
}
