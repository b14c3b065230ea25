import FontBus
import FontClient
import FontRegistry
import Foundation
import TestSupport
import Testing

/// Collections are the user's: programs see and change them with the user's authority only.
@Suite(.needsBus, .fewAtOnce, .timeLimit(.minutes(60)))
struct CollectionsOverTheBusTests {
    private let service: PrivateService
    private let home: PrivateHome

    init() throws {
        service = try PrivateService()
        home = service.home
    }

    @Test func theyAreTheSameAsInTheStore() async throws {
        #expect(try service.fontctl("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        let provider = try await service.open()
        #expect(try service.fontctl("tag", "create", "Empty").status == 0)
        #expect(try await provider.collections().isEmpty)
        let refused = await #expect(throws: FontError.self) { try await provider.changeCollections([.create("x")]) }
        #expect(refused?.code == .missingEntitlement)

        #expect(try service.fontctl("policy", provider.provider, "--manage", "allow").status == 0)
        let user = try await provider.requestManagement()
        var changes = user.changes.makeAsyncIterator()
        let trial = try await user.changeCollections([.add(["Lora"], to: "Talk")], isDryRun: true)
        #expect(trial.outcomes.map(\.status) == [.tagged, .tagged])
        let summary = try await user.changeCollections([
            .add(["Lora", "Not Installed"], to: "Talk"), .rename("Empty", to: "Full"), .order(["Talk"]),
            .arrange(["Not Installed"], in: "Talk"),
        ])
        #expect(summary.registrations.map(\.tags) == [["Talk"]])
        #expect(try await changes.nextChange().generation == summary.generation)
        let inStore = try home.user()
        #expect(try await user.collections() == inStore.collections())
        #expect(
            try await user.collections().map { [$0.name] + $0.families } == [
                ["favourites"], ["Talk", "Not Installed", "Lora"], ["Full"],
            ])
        try await user.changeCollections([.take(["Lora"], from: "Talk"), .remove("Full")])
        #expect(try await user.registered().map(\.tags) == [[]])
        let unknown = await #expect(throws: FontError.self) { try await user.changeCollections([.remove("None")]) }
        #expect(unknown?.code == .insufficientInfo)
        #expect(try await user.undoableOperations()[0].kind == .collections)
        _ = try await user.undo()
        #expect(try await user.collections() == inStore.collections())
        #expect(try await inStore.registered().map(\.tags) == [["Talk"]])
    }

    @Test func wrongChangesAreRefused() async throws {
        let client = try await service.connect()
        let options = BusValue.dictionary([:])
        for change in [["action": .string("destroy")], ["collection": .string("x")], ["action": .int64(1)]]
            as [[String: BusValue]]
        {
            let failure = await #expect(throws: BusFailure.self) {
                _ = try await client.fontd("ChangeCollections", .dictionaries([change]), options)
            }
            #expect(failure?.name == "org.freedesktop.DBus.Error.InvalidArgs", "\(change)")
        }
    }
}
