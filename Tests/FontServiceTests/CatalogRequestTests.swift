import FontBus
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontService

/// Requests for fonts that catalogues offer.
@Suite(
    .enabled(if: Command.find("dbus-daemon") != nil, "Needs dbus-daemon (Debian's dbus)."), .fewAtOnce,
    .timeLimit(.minutes(60)))
struct CatalogRequestTests {
    private static let lora = SyntheticFont(family: "Lora")

    @Test func aFontThatNobodySuppliesIsDownloaded() async throws {
        let served = try await ServedHome()
        let catalog = try served.home.offerInCatalog([Self.lora, SyntheticFont(family: "Inter", salt: 1)])
        try await served.announce(Supplier(), "Lora*")
        let supplier = Supplier(try served.font("Inter", salt: 2))
        try await served.announce(supplier, "Inter*")
        let client = try await served.connect()
        let results = try await client.request("Lora-Regular", "Inter-Regular", "Nobody Has This")
        #expect(results.map(\.status) == ["downloaded", "provided", "not-found"])
        #expect(results[0].postscriptName == "Lora-Regular")
        let downloaded = try await served.home.user().registered().filter { $0.provider == "catalog:\(catalog)" }
        #expect(downloaded.map(\.scope) == [.persistent])
        #expect(try await client.request("Lora-Regular").map(\.status) == ["resolved"])
        #expect(await served.service.catalogRequests.isIdle)
    }

    /// Fonts that come after the caller's time are registered and reported.
    @Test func aLateFontIsRegistered() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.download = .ask })
        try served.home.offerInCatalog([Self.lora])
        let gate = Gate()
        let hook = try await ConsentHook(served, after: gate)
        let client = try await served.connect()
        let changes = try await client.changes()
        let answer = try await client.registry(
            "Request", [.strings(["Lora-Regular"]), .dictionary(["timeout": .double(1)])])
        let outcome = try #require(answer.first?.dictionaries?.first.map(BusRecord.init))
        #expect(outcome.status == "timed-out" || outcome.code == 303, "\(outcome)")
        let question = await hook.question()
        #expect(question?["families"]?.strings == ["Lora"])
        #expect(await served.service.isNeeded())
        gate.open()
        let change = await changes.first { _ in true }
        #expect(change?.arguments.last?.dictionaries?.first?["kind"]?.string == "added")
        #expect(try await client.request("Lora-Regular").map(\.status) == ["resolved"])
    }

    /// A refusal is remembered, so that a program that asks again and again does not ask the user each time.
    @Test func aRefusalIsRemembered() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.download = .ask })
        try served.home.offerInCatalog([Self.lora])
        let count = Counter()
        _ = try await ConsentHook(served) {
            count.increment()
            return false
        }
        let client = try await served.connect()
        for _ in 0..<3 {
            let results = try await client.request("Lora-Regular")
            #expect(results.map(\.status) == ["declined"] && results.map(\.code) == [304])
        }
        #expect(count.value == 1)
        #expect(try await served.home.user().registered().isEmpty)
    }

    /// What the user permits after a refusal counts at once.
    @Test(arguments: [false, true])
    func aPermissionIsNotDelayed(_ hasHook: Bool) async throws {
        let served = try await ServedHome(policy: { $0.unconfined.download = .ask })
        try served.home.offerInCatalog([Self.lora])
        let hook = hasHook ? try await ConsentHook(served) { false } : nil
        let client = try await served.connect()
        #expect(try await client.request("Lora-Regular").map(\.code) == [hasHook ? 304 : 302])
        _ = try PolicyFile(served.home.paths).change { $0.unconfined.download = .allow }
        #expect(try await client.request("Lora-Regular").map(\.status) == ["downloaded"])
        try await hook?.end()
    }

    /// A hook that is set up after a refusal is asked at once.
    @Test func aNewHookIsAsked() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.download = .ask })
        try served.home.offerInCatalog([Self.lora])
        let client = try await served.connect()
        #expect(try await client.request("Lora-Regular").map(\.code) == [302])
        let hook = try await ConsentHook(served) { true }
        #expect(try await client.request("Lora-Regular").map(\.status) == ["downloaded"])
        try await hook.end()
    }

    /// A request that ends with the service has not found out that nobody has the font.
    @Test func aRequestEndsWithTheService() async throws {
        let served = try await ServedHome(policy: { $0.unconfined.download = .ask })
        try served.home.offerInCatalog([Self.lora])
        let gate = Gate()
        let hook = try await ConsentHook(served, after: gate)
        let client = try await served.connect()
        async let answer = client.request("Lora-Regular")
        _ = await hook.question()
        await served.service.catalogRequests.end()
        let results = try await answer
        #expect(results.map(\.status) == ["declined"] && results.map(\.code) == [303])
        gate.open()
    }

    /// The fonts of a family do not have its former name.
    @Test func aFormerNameIsDownloaded() async throws {
        let served = try await ServedHome()
        try served.home.write(
            Array(
                """
                name: "Lora"
                license: "OFL"
                category: "SERIF"
                date_added: "2024-01-01"
                fonts {
                  name: "Lora"
                  style: "normal"
                  weight: 400
                  filename: "Lora-Regular.ttf"
                  post_script_name: "Lora-Regular"
                  full_name: "Lora Regular"
                }
                aliases: "Former Lora"
                """.utf8), as: "offered/Lora/METADATA.pb")
        try served.home.offerInCatalog([Self.lora])
        let client = try await served.connect()
        // Again, the name is that of a font that is there.
        for _ in 0..<2 {
            let results = try await client.request("Former Lora")
            #expect(results.map(\.status) == ["downloaded"] && results.map(\.postscriptName) == ["Lora-Regular"])
        }
    }

    /// With catalogues, a provider learns no more of the fonts of others than without.
    @Test func hiddenFontsOfOthersStayUnknown() async throws {
        let served = try await ServedHome()
        try served.home.offerInCatalog([Self.lora])
        try await served.home.manager(provider: "org.example.Other").register(
            try served.font("Foreign"), scope: .persistent, options: RegistrationOptions(isEnabled: false))
        let client = try await served.connect()
        #expect(try await client.request("Foreign-Regular", "Unknown").map(\.status) == ["not-found", "not-found"])
        let styled: [String: BusValue] = ["style": .string("Regular")]
        for options in [[:], styled] {
            let states = try await client.download(["Foreign", "Unknown"], options)
            #expect(states.map(\.state) == [0, 1], "\(states)")
            let unavailable = states.last?.details["unavailable"]?.dictionaries
            #expect(Set(unavailable?.map { $0["name"]?.string } ?? []) == ["Foreign", "Unknown"])
        }
    }

    /// One process makes all transfers of downloads that run at the same time.
    @Test func downloadsShareTheirWayToServers() async throws {
        let network = try await ServedHome().service.catalogs.network
        let (one, other) = (network.files, network.files)
        #expect(one === other)
    }
}
