import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontsModel

/// Snapshots follow the registry.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct FeedTests {
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
        let first = try await feed.snapshot { $0.rows.count == 3 }
        #expect(first.collections.map(\.id) == [FontCollection.favourites])
        let other = try test.home.user()
        // Tags of registrations are a collection, too.
        try await other.changeTags(adding: ["books"], of: [.family("Lora")])
        let tagged = try await feed.snapshot { $0.members["books"] != nil }
        #expect(tagged.members["books"] == ["Lora"])
        #expect(LibraryFilter(.collection("books")).rows(in: tagged).map(\.id) == ["Lora"])
        #expect(tagged.rows == first.rows, "no row shows tags")
        try await other.changeTags(removing: ["books"], of: [.family("Lora")])
        _ = try await feed.snapshot { $0.members["books"] == nil }
        // Collections hold families of any origin, may be empty and have an order.
        try await other.changeCollections([.create("Empty"), .add(["Plain", "Later"], to: "Talk")])
        let made = try await feed.snapshot { $0.members["Talk"] != nil }
        #expect(made.members["Talk"] == ["Plain"] && made.members["Empty"] == [])
        #expect(made.collections.map(\.name) == [FontCollection.favourites, "Empty", "Talk"])
        let file = try test.home.write(SyntheticFont(family: "Later"))
        try await other.register(URL(filePath: file), scope: .persistent)
        #expect(try await feed.snapshot { $0.members["Talk"]?.count == 2 }.row("Later") != nil)
        try await other.changeCollections([.order(["Talk"]), .rename("Empty", to: "New")])
        let ordered = try await feed.snapshot { $0.members["New"] != nil }
        #expect(ordered.collections.map(\.name) == [FontCollection.favourites, "Talk", "New"])
    }

    @Test func permissionsAndAnnouncementsAreFollowed() async throws {
        try await test.install(SyntheticFont(family: "Lora"))
        await feed.start()
        #expect(try await feed.snapshot { !$0.rows.isEmpty }.providers.map(\.id) == [FontManager.userProvider])
        let id = "flatpak:org.a.Writer"
        try await test.library.changePolicy { _ = $0.set(.install, of: id, to: "deny") }
        let denied = try await feed.snapshot { $0.providers.contains { $0.id == id } }
        #expect(denied.providers.first { $0.id == id }?.settings.install == .deny)
        try test.home.put(
            Array(#"{"version":1,"announcements":[{"provider":"user","busName":"a.b","names":["Inter*"]}]}"#.utf8),
            at: test.home.paths.announcements)
        _ = try await feed.snapshot { $0.providers.contains { $0.announced == ["Inter*"] } }
        let other = try test.home.manager(provider: "org.example.Writer")
        let file = URL(filePath: try test.home.write(SyntheticFont(family: "Theirs")))
        try await other.register(file, scope: .persistent)
        _ = try await feed.snapshot { $0.providers.contains { $0.id == "org.example.Writer" } }
    }

    /// A file of the system may have other families after it was replaced at its path.
    @Test func replacedFilesOfTheSystemAreFollowed() async throws {
        // A build of fontconfig that compares whole seconds misses changes in the second in which it read a folder.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_500_000_000)], ofItemAtPath: test.folder)
        await feed.start()
        #expect(try await feed.snapshot { !$0.rows.isEmpty }.row("Plain")?.styleCount == 2)
        try Data(SyntheticFont(family: "Fancy").build()).write(
            to: URL(filePath: test.folder + "/Plain-Bold.ttf"), options: .atomic)
        let snapshot = try await feed.snapshot { $0.row("Fancy") != nil && $0.row("Plain")?.styleCount == 1 }
        #expect(snapshot.rows.map(\.id) == ["Fancy", "Plain"])
    }

    /// Each event says what is to be read again, and nothing else.
    @Test func eachEventHasItsChanges() {
        func event(_ kind: FontChange.Kind, replacing ids: [String] = []) -> FontChangeEvent {
            let faces = [FontChange.Face(face: madeFace("Lora"), path: nil, id: "new")]
            return .change(
                FontChange(
                    generation: 1, kind: kind, scope: .persistent, provider: "user",
                    faces: kind == .collections ? [] : faces, replacedIDs: ids))
        }
        for kind in FontChange.Kind.allCases {
            let expected: [LibraryChange] =
                switch kind {
                case .added, .removed: [.families(["Lora"]), .collections, .providers]
                case .enabled, .disabled: [.families(["Lora"])]
                case .replaced: [.replaced(["Lora"], files: ["old", "older"]), .collections, .providers]
                case .tagged, .collections: [.collections]
                }
            let ids = kind == .replaced ? ["old", "older"] : []
            #expect(LibraryChange.changes(event(kind, replacing: ids)) == expected, "\(kind)")
        }
        func faces(_ family: String) -> [FontChange.Face] {
            [FontChange.Face(face: madeFace(family), path: "/f/\(family)")]
        }
        let system = SystemFontChange(added: faces("A"), removed: faces("B"), replaced: faces("C"))
        #expect(
            LibraryChange.changes(.system(generation: 1, change: system))
                == [.replaced(["A", "B", "C"], files: ["/f/C"])])
        #expect(LibraryChange.changes(.policy(generation: 1)) == [.providers])
        #expect(LibraryChange.changes(.announcements(generation: 1, provider: "a")) == [.providers])
        #expect(LibraryChange.changes(.snapshot(generation: 1, registrations: [])) == [.all])
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
        // The last fonts of the system with letters are never hidden.
        try Data(SyntheticFont(family: "Rest").build()).write(to: URL(filePath: "\(test.folder)/Rest.ttf"))
        await feed.start()
        _ = try await feed.snapshot { $0.row("Plain")?.state == .on }
        let commands = LibraryCommands(test.library, shownBy: feed)
        let result = try await commands.run(.setFamilies(["Plain"], isOn: false))
        let operation = try #require(result.operation, "\(result)")
        let off = try await feed.snapshot { $0.row("Plain")?.state == .off }
        #expect(off.row("Plain")?.styleCount == 2 && off.sidebar()[0].entries[2].count == 1)
        _ = try await commands.undo(operation)
        _ = try await feed.snapshot { $0.row("Plain")?.state == .on }
    }

    /// A new user has no folder of fontconfig's rules before the first font is hidden.
    @Test func theFirstFontThatIsHiddenIsFollowed() async throws {
        try Data(SyntheticFont(family: "Rest").build()).write(to: URL(filePath: "\(test.folder)/Rest.ttf"))
        try await test.install(SyntheticFont(family: "Lora"))
        try FileManager.default.removeItem(atPath: test.home.paths.configHome)
        await feed.start()
        _ = try await feed.snapshot { $0.row("Plain")?.state == .on }
        // As another program does.
        try await test.home.user().setEnabled(false, .family("Plain"))
        let off = try await feed.snapshot { $0.row("Plain")?.state == .off }
        #expect(off.row("Plain")?.styleCount == 2 && off.sidebar()[0].entries[2].count == 1)
        try await test.home.user().setEnabled(true, .family("Plain"))
        _ = try await row("Plain") { $0?.state == .on }
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
