import FontModel
import Foundation
import TestSupport
import Testing

@testable import FontRegistry

/// Tags, which are collections of registrations.
@Suite(.fewAtOnce) struct CollectionTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    @Test(arguments: FontScope.allCases) func aFontIsInSeveralCollections(_ scope: FontScope) async throws {
        let one = try await fonts.add(
            try home.write(SyntheticFont(family: "One")), scope, RegistrationOptions(tag: "talk"))
        let two = try await fonts.add(try home.write(SyntheticFont(family: "Two")), scope)
        var changes = fonts.changes.makeAsyncIterator()
        let added = try await fonts.changeTags(adding: ["brand", "talk"], of: [.id(one.id), .name("Two-Regular")])
        #expect(added.statuses == [.tagged, .tagged])
        #expect(added.registrations.map(\.tags) == [["talk", "brand"], ["brand", "talk"]])
        #expect(try await fonts.registered().map(\.tags) == added.registrations.map(\.tags))
        // Each font of the process has a change of its own.
        var ids: [String] = []
        while ids.count < 2 {
            let change = try await changes.nextChange()
            #expect(change.kind == .tagged)
            ids += change.ids
        }
        #expect(ids == [one.id, two.id])
        for tag in ["talk", "brand"] {
            let found = try await fonts.fonts(matching: FontQuery(tag: tag)).map(\.postscriptName)
            #expect(Set(found) == ["One-Regular", "Two-Regular"])
        }
        // Adding what is there changes nothing.
        let generation = try await fonts.generation()
        #expect(try await fonts.changeTags(adding: ["talk"], of: [.id(one.id)]).statuses == [.unchanged])
        #expect(try await fonts.generation() == generation)
        let removed = try await fonts.changeTags(removing: ["talk", "none"], of: [.id(one.id), .id(two.id)])
        #expect(removed.registrations.map(\.tags) == [["brand"], ["brand"]])
        #expect(
            try await fonts.setEnabled(false, matching: FontQuery(tag: "brand")).statuses == [.disabled, .disabled])
        #expect(try await fonts.changeTags(adding: ["x"], of: [.name("None")]).codes == [201])
    }

    /// A font that has too many tags fails alone; registering again with a tag adds it, unless it replaces.
    @Test func registeringAgainAddsATag() async throws {
        let full = try home.write(SyntheticFont(family: "Full"))
        let other = try home.write(SyntheticFont(family: "Other"))
        let registration = try await fonts.add(full)
        let tags = (1...FontLimits.tagsPerRegistration).map(String.init)
        _ = try await fonts.changeTags(adding: tags, of: [.id(registration.id)])
        func register(_ options: RegistrationOptions) async throws -> FontSummary {
            try await fonts.register([full, other].map { URL(filePath: $0) }, scope: .persistent, options: options)
                .summary()
        }
        for tag in ["a", "b"] {
            let summary = try await register(RegistrationOptions(tag: tag))
            #expect(summary.outcomes.map(\.error?.code) == [.exceededResourceLimit, summary.outcomes[1].error?.code])
            #expect(summary.outcomes[1].isSuccess)
        }
        #expect(try await fonts.registered().map(\.tags) == [tags, ["a", "b"]])
        _ = try await register(RegistrationOptions(tag: "c", replaces: true))
        #expect(try await fonts.registered().map(\.tags) == [["c"], ["c"]])
        await #expect(throws: FontError.self) {
            try await fonts.changeTags(adding: tags + ["more"], of: [.id(registration.id)])
        }
    }

    @Test func tagsOutliveTheDatabase() async throws {
        let one = try await fonts.add(try home.write(SyntheticFont(family: "One")))
        try await fonts.changeTags(adding: ["talk", "Ärger & „Zeug“"], of: [.id(one.id)])
        try FileManager.default.removeItem(atPath: home.paths.database)
        let user = try home.user()
        _ = try await user.diagnose(repair: true)
        #expect(try await user.registered().map(\.tags) == [["talk", "Ärger & „Zeug“"]])
    }

    @Test func anUpgradeStaysInItsCollections() async throws {
        let old = try await fonts.add(try home.write(SyntheticFont(family: "One"), as: "old.ttf"))
        try await fonts.changeTags(adding: ["talk", "brand"], of: [.id(old.id)])
        let new = try home.write(SyntheticFont(family: "One") { $0.revision = 2 }, as: "new.ttf")
        #expect(
            try await fonts.add(new, .persistent, RegistrationOptions(replaces: true)).tags == ["talk", "brand"])
    }

    @Test(arguments: FontScope.allCases) func limitsHold(_ scope: FontScope) async throws {
        let one = try await fonts.add(try home.write(SyntheticFont(family: "One")), scope)
        for tag in ["two\nlines", "\u{1B}[31m", String(repeating: "t", count: FontLimits.tagLength + 1)] {
            let error = await #expect(throws: FontError.self) {
                try await fonts.changeTags(adding: [tag], of: [.id(one.id)])
            }
            #expect(error?.code == .exceededResourceLimit)
        }
        let many = (0..<FontLimits.tagsPerRegistration).map { "tag \($0)" }
        #expect(try await fonts.changeTags(adding: many, of: [.id(one.id)]).isSuccess)
        #expect(try await fonts.changeTags(adding: ["one more"], of: [.id(one.id)]).codes == [106])
        #expect(try await fonts.registered().map(\.tags) == [many])
    }

    @Test func aProviderTagsItsOwnFontsOnly() async throws {
        let one = try await fonts.add(try home.write(SyntheticFont(family: "One")))
        let other = try home.manager(provider: "other")
        #expect(
            try await other.changeTags(adding: ["x"], of: [.id(one.id), .name("One-Regular")]).codes == [201, 201])
        #expect(try await fonts.registered().map(\.tags) == [[]])
        #expect(try await home.user().changeTags(adding: ["x"], of: [.id(one.id)]).statuses == [.tagged])
    }

    @Test func registrationsAreFoundByAnyName() async throws {
        let one = try await fonts.add(try home.write(SyntheticFont.japanese(family: "Mincho", japaneseFamily: "明朝")))
        try await fonts.add(try home.write(SyntheticFont(family: "Other")))
        for text in [one.id, one.file, "Mincho-Regular", "mincho regular", "MINCHO", "明朝"] {
            #expect(try await fonts.registered(named: text).map(\.id) == [one.id], "\(text)")
        }
        #expect(try await fonts.registered(named: "Min").isEmpty)
        #expect(try await home.manager(provider: "other").registered(named: "Mincho").isEmpty)
    }
}
