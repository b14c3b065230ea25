import FontAdvice
import FontRegistry
import TestSupport
import Testing

@testable import FontctlCommands

/// No suggestion does more than what was asked, or the opposite.
@Suite struct SuggestionTests {
    @Test(
        arguments: [
            (["prune", "--days", "3"], nil), (["tag", "add", "--tag", "x", "Lora"], nil), (["prune", "--al"], nil),
            (["register", "--enabled", "a"], nil), (["adopt", "--yse"], nil), (["list", "--unlong"], nil),
            (["policy", "--rest"], nil), (["import", "a", "--polcy"], nil),
            (["prune", "--dry"], "--dry-run"), (["prune", "--dyr-run"], "--dry-run"), (["list", "--quite"], "--quiet"),
            (["register", "--replce", "a"], "--replace"), (["list", "--jsn"], "--json"),
            (["list", "--disable"], "--disabled"),
            (["list", "--nabled"], "--enabled"), (["css", "--inlien", "a"], "--inline"), (["--versoin"], "--version"),
            (["catalog", "search", "--langauge", "ja"], "--language"), (["catalog", "show", "--jsn", "x"], "--json"),
            (["catalog", "build", "x", "--otu", "y", "--keys", "z"], "--out"), (["catalog", "--hlep"], "--help"),
        ] as [([String], String?)])
    func options(_ arguments: [String], _ meant: String?) async {
        let result = await Session().run(arguments)
        #expect(result.status == ExitStatus.usage)
        #expect(result.errors.hasPrefix("Error: Unknown option '"), "\(result)")
        #expect(result.errors.contains("Usage: fontctl"))
        if let meant {
            #expect(result.errors.contains("'. Did you mean `\(meant)`?\n"), "\(result)")
        } else {
            #expect(!result.errors.contains("Did you mean"), "\(result)")
        }
    }

    @Test(arguments: [
        ("untag", []), ("unundo", []), ("unimport", []), ("undisable", []), ("uregister", []), ("nregister", []),
        ("reregister", []), ("isable", []), ("purge", []), ("unlist", []), ("xy", []), ("test", []),
        ("deregister", ["unregister"]), ("dedupe", ["duplicates"]), ("show", ["info", "list"]),
        ("unhide", ["enable"]),
        ("regist", ["register"]), ("unregster", ["unregister"]), ("enbale", ["enable"]), ("disble", ["disable"]),
        ("exprot", ["export"]), ("tga", ["tag"]),
    ])
    func commands(_ word: String, _ meant: [String]) async {
        let errors = await Session()(word).errors
        let question = NearNames.question(meant.map { "`fontctl \($0)`" })
        #expect(errors.hasPrefix("Error: There is no command “\(word)”.\(question)\n"), "\(errors)")
    }

    /// Whatever stands for a command, the one that undoes it is never suggested for its negation.
    @Test(arguments: NamedCommand.all) func aNegationIsNotItsCommand(_ command: NamedCommand) throws {
        let name = try #require(command.words.last)
        let others = NamedCommand.of(command.words.dropLast()).childNames
        for negation in ["un", "de", "dis", "re"] where !name.hasPrefix(negation) && !others.contains(negation + name) {
            #expect(!NearWords.of(negation + name, among: others).contains(name))
        }
    }

    @Test(arguments: [
        ("serach", ["search"]), ("ls", ["list"]), ("rm", ["remove"]), ("update", ["refresh"]), ("info", ["show"]),
        ("lst", ["list"]), ("rebuild", []), ("unadd", []), ("install", []),
    ])
    func commandsOfAGroup(_ word: String, _ meant: [String]) async {
        let question = NearNames.question(meant.map { "`fontctl catalog \($0)`" })
        let expected = "Error: There is no command “\(word)” in `fontctl catalog`.\(question)\n"
        for arguments in [["catalog", word], ["help", "catalog", word], ["catalog", word, "x", "--json=y"]] {
            let errors = await Session().run(arguments).errors
            #expect(errors.hasPrefix(expected), "\(errors)")
        }
    }

    /// A command that is only in a group is found there.
    @Test func aCommandOfAGroupIsNamedWhole() async {
        for word in ["keygen", "refresh"] {
            let errors = await Session()(word).errors
            #expect(errors.contains("“\(word)”. Did you mean `fontctl catalog \(word)`?"), "\(errors)")
        }
    }

    @Test func aStyleDoesNotStandForItsFamily() async throws {
        let home = try PrivateHome()
        let session = Session(home)
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        for word in ["Lora-B", "Lora B", "Lroa-B"] {
            let result = await session("unregister", word)
            #expect(result.status == 1 && !result.errors.contains("Did you mean Lora?"), "\(result)")
        }
        #expect(await session("unregister", "Lora-Regulr").errors.contains("Did you mean Lora-Regular?"))
    }

    /// A command in an error has all the options that limited the one that failed.
    @Test func advisedCommandsKeepTheLimits() async throws {
        let home = try PrivateHome()
        let session = Session(home)
        let file = try home.write(SyntheticFont(family: "Two Words"))
        #expect(await session("register", file, "--scope", "session", "--tag", "talk").status == 0)
        let all = await session("unregister", "--scope", "session")
        #expect(all.errors.contains("`fontctl unregister --scope session --all --yes`"), "\(all)")
        #expect(await session("register", try home.write(SyntheticFont(family: "Other")), "--tag", "talk").status == 0)
        let tagged = await session("disable", "--tag", "talk", "*")
        #expect(tagged.errors.contains("`fontctl disable --tag talk --all --yes`"), "\(tagged)")
        let joined = await session("unregister", "--dry-run", "--scope", "session", "Two", "Words")
        #expect(joined.errors.contains("`fontctl unregister --scope session --dry-run 'Two Words'`"), "\(joined)")
        let conflict = try home.write(SyntheticFont(family: "Two Words", salt: 1), as: "other.ttf")
        let refused = await session("register", "--dry-run", "--disabled", conflict, "--scope", "session")
        #expect(!refused.errors.contains("--replace") || refused.errors.contains("--dry-run"), "\(refused)")
        #expect(await session("list", "-q").lines.count == 2)
    }
}
