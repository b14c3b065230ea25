import Testing

@testable import FontctlCommands

/// Wrong usage exits with 64, prints the reason on standard error and changes nothing.
@Suite struct UsageTests {
    @Test(arguments: [
        [], ["nonsense"], ["--nonsense"], ["register"], ["register", ""], ["register", "a.ttf", "--scope", "process"],
        ["register", "a.ttf", "--scope", ""], ["register", "a.ttf", "--provider", ""],
        ["register", "a.ttf", "--allow-downgrade"], ["unregister"], ["unregister", ""], ["enable"], ["disable"],
        ["enable", ""], ["list", "--enabled", "--disabled"], ["list", ""],
        ["list", "--long", "--quiet"], ["disable", "a", "--all"], ["unregister", "--yes"], ["enable", "--family", ""],
        ["tag"], ["tag", "nonsense"], ["tag", "add"], ["tag", "add", "talk"], ["tag", "add", "", "Lora"],
        ["tag", "remove", "talk"], ["tag", "rename", "talk"], ["tag", "list", "talk", "Lora"],
        ["tag", "add", "talk", "Lora", "--all"], ["search"],
        ["search", ""], ["search", " - "], ["resolve"], ["resolve", ""],
        ["request"], ["request", "a", "--timeout", "0"], ["request", "a", "--timeout", "nan"],
        ["request", "a", "--timeout", "soon"], ["info"], ["validate"], ["watch", "--since", "-1"],
        ["watch", "--since", "x"], ["exec", "--font", "a.ttf"], ["exec", "--", "true"], ["exec", "true"],
        ["exec", "--font", "a.ttf", "--"], ["families", "--language", ""], ["doctor", "--repair", "all"],
        ["policy", ""], ["policy", "--install", "deny"], ["policy", "--reset"], ["policy", "a", "--default"],
        ["policy", "--default", "--sandboxed"], ["policy", "a", "--install", "maybe"], ["policy", "a", "--use", "ask"],
        ["policy", "a", "--max-fonts", "-1"], ["policy", "a", "--max-bytes", "many"],
        ["policy", "a", "--reset", "--use", "deny"], ["policy", "--consent-bus-name", "nonsense"],
        ["policy", "--no-consent", "--consent-program", "/bin/true"], ["policy", "--consent-program"],
        ["policy", "--request-deadline", "-1"], ["policy", "--desktop-helper", "maybe"], ["preview"],
        ["preview", "a", "--waterfall", "--size", "12"], ["preview", "--output", "a.png"],
        ["preview", "a", "--output", ""], ["preview", "a", "--output", "a.gif"],
        ["preview", "a", "--output", "a.png", "--size", "0"], ["preview", "a", "--output", "a.png", "--size", "1001"],
        ["preview", "a", "--output", "a.png", "--text", ""], ["preview", "a", "--output", "a.png", "--axis", "wght"],
        ["preview", "a", "--output", "a.png", "--axis", "wght=inf"], ["why"], ["why", ""], ["why", "a", "/b"],
        ["why", "a", "--for", ""], ["why", "a", "--for"], ["adopt", ""],
        ["adopt", "--all"], ["export"],
        ["export", ""],
        ["export", "a", "b"], ["import"], ["import", ""], ["import", "a", "b"],
        ["import", "a", "--fonts", ""], ["import", "a", "--fonts"],
    ])
    func isRefused(_ arguments: [String]) async {
        let result = await Session().run(arguments)
        #expect(result.status == ExitStatus.usage)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("Usage: fontctl") || result.errors.contains("USAGE: fontctl"))
    }

    @Test(arguments: Fontctl.commandNames) func unknownOptionsAndExtraWordsAreRefused(_ command: String) async throws {
        await isRefused([command, "--nonsense"])
        let type = try #require(Fontctl.command(named: command))
        if try #require(DeclaredArguments(of: type)).positionals.isEmpty { await isRefused([command, "extra"]) }
    }

    @Test func quotedArgumentsCannotDriveTheTerminal() async {
        let result = await Session()("providers", "\u{1B}]0;owned\u{7}")
        #expect(result.status == ExitStatus.usage)
        #expect(!isHostile(result.errors))
    }
}
