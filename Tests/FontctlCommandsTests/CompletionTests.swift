import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

@Suite struct CompletionTests {
    @Test(arguments: CompletionScript.allCases) func scriptsAskTheProgramAndEvaluateNothing(
        _ shell: CompletionScript
    ) async throws {
        let session = Session()
        for arguments in [
            ["--generate-completion-script", shell.rawValue], ["--generate-completion-script=\(shell)"],
            ["register", "--generate-completion-script", shell.rawValue],
        ] {
            let result = await session.run(arguments)
            #expect(result.status == 0 && result.errors.isEmpty)
            #expect(result.output == shell.text + "\n")
        }
        #expect(shell.text.contains("---complete \(shell)"))
        for word in ["compgen", "eval", "_call_program", "COMP_WORDS"] { #expect(!shell.text.contains(word)) }
        if let path = Command.find(shell.rawValue) {
            let check = try Command.run(path, ["-n", "-c", shell.text], environment: [:])
            #expect(check.status == 0, "\(check)")
        }
        #expect(await session("--generate-completion-script", "csh").status == ExitStatus.usage)
    }

    private func offered(_ session: Session, _ words: String...) async -> [String] {
        let result = await session.run(["---complete", "fish"] + words)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        return result.lines.map { $0.split(separator: "\t")[0] }.map {
            $0.hasPrefix("=") ? String($0.dropFirst()) : String($0)
        }
    }

    @Test func registeredNamesAreOffered() async throws {
        let home = try PrivateHome()
        let session = Session(home)
        let file = try home.write(SyntheticFont(family: "Offered"))
        #expect(await session("register", file).status == 0)
        #expect(await session("register", "--disabled", try home.write(SyntheticFont(family: "Hidden"))).status == 0)
        #expect(
            await session("register", try home.write(SyntheticFont(family: "--all") { $0.postscriptName = "x" })).status
                == 0)
        #expect(
            await offered(session, "unregister", "")
                == ["Hidden", "Hidden-Regular", "Offered", "Offered-Regular", "x"])
        #expect(await offered(session, "unregister", "Of") == ["Offered", "Offered-Regular"])
        #expect(await offered(session, "unregister", "--", "--") == ["--all"])
        #expect(await offered(session, "unregister", file) == [file])
        #expect(await offered(session, "unregister", "nothing") == ["files"])
        #expect(await offered(session, "enable", "H") == ["Hidden", "Hidden-Regular"])
        #expect(await offered(session, "disable", "O") == ["Offered", "Offered-Regular"])
        #expect(await session("tag", "add", "talk", "Offered").status == 0)
        #expect(await offered(session, "disable", "--tag", "") == ["talk"])
        #expect(await offered(session, "disable", "--tag=t") == ["--tag=talk"])
        #expect(await offered(session, "disable", "--family=-") == ["--family=--all"])
        #expect(await offered(session, "disable", "-f", "O") == ["Offered"])
        #expect(await offered(session, "tag", "list", "") == ["talk"])
        #expect(await offered(session, "tag", "r") == ["remove", "rename"])
        #expect(await offered(session, "policy", "") == ["user"])
        for command in ["css", "preview", "families", "licenses", "subset"] {
            #expect(await offered(session, command, "Of") == ["Offered"], "\(command)")
        }
        #expect(await offered(session, "preview", "./") == ["files"])
        #expect(await offered(session, "preview", "Offered", "-o", "") == ["files"])
        #expect(await offered(session, "css", "./").isEmpty)
    }

    /// Fonts of the system are hidden and shown again, too.
    @Test func familiesOfTheSystemAreOffered() async throws {
        let home = try PrivateHome()
        let session = Session(home)
        for family in ["System One", "System Two"] {
            try home.put(SyntheticFont(family: family).build(), at: home.paths.userFonts + "/\(family).ttf")
        }
        #expect(await offered(session, "disable", "Sys") == ["System One", "System Two"])
        #expect(await session("disable", "System Two").status == 0)
        #expect(await offered(session, "disable", "Sys") == ["System One"])
        #expect(await offered(session, "enable", "Sys") == ["System Two"])
        #expect(await offered(session, "unregister", "Sys") == ["files"])
    }

    @Test func commandsAndOptionsAreOffered() async throws {
        let session = Session(try PrivateHome())
        #expect(await offered(session, "") == NamedCommand.root.childNames + ["help"])
        #expect(await offered(session, "help", "") == NamedCommand.root.childNames)
        #expect(await offered(session, "help", "list", "").isEmpty)
        #expect(await offered(session, "-") == ["--help", "--json", "--system", "--version"])
        #expect(await offered(session, "--system", "--json", "un") == ["unregister", "undo"])
        #expect(await offered(session, "why", "--for", "fire") == ["firefox"])
        #expect(await offered(session, "families", "--category", "s") == ["serif", "sans-serif"])
        #expect(await offered(session, "register", "--scope", "") == ["session", "persistent"])
        #expect(await offered(session, "adopt", "") == ["folders"])
        #expect(await offered(session, "exec", "--font", "a", "b") == ["files"])
        #expect(await offered(session, "exec", "--font", "a", "--", "") == ["files"])
        #expect(await offered(session, "list", "--js") == ["--json"])
        #expect(await offered(session, "list", "--json", "--js").isEmpty)
        #expect(await offered(session, "nonsense", "").isEmpty)
        let zsh = await session("---complete", "zsh", "expo")
        #expect(zsh.output == "=export\tWrite the registered fonts to a file.\n")
    }

    /// Only the scripts ask, and what an earlier script asked is answered with nothing.
    @Test(arguments: [
        ["---completion", "unregister", "--", "positional@0", "2", "0", ""], ["---complete"], ["---complete", "bash"],
        ["---complete", "csh", ""], ["---complete", "bash", "fontctl x", "y"],
        ["---complete", "fish", "unregister", ""],
    ])
    func otherQuestionsHaveNoAnswer(_ arguments: [String]) async {
        let result = await Session().run(arguments)
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(result.output.isEmpty || result.output == "files\n")
    }
}

/// The words that bash is given, as bash reads them.
@Suite struct BashWordTests {
    private static let texts = [
        "a b", "it's", "\"", "\\", "a\\", "$(touch x)", "`x`", "$HOME", "*", "[a]?", "~", "~root", "!!", "a!b", "{a,b}",
        "#x",
        ";", "&", "|", "<>", "(", "a:b", "=ls", "é 日本", "'\u{301}x'\u{301}", "\"\u{301}", "\\\u{301}", "$\u{301}(x)",
        "-x", "%1", "^a^b",
        "\u{a0}x", "\u{2003}",
    ]

    @Test func spellingsAreReadBack() throws {
        let styles: [(BashWord.Style, String, String)] = [
            (.none, "", ""), (.single, "'", "'"), (.double, "\"", "\""), (.escaped, "$'", "'"),
        ]
        for (style, opening, closing) in styles {
            let words = Self.texts.map { opening + BashWord.spelling(of: $0, in: style) + closing }
            let read = try Command.run(
                "bash", ["-c", "cd /; printf '%s\\n' \(words.joined(separator: " "))"],
                environment: ["LC_ALL": "C.UTF-8"])
            #expect(read.output.split(separator: "\n").map(String.init) == Self.texts, "\(style)")
        }
    }

    @Test(arguments: [
        ("fontctl unregister Fo", "Fo", "Foo: Bar", "Foo:\\ Bar"),
        ("fontctl unregister Foo:", "", "Foo: Bar", "\\ Bar"),
        ("fontctl unregister Foo:\\ B", "\\ B", "Foo: Bar", "\\ Bar"),
        ("fontctl unregister 'Foo: B", "Foo: B", "Foo: Bar", "Foo: Bar"),
        ("fontctl x \"s", "s", "s \"q\"", "s \\\"q\\\"\""), ("fontctl x 's", "s", "s'", "s'\\'''"),
        ("fontctl unregister \"$", "$", "$(x)", "\\$(x)"),
        ("fontctl unregister --family=F", "F", "--family=Foo", "Foo"),
        ("fontctl x 'it'\\''s a", "it'\\''s a", "it's a b", "it'\\''s a b"),
        ("fontctl a\\ b\\ ", "a\\ b\\ ", "a b c", "a\\ b\\ c"),
        ("fontctl \"a\\q", "a\\q", "a\\qr", "a\\\\qr"), ("fontctl $'it\\'s", "it\\'s", "it's x", "it\\'s x"),
    ])
    func theReplacedPartIsSpelled(_ line: String, _ replaced: String, _ candidate: String, _ spelled: String) throws {
        let word = try #require(BashWord(line: line, replaced: replaced))
        #expect(word.before.first == "fontctl")
        #expect(word.spellings(of: [candidate, "other"]) == [spelled])
    }

    /// bash inserts what all spellings begin with.
    @Test(arguments: [("A", "A"), ("\"A", "A"), ("'A", "A"), ("", "A")])
    func aCommonBeginningIsNoHalfEscape(_ typed: String, _ common: String) throws {
        let replaced = typed.hasPrefix("A") ? typed : String(typed.dropFirst())
        let word = try #require(BashWord(line: "fontctl x " + typed, replaced: replaced))
        let candidates = ["A\"B", "A$C", "A'D"]
        let spelled = word.spellings(of: candidates)
        let beginning = spelled.dropFirst().reduce(spelled[0]) { $0.commonPrefix(with: $1) }
        #expect(beginning == common, "\(spelled)")
        let mark = typed.hasPrefix("A") ? "" : String(typed.prefix(1))
        let read = try Command.run(
            "bash", ["-c", "printf '%s\\n' \(spelled.map { mark + $0 + mark }.joined(separator: " "))"],
            environment: [:])
        #expect(read.lines == candidates)
    }
}
