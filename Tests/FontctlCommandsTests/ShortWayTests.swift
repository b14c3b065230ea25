import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// What people type in the first hour: short options, words in any case, flags before the command, paths.
@Suite struct ShortWayTests {
    private let home: PrivateHome
    private let session: Session

    init() throws {
        (home, session) = try Session.inNewHome()
        try home.write(SyntheticFont(family: "Lora"), as: "fonts/Lora.ttf")
        try home.write(SyntheticFont(family: "Lora", style: "Bold"), as: "fonts/Lora Bold.ttf")
    }

    @Test func shortOptions() async throws {
        let trial = await session("register", "-n", "fonts")
        #expect(trial.lines.count == 2 && trial.output.contains("would be registered"), "\(trial)")
        let quiet = await session("register", "-q", "fonts")
        #expect(quiet == .init(status: 0, output: "", errors: ""))
        #expect(await session("list", "-f", "Lora", "-q").lines == ["Lora-Bold", "Lora-Regular"])
        let failed = await session("disable", "-q", "Lora-Bold", "None")
        #expect(failed.status == 1 && failed.output.isEmpty && failed.errors.contains("None: "), "\(failed)")
        #expect(await session("unregister", "--all", "-y").lines.count == 2)
        #expect(await session("adopt", "-y").status == 0)
        #expect(await session("licenses", "-f", "HTML").output.isEmpty == false)
        for command in ["preview", "subset"] {
            #expect(await session(command, "None", "-o", "x.png").errors.contains("Unknown option") == false)
        }
    }

    @Test func wordsInAnyCase() async throws {
        #expect(await session("register", "fonts", "--scope", "Session").status == 0)
        let serif = await session("families", "--category", "serif").output
        for word in ["Serif", "SERIF"] { #expect(await session("families", "--category", word).output == serif) }
        for word in ["Sans Serif", "sans", "SANS_SERIF", "Mono", "Display"] {
            #expect(await session("families", "--category", word).status == 0, "\(word)")
        }
        #expect(await session("families", "--category", "fancy").status == ExitStatus.usage)
        #expect(await session("tag", "Add", "talk", "Lora").status == 0)
        #expect(await session("css", "Lora", "--format", "GTK").status == 0)
        #expect(await session("css", "--role", "Body=Lora").status == 0)
        #expect(await session("policy", "org.example", "--install", "Allow").status == 0)
    }

    @Test func flagsBeforeTheCommand() async throws {
        #expect(await session("register", "fonts").status == 0)
        let after = await session("list", "--json")
        #expect(await session("--json", "list") == after)
        #expect(await session("--json", "tag", "list").output == "{\"tags\":[],\"formatVersion\":1}\n")
        #expect(await session("--json", "nonsense").output.contains("no command “nonsense”"))
        #expect(await session("--json", "--version").status == 0)
        #expect(await session("--json").status == ExitStatus.usage)
        let machine = try PrivateHome()
        session.configure { context in
            context.systemRegistry = { [machine] () throws(FontError) in machine.context }
        }
        for flags in [["--system", "--json"], ["--json", "--system"]] {
            let all = await session.run(flags + ["list"])
            #expect(all.status == 0 && all.output.contains("\"registrations\":[]"), "\(all)")
        }
    }

    @Test func withoutACommandTheFirstFiveAreShown() async {
        let result = await Session()()
        #expect(result.status == ExitStatus.usage && result.output.isEmpty)
        let lines = result.errors.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 })
        #expect(lines.count { $0.hasPrefix("  fontctl ") } == 5)
        #expect(result.errors.contains("fontctl --help"))
    }

    @Test(arguments: NamedCommand.all + [.root]) func theUsageComesBeforeTheProse(_ command: NamedCommand) throws {
        let help = Fontctl.help(for: command, columns: 80)
        let usage = try #require(help.firstRange(of: "\n\nUSAGE: fontctl"))
        #expect(help[..<usage.lowerBound].split(separator: "\n").count <= 2)
        #expect(help.firstRange(of: "Example").map { usage.lowerBound < $0.lowerBound } == true)
        #expect(help.components(separatedBy: "USAGE:").count == 2)
    }

    /// Help and errors fit any terminal; the parser alone ends the program below 27 columns.
    @Test(arguments: [200, 80, 39, 26, 10, 1]) func helpFitsAnyTerminal(_ columns: Int) throws {
        let environment = home.environment.merging(["COLUMNS": "\(columns)"]) { $1 }
        for arguments in [["--help"], ["help", "list"], ["register"], ["prune", "--days", "3"], ["nonsense"], []] {
            let result = try Command.run(Command.product("fontctl"), arguments, environment: environment)
            #expect(result.status == 0 || result.status == ExitStatus.usage, "\(arguments)")
            guard columns >= 26, columns < 40 else { continue }
            let lines = (result.output + result.errors).split(separator: "\n")
            // A long word and a command are not divided.
            let long = lines.filter { $0.count > columns && !$0.contains("`") }
            #expect(long.allSatisfy { !$0.trimmingCharacters(in: .whitespaces).contains(" ") }, "\(long)")
        }
    }

    @Test func errorsWrapBetweenWordsAndKeepCommandsWhole() async throws {
        let terminal = Session(home, isTerminal: true)
        terminal.configure { $0.console.errorColumns = { 40 } }
        let result = await terminal("unregister", "--dry-run", "None", "Nothing at all")
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count > 4 && lines.allSatisfy { $0.count <= 40 || $0.contains("`") }, "\(result)")
        #expect(
            FactLines.wrap("Run `fontctl list 'a b c'` now.", columns: 12) == ["Run", "`fontctl list 'a b c'`", "now."])
    }

    /// People see paths as they typed them; documents have whole ones.
    @Test func pathsAreShownAsTyped() async throws {
        let bold = await session("register", "fonts/Lora Bold.ttf")
        #expect(bold.output == "registered  Lora-Bold  fonts/Lora Bold.ttf\n")
        let folder = await session("register", "./fonts/")
        #expect(folder.output.contains("registered          Lora-Regular  ./fonts/Lora.ttf\n"), "\(folder)")
        let absolute = home.root + "/given/fonts"
        #expect(await session("register", absolute + "/Lora.ttf").output.hasSuffix("  \(absolute)/Lora.ttf\n"))
        let missing = await session("register", "none.ttf")
        #expect(missing.errors.hasPrefix("fontctl: none.ttf: "), "\(missing)")
        #expect(await session("register", "none.ttf", "--json").output.contains("\"\(home.root)/given/none.ttf\""))
        let valid = await session("validate", "fonts/Lora.ttf", "fonts")
        #expect(valid.output.contains("valid    fonts/Lora.ttf\n"), "\(valid)")
        #expect(await session("info", "fonts/Lora.ttf").output.hasPrefix("file    fonts/Lora.ttf\n"))
        #expect(await session("info", "fonts/Lora.ttf", "--json").output.contains(absolute + "/Lora.ttf"))
        #expect(await session("list").output.contains("  \(absolute)/Lora.ttf\n"), "of an earlier command line")
        #expect(await session("unregister", "./fonts").lines.allSatisfy { $0.contains("  ./fonts/Lora") })
    }

    @Test func countsSayWhatHappened() async throws {
        let failed = await session("register", "a.ttf", "b.ttf")
        #expect(failed.errors.hasSuffix("fontctl: All 2 failed. Nothing was changed.\n"), "\(failed)")
        try home.write(SampleFile.plainText.bytes, as: "fonts/text.ttf")
        let checked = await session("validate", "fonts/Lora.ttf", "fonts/Lora Bold.ttf", "fonts/text.ttf")
        #expect(
            checked.output.hasSuffix("\n3 files: 2 valid; 1 invalid\n")
                || checked.output.contains("3 files: 2 valid, "), "\(checked)")
        #expect(await session("validate", "fonts/Lora.ttf").output.contains("1 file") == false)
    }

    @Test func anExplicitPatternAsksForNothing() async throws {
        #expect(await session("register", "fonts").status == 0)
        #expect(await session("disable", "Lor*").lines.count == 2)
        #expect(await session("enable", "l?ra*").lines.count == 2)
        for pattern in ["*", "**", "?*"] {
            let refused = await session("disable", pattern)
            #expect(refused.status == 1 && refused.errors.contains("--all --yes`"), "\(pattern): \(refused)")
        }
    }

    @Test func collectionsAreRenamedAndSayHowTheyEnd() async throws {
        #expect(await session("register", "fonts").status == 0)
        #expect(await session("tag", "add", "talk", "Lora").status == 0)
        #expect(await session("tag", "add", "brand", "Lora-Bold").status == 0)
        let there = await session("tag", "rename", "talk", "brand")
        #expect(there.status == 1 && there.errors.contains("A collection “brand” already exists"), "\(there)")
        #expect(await session("tag", "rename", "talk", "lecture", "--dry-run").status == 0)
        let renamed = await session("tag", "rename", "talk", "lecture").lines
        #expect(renamed.count == 2 && renamed.allSatisfy { $0.hasPrefix("tagged ") }, "\(renamed)")
        #expect(renamed.allSatisfy { $0.contains("lecture") && !$0.contains("talk") }, "\(renamed)")
        let undone = await session("undo").lines
        #expect(undone.count == 2 && undone.allSatisfy { $0.contains("talk") }, "\(undone)")
        #expect(await session("redo").lines.allSatisfy { $0.contains("lecture") })
        #expect(await session("tag", "list").lines.map { $0.prefix { $0 != " " } } == ["brand", "lecture"])
        #expect(await session("undo").status == 0)
        #expect(await session("tag", "list").lines.map { $0.prefix { $0 != " " } } == ["brand", "talk"])
        let gone = await session("tag", "rename", "none", "x")
        #expect(
            gone.status == 1 && gone.errors.contains("A collection exists as long as it contains a font"), "\(gone)")
        for arguments in [["rename", "talk"], ["rename", "talk", "a", "b"], ["rename", "talk", "a", "--all"]] {
            #expect(await session.run(["tag"] + arguments).status == ExitStatus.usage)
        }
        let left = await session("tag", "remove", "brand", "Lora-Bold")
        #expect(
            left.errors
                == "fontctl: The collection “brand” is empty now and was removed. `fontctl undo` restores it.\n"
        )
        #expect(await session("undo").status == 0)
        let removed = await session("unregister", "Lora")
        #expect(
            removed.errors.contains("“brand” is empty now") && removed.errors.contains("“talk” is empty now"),
            "\(removed)")
        // A second undo would not restore the tag.
        #expect(await session("register", "fonts", "--tag", "new").status == 0)
        let taken = await session("undo")
        #expect(
            taken.errors.contains("“new” is empty now and was removed. `fontctl redo` restores it."),
            "\(taken)")
    }
}

extension Session.Result: Equatable {
    static func == (one: Session.Result, other: Session.Result) -> Bool {
        (one.status, one.output, one.errors) == (other.status, other.output, other.errors)
    }
}
