import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontStore

/// Collections of families of any origin: kept when they are empty, in an order, and undone.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct FamilyCollectionTests {
    private let system: SystemFolder
    private let home: PrivateHome
    private let user: FontManager

    init() throws {
        system = try SystemFolder([
            SyntheticFont(family: "Seen"), SyntheticFont(family: "Noisy"),
            SyntheticFont(family: "Noisy", style: "Bold"),
        ])
        home = try PrivateHome(fontFolders: [system.path])
        user = try home.user()
    }

    private func change(_ changes: CollectionChange...) async throws { try await user.changeCollections(changes) }

    private var names: [String] { get async throws { try await user.collections().map(\.name) } }

    private func collection(_ name: String) async throws -> FontCollection {
        try #require(try await user.collections().first { $0.name == name })
    }

    private func code(_ changes: CollectionChange...) async -> FontError.Code? {
        do throws(FontError) {
            try await user.changeCollections(changes)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func theFavouritesAlwaysExist() async throws {
        let favourites = FontCollection.favourites
        #expect(try await user.collections() == [FontCollection(name: favourites)])
        #expect(try await user.collections()[0].isFavourites)
        #expect(!FileManager.default.fileExists(atPath: home.paths.database), "Reading makes a store.")
        for change in [.create(favourites), .remove(favourites), .rename(favourites, to: "x")] as [CollectionChange] {
            #expect(await code(change) == .insufficientInfo, "\(change)")
        }
        try await change(.create("Talk"))
        #expect(await code(.rename("Talk", to: favourites)) == .insufficientInfo)
        try await change(.add(["Seen"], to: favourites))
        #expect(try await names == [favourites, "Talk"])
        try await change(.take(["Seen"], from: favourites))
        #expect(try await collection(favourites).allFamilies.isEmpty)
        try await change(.order(["Talk", favourites]))
        #expect(try await names == ["Talk", favourites])
    }

    @Test func aCollectionHoldsFamiliesOfAnyOrigin() async throws {
        let lora = try await user.add(try home.write(SyntheticFont(family: "Lora")))
        let bold = try await user.add(try home.write(SyntheticFont(family: "Lora", style: "Bold")))
        let other = try await user.add(try home.write(SyntheticFont(family: "Other")))
        let summary = try await user.changeCollections([
            .add(["Noisy", "lora", "Not Installed"], registrations: [other.id], to: "Talk")
        ])
        #expect(summary.statuses.allSatisfy { $0 == .tagged }, "\(summary)")
        #expect(Set(summary.registrations.map(\.id)) == [lora.id, bold.id, other.id])
        #expect(
            try await collection("Talk")
                == FontCollection(
                    name: "Talk", families: ["Noisy", "lora", "Not Installed"], taggedFamilies: ["Other"],
                    registrations: [lora.id, bold.id, other.id]))
        #expect(try await user.registered().map(\.tags) == [["Talk"], ["Talk"], ["Talk"]])
        #expect(try await user.fonts(matching: FontQuery(tag: "Talk")).count == 3)
        // Adding again changes nothing.
        let generation = try await user.generation()
        let again = try await user.changeCollections([.add(["NOISY", "Lora"], to: "Talk")])
        #expect(again.statuses.allSatisfy { $0 == .unchanged }, "\(again)")
        #expect(try await user.generation() == generation)
        // A later font of the family is in the collection; that of a provider is not told of it.
        let later = try await user.add(try home.write(SyntheticFont(family: "Lora", style: "Italic")))
        #expect(later.tags == ["Talk"])
        let theirs = try await home.manager(provider: "org.example.App").add(
            try home.write(SyntheticFont(family: "Noisy", salt: 4)))
        #expect(theirs.tags.isEmpty)

        try await change(.take(["Lora", "Noisy"], registrations: [other.id], from: "Talk"))
        #expect(try await user.registered().allSatisfy { $0.tags.isEmpty })
        #expect(try await collection("Talk").allFamilies == ["Not Installed"])
    }

    @Test func anAdoptedFontIsInTheCollectionsOfItsFamily() async throws {
        let folder = home.paths.userFonts + "/hand"
        try home.put(SyntheticFont(family: "Hand").build(), at: folder + "/Hand.ttf")
        try await change(.add(["Hand"], to: "Talk"))
        _ = try await user.adopt([URL(filePath: folder)])
        #expect(try await user.registered().map(\.tags) == [["Talk"]])
    }

    @Test func familiesAreOneInAllLanguages() async throws {
        let font = SyntheticFont.japanese(family: "Snow", japaneseFamily: "雪明朝")
        try await change(.add(["雪明朝"], to: "Talk"))
        let snow = try await user.add(try home.write(font))
        #expect(snow.tags == ["Talk"])
        // Adding it again, by another name, changes nothing; taking it leaves nothing.
        #expect(try await user.changeCollections([.add(["Snow"], to: "Talk")]).statuses == [.unchanged])
        #expect(try await collection("Talk").families == ["雪明朝"])
        try await change(.take(["snow"], from: "Talk"))
        #expect(try await collection("Talk").families.isEmpty)
        #expect(try await user.registered().map(\.tags) == [[]])
    }

    @Test func collectionsOfAFontAreFoundByItsFamilies() throws {
        let collected = CollectedFamilies([
            StoredCollection(name: "a", families: ["Lora", "lo-ra"]), StoredCollection(name: "b"),
            StoredCollection(name: "c", families: ["LORA", "Other"]),
        ])
        let faces = try FontFile(contentsOf: home.write(SyntheticFont(family: "Lora"))).faces
        #expect(collected.collections(of: faces) == ["a", "c"])
        #expect(collected.collections(of: []) == [] && CollectedFamilies([]).collections(of: faces) == [])
    }

    @Test func collectionsAreMadeNamedAndOrdered() async throws {
        let font = try await user.add(try home.write(SyntheticFont(family: "Lora")))
        try await user.changeTags(adding: ["only a tag"], of: [.id(font.id)])
        try await change(.create("b"), .create("a"), .create("c"))
        let favourites = FontCollection.favourites
        #expect(try await names == [favourites, "b", "a", "c", "only a tag"])
        #expect(try await user.collections().map(\.isKept) == [true, true, true, true, false])
        try await change(.order(["c", "a"]))
        #expect(try await names == [favourites, "c", "a", "b", "only a tag"])
        try await change(.add(["Lora", "Seen"], to: "a"), .rename("a", to: "Ärger & „Zeug“"))
        #expect(try await names == [favourites, "c", "Ärger & „Zeug“", "b", "only a tag"])
        #expect(try await user.registered().map(\.tags) == [["only a tag", "Ärger & „Zeug“"]])
        try await change(.rename("only a tag", to: "still one"))
        #expect(try await names.last == "still one")
        try await change(.remove("Ärger & „Zeug“"), .remove("still one"))
        #expect(try await user.registered().map(\.tags) == [[]])
        #expect(try await names == [favourites, "c", "b"])
    }

    @Test func familiesAreArranged() async throws {
        let font = try await user.add(try home.write(SyntheticFont(family: "Lora")))
        try await change(.add(["Seen", "Noisy", "Gone"], to: "Talk"))
        try await user.changeTags(adding: ["Talk"], of: [.id(font.id)])
        #expect(try await collection("Talk").allFamilies == ["Seen", "Noisy", "Gone", "Lora"])
        try await change(.arrange(["gone", "Lora", "Strange"], in: "Talk"))
        #expect(try await collection("Talk").families == ["Gone", "Lora", "Seen", "Noisy"])
    }

    @Test func whatCannotBeIsRefusedAsAWhole() async throws {
        try await change(.create("Talk"))
        let generation = try await user.generation()
        #expect(await code(.create("Talk")) == .insufficientInfo)
        for change in [
            .remove("None"), .rename("None", to: "x"), .order(["Talk", "None"]), .arrange(["x"], in: "None"),
        ]
            as [CollectionChange]
        {
            #expect(await code(change) == .insufficientInfo, "\(change)")
        }
        #expect(await code(.take(["x"], from: "None")) == .insufficientInfo)
        #expect(await code(.add([], registrations: ["none"], to: "Talk")) == .notRegistered)
        for name in ["", " ", "two\nlines", "\u{1B}[31m", String(repeating: "t", count: FontLimits.tagLength + 1)] {
            #expect(await code(.create(name)) != nil, "\(name)")
            #expect(await code(.rename("Talk", to: name)) != nil, "\(name)")
            #expect(await code(.add([name], to: "Talk")) != nil, "\(name)")
        }
        // A batch is carried out completely or not at all.
        #expect(await code(.create("New"), .remove("None")) == .insufficientInfo)
        #expect(
            await code(.add((0...FontLimits.collectedFamilies).map { "F\($0)" }, to: "Talk")) == .exceededResourceLimit)
        #expect(try await user.generation() == generation)
        #expect(try await names == [FontCollection.favourites, "Talk"])
        let trial = try await user.changeCollections([.add(["Seen"], to: "New")], isDryRun: true)
        #expect(trial.statuses == [.tagged])
        #expect(try await user.generation() == generation)
    }

    @Test func providersSeeNone() async throws {
        try await change(.add(["Seen"], to: "Talk"))
        let provider = try home.manager(provider: "org.example.App")
        #expect(try await provider.collections().isEmpty)
        let error = await #expect(throws: FontError.self) { try await provider.changeCollections([.create("Mine")]) }
        #expect(error?.code == .missingEntitlement)
        #expect(try await provider.history(since: 0).1 == [])
        #expect(try await user.history(since: 0).1?.map(\.kind) == [.collections])
    }

    // MARK: Undo

    enum Operation: String, CaseIterable, Sendable {
        case create, remove, removeTag, rename, order, add, take, arrange, several
    }

    private func changes(_ operation: Operation) -> [CollectionChange] {
        switch operation {
        case .create: [.create("new")]
        case .remove: [.remove("b")]
        case .removeTag: [.remove("tag")]
        case .rename: [.rename("b", to: "x")]
        case .order: [.order(["c", "tag", "a"])]
        case .add: [.add(["Lora", "Noisy"], to: "a")]
        case .take: [.take(["Lora", "Seen"], from: "b")]
        case .arrange: [.arrange(["Seen"], in: "b")]
        case .several: [.create("new"), .add(["Lora"], to: "new"), .rename("new", to: "b2"), .remove("b")]
        }
    }

    @Test(arguments: Operation.allCases) func changesAreUndoneAndRedone(_ operation: Operation) async throws {
        let font = try await user.add(try home.write(SyntheticFont(family: "Lora")))
        try await user.changeTags(adding: ["tag"], of: [.id(font.id)])
        try await change(.create("a"), .add(["Lora", "Seen"], to: "b"), .create("c"))
        func state() async throws -> ([FontCollection], [[String]]) {
            (try await user.collections(), try await user.registered().map(\.tags))
        }
        let before = try await state()
        try await user.changeCollections(changes(operation))
        let after = try await state()
        #expect(before != after)
        let operations = try await user.undoableOperations()
        let expected: FontOperation.Kind = operation == .removeTag ? .tag : .collections
        #expect(operations[0].kind == expected && !operations[0].names.isEmpty, "\(operations[0])")
        #expect(try await user.undo(isDryRun: true).isSuccess)
        #expect(try await state() == after)
        for _ in 0..<2 {
            _ = try await user.undo()
            #expect(try await state() == before)
            _ = try await user.redo()
            #expect(try await state() == after)
        }
    }

    @Test func anEarlierChangeIsUndoneBesideLaterOnes() async throws {
        try await change(.create("a"))
        try await change(.create("b"))
        try await change(.add(["Seen"], to: "b"))
        let operations = try await user.undoableOperations()
        _ = try await user.undo(operations[2].number)
        #expect(try await names == [FontCollection.favourites, "b"])
        // The collection was changed since.
        let error = await #expect(throws: FontError.self) { try await user.undo(operations[1].number) }
        #expect(error?.code == .notRegistered && error?.message.contains("“b”") == true, "\(String(describing: error))")
        #expect(try await collection("b").families == ["Seen"])
    }

    /// The names that a record has take space as registrations do.
    @Test func namesOfCollectionsBoundTheRecord() async throws {
        try await change(.create("a"))
        try home.spoilDatabase("UPDATE operation SET count = \(FontLimits.changesKept - 4)")
        try await change(.create("b"))
        #expect(try await user.undoableOperations().count == 2)
        try await change(.add(["Seen", "Noisy", "Gone"], to: "b"))
        #expect(try await user.undoableOperations().count == 2)
        _ = try await user.undo()
        #expect(try await collection("b").families.isEmpty)
    }

    @Test func anOrderIsUndoneInTheLaterOneOrRefused() async throws {
        try await change(.create("a"), .create("b"), .create("c"), .create("d"))
        let favourites = FontCollection.favourites
        let order = try await user.changeCollections([.order(["b", "a"])]).operation
        #expect(try await names == [favourites, "b", "a", "c", "d"])
        // Others were moved since.
        let later = try await user.changeCollections([.order(["d"])]).operation
        _ = try await user.undo(order)
        #expect(try await names == [favourites, "d", "a", "b", "c"])
        _ = try await user.redo()
        let last = try await user.changeCollections([.order(["a"])]).operation
        #expect(try await names == [favourites, "a", "d", "b", "c"])
        // Those that it moved were.
        let error = await #expect(throws: FontError.self) { try await user.undo(later) }
        #expect(error?.code == .notRegistered && error?.message.contains("was changed after it") == true)
        #expect(try await names == [favourites, "a", "d", "b", "c"])
        _ = try await user.undo(last)
        #expect(try await names == [favourites, "d", "b", "a", "c"])
    }

    /// The families of a collection come and go where it is now.
    @Test func membersAreUndoneInTheLaterOrder() async throws {
        try await change(.create("a"), .create("b"))
        let added = try await user.changeCollections([.add(["Seen"], to: "a")]).operation
        try await change(.order(["b"]))
        _ = try await user.undo(added)
        #expect(try await names == [FontCollection.favourites, "b", "a"])
        #expect(try await collection("a").families.isEmpty)
    }

    @Test(arguments: [
        (["a", "b", "c"], ["c", "a", "b"]), (["a", "b"], ["b"]), ([], ["a", "b"]), (["a", "b", "c"], ["c", "x", "a"]),
        (["a"], []), (["a", "b", "c", "d"], ["a", "x", "b", "c", "d"]), (["v", "u"], ["x", "u", "v"]),
        (["a", "b", "r"], ["b", "a"]), (["a", "b"], ["b", "x", "a"]),
        (["r", "a", "b", "c"], ["c", "b", "x", "y", "a"]),
    ])
    func differencesAreExact(_ before: [String], _ after: [String]) throws {
        let (before, after) = (before.map { StoredCollection(name: $0) }, after.map { StoredCollection(name: $0) })
        let edits = CollectionEdit.difference(before, after)
        #expect(edits.allSatisfy { $0.isSound })
        #expect(try CollectionEdit.undone(edits, in: after) == before)
        #expect(try CollectionEdit.undone(edits.map(\.reversed), in: before) == after)
    }

    // MARK: Changes

    @Test func aViewFollows() async throws {
        var changes = user.changes.makeAsyncIterator()
        // The first change of a store without fonts, too.
        for (number, change) in [CollectionChange.create("Talk"), .add(["Seen"], to: "Talk")].enumerated() {
            try await user.changeCollections([change])
            let seen = try await changes.nextChange()
            #expect(seen.kind == .collections && seen.faces.isEmpty && seen.generation == Int64(number + 1))
        }
        let font = try await user.add(try home.write(SyntheticFont(family: "Lora")))
        #expect(try await changes.nextChange().kind == .added)
        try await change(.add(["Lora"], to: "Talk"))
        let kinds = [try await changes.nextChange(), try await changes.nextChange()]
        #expect(Set(kinds.map(\.generation)) == [4])
        #expect(kinds.contains { $0.kind == .collections } && kinds.contains { $0.faces.map(\.face) == font.faces })
        // A tag alone is a change of the registration.
        try await user.changeTags(adding: ["x"], of: [.id(font.id)])
        let tagged = try await changes.nextChange()
        #expect(tagged.kind != .collections && tagged.generation == 5)
    }

    // MARK: Loss

    @Test func collectionsOutliveTheDatabase() async throws {
        try await user.add(try home.write(SyntheticFont(family: "Lora")))
        try await change(.create("Empty"), .add(["Seen", "Lora"], to: "Talk"), .order(["Talk"]))
        let before = try await user.collections()
        try FileManager.default.removeItem(atPath: home.paths.database)
        let later = try home.user()
        await #expect(throws: FontError.self) { try await later.collections() }
        _ = try await later.diagnose(repair: true)
        #expect(try await later.collections() == before)
        #expect(try await later.diagnose(repair: false).isHealthy)
    }

    /// Collections are user data also where nothing is registered.
    @Test func collectionsWithoutFontsOutliveTheDatabase() async throws {
        try await change(.add(["Seen"], to: "Talk"))
        let before = try await user.collections()
        try FileManager.default.removeItem(atPath: home.paths.database)
        let later = try home.user()
        await #expect(throws: FontError.self) { try await later.changeCollections([.create("New")]) }
        _ = try await later.diagnose(repair: true)
        #expect(try await later.collections() == before)
        try await later.changeCollections([.create("New")])
        #expect(try await later.collections().count == before.count + 1)
    }

    @Test func anOlderDatabaseIsBroughtUpToDate() async throws {
        try await change(.create("Old"))
        let copy = try Data(contentsOf: URL(filePath: home.paths.database))
        try await change(.add(["Seen"], to: "New"))
        let before = try await user.collections()
        try FileManager.default.removeItem(atPath: home.paths.database)
        try copy.write(to: URL(filePath: home.paths.database))
        let later = try home.user()
        try await later.add(try home.write(SyntheticFont(family: "Lora")))
        #expect(try await later.collections() == before)
    }

    @Test func interruptionAfterTheCommitIsCompleted() async throws {
        try await change(.add(["Seen"], to: "Talk"))
        let known = try SidecarFile(home.paths).collections()
        #expect(known.collections == [StoredCollection(name: "Talk", families: ["Seen"])])
        try FileManager.default.removeItem(atPath: home.paths.sidecars)
        try FileManager.default.removeItem(atPath: home.paths.generationFile)
        _ = try await home.user().collections()
        #expect(try SidecarFile(home.paths).collections() == known)
    }

    @Test func lostMetadataIsWrittenAgain() async throws {
        try await change(.add(["Seen"], to: "Talk"))
        let file = SidecarFile(home.paths)
        let known = try file.collections()
        try file.rewrite([], [], HiddenFonts(), StoredCollections())
        #expect(try await user.diagnose(repair: false).findings.contains { $0.id == "sidecar-stale" })
        _ = try await user.diagnose(repair: true)
        #expect(try file.collections() == known)
    }

    @Test func damagedLinesAreLeftOut() async throws {
        try await change(.add(["Seen"], to: "Talk"))
        let file = SidecarFile(home.paths)
        let known = try file.collections()
        for line in [
            #"{"collections":[{"families":[],"name":"two\nlines"}],"generation":1}"#,
            #"{"collections":[{"families":[],"name":"a"},{"families":[],"name":"a"}],"generation":1}"#,
            #"{"collections":[{"families":[],"name":"a"}],"generation":-1}"#, #"{"collections":[{"fam"#,
        ] {
            let handle = try FileHandle(forWritingTo: URL(filePath: home.paths.sidecars))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data((line + "\n").utf8))
            try handle.close()
            #expect(try file.collections() == known, "\(line)")
        }
    }

    // MARK: Moving

    @Test func exportsCarryCollections() async throws {
        let font = try home.write(SyntheticFont(family: "Lora"))
        try await user.add(font)
        try await change(.create("Empty"), .add(["Seen", "Lora"], to: "Talk"))
        let file = URL(filePath: home.root + "/given/fonts.tar")
        try await user.export(to: file)
        let there = try PrivateHome(fontFolders: [system.path])
        let other = try there.user()
        try await other.changeCollections([.add(["Noisy"], to: "Talk"), .create("Mine")])
        let export = try FontExport(contentsOf: file)
        _ = try await other.importFonts(export, isDryRun: true)
        #expect(try await other.collections().count == 3)
        _ = try await other.importFonts(export)
        #expect(
            try await other.collections().map { [$0.name] + $0.families } == [
                [FontCollection.favourites], ["Talk", "Noisy", "Seen", "Lora"], ["Mine"], ["Empty"],
            ])
        #expect(try await other.registered().map(\.tags) == [["Talk"]])
        let generation = try await other.generation()
        _ = try await other.importFonts(export)
        #expect(try await other.generation() == generation)
        // Exactly those of the export.
        _ = try await other.importFonts(export, isExact: true)
        #expect(try await other.collections().map(\.families) == (try await user.collections().map(\.families)))
        #expect(try await other.collections().map(\.name) == names)
        _ = try await other.undo()
        #expect(try await other.collections().count == 4)
    }

    @Test(arguments: [
        #"[{"name":"a","families":[]},{"name":"a","families":[]}]"#, #"[{"name":"","families":[]}]"#,
        #"[{"name":"two\nlines","families":[]}]"#, #"[{"name":"a","families":["\u0000"]}]"#, #"[{"name":"a"}]"#, "7",
    ])
    func hostileExportsAreRefused(_ collections: String) throws {
        let file = try home.write(
            Array(#"{"fontd": 1, "fonts": [], "collections": \#(collections)}"#.utf8), as: "fonts.json")
        let error = #expect(throws: FontError.self) { try FontExport(contentsOf: URL(filePath: file)) }
        #expect(error?.code == .invalidFontData)
    }
}
