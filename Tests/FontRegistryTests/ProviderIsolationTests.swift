import FontRegistry
import Foundation
import TestSupport
import Testing

/// A provider sees of another provider's fonts only what every program sees; only the user sees the whole store.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ProviderIsolationTests {
    private let home: PrivateHome
    private let provider: FontManager
    private let user: FontManager

    init() async throws {
        home = try PrivateHome()
        provider = try home.manager(provider: "one")
        user = try home.user()
        let other = try home.manager(provider: "other")
        try await other.add(
            try home.write(SyntheticFont(family: "Shown")), .persistent, RegistrationOptions(tag: "secret"))
        try await other.add(
            try home.write(SyntheticFont(family: "Hidden")), .persistent, RegistrationOptions(isEnabled: false))
    }

    @Test func anothersDisabledFontsAreNotFound() async throws {
        let set = FontQuerySet(including: [FontQuery(scopes: [.persistent])], options: .includeDisabled)
        #expect(try await provider.fonts(matching: set).map(\.face.family) == ["Shown"])
        #expect(try await user.fonts(matching: set).map(\.face.family) == ["Hidden", "Shown"])
    }

    @Test func anothersTagsAreNotTold() async throws {
        func tag(_ font: FontDescriptor?) -> String? {
            guard case .registered(_, _, _, _, let tags) = font?.origin else { return "not registered" }
            return tags.first
        }
        let query = FontQuery(family: "Shown")
        #expect(tag(try await provider.fonts(matching: query).first) == nil)
        #expect(tag(try await provider.resolve("Shown-Regular").match) == nil)
        #expect(try await provider.fonts(matching: FontQuery(tag: "secret")).isEmpty)
        #expect(tag(try await user.fonts(matching: query).first) == "secret")
        #expect(tag(try await user.resolve("Shown-Regular").match) == "secret")
        #expect(try await user.fonts(matching: FontQuery(tag: "secret")).count == 1)
    }

    @Test func whereAnothersFileCameFromIsNotTold() async throws {
        let given = home.root + "/given/Shown-Regular-0.ttf"
        #expect(try await provider.fonts(matching: FontQuery(file: given)).isEmpty)
        #expect(try await user.fonts(matching: FontQuery(file: given)).count == 1)
        let other = try home.write(SyntheticFont(family: "Shown", salt: 1))
        let refusal = try #require(await provider.refusal(of: .file(other)))
        #expect(refusal.code.rawValue == 305)
        #expect(refusal.conflict?.provider == "other")
        #expect(!refusal.message.contains(given))
        #expect(refusal.conflict?.file.hasPrefix(home.paths.persistentProjection) == true)
    }

    /// A provider for which a service acts does not learn where a file with the contents of its font is.
    @Test func filesOfTheMachineAreReadForThosePermittedOnly() async throws {
        let copy = try home.write(SyntheticFont(family: "Mine"), as: "copy.ttf")
        let served = FontManager(provider: "reader", quota: nil, facts: nil, context: home.context)
        try await served.add(try home.write(SyntheticFont(family: "Mine")), .persistent)
        for target in [FontTarget.file(copy), .any(copy)] {
            #expect(try await served.setEnabled(false, [target]).errors.map(\.code) == [.notRegistered])
            #expect(try await served.unregister([target]).errors.map(\.code) == [.notRegistered])
        }
        let own = try home.manager(provider: "reader")
        #expect(try await own.setEnabled(false, [.file(copy)]).outcomes.map(\.status) == [.disabled])
        #expect(try await user.unregister([.any(copy)]).outcomes.map(\.status) == [.unregistered])
    }

    /// Disabled fonts of other providers appear neither in the log nor in the snapshot for readers that are too far
    /// behind.
    @Test(arguments: [0, Int64.max])
    func anothersDisabledFontsAreNotInTheChanges(_ generation: Int64) async throws {
        func told(_ fonts: FontManager) async throws -> [String] {
            var events = fonts.changes(since: generation).makeAsyncIterator()
            var told: [String] = []
            while !told.contains("Last-Regular"), let event = try await events.next() {
                switch event {
                case .change(let change): told += change.faces.map(\.face.postscriptName)
                case .snapshot(_, let registrations):
                    #expect(registrations.allSatisfy { (fonts === user) || $0.tags.isEmpty })
                    told += registrations.flatMap { $0.faces.map(\.postscriptName) }
                case .policy, .announcements: Issue.record("only fonts changed")
                case .system: Issue.record("no package was installed")
                }
            }
            return told.sorted()
        }
        try await home.manager(provider: "last").add(try home.write(SyntheticFont(family: "Last")))
        #expect(try await told(provider) == ["Last-Regular", "Shown-Regular"])
        #expect(try await told(user) == ["Hidden-Regular", "Last-Regular", "Shown-Regular"])
    }

    @Test func onlyTheUserRepairsAndSweeps() async throws {
        let inventory = try home.inventory()
        let repair = await #expect(throws: FontError.self) { try await provider.diagnose(repair: true) }
        let look = await #expect(throws: FontError.self) { try await provider.diagnose(repair: false) }
        #expect(look?.code.rawValue == 302)
        let sweep = await #expect(throws: FontError.self) { try await provider.prune() }
        #expect(repair?.code.rawValue == 302)
        #expect(sweep?.code.rawValue == 302)
        #expect(sweep?.recovery == [.askUser])
        #expect(try home.inventory() == inventory)
        #expect(try await user.diagnose(repair: true).isHealthy)
        #expect(try await user.prune() == PruneReport())
    }
}
