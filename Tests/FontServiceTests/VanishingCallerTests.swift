import FontBus
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

/// Callers that disconnect during an operation leave no open descriptors.
@Suite(.enabled(if: RawClient.isPossible, "Needs /usr/bin/python3."), .fewAtOnce, .timeLimit(.minutes(60)))
struct VanishingCallerTests {
    @Test(arguments: PrivateBus.Kind.possible)
    func filesOfCallsThatNobodyWaitsForAreClosed(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let client = try await service.connect()
        let vitals = Vitals(pid: try await service.process(client))
        _ = try await client.fontd("Providers")
        let descriptors = vitals.descriptors
        let font = try service.home.write(SyntheticFont(family: "Vanishing"))
        let program = try RawClient(service.bus, ["vanish", "\(rounds("FONTD_KILL_ROUNDS", 10) * 20)", font])
        #expect(await program.line() == "\"done\"")
        _ = try await client.fontd("Providers")
        #expect(vitals.comesDown(to: descriptors + Vitals.others), "\(vitals.descriptors) instead of \(descriptors)")
        #expect(try service.home.inventory(of: service.home.paths.dataHome).allSatisfy { !$0.contains(".ttf") })
    }

    /// A caller disconnects after it has passed files for a job, or while the batch is in progress.
    @Test(arguments: PrivateBus.Kind.possible, [false, true])
    func aBatchWhoseCallerGoes(_ kind: PrivateBus.Kind, _ isUnderWay: Bool) async throws {
        let service = try PrivateService(kind)
        let client = try await service.connect()
        let vitals = Vitals(pid: try await service.process(client))
        // With one waiting worker, as in every later state.
        _ = try await client.registerFont(try service.home.write(SyntheticFont(family: "Other")))
        let descriptors = vitals.descriptors
        let fonts = try (0..<100).map { try service.home.write(SyntheticFont(family: "Batch \($0)")) }
        let program = try RawClient(service.bus, ["batch", "session"] + fonts)
        #expect(await program.line() == "\"collected\"")
        #expect(vitals.descriptors >= descriptors + 90)
        if isUnderWay {
            var signals = try await client.fontsChanged().makeAsyncIterator()
            try program.tell("begin")
            #expect(await program.line() == "\"under way\"")
            program.kill()
            // The batch was started, so it is completed.
            #expect(await signals.next()?.arguments[1].dictionaries?.first?["faces"]?.elements?.count == 100)
        }
        program.kill()
        #expect(vitals.comesDown(to: descriptors + Vitals.others), "\(vitals.descriptors) instead of \(descriptors)")
        let session = try await service.home.user().registered(scope: .session)
        #expect(session.count == (isUnderWay ? 100 : 0))
        #expect(try service.isSound())
        // The name of the job can be used again.
        let again = try await client.fontd(
            "Register", .files([(fonts[0], try .opening(fonts[0]))]), .string("persistent"),
            .dictionary(["job": .string("j")]))
        #expect(again[1].elements?.count == 1)
    }
}
