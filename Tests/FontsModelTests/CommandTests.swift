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
        #expect(undone.sentence.hasPrefix("Undone: "))
        #expect(try await test.enabledNames() == ["Lora-Bold", "Lora-Regular"])
        #expect(try await families()["Plain"]?.off == [])
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
        _ = try await commands.undoLast()
        #expect(try await test.manager.registered().map(\.sha256) == before.map(\.sha256))
        _ = try await commands.redoLast()
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
        #expect(history.undoable[0].subtitle == "Lato-Regular" && history.undoable.allSatisfy(\.isComplete))
        _ = try await commands.undoLast()
        #expect(try await test.enabledNames() == ["Lora-Regular"])
        #expect(try await commands.undoLast() == nil)
        #expect(try await commands.history().redoable.map(\.id) == [own])
        _ = try await commands.redoLast()
        #expect(try await test.enabledNames().isEmpty)
        #expect(try await commands.redoLast() == nil)
    }

    @Test func theStackOfOneWindow() {
        var stack = UndoStack()
        for number in [1, 2, 3] as [Int64] { stack.done(number) }
        #expect(stack.lastDone(among: [1, 2, 3]) == 3 && stack.lastDone(among: [1]) == 1)
        stack.undone(3)
        stack.undone(2)
        stack.undone(9)
        #expect(stack.lastUndone(among: [2, 3, 9]) == 2 && stack.lastDone(among: [1, 2, 3]) == 1)
        stack.done(2)
        #expect(stack.lastUndone(among: [2, 3]) == 3, "a redo leaves the others")
        stack.done(4)
        #expect(stack.lastUndone(among: [2, 3]) == nil && stack.has(4) && !stack.has(3))
    }

    @Test func collectionsAreFilledAndRenamed() async throws {
        try await test.install(SyntheticFont(family: "Lora"), SyntheticFont(family: "Lato"))
        func collections() async throws -> [String: [String]] {
            Dictionary(
                uniqueKeysWithValues: try await test.library.collections().map { ($0.title, $0.families) })
        }
        let created = try await commands.run(.collection(.create(name: "Books", families: ["Lora"])))
        #expect(created.sentence == "Books was created.")
        let id = try #require(try await test.library.collections().first { $0.name == "Books" }?.id)
        let added = try await commands.run(.collection(.add(families: ["Lato"], id: id)))
        #expect(added.sentence == "1 family was added.")
        let liked = try await commands.run(.collection(.add(families: ["Lora"], id: FontCollection.favourites)))
        #expect(liked.sentence == "1 family is a favourite now.")
        #expect(try await collections() == ["Favourites": ["Lora"], "Books": ["Lora", "Lato"]])
        _ = try await commands.run(.collection(.rename(id: id, name: "Print")))
        #expect(try await collections()["Print"] == ["Lora", "Lato"])
        let print = try #require(try await test.library.collections().first { $0.name == "Print" })
        let off = try await commands.run(.setCollection(print, isOn: false))
        #expect(off.sentence == "Print was turned off.")
        #expect(try await test.enabledNames().isEmpty)
        _ = try await commands.undoLast()
        _ = try await commands.run(.collection(.remove(families: ["Lato"], id: print.id)))
        #expect(try await collections()["Print"] == ["Lora"])
        let deleted = try await commands.run(.collection(.delete(id: print.id)))
        #expect(deleted.sentence == "The collection was removed. Its fonts stay.")
        #expect(try await collections() == ["Favourites": ["Lora"]])
        _ = try await commands.undoLast()
        #expect(try await collections()["Print"] == ["Lora"])
        #expect(try await test.manager.registered().count == 2)
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
        #expect(try await test.enabledNames() == ["Loose-Regular"])
        #expect(!FileManager.default.fileExists(atPath: path))
        let again = try await commands.run(.adopt)
        #expect(again.sentence == "There are no fonts to take over." && again.operation == nil)
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
            page.groups[0].title == "Plain" && !page.groups[0].canResolve, "a file of the system cannot be taken away")
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
