import FontAdvice
import FontRegistry
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FontctlCommands

/// The command `duplicates`: what it lists, asks and does.
@Suite(.timeLimit(.minutes(60))) struct DuplicateCommandTests {
    private let machine: PrivateHome
    private let home: PrivateHome
    private let session: Session
    private let packaged: String
    private let own: String
    private let registered: String

    /// A font that is registered, of a package, and twice in the user's folder.
    init() async throws {
        machine = try PrivateHome()
        home = try PrivateHome(fontFolders: [machine.root + "/given"])
        session = Session(home)
        packaged = try machine.write(SyntheticFont(family: "Lora", salt: 1))
        own = try home.put(SyntheticFont(family: "Lora", salt: 2).build(), at: home.paths.userFonts + "/a.ttf")
        try home.put(SyntheticFont(family: "Lora", salt: 2).build(), at: home.paths.userFonts + "/b.ttf")
        registered = try home.write(SyntheticFont(family: "Lora", salt: 3) { $0.revision = 2 })
        let package = packaged
        session.configure { $0.packageOwners = { $0.contains(package) ? [package: "fonts-lora"] : [:] } }
        let result = await session("register", registered)
        try #require(result.status == 0, "\(result)")
    }

    private var copy: String { home.paths.userFonts + "/b.ttf" }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private func fields(_ line: String) -> [String] { line.split(separator: #/ {2,}/#).map(String.init) }

    @Test func allAreListedWithWhatProgramsGet() async throws {
        let result = await session("duplicates")
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        let rows = result.lines.map(fields)
        let named = try #require(rows.firstIndex { $0[0] == "Lora-Regular" })
        #expect(rows[named].prefix(4) == ["Lora-Regular", "get it", "registered by user", "2"], "\(rows)")
        #expect(rows[named + 1].contains("get another one: newer") && rows[named + 1].contains(own))
        #expect(rows[named + 3].contains("package fonts-lora") && rows[named + 3].contains(packaged))
        #expect(rows.contains { $0[0] == "Lora-Regular (same bytes)" })
        #expect(await session("duplicates", "lora").lines.count == 6)
        #expect(await session("duplicates", "--copies").lines.count == 2)
        let nothing = await session("duplicates", "Nobody")
        #expect(nothing.status == 0 && nothing.output.isEmpty, "\(nothing)")
        let hint = await Session(home, isTerminal: true)("duplicates", "Nobody")
        #expect(hint.errors == "No fonts are there several times.\n", "\(hint)")
    }

    @Test func theWordsAreChecked() async {
        for words in [["--keep", own, "--keep-shown"], ["--dry-run"]] {
            let result = await session.run(["duplicates"] + words)
            #expect(result.status == ExitStatus.usage, "\(result)")
        }
        let unknown = await session("duplicates", "--keep", "/none.ttf", "--yes")
        #expect(unknown.status == 1 && unknown.errors.contains("This is none of the duplicates."), "\(unknown)")
        let without = await session("duplicates", "--keep", own)
        #expect(without.status == 1, "\(without)")
        #expect(without.errors.contains("`fontctl duplicates --keep \(own) --yes`"), "\(without)")
        let shown = await session("duplicates", "Lora", "--keep-shown")
        #expect(shown.errors.contains("`fontctl duplicates --keep-shown --dry-run Lora`"), "\(shown)")
        #expect(exists(copy))
    }

    @Test func oneIsKept() async throws {
        let trial = await session("duplicates", "--keep", own, "--dry-run")
        #expect(trial.status == 0 && trial.output.contains("would be disabled"), "\(trial)")
        #expect(trial.output.contains("would be moved to the trash") && exists(copy))
        let done = await session("duplicates", "--keep", own, "--yes")
        #expect(done.status == 0, "\(done)")
        #expect(done.lines.last == "1 file moved to the trash; `fontctl undo` restores it")
        #expect(done.errors.contains("\(packaged): The font belongs to the package fonts-lora"), "\(done)")
        #expect(exists(own) && !exists(copy) && exists(packaged))
        #expect(await session("list", "--disabled").lines.count == 1)
        #expect(await session("undo", "--list").lines.first?.contains("  resolve  ") == true)
        #expect(await session("undo").status == 0)
        #expect(exists(copy))
        #expect(await session("list", "--enabled").lines.count == 1)
    }

    @Test func theOneThatProgramsGetIsKept() async throws {
        let result = try await session("duplicates", "--keep-shown", "--yes", "--json").json
        #expect((result["operation"] as? Int) != nil, "\(result)")
        let left = result["left"] as? [[String: Any]]
        #expect(left?.map { $0["package"] as? String } == ["fonts-lora"])
        // The group of the same bytes needs no decision any more.
        #expect(result["leftGroups"] == nil, "\(result)")
        #expect(!exists(own) && !exists(copy))
        #expect(await session("list", "--enabled").lines.count == 1)
        #expect(await session("list", "--disabled").lines.count == 1)
    }

    /// A font that was registered from a file in a font folder is named like that file, which is another member.
    @Test func theFileThatIsNamedStays() async throws {
        let newer = SyntheticFont(family: "Twice") { $0.revision = 2 }.build()
        let file = try home.put(newer, at: home.paths.userFonts + "/Twice.ttf")
        #expect(await session("register", file).status == 0)
        // Programs get the registered font, which comes first.
        try Data(SyntheticFont(family: "Twice").build()).write(to: URL(filePath: file))
        let trial = await session("duplicates", "Twice", "--keep", file, "--dry-run")
        #expect(trial.output.contains("would be disabled") && !trial.output.contains("trash"), "\(trial)")
        let done = await session("duplicates", "Twice", "--keep", file, "--yes")
        #expect(done.status == 0 && exists(file), "\(done)")
        #expect(await session("list", "--disabled").lines.count == 1)
        // The file from which a registration came means that one if the file is no member.
        let kept = await session("duplicates", "Lora", "--keep", registered, "--yes")
        #expect(kept.status == 0 && !exists(own) && !exists(copy), "\(kept)")
    }

    /// The registration that keeps its bytes came from another file.
    @Test func theFileThatGoesIsNamed() async throws {
        let same = SyntheticFont(family: "Lora", salt: 3) { $0.revision = 2 }.build()
        let file = try home.put(same, at: home.paths.userFonts + "/c.ttf")
        let trial = await session("duplicates", "--keep", packaged, "--dry-run")
        let lines = trial.lines.map(fields).filter { $0[0] == "would be moved to the trash" }
        #expect(Set(lines.compactMap(\.last)) == [own, copy, file], "\(trial)")
        let done = try await session("duplicates", "--keep", packaged, "--yes", "--json").json
        let moved = (done["results"] as? [[String: Any]])?.filter { $0["status"] as? String == "moved-to-trash" }
        #expect(Set(moved?.compactMap { $0["file"] as? String } ?? []) == [own, copy, file], "\(done)")
        #expect(FileManager.default.fileExists(atPath: registered))
    }

    /// A variable font has other styles than the static one that stays.
    @Test func fontsThatGoWithADuplicateAreTold() async throws {
        let wave = try home.put(
            SyntheticFont.variable(family: "Wave").build(), at: home.paths.userFonts + "/wave.ttf")
        try home.put(
            SyntheticFont(family: "Wave", style: "Bold").build(), at: home.paths.userFonts + "/other/bold.ttf")
        let kept = try machine.write(SyntheticFont(family: "Wave") { $0.revision = 2 })
        let trial = await session("duplicates", "Wave", "--keep", kept, "--dry-run")
        // The bold is there as a file of its own, too.
        #expect(trial.errors.contains("since no other file has them: Wave-Light.\n"), "\(trial)")
        let done = try await session("duplicates", "Wave", "--keep", kept, "--yes", "--json").json
        #expect(done["lost"] as? [String] == ["Wave-Light"] && !exists(wave), "\(done)")
        #expect(await session("undo").status == 0)
        #expect(exists(wave))
    }

    @Test func noMemberOfADocumentIsThereTwice() async throws {
        let result = await session("duplicates", "--keep", own, "--yes", "--json")
        #expect(result.output.components(separatedBy: #""operation":"#).count == 2, "\(result)")
    }

    /// Of fonts with the same bytes programs may get none, as a newer one has their name.
    @Test func groupsOfWhichProgramsGetNoneAreTold() async throws {
        let result = await session("duplicates", "--copies", "--keep-shown", "--yes", "--json")
        let names = try result.json["leftGroups"] as? [[String]]
        #expect(names == [["Lora-Regular"]] && exists(own) && exists(copy), "\(result)")
        let text = await session("duplicates", "--copies", "--keep-shown", "--yes")
        #expect(text.errors.contains("Lora-Regular: left out, since programs get none of these fonts"), "\(text)")
    }

    @Test func itAsks() async throws {
        let asked = Mutex("")
        let terminal = Session(home, isTerminal: true)
        for answer in [false, true] {
            terminal.configure { context in
                context.ask = { question in
                    asked.withLock { $0 = question }
                    return answer
                }
            }
            let result = await terminal("duplicates", "--keep", own)
            #expect(
                asked.withLock { $0 } == "Change 2 font files, and move 1 file of yours to the trash? [y/N] ",
                "\(result)")
            #expect(result.status == (answer ? 0 : 1) && exists(copy) != answer, "\(result)")
        }
    }

    @Test(.enabled(if: DocumentCheck.isPossible, "Needs Debian's python3-jsonschema."))
    func theDocumentsAreThoseOfTheSchema() async throws {
        var check = DocumentCheck()
        for words in [["--all"], ["--keep", own, "--dry-run"], ["--keep", own, "--yes"]] {
            let result = await session.run(["duplicates", "--json"] + words)
            check.add(try #require(result.lines.first, "\(result)"), as: "duplicates")
        }
        #expect(try check.problems(in: home) == [])
    }
}
