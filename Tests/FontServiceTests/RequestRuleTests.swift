import FontBus
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontService

/// The limits of requests, and the fonts that they can enable.
@Suite(
    .enabled(if: Command.find("dbus-daemon") != nil, "Needs dbus-daemon (Debian's dbus)."), .fewAtOnce,
    .timeLimit(.minutes(60)))
struct RequestRuleTests {
    /// A request enables the caller's own fonts, but neither those disabled by the user nor those of other providers.
    @Test func aRequestSwitchesOnOnlyWhatTheCallerMay() async throws {
        let served = try await ServedHome()
        let client = try await served.connect()
        let (user, off) = (try served.home.user(), BusValue.dictionary(["enabled": .boolean(false)]))
        func register(_ family: String, _ options: BusValue = .dictionary([:])) async throws {
            let path = try served.font(family).path
            _ = try await client.registry(
                "Register", [.files([(path, try .opening(path))]), .string("persistent"), options])
        }
        try await register("Own", off)
        try await register("Forbidden")
        #expect(try await user.setEnabled(false, [.name("Forbidden-Regular")]).isSuccess)
        let other = try served.home.manager(provider: "org.example.Other")
        try await other.register(
            try served.font("Foreign"), scope: .persistent, options: RegistrationOptions(isEnabled: false))
        let names = ["Own-Regular", "Forbidden-Regular", "Foreign-Regular"]
        let results = try await client.request(names[0], names[1], names[2])
        #expect(results.map(\.status) == ["activated", "declined", "not-found"])
        #expect(results.map(\.code) == [nil, 302, nil])
        // Registering again or calling `Change` does not enable it either.
        try await register("Forbidden")
        await #expect(throws: BusFailure.self) {
            try await client.change("enable", [names[1]]).acceptedOutcomes()
        }
        #expect(try await user.registered(state: .disabled).count == 2)
        // The user may enable it; afterwards the provider may do so again.
        #expect(try await user.request(names).map(\.status) == [.resolved, .activated, .activated])
        _ = try await client.change("disable", [names[1]])
        #expect(try await client.request(names[1]).map(\.status) == ["activated"])
    }

    @Test func noProviderIsWaitedForWhenTheServiceEnds() async throws {
        let served = try await ServedHome()
        let gate = Gate()
        let supplier = Supplier { _ in
            await gate.pass()
            return []
        }
        try await served.announce(supplier, "Lora*")
        let client = try await served.connect()
        let request = Task { try await client.request("Lora-Regular") }
        _ = await supplier.arrival()
        await served.service.stop()
        let results = try await request.value
        #expect(results.map(\.status) == ["declined"] && results.map(\.code) == [303])
        #expect(results.first?.members["message"]?.string?.hasPrefix("fontd exited") == true)
        gate.open()
    }

    @Test func aRequestHasAsManyNamesAsItMay() async throws {
        let served = try await ServedHome()
        let client = try await served.connect()
        func request(_ names: [String]) async throws(BusFailure) -> [BusValue] {
            try await client.registry("Request", [.strings(names), .dictionary([:])])
        }
        let names = (0..<1_024).map { "Font \($0)" }
        #expect(try await request(names).first?.dictionaries?.count == 1_024)
        #expect(try await request([String(repeating: "x", count: 1_024)]).first?.dictionaries?.count == 1)
        for wrong in [names + ["One More"], ["Font", String(repeating: "x", count: 1_025)]] {
            let failure = await #expect(throws: BusFailure.self) { _ = try await request(wrong) }
            #expect(failure?.name.hasSuffix(".ExceededResourceLimit") == true)
        }
    }
}
