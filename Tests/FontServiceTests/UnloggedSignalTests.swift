import FontBus
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontService

/// Signals about the policy and about announcements, which the log of changes does not have.
@Suite(
    .enabled(if: Command.find("dbus-daemon") != nil, "Needs dbus-daemon (Debian's dbus)."), .fewAtOnce,
    .timeLimit(.minutes(60)))
struct UnloggedSignalTests {
    /// Returns the next changes that are not about fonts.
    private static func next(_ signals: AsyncStream<BusSignal>) async -> [[String: BusValue]] {
        await signals.first { !$0.isAboutFonts }?.arguments.last?.dictionaries ?? []
    }

    @Test func aChangeOfThePolicyIsSignalled() async throws {
        let served = try await ServedHome()
        let client = try await served.connect()
        let signals = try await client.changes(includingOthers: true)
        try PolicyFile(served.home.paths).change { $0.sandboxed.use = .deny }
        let change = try #require(await Self.next(signals).first)
        #expect(change["kind"] == .string("policy") && change["generation"]?.integer == 0)
        #expect(change["provider"] == nil && change["faces"] == nil)
        // It is no change of the store, and not in the log.
        let log = try await client.registry("ChangesSince", [.uint64(0)])
        #expect(log == [.uint64(0), .boolean(false), .dictionaries([])])
    }

    @Test func announcementsAreSignalledWithTheirProvider() async throws {
        let served = try await ServedHome()
        let client = try await served.connect()
        let signals = try await client.changes(includingOthers: true)
        func announced() async -> String? {
            while true {
                for change in await Self.next(signals) where change["kind"] == .string("announcements") {
                    return change["provider"]?.string
                }
            }
        }
        let provider = try await client.registry("Identity", []).first?.dictionary?["provider"]?.string
        let supplier = try await served.connect()
        _ = try await supplier.registry("Announce", [.string(""), .strings(["Lora*"])])
        #expect(await announced() == provider)
        // The same names again are no change.
        _ = try await supplier.registry("Announce", [.string(""), .strings(["Lora*"])])
        _ = try await supplier.registry("Announce", [.string(""), .strings(["Inter*"])])
        #expect(await announced() == provider)
        _ = try await supplier.registry("Withdraw", [.string("")])
        #expect(await announced() == provider)
        _ = try await supplier.registry("Announce", [.string(""), .strings(["Lora*"])])
        #expect(await announced() == provider)
        await supplier.close()
        #expect(await announced() == provider)
    }
}
