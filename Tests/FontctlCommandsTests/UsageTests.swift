import FontModel
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
        ["import", "a", "--fonts", ""], ["import", "a", "--fonts"], ["catalog"], ["catalog", "nonsense"],
        ["help", "catalog", "nonsense"], ["catalog", "add"], ["catalog", "add", "https://example.org/#sha256=x"],
        ["catalog", "search", " - "], ["catalog", "search", "--language", "german"],
        ["catalog", "search", "--category", "x"], ["catalog", "search", "--license", ""],
        ["catalog", "search", "--query", "weight=700"], ["catalog", "search", "x", "--query", "name=x"],
        ["catalog", "show"], ["catalog", "keygen"], ["catalog", "build", "fonts"], ["catalog", "renew", "site"],
        ["catalog", "rotate", "site", "--keys", "keys", "--role", "x"],
    ])
    func isRefused(_ arguments: [String]) async {
        let result = await Session().run(arguments)
        #expect(result.status == ExitStatus.usage)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("Usage: fontctl") || result.errors.contains("USAGE: fontctl"))
    }

    @Test(arguments: NamedCommand.all) func unknownOptionsAndExtraWordsAreRefused(
        _ command: NamedCommand
    ) async throws {
        await isRefused(command.words + ["--nonsense"])
        let declared = try #require(DeclaredArguments(of: command.type))
        if declared.positionals.isEmpty { await isRefused(command.words + ["extra"]) }
    }

    /// What the parser says has a message, so that it can be translated, whose English is the parser's own.
    @Test(arguments: [
        ["register"], ["undo", "abc"], ["list", "--scope", "x"], ["list", "--scope", "o'clock"], ["list", "--tag"],
        ["list", "--json=3"], ["status", "a"], ["status", "a", "b"], ["families", "--category", "x"],
        ["policy", "a", "--use", "ask"], ["preview", "a", "--axis", "wght"],
    ])
    func errorsOfTheParserHaveMessages(_ arguments: [String]) async throws {
        let errors = await Session().run(arguments).errors
        let ends = ["\nHelp: ", "\nUsage: "].compactMap { errors.firstRange(of: $0)?.lowerBound }
        let end = ends.min() ?? errors.startIndex
        let text = String(errors[..<end].dropFirst("Error: ".count))
        let message = try #require(UsageMessages.message(text) ?? ParserMessages.message(text), "\(text)")
        #expect(message.description == text)
    }

    @Test(arguments: [
        "Missing one of: '--a', '--b'", "The value 'x' is invalid for '<a>': Too long.",
        "The value 'x' is invalid for '<a>'. Please provide one of the following:\n  - b\n  - c",
        "The value 'x' is invalid for '<a>'. Please provide one of 'b'.",
        "The value 'x' is invalid for '<a>'. Please provide one of 'b', 'c' or 'd'.",
    ])
    func aMessageOfTheParserIsItsText(_ text: String) {
        #expect(ParserMessages.message(text)?.description == text)
    }

    /// A group without a command is wrong usage, as the program without one is; the document says so, too.
    @Test func aGroupNamesItsCommands() async throws {
        let bare = await Session()("catalog")
        #expect(bare.errors.hasPrefix("Error: Specify a command of `fontctl catalog`: add, list, "), "\(bare)")
        for arguments in [["--json", "catalog"], ["--json", "catalog", "serach"], ["catalog", "serach", "--json"]] {
            let result = await Session().run(arguments)
            #expect(result.status == ExitStatus.usage && result.errors.isEmpty, "\(arguments): \(result)")
            let error = try #require(try result.json["error"] as? [String: Any])
            #expect(error["usage"] as? String == "fontctl catalog <subcommand>", "\(error)")
            let message = try #require(error["message"] as? String)
            #expect(message.contains(arguments.contains("serach") ? "`fontctl catalog search`" : "Specify a command"))
        }
    }

    @Test func quotedArgumentsCannotDriveTheTerminal() async {
        let result = await Session()("providers", "\u{1B}]0;owned\u{7}")
        #expect(result.status == ExitStatus.usage)
        #expect(!isHostile(result.errors))
    }
}
