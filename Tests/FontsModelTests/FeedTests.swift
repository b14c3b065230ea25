import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontsModel

/// Snapshots follow the registry.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct FeedTests {
    private let test: TestLibrary
    private let feed: LibraryFeed

    init() throws {
        test = try TestLibrary(system: [
            SyntheticFont(family: "Plain"), SyntheticFont(family: "Plain", style: "Bold") { $0.weight = 700 },
        ])
        feed = LibraryFeed(test.library, locale: Locale(identifier: "en"))
    }

    private func row(_ id: String, where holds: (FamilyRow?) -> Bool) async throws -> FamilyRow? {
        try await feed.snapshot { holds($0.row(id)) }.row(id)
    }

    @Test func changesByOthersAreFollowed() async throws {
        try await test.install(SyntheticFont(family: "Lora"))
        await feed.start()
        let first = try await feed.snapshot { !$0.rows.isEmpty }
        #expect(first.rows.map(\.id) == ["Lora", "Plain"])
        #expect(first.row("Plain")?.styleCount == 2 && first.row("Plain")?.isSystem == true)

        // As fontctl does, in another process: a manager of its own.
        let other = try test.home.user()
        try await other.setEnabled(false, .name("Lora-Regular"))
        let off = try await feed.snapshot { $0.row("Lora")?.state == .off }
        #expect(off.row("Plain") == first.row("Plain"), "other rows are the same")
        #expect(off.row("Lora")?.revision == 1 && off.revision > first.revision)

        try await other.setEnabled(true, .name("Lora-Regular"))
        _ = try await row("Lora") { $0?.state == .on }
        let file = try test.home.write(SyntheticFont(family: "Literata", style: "Light"))
        try await other.register(URL(filePath: file), scope: .persistent)
        let added = try await feed.snapshot { $0.row("Literata") != nil }
        #expect(added.rows.map(\.id) == ["Literata", "Lora", "Plain"])
        try await other.unregister(.name("Literata-Light"))
        #expect(try await feed.snapshot { $0.row("Literata") == nil }.rows.count == 2)
    }

    @Test func collectionsAreFollowed() async throws {
        try await test.install(SyntheticFont(family: "Lora"), SyntheticFont(family: "Lato"))
        await feed.start()
        #expect(try await feed.snapshot { $0.rows.count == 3 }.collections.map(\.id) == [FontCollection.favourites])
        let other = try test.home.user()
        try await other.changeTags(adding: ["books"], of: [.family("Lora")])
        let snapshot = try await feed.snapshot { $0.members["books"] != nil }
        #expect(snapshot.members["books"] == ["Lora"])
        #expect(LibraryFilter(.collection("books")).rows(in: snapshot).map(\.id) == ["Lora"])
        try await other.changeTags(removing: ["books"], of: [.family("Lora")])
        _ = try await feed.snapshot { $0.members["books"] == nil }
    }

    /// A new version of a collection of fonts may have other families.
    @Test func aReplacedFileMayLoseFamilies() async throws {
        let old = SyntheticFont(family: "Stays")
        let lost = SyntheticFont(family: "Lost")
        let collection = SyntheticCollection([old, lost]).build()
        let file = try test.home.write(collection, as: "both.ttc")
        try await test.manager.register(URL(filePath: file), scope: .persistent)
        await feed.start()
        _ = try await feed.snapshot { $0.row("Lost") != nil && $0.row("Stays") != nil }
        let newer = try test.home.write(old.with { $0.revision = 2 }, as: "newer.ttf")
        try await test.manager.register(
            URL(filePath: newer), scope: .persistent, options: RegistrationOptions(replaces: true))
        let snapshot = try await feed.snapshot { $0.row("Lost") == nil }
        #expect(snapshot.row("Stays") != nil)
    }

    @Test func datesAreReadWhenTheyAreAskedFor() async throws {
        let lora = try await test.install(SyntheticFont(family: "Lora"))
        await feed.start()
        _ = try await feed.snapshot { $0.row("Lora") != nil }
        let file = try #require(lora.first?.url)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000)], ofItemAtPath: file.path(percentEncoded: false))
        await feed.loadDates()
        let date = try #require(lora.first?.registrationDate.timeIntervalSince1970)
        _ = try await feed.snapshot { $0.row("Lora")?.date == date }
    }

    @Test func aChangeOfTheWindowIsShownAtOnce() async throws {
        await feed.start()
        _ = try await feed.snapshot { $0.row("Plain")?.state == .on }
        let result = try await LibraryCommands(test.library).run(.setFamilies(["Plain"], isOn: false))
        await feed.refresh(["Plain"])
        let off = try await feed.snapshot { $0.row("Plain")?.state == .off }
        #expect(off.row("Plain")?.styleCount == 2 && off.sidebar()[0].entries[2].count == 1)
        _ = try await LibraryCommands(test.library).undo(try #require(result.operation))
        await feed.refresh(["Plain"])
        _ = try await feed.snapshot { $0.row("Plain")?.state == .on }
    }

    /// A store that cannot be read is a failure, after which reading can be tried again.
    @Test func aDamagedStoreIsAFailure() async throws {
        let other = try PrivateHome()
        try other.put([UInt8](repeating: 0x58, count: 8_192), at: other.paths.database)
        let library = ManagerLibrary(try other.user(), in: other.context, locale: Locale(identifier: "en"))
        let feed = LibraryFeed(library, locale: Locale(identifier: "en"))
        await feed.start()
        var failure: FontError?
        for await state in feed.states {
            guard case .failed(let error, let last) = state else { continue }
            #expect(last == nil && state.snapshot == nil)
            failure = error
            break
        }
        #expect(failure.map { ErrorPage($0).kind } == .damaged, "\(String(describing: failure))")
    }
}
