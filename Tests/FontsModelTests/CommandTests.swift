import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontsModel

/// Changes with their sentences, and their undo.
@Suite(.fewAtOnce) struct CommandTests {
    private let test: TestLibrary
    private let commands: LibraryCommands

    init() throws {
        test = try TestLibrary(system: [SyntheticFont(family: "Plain"), SyntheticFont(family: "Other")])
        commands = LibraryCommands(test.library)
    }

    private func families() async throws -> [String: LibraryFamily] {
        Dictionary(uniqueKeysWithValues: try await test.library.families(nil).map { ($0.family.name, $0) })
    }

    @Test func familiesAreTurnedOffAndBack() async throws {
        try await test.install(SyntheticFont(family: "Lora"), SyntheticFont(family: "Lora", style: "Bold"))
        let off = try await commands.run(.setFamilies(["Lora", "Plain"], isOn: false))
        #expect(off.sentence == "2 families were turned off." && off.failures.isEmpty)
        #expect(try await test.enabledNames().isEmpty)
        let found = try await families()
        #expect(found["Lora"]?.off == [0, 1] && found["Plain"]?.off == [0] && found["Other"]?.off == [])
        let again = try await commands.run(.setFamilies(["Lora"], isOn: false))
        #expect(again.sentence == "It is turned off already." && again.operation == nil)
        let undone = try await commands.undo(try #require(off.operation))
        #expect(undone.sentence == "2 families were turned on.", "what happened, not what was undone")
        #expect(try await test.enabledNames() == ["Lora-Bold", "Lora-Regular"])
        #expect(try await families()["Plain"]?.off == [])
    }

    /// Toasts have the names that rows have.
    @Test func aFamilyIsToldByItsNameInTheUsersLanguage() async throws {
        let library = ManagerLibrary(test.manager, in: test.home.context, locale: Locale(identifier: "ja"))
        try await test.install(
            SyntheticFont(family: "Klee") {
                $0.localizedNames = [SyntheticFont.LocalizedName(1, language: 0x411, "クレー")]
            })
        let title = try #require(try await library.families(["Klee"]).first?.family.localizedName)
        #expect(title == "クレー")
        let commands = LibraryCommands(library)
        #expect(try await commands.run(.setFamilies(["Klee"], isOn: false)).sentence == "クレー was turned off.")
        #expect(try await commands.run(.removeFamilies(["Klee"])).sentence == "クレー was removed.")
    }

    @Test func oneFileIsTurnedOff() async throws {
        try await test.install(SyntheticFont(family: "Lora"), SyntheticFont(family: "Lora", style: "Bold"))
        let details = try #require(try await DetailsReader(test.library).family("Lora"))
        let bold = try #require(details.files.first { $0.styles == ["Bold"] })
        let result = try await commands.run(.setFiles([bold.target], title: "Lora Bold", isOn: false))
        #expect(result.sentence == "Lora Bold was turned off.")
        #expect(try await test.enabledNames() == ["Lora-Regular"])
        #expect(try await DetailsReader(test.library).family("Lora")?.files.map(\.isOn).count { !$0 } == 1)
    }

    @Test func installedFontsAreRemovedAndComeBack() async throws {
        let before = try await test.install(SyntheticFont(family: "Lora"))
        let removed = try await commands.run(.removeFamilies(["Lora"]))
        #expect(removed.sentence == "Lora was removed.")
        #expect(try await test.manager.registered().isEmpty)
        #expect(try await commands.undoLast()?.sentence == "Lora is back.")
        #expect(try await test.manager.registered().map(\.sha256) == before.map(\.sha256))
        #expect(try await commands.redoLast()?.sentence == "Lora was removed.")
        #expect(try await test.manager.registered().isEmpty)
        let system = try await commands.run(.removeFamilies(["Plain"]))
        #expect(system.sentence == "Only installed fonts can be removed. You can turn the others off.")
        #expect(system.operation == nil)
    }

    /// Ctrl+Z takes back what this window did, and nothing else.
    @Test func onlyOwnOperationsAreUndoneByKey() async throws {
        try await test.install(SyntheticFont(family: "Lora"), SyntheticFont(family: "Lato"))
        #expect(try await commands.undoLast() == nil)
        let own = try #require(try await commands.run(.setFamilies(["Lora"], isOn: false)).operation)
        let other = try test.home.user()
        try await other.setEnabled(false, .name("Lato-Regular"))
        let history = try await commands.history()
        #expect(history.undoable.count == 3 && history.redoable.isEmpty)
        #expect(history.undoable.filter(\.isOwn).map(\.id) == [own])
        #expect(history.undoable.map(\.title) == ["1 font turned off", "1 font turned off", "2 fonts installed"])
        #expect(history.undoable[0].subtitle == "Lato" && history.undoable.allSatisfy(\.isComplete))
        _ = try await commands.undoLast()
        #expect(try await test.enabledNames() == ["Lora-Regular"])
        #expect(try await commands.undoLast() == nil)
        #expect(try await commands.history().redoable.map(\.isOwn) == [true])
        _ = try await commands.redoLast()
        #expect(try await test.enabledNames().isEmpty)
        #expect(try await commands.redoLast() == nil)
        // What was redone is undone again.
        _ = try await commands.undoLast()
        #expect(try await test.enabledNames() == ["Lora-Regular"])
        #expect(try await commands.undoLast() == nil)
    }

    /// Ctrl+Z, then another change: what was undone is still this window's.
    @Test func undoneOperationsStayOwn() async throws {
        try await test.install(SyntheticFont(family: "Lora"), SyntheticFont(family: "Lato"))
        _ = try await commands.run(.setFamilies(["Lora"], isOn: false))
        _ = try await commands.undoLast()
        _ = try await commands.run(.setFamilies(["Lato"], isOn: false))
        let history = try await commands.history()
        #expect(history.redoable.map(\.isOwn) == [true] && history.undoable.first?.isOwn == true)
        #expect(try await commands.redoLast() == nil)
    }

    /// A font and the one in its place are one font.
    @Test func replacedFontsAreCountedOnce() {
        func entry(_ count: Int, _ names: [String]) -> HistoryEntry {
            HistoryEntry(
                FontOperation(number: 1, time: 0, kind: .replace, count: count, names: names, isComplete: true),
                isOwn: true)
        }
        let one = entry(2, ["Lora-Regular", "Lora-Regular"])
        #expect(one.title == "1 font replaced" && one.subtitle == "Lora")
        #expect(entry(3, ["Lora-Regular", "Lora-Bold", "Lora-Regular"]).title == "2 fonts replaced")
        let many = entry(60, (0..<FontOperation.namesShown).map { "Font\($0 / 2)" })
        #expect(many.title == "30 fonts replaced" && many.subtitle == "Font0, Font1 and 28 more")
    }

    /// People know families: those of the library by their names, removed ones by what their fonts' names begin with.
    @Test func theHistoryNamesFamilies() {
        let made = MadeSnapshot([systemFamily("Open Sans"), systemFamily("Lora")])
        func subtitle(_ kind: FontOperation.Kind, _ names: [String]) -> String {
            HistoryEntry(
                FontOperation(number: 1, time: 0, kind: kind, count: names.count, names: names, isComplete: true),
                isOwn: false, families: made.snapshot.familiesByFont
            ).subtitle
        }
        #expect(subtitle(.register, ["OpenSans-Regular"]) == "Open Sans")
        #expect(subtitle(.unregister, ["Gone-Bold", "Gone-Regular", "Lora-Regular"]) == "Gone and Lora")
        #expect(subtitle(.unregister, ["A-B", "C-D", "E-F", "E-G"]) == "A, C and E", "fonts are not counted")
        #expect(subtitle(.collections, ["Sans-Serif"]) == "Sans-Serif")
    }

    @Test func theStackOfOneWindow() {
        var stack = UndoStack()
        for number in [1, 2, 3] as [Int64] { stack.done(number) }
        #expect(stack.lastDone(among: [1, 2, 3]) == 3 && stack.lastDone(among: [1]) == 1)
        stack.undone(3, as: 4)
        stack.undone(2, as: 5)
        stack.undone(9, as: 6)
        #expect(stack.lastUndone(among: [4, 5, 6]) == 5 && stack.lastDone(among: [1, 2, 3]) == 1)
        #expect(stack.has(5) && stack.has(2) && !stack.has(6), "an operation of another window is none of this one")
        stack.redone(5, as: 7)
        #expect(stack.lastUndone(among: [4, 5]) == 4, "a redo leaves the others")
        #expect(stack.lastDone(among: [1, 2, 5, 7]) == 7, "what was redone is undone first")
        stack.undone(1, as: nil)
        #expect(stack.lastDone(among: [1]) == nil && stack.lastUndone(among: [4]) == 4)
        stack.done(8)
        #expect(stack.lastUndone(among: [4, 5]) == nil, "after a change no key redoes what was undone before")
        #expect(stack.has(8) && stack.has(4), "which stays an operation of this window")
    }

    /// The numbers by which changes are undone are those that the library gives them.
    @Test func operationsHaveTheNumbersOfTheLibrary() async throws {
        let other = try test.home.user()
        let file = URL(filePath: try test.home.write(SyntheticFont(family: "Lora")))
        let report = try await test.install(await test.examine([file.path(percentEncoded: false)]))
        let off = try await commands.run(.setFamilies(["Lora"], isOn: false))
        // Another change between a command and its undo is not undone with it.
        try await other.setEnabled(false, [.family("Plain")])
        let known = try await test.manager.undoableOperations().map(\.number)
        #expect([known.last, known.dropLast().last] == [report.operations.first, off.operation])
        let undone = try await test.library.undo(try #require(off.operation))
        #expect(try await test.library.redoableOperations().map(\.number) == [undone.operation])
        let states = try await families()
        #expect(states["Plain"]?.off == [0] && states["Lora"]?.off == [])
        #expect(try await commands.run(.setFamilies(["Lora"], isOn: true)).operation == nil, "it is on already")
    }

    @Test func failuresAreSaid() async throws {
        try await test.install(SyntheticFont(family: "Lora"))
        let result = try await commands.run(
            .setFiles([.name("Lora-Regular"), .id("none")], title: "Selection", isOn: false))
        #expect(result.sentence == "Selection was turned off. 1 font was not.")
        #expect(result.failures.map(\.text.title) == ["The Font Is Not Installed"])
        let none = try await commands.run(.setFiles([.id("none")], title: "None", isOn: false))
        #expect(none.sentence == "Nothing was changed." && none.operation == nil)
    }

    @Test func exportsAreImported() async throws {
        try await test.install(SyntheticFont(family: "Lora"), SyntheticFont(family: "Lato"))
        let file = URL(filePath: test.home.root + "/fonts.tar")
        #expect(try await test.library.export(to: file).registrations == 2)
        _ = try await commands.run(.removeFamilies(["Lora", "Lato"]))
        let imported = try await commands.run(.importFonts(file))
        #expect(imported.sentence == "2 fonts were imported.")
        #expect(try await test.enabledNames() == ["Lato-Regular", "Lora-Regular"])
        await #expect(throws: FontError.self) { try await commands.run(.importFonts(URL(filePath: "/none"))) }
    }

    @Test func loneFilesOfFontFoldersAreTakenOver() async throws {
        let path = test.home.paths.dataHome + "/fonts/Loose.ttf"
        try test.home.put(SyntheticFont(family: "Loose").build(), at: path)
        #expect(try await test.library.adopt(isDryRun: true).fonts.count == 1)
        #expect(FileManager.default.fileExists(atPath: path))
        let result = try await commands.run(.adopt)
        #expect(result.sentence == "1 font is managed by Fonts now." && result.operation != nil)
        #expect(try await test.library.undoableOperations().map(\.number) == [result.operation])
        #expect(try await test.enabledNames() == ["Loose-Regular"])
        #expect(!FileManager.default.fileExists(atPath: path))
        let again = try await commands.run(.adopt)
        #expect(again.sentence == "Your font folders have no fonts to manage." && again.operation == nil)
        _ = try await commands.undoLast()
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func duplicatesAreResolvedByKeepingOne() async throws {
        try await test.install(SyntheticFont(family: "Plain") { $0.revision = 3 })
        let groups = try await test.library.duplicates()
        let group = try #require(groups.first)
        #expect(groups.map(\.names) == [["Plain-Regular"]] && group.members.count == 2 && group.kind == .name)
        var page = DuplicatesPage(groups)
        #expect(page.title == "1 Duplicate" && page.groups[0].subtitle == "2 fonts of one name")
        let own = try #require(group.members.first { if case .registered = $0.origin { true } else { false } })
        let system = try #require(group.members.first { $0.id != own.id })
        #expect(page.groups[0].kept == own.id, "the newer one is proposed")
        #expect(
            page.groups[0].title == "Plain Regular" && page.resolvable == 1 && !page.groups[0].canResolve,
            "a file of the system cannot be taken away")
        page.keep(system.id, in: group.id)
        page.keep("none", in: group.id)
        #expect(page.groups[0].canResolve)
        let rows = page.groups[0].rows
        #expect(rows.first { $0.id == system.id }?.isKept == true)
        #expect(rows.first { $0.id == own.id }?.consequence == "Is turned off")
        let result = try await commands.run(page.groups[0].command)
        #expect(result.sentence == "The duplicates were resolved." && result.operation != nil)
        #expect(try await test.enabledNames().isEmpty)
        #expect(FileManager.default.fileExists(atPath: system.id), "a file of the system is never touched")
        _ = try await commands.undoLast()
        #expect(try await test.enabledNames() == ["Plain-Regular"])
    }

    /// A file of the user goes to the trash, a font of the system stays and is said to, and undo restores all.
    @Test func duplicatesOfAllOriginsAreResolved() async throws {
        let path = try test.home.put(
            SyntheticFont(family: "Plain", salt: 1).build(), at: test.home.paths.userFonts + "/own/Plain.ttf")
        let own = try await test.install(SyntheticFont(family: "Plain", salt: 2) { $0.revision = 3 })
        let group = try #require(try await test.library.duplicates().first)
        #expect(group.members.count == 3 && group.isResolvable)
        let page = DuplicatesPage([group])
        let consequences = Dictionary(uniqueKeysWithValues: page.groups[0].rows.map { ($0.id, $0.consequence) })
        #expect(consequences[own[0].id] == "Stays" && consequences[path] == "Is moved to the trash")
        #expect(consequences[test.folder + "/Plain-Regular.ttf"]?.hasPrefix("Stays, as") == true)
        let result = try await commands.run(page.groups[0].command)
        #expect(result.sentence == "The duplicates were resolved. 1 font of the system stays.")
        #expect(!FileManager.default.fileExists(atPath: path) && result.failures.isEmpty)
        #expect(try await commands.history().undoable.first?.title.hasSuffix("resolved") == true)
        _ = try await commands.undo(try #require(result.operation))
        #expect(FileManager.default.contents(atPath: path) != nil)
    }

    /// What the user keeps must be sound, and of the group.
    @Test func whatCannotBeKeptChangesNothing() async throws {
        try await test.install(SyntheticFont(family: "Plain", salt: 2))
        let group = try #require(try await test.library.duplicates().first)
        await #expect(throws: FontError.self) { try await commands.run(.resolve([.init(in: group, keeping: "none")])) }
        #expect(try await test.enabledNames() == ["Plain-Regular"])
    }

    @Test func allFontsOfAProgramAreRemoved() async throws {
        let program = try test.home.manager(provider: "org.example.Writer")
        let file = URL(filePath: try test.home.write(SyntheticFont(family: "Theirs")))
        try await program.register(file, scope: .persistent)
        try await test.install(SyntheticFont(family: "Mine"))
        let provider = try #require(try await test.library.providers().first { $0.id == "org.example.Writer" })
        #expect(provider.registrations == 1 && provider.bytes > 0)
        let ids = try await test.manager.registered(provider: provider.id).map(\.id)
        let result = try await commands.run(.removeProvider(provider, registrations: ids))
        #expect(result.sentence == "1 font of org.example.Writer was removed.")
        #expect(try await test.enabledNames() == ["Mine-Regular"])
    }

    @Test func programsToRestartAreNamed() {
        var result = CommandResult(sentence: "Lora was turned off.")
        #expect(result.restartSentence == nil)
        result.toRestart = ["Inkscape"]
        #expect(result.restartSentence == "Restart Inkscape to see the change there.")
        result.toRestart = ["GIMP", "Inkscape", "LibreOffice", "Writer"]
        #expect(result.restartSentence == "Restart GIMP, Inkscape and 2 more to see the change there.")
        // A change that programs do not see needs no restart.
        #expect(FontOutcome(item: "x", status: .disabled).changesFonts)
        #expect(!FontOutcome(item: "x", status: .tagged).changesFonts)
        #expect(!FontOutcome(item: "x", status: .unchanged).changesFonts)
    }
}
