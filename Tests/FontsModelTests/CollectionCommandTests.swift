import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontsModel

/// Changes of collections with their sentences, and their undo.
@Suite(.fewAtOnce) struct CollectionCommandTests {
    private let test: TestLibrary
    private let commands: LibraryCommands

    init() throws {
        test = try TestLibrary(system: [SyntheticFont(family: "Plain"), SyntheticFont(family: "Other")])
        commands = LibraryCommands(test.library)
    }

    private func collections() async throws -> [String: [String]] {
        Dictionary(
            uniqueKeysWithValues: try await test.library.collections().map { ($0.title, $0.allFamilies) })
    }

    private func collection(_ title: String) async throws -> FontCollection {
        try #require(try await test.library.collections().first { $0.title == title })
    }

    /// The places of the fonts that are turned off, by family.
    private func offPlaces() async throws -> [String: Set<Int>] {
        Dictionary(uniqueKeysWithValues: try await test.library.families(nil).map { ($0.family.name, $0.off) })
    }

    /// Families of any origin are in collections, and each change is undone.
    @Test func collectionsAreFilledAndRenamed() async throws {
        try await test.install(SyntheticFont(family: "Lora"), SyntheticFont(family: "Lato"))
        let created = try await commands.run(.collection(.create(name: "Books", families: ["Lora", "Plain"])))
        #expect(created.sentence == "Books was created." && created.operation != nil)
        let id = try await collection("Books").id
        let added = try await commands.run(.collection(.add(families: ["Lato"], id: id)))
        #expect(added.sentence == "Lato was added to Books.")
        #expect(try await collections() == ["Favourites": [], "Books": ["Lora", "Plain", "Lato"]])
        let arranged = try await commands.run(.collection(.arrange(families: ["Lato", "Plain"], id: id)))
        #expect(arranged.sentence == "The collection has another order now.")
        #expect(try await collections()["Books"] == ["Lato", "Plain", "Lora"])
        _ = try await commands.undoLast()
        #expect(try await collections()["Books"] == ["Lora", "Plain", "Lato"])
        let renamed = try await commands.run(.collection(.rename(id: id, name: "Print")))
        #expect(renamed.sentence == "The collection is called Print now.")
        #expect(try await collections()["Print"] == ["Lora", "Plain", "Lato"])
        let print = try await collection("Print").id
        _ = try await commands.run(.collection(.remove(families: ["Lato"], id: print)))
        #expect(try await collections()["Print"] == ["Lora", "Plain"])
        let deleted = try await commands.run(.collection(.delete(id: print)))
        #expect(deleted.sentence == "The collection was removed. Its fonts stay.")
        #expect(try await collections() == ["Favourites": []])
        _ = try await commands.undoLast()
        #expect(try await collections()["Print"] == ["Lora", "Plain"])
        #expect(try await test.manager.registered().count == 2)
        let history = try await commands.history()
        #expect(history.undoable.first?.title == "Collections changed" && history.undoable[0].isOwn)
    }

    @Test func collectionsHaveAnOrderAndMayBeEmpty() async throws {
        for name in ["A", "B", "C"] { _ = try await commands.run(.collection(.create(name: name, families: []))) }
        func names() async throws -> [String] { try await test.library.collections().map(\.title) }
        #expect(try await names() == ["Favourites", "A", "B", "C"])
        let moved = try await commands.run(.collection(.move(id: "C", place: 0)))
        #expect(moved.sentence == "The collection was moved.")
        #expect(try await names() == ["Favourites", "C", "A", "B"])
        _ = try await commands.run(.collection(.move(id: "C", place: 99)))
        #expect(try await names() == ["Favourites", "A", "B", "C"])
        _ = try await commands.undoLast()
        #expect(try await names() == ["Favourites", "C", "A", "B"])
        await #expect(throws: FontError.self) {
            try await commands.run(.collection(.create(name: "A", families: [])))
        }
    }

    @Test func favouritesAreFilledAndUndone() async throws {
        let id = FontCollection.favourites
        let liked = try await commands.run(.collection(.add(families: ["Plain"], id: id)))
        #expect(liked.sentence == "Plain is a favourite now." && liked.operation != nil)
        #expect(try await collections() == ["Favourites": ["Plain"]])
        let again = try await commands.run(.collection(.add(families: ["Plain"], id: id)))
        #expect(again.sentence == "Nothing was changed." && again.operation == nil)
        _ = try await commands.undo(try #require(liked.operation))
        #expect(try await collections() == ["Favourites": []])
        _ = try await commands.redoLast()
        #expect(try await collections() == ["Favourites": ["Plain"]])
        let other = try await commands.run(.collection(.remove(families: ["Plain"], id: id)))
        #expect(other.sentence == "Plain is no favourite any more.")
        await #expect(throws: FontError.self) { try await commands.run(.collection(.delete(id: id))) }
    }

    /// A collection turns off its families as a whole, and of others the fonts that are in it.
    @Test func collectionsAreTurnedOff() async throws {
        try await test.install(SyntheticFont(family: "Lora"), SyntheticFont(family: "Lora", style: "Bold"))
        let lato = try await test.install(
            SyntheticFont(family: "Lato"), SyntheticFont(family: "Lato", style: "Bold"))
        try await test.manager.changeCollections([
            .add(["lora", "Plain", "Not There"], registrations: [lato[0].id], to: "Print"), .create("Empty"),
        ])
        let off = try await commands.run(.setCollection(try await collection("Print"), isOn: false))
        #expect(off.sentence == "Print was turned off." && off.failures.isEmpty, "\(off)")
        #expect(try await test.enabledNames() == ["Lato-Bold"])
        let states = try await offPlaces()
        #expect(states["Plain"] == [0] && states["Other"] == [])
        let again = try await commands.run(.setCollection(try await collection("Print"), isOn: false))
        #expect(again.sentence == "It is turned off already." && again.operation == nil)
        _ = try await commands.undoLast()
        #expect(try await test.enabledNames() == ["Lato-Bold", "Lato-Regular", "Lora-Bold", "Lora-Regular"])
        #expect(try await offPlaces()["Plain"] == [])
        let empty = try await commands.run(.setCollection(try await collection("Empty"), isOn: false))
        #expect(empty.sentence == "The collection has no fonts." && empty.operation == nil)
    }
}
