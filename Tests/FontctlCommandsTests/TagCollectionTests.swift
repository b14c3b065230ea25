import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `tag` with whole collections, which have families of the system, too.
@Suite struct TagCollectionTests {
    private let home: PrivateHome
    private let session: Session

    init() throws {
        (home, session) = try Session.inNewHome()
        for (family, style) in [("Seen", "Regular"), ("Noisy", "Regular"), ("Noisy", "Bold")] {
            try home.put(
                SyntheticFont(family: family, style: style).build(),
                at: home.paths.userFonts + "/loose/\(family)-\(style).ttf")
        }
        try home.write(SyntheticFont(family: "Lora"), as: "Lora.ttf")
        try home.write(SyntheticFont(family: "Lora", style: "Bold"), as: "Lora Bold.ttf")
    }

    private var tags: [String] {
        get async { await session("tag", "list").lines.map { String($0.prefix { $0 != " " }) } }
    }

    @Test func collectionsAreCreatedDeletedAndOrdered() async throws {
        #expect(await session("register", "Lora.ttf", "--tag", "plain").status == 0)
        #expect(await session("tag", "create", "talk").output == "created  talk\n")
        #expect(await session("tag", "create", "brand", "--dry-run").output == "would be created  brand\n")
        #expect(await session("tag", "create", "brand").status == 0)
        #expect(await tags == ["talk", "brand", "plain"])
        let listed = try await session("tag", "list", "--json").json["tags"] as? [[String: Any]]
        #expect(listed?.map { $0["kept"] as? Bool } == [true, true, nil])
        #expect(await session("tag", "create", "talk").errors.contains("A collection “talk” already exists"))
        #expect(await session("tag", "order", "brand", "talk").output == "ordered  brand\nordered  talk\n")
        #expect(await tags == ["brand", "talk", "plain"])
        #expect(await session("tag", "rename", "talk", "lecture").output == "renamed  lecture\n")
        #expect(await session("tag", "list", "lecture") == .init(status: 0, output: "", errors: ""))
        #expect(await session("undo").output == "changed  talk\nchanged  lecture\n")
        #expect(await tags == ["brand", "talk", "plain"])
        #expect(await session("undo", "--list").lines[0].contains("  collections  "))
        #expect(await session("tag", "delete", "talk").output == "deleted  talk\n")
        #expect(await session("tag", "delete", "plain").lines.count == 2)
        #expect(await tags == ["brand"])
        #expect(await session("undo").status == 0)
        #expect(await tags == ["brand", "plain"])
        #expect(await session("tag", "delete", "none").status == 1)
        #expect(await session("tag", "delete", FontCollection.favourites).status == 1)
        for line in [
            ["create"], ["create", "a", "b"], ["delete", "a", "b"], ["arrange", "a"], ["create", "a", "--all"],
            ["order", "a", "--scope", "session"], ["delete", "a", "--provider", "x"],
        ] {
            #expect(await session.run(["tag"] + line).status == ExitStatus.usage, "\(line)")
        }
    }

    @Test func familiesOfTheSystemAreInCollections() async throws {
        #expect(await session("register", "Lora.ttf", "Lora Bold.ttf").status == 0)
        let added = await session("tag", "add", "talk", "Lora", "noisy")
        #expect(added.status == 0 && added.errors.isEmpty, "\(added)")
        #expect(added.lines.contains("added     Noisy") || added.output.contains("Noisy"), "\(added)")
        #expect(added.lines.count == 3, "\(added)")
        // One operation.
        #expect(await session("undo", "--list").lines.count == 2)
        let document = try await session("tag", "list", "talk", "--json").json
        #expect(document["families"] as? [String] == ["Noisy", "Lora"])
        #expect((document["registrations"] as? [Any])?.count == 2)
        #expect(await session("tag", "list", "talk").lines.last?.hasPrefix("Noisy  no registered font") == true)
        #expect(await session("tag", "arrange", "talk", "Lora", "Noisy").status == 0)
        #expect(try await session("tag", "list", "talk", "--json").json["families"] as? [String] == ["Lora", "Noisy"])
        #expect(await session("tag", "arrange", "talk", "Seen").status == 1)

        let off = await session("disable", "--tag", "talk")
        #expect(off.status == 0, "\(off)")
        let user = try home.user()
        #expect(try await Set(user.hiddenFonts().map(\.face.family)) == ["Noisy"])
        #expect(try await user.registered().map(\.isEnabled) == [false, false])
        #expect(await session("enable", "--tag", "talk").status == 0)
        #expect(try await user.hiddenFonts().isEmpty)
        #expect(try await user.registered().map(\.isEnabled) == [true, true])

        let removed = await session("tag", "remove", "talk", "Noisy")
        #expect(removed.status == 0 && removed.output.contains("taken out  "), "\(removed)")
        #expect(try await session("tag", "list", "talk", "--json").json["families"] as? [String] == ["Lora"])
        #expect(await session("tag", "remove", "talk", "--all").status == 0)
        // It is kept.
        #expect(await tags == ["talk"])
        #expect(try await user.registered().allSatisfy { $0.tags.isEmpty })
        let missing = await session("tag", "add", "talk", "Noisy", "None")
        #expect(missing.status == 1 && missing.errors.contains("None"), "\(missing)")
        #expect(try await session("tag", "list", "talk", "--json").json["families"] as? [String] == [])
    }

    @Test func theFontsOfACollectionAreInItsOrder() async throws {
        for family in ["Beta", "Alpha", "Gamma"] {
            let file = try home.write(SyntheticFont(family: family))
            #expect(await session("register", file, "--tag", "talk").status == 0)
        }
        let terminal = Session(home, isTerminal: true)
        for order in [["Gamma", "Beta", "Alpha"], ["Alpha", "Gamma", "Beta"]] {
            #expect(await session.run(["tag", "arrange", "talk"] + order).status == 0)
            let lines = await session("tag", "list", "talk").lines
            #expect(lines.map { String($0.prefix { $0 != "-" }) } == order, "\(lines)")
            let table = await terminal("tag", "list", "talk").lines
            #expect(table.compactMap { line in order.first { line.contains($0) } } == order, "\(table)")
        }
    }

    @Test func aFamilyIsTakenOutInAnyLanguage() async throws {
        let font = SyntheticFont.japanese(family: "Snow", japaneseFamily: "雪明朝")
        #expect(await session("register", try home.write(font)).status == 0)
        try await home.user().changeCollections([.add(["雪明朝"], to: "talk")])
        let removed = await session("tag", "remove", "talk", "Snow")
        #expect(removed.status == 0, "\(removed)")
        #expect(try await session("tag", "list", "talk", "--json").json["families"] as? [String] == [])
    }

    @Test func anOrderOfUnknownCollectionsIsRefused() async throws {
        #expect(await session("tag", "create", "talk").status == 0)
        #expect(await session("register", "Lora.ttf", "--tag", "plain").status == 0)
        let refused = await session("tag", "order", "plain", "none", "talk")
        #expect(refused.status == 1 && refused.errors.contains("none"), "\(refused)")
        #expect(await tags == ["talk", "plain"])
        #expect(await session("tag", "order", "plain", "talk").status == 0)
        #expect(await tags == ["plain", "talk"])
    }

    @Test func favouritesAreFilledByTheirName() async throws {
        #expect(await tags == [])
        #expect(await session("tag", "list", FontCollection.favourites).status == 0)
        #expect(await session("tag", "add", FontCollection.favourites, "Seen").output == "added  Seen\n")
        #expect(await tags == [FontCollection.favourites])
    }

    @Test func providersAreShownAsPeopleKnowThem() {
        var provider = ProviderSummary(
            id: "flatpak:org.example.Reader", registrations: 2, faces: 3, bytes: 10, scopes: [.persistent],
            kind: .flatpak)
        (provider.name, provider.icon) = ("Leser", "org.example.Reader")
        (provider.announcements, provider.announcementCount) = (["Inter*", "Lora", "Nimbus", "Other"], 120)
        let list = ProviderList(providers: [provider])
        let text = String(decoding: list.text.document, as: UTF8.self)
        #expect(text.hasPrefix("flatpak:org.example.Reader  Leser  2 registrations"), "\(text)")
        #expect(text.contains("announces Inter*, Lora, Nimbus and 117 more"), "\(text)")
        #expect(list.document.contains(#""name":"Leser","icon":"org.example.Reader","announcements":["Inter*""#))
    }
}
