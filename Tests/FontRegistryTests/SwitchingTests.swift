import FontRegistry
import Foundation
import TestSupport
import Testing

/// Enabling and disabling, tags and targets.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct SwitchingTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    @Test(arguments: FontScope.allCases)
    func disablingHidesAndEnablingShows(_ scope: FontScope) async throws {
        let on = try await fonts.add(try home.write(SyntheticFont()), scope)
        let disabled = try await fonts.setEnabled(false, [.name("Synthetic-Regular")], scope: scope)
        #expect(disabled.statuses == [.disabled])
        let off = try #require(disabled.outcomes.first?.registration)
        #expect(!off.isEnabled)
        #expect(off.path == nil)
        #expect(try await !fonts.has("Synthetic-Regular"))
        #expect(try await fonts.registered() == [off])
        #expect(try await fonts.setEnabled(false, [.id(on.id)], scope: scope).statuses == [.unchanged])
        #expect(try await fonts.setEnabled(true, [.id(on.id)], scope: scope).statuses == [.enabled])
        #expect(try await fonts.registered() == [on])
        #expect(try await fonts.setEnabled(true, [.id(on.id)], scope: scope).statuses == [.unchanged])
        #expect(try await fonts.has("Synthetic-Regular"))
    }

    @Test(arguments: FontScope.allCases)
    func registeringADisabledFontAgainEnablesIt(_ scope: FontScope) async throws {
        let file = try home.write(SyntheticFont())
        try await fonts.add(file, scope, RegistrationOptions(isEnabled: false))
        let again = try await fonts.outcome(of: .file(file), scope, RegistrationOptions(isEnabled: false))
        #expect(again.status == .alreadyRegistered)
        #expect(try await !fonts.has("Synthetic-Regular"))
        let outcome = try await fonts.outcome(of: .file(file), scope)
        #expect(outcome.status == .alreadyRegistered)
        #expect(outcome.registration?.isEnabled == true)
        #expect(outcome.isEnabledAgain && !again.isEnabledAgain)
        #expect(try await fonts.has("Synthetic-Regular"))
        // Registering an enabled font as disabled leaves it enabled.
        try await fonts.add(file, scope, RegistrationOptions(isEnabled: false))
        #expect(try await fonts.has("Synthetic-Regular"))
    }

    /// A font disabled by the user stays disabled, even after a rebuild, until the user enables it.
    @Test func fontsDisabledByTheUserStayDisabled() async throws {
        let file = try home.write(SyntheticFont())
        let id = try await fonts.add(file).id
        let user = try home.user()
        #expect(try await user.setEnabled(false, [.id(id)]).isSuccess)
        for isRebuilt in [false, true] {
            if isRebuilt {
                try FileManager.default.removeItem(atPath: home.paths.database)
                #expect(try await user.diagnose(repair: true).isHealthy)
            }
            #expect(try await fonts.setEnabled(true, [.id(id)]).codes == [302])
            let again = try await fonts.outcome(of: .file(file), .persistent, RegistrationOptions(replaces: true))
            #expect(again.status == .alreadyRegistered && again.registration?.isEnabled == false)
            let outcome = try #require(try await fonts.request(["Synthetic-Regular"]).first)
            #expect(outcome.status == .declined && outcome.error?.code.rawValue == 302)
            #expect(
                try await home.manager(provider: "other").request(["Synthetic-Regular"]).map(\.status) == [.notFound])
        }
        #expect(try await user.setEnabled(true, [.id(id)]).statuses == [.enabled])
        #expect(try await fonts.setEnabled(false, [.id(id)]).statuses == [.disabled])
        #expect(try await fonts.request(["Synthetic-Regular"]).map(\.status) == [.activated])
        // The user's choice is recorded even if the font is already disabled.
        #expect(try await fonts.setEnabled(false, [.id(id)]).statuses == [.disabled])
        #expect(try await user.setEnabled(false, [.id(id)]).statuses == [.unchanged])
        #expect(try await fonts.setEnabled(true, [.id(id)]).codes == [302])
        #expect(try await user.diagnose(repair: false).isHealthy)
    }

    /// A font disabled by the user stays disabled after its provider has unregistered it.
    ///
    /// Some programs unregister their fonts whenever they exit.
    @Test func fontsDisabledByTheUserStayDisabledAfterRemovalByTheProvider() async throws {
        // A second font, because a store without fonts and without a database is a new one.
        try await fonts.add(try home.write(SyntheticFont(family: "Stays")))
        let file = try home.write(SyntheticFont())
        let id = try await fonts.add(file).id
        let user = try home.user()
        #expect(try await user.setEnabled(false, [.id(id)]).isSuccess)
        for isRebuilt in [false, true] {
            #expect(try await fonts.unregister([.id(id)]).statuses == [.unregistered])
            if isRebuilt {
                // The rebuilt database keeps the entry although the font is not registered.
                try FileManager.default.removeItem(atPath: home.paths.database)
                #expect(try await user.diagnose(repair: true).isHealthy)
            }
            _ = try await user.prune()
            #expect(try await user.diagnose(repair: false).findings.isEmpty)
            let again = try await fonts.outcome(of: .file(file), .persistent, RegistrationOptions(replaces: true))
            #expect(again.status == .registered && again.registration?.isEnabled == false)
            let outcome = try await fonts.outcome(of: .file(file))
            #expect(outcome.status == .alreadyRegistered && outcome.registration?.isEnabled == false)
            #expect(try await fonts.setEnabled(true, [.id(id)]).codes == [302])
            #expect(try await fonts.request(["Synthetic-Regular"]).map(\.status) == [.declined])
        }
        // Another provider's registration is not affected.
        #expect(try await home.manager(provider: "other").add(file).isEnabled)
        // The user enables the font.
        #expect(try await user.setEnabled(true, [.id(id)]).statuses == [.enabled])
        #expect(try await fonts.unregister([.id(id)]).statuses == [.unregistered])
        #expect(try await fonts.add(file).isEnabled)
        #expect(try await user.diagnose(repair: false).isHealthy)
    }

    /// A font disabled by the user is disabled in the other scope, too.
    @Test func fontsDisabledByTheUserStayDisabledInTheOtherScope() async throws {
        let file = try home.write(SyntheticFont())
        let user = try home.user()
        let first = try await fonts.add(file)
        #expect(try await user.setEnabled(false, [.id(first.id)]).isSuccess)
        let second = try await fonts.outcome(of: .file(file), .session)
        #expect(second.status == .registered && second.registration?.isEnabled == false)
        let ids = [first.id, try #require(second.registration?.id)]
        #expect(try await fonts.setEnabled(true, ids.map(FontTarget.id)).codes == [302, 302])
        // Unregistering one registration does not end the user's choice for the other; unregistering both does.
        #expect(try await user.unregister([.id(ids[1])]).statuses == [.unregistered])
        #expect(try await fonts.setEnabled(true, [.id(ids[0])]).codes == [302])
        #expect(try await user.unregister([.id(ids[0])]).statuses == [.unregistered])
        #expect(try await fonts.add(file, .session).isEnabled)
        #expect(try await fonts.add(file).isEnabled)
        #expect(try await user.diagnose(repair: false).isHealthy)
    }

    @Test(arguments: FontScope.allCases)
    func theTagIsKept(_ scope: FontScope) async throws {
        let tagged = try await fonts.add(try home.write(SyntheticFont()), scope, RegistrationOptions(tag: "chapter 1"))
        try await fonts.add(try home.write(SyntheticFont(family: "Other")), scope)
        #expect(tagged.tags == ["chapter 1"])
        #expect(try await fonts.registered().map(\.tags) == [["chapter 1"], []])
        #expect(
            try await fonts.fonts(matching: FontQuery(tag: "chapter 1")).map(\.postscriptName) == ["Synthetic-Regular"])
        #expect(try await fonts.unregister(matching: FontQuery(tag: "chapter 1")).statuses == [.unregistered])
        #expect(try await fonts.registeredNames() == ["Other-Regular"])
    }

    @Test func everyWayToNameARegistrationLeadsToIt() async throws {
        let file = try home.write(.variable(family: "Axis"))
        let moved = try home.write(SyntheticFont.variable(family: "Axis").build(), as: "elsewhere.ttf")
        let first = try await fonts.add(file)
        let targets: [FontTarget] = [
            .file(file), .file(try #require(first.path)), .file(moved), .id(first.id), .name("Axis-Regular"),
            .name("Axis-Bold"), .any(first.id), .any(file), .any("Axis-Light"), .any(moved),
        ]
        for target in targets {
            let summary = try await fonts.unregister([target])
            #expect(summary.statuses == [.unregistered], "\(target)")
            #expect(summary.outcomes.map(\.item) == [target.text])
            try await fonts.add(file)
        }
    }

    @Test func queriesSwitchWhatTheyFind() async throws {
        for index in 0..<3 {
            try await fonts.add(
                try home.write(SyntheticFont(family: "Set \(index)", style: "Bold") { $0.isBold = index > 0 }))
        }
        let query = FontQuery(traits: .bold)
        #expect(try await fonts.setEnabled(false, matching: query).statuses == [.disabled, .disabled])
        #expect(try await fonts.registeredNames(nil, .enabled) == ["Set0-Bold"])
        #expect(try await fonts.setEnabled(true, matching: query).statuses == [.enabled, .enabled])
    }

    @Test func aBatchOfTargetsIsOneGeneration() async throws {
        for index in 0..<3 { try await fonts.add(try home.write(SyntheticFont(family: "Set \(index)"))) }
        let generation = try await fonts.generation()
        let summary = try await fonts.unregister([.name("Set0-Regular"), .name("None"), .name("Set2-Regular")])
        #expect(summary.statuses == [.unregistered, .failed, .unregistered])
        #expect(summary.generation == generation + 1)
        #expect(try await fonts.generation() == generation + 1)
        #expect(try await fonts.registeredNames() == ["Set1-Regular"])
    }

    /// Two faces of a file are one registration, which is switched once and is the outcome of both names.
    @Test(arguments: FontScope.allCases)
    func namesOfFacesOfOneFileAreSwitchedTogether(_ scope: FontScope) async throws {
        let collection = SyntheticCollection.faces(2, family: "Pair")
        let id = try await fonts.add(try home.write(collection.build(), as: "pair.ttc"), scope).id
        let names = collection.names.map(FontTarget.name)
        for isEnabled in [false, true] {
            let summary = try await fonts.setEnabled(isEnabled, names)
            #expect(summary.statuses == Array(repeating: isEnabled ? .enabled : .disabled, count: 2))
            #expect(summary.outcomes.map(\.item) == collection.names)
        }
        let summary = try await fonts.unregister(names + [.id(id), .name("None")])
        #expect(summary.statuses == [.unregistered, .unregistered, .unregistered, .failed])
        #expect(try await fonts.registered().isEmpty)
    }

    /// Without a scope, the registration of the process is meant first, however often the batch names it.
    @Test func namesOfFacesOfOneFileLeaveTheOtherScope() async throws {
        let collection = SyntheticCollection.faces(2, family: "Pair")
        let file = try home.write(collection.build(), as: "pair.ttc")
        for scope in [FontScope.process, .persistent] { try await fonts.add(file, scope) }
        try await fonts.add(try home.write(SyntheticFont()), .persistent)
        let names = collection.names.map(FontTarget.name)
        let summary = try await fonts.unregister(names + [names[0], .name("Synthetic-Regular")])
        #expect(summary.statuses == Array(repeating: .unregistered, count: 4))
        #expect(summary.registrations.map(\.scope) == [.process, .process, .process, .persistent])
        #expect(try await fonts.registered().map(\.scope) == [.persistent])
        #expect(try await fonts.registered().map(\.file) == [file])
    }

    @Test func providersAreSummedUp() async throws {
        let other = try home.manager(provider: "other")
        let user = try home.manager(provider: "user", authority: .user)
        let (one, two) = (SyntheticFont(family: "One").build(), SyntheticCollection.faces(2).build())
        try await fonts.add(try home.write(one, as: "one.ttf"))
        try await fonts.add(try home.write(two, as: "two.ttc"), .session)
        try await other.add(try home.write(one, as: "one.ttf"))
        #expect(
            try await user.providers() == [
                ProviderSummary(
                    id: "other", registrations: 1, faces: 1, bytes: one.count, scopes: [.persistent], kind: .executable),
                ProviderSummary(
                    id: "test", registrations: 2, faces: 3, bytes: one.count + two.count,
                    scopes: [.session, .persistent], kind: .executable),
            ])
        #expect(try await other.providers().map(\.id) == ["other"])
    }
}

extension SyntheticCollection {
    fileprivate var names: [String] { fonts.compactMap(\.postscriptName) }
}
