import FontBus
import Foundation
import TestSupport
import Testing

/// A client that makes more calls than can be answered (docs/reliability.md, R30).
@Suite(.enabled(if: RawClient.isPossible, "Needs /usr/bin/python3."), .fewAtOnce, .timeLimit(.minutes(60)))
struct FloodTests {
    /// Another client is served while one keeps 10,000 calls in flight.
    ///
    /// The first client makes a new call for each reply until the other is done, so the other would never be done if
    /// calls were served in order.
    @Test(arguments: PrivateBus.Kind.possible)
    func othersAreServedMeanwhile(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let other = try await service.connect()
        let vitals = Vitals(pid: try await service.process(other))
        _ = try await other.fontd("Providers")
        let descriptors = vitals.descriptors
        let font = try service.home.write(SyntheticFont(family: "Flood"))
        let flood = try RawClient(service.bus, ["flood", "10000", font])
        #expect(await flood.line() == "\"full\"")
        var latencies: [Duration] = []
        for _ in 0..<30 {
            let start = ContinuousClock.now
            let answer = try await other.fontd("Resolve", .string("Flood-Regular"))
            latencies.append(.now - start)
            #expect(answer.first?.dictionary?["status"] == .string("found"))
        }
        try flood.tell("stop")
        let report = try await flood.report()
        // Each call gets one reply, a result or a refusal.
        #expect(report["answered"] as? Int == report["sent"] as? Int)
        #expect(report["unasked"] as? Int == 0)
        let errors = report["errors"] as? [String: Int] ?? [:]
        #expect(Set(errors.keys) == ["org.freedesktop.DBus.Error.LimitsExceeded"])
        #expect(report["whileOthersWereServed"] as? Int ?? 0 > 0)
        #expect(vitals.comesDown(to: descriptors + Vitals.others))
        #expect(try await service.process(other) == vitals.pid)
        print(
            "slowest call beside a flood on \(kind): \(latencies.max() ?? .zero), of \(report["answered"] ?? 0) calls")
    }
}
