import FontRegistry
import Foundation
import TestSupport
import Testing

/// A provider knows of another's fonts what every program sees, and the store as a whole is the user's.
@Suite(.fewAtOnce, .timeLimit(.minutes(5))) struct ProviderIsolation {
    private let home: PrivateHome
    private let provider: FontManager
    private let user: FontManager

    init() async throws {
        home = try PrivateHome()
        provider = try home.manager(provider: "one")
        user = try home.manager(provider: "user", authority: .user)
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
            guard case .registered(_, _, _, _, let tag) = font?.origin else { return "not registered" }
            return tag
        }
        let query = FontQuery(family: "Shown")
        #expect(tag(try await provider.fonts(matching: query).first) == nil)
        #expect(tag(try await provider.resolve("Shown-Regular").match) == nil)
        #expect(try await provider.fonts(matching: FontQuery(tag: "secret")).isEmpty)
        #expect(tag(try await user.fonts(matching: query).first) == "secret")
        #expect(tag(try await user.resolve("Shown-Regular").match) == "secret")
        #expect(try await user.fonts(matching: FontQuery(tag: "secret")).count == 1)
    }

    @Test func onlyTheUserRepairsAndSweeps() async throws {
        let inventory = try home.inventory()
        let repair = await #expect(throws: FontError.self) { try await provider.diagnose(repair: true) }
        let sweep = await #expect(throws: FontError.self) { try await provider.prune() }
        #expect(repair?.code.rawValue == 302)
        #expect(sweep?.code.rawValue == 302)
        #expect(sweep?.message.contains("fontctl") == true)
        #expect(try home.inventory() == inventory)
        #expect(try await user.diagnose(repair: true).isHealthy)
        #expect(try await user.prune() == PruneReport())
    }
}
