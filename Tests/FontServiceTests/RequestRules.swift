import FontBus
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontService

/// What a request may ask for, and what it may switch on.
@Suite(
    .enabled(if: Command.find("dbus-daemon") != nil, "Needs dbus-daemon (Debian's dbus)."), .fewAtOnce,
    .timeLimit(.minutes(20)))
struct RequestRules {
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
        #expect(results.first?.members["message"]?.string?.hasPrefix("fontd ended") == true)
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
