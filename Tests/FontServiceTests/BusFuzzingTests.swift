import FontBus
import FontModel
import FontRegistry
import Foundation
import TestSupport
import Testing

/// Random calls of every kind and malformed messages get replies, and the service survives (docs/reliability.md, R29).
@Suite(.enabled(if: RawClient.isPossible, "Needs /usr/bin/python3."), .fewAtOnce, .timeLimit(.minutes(60)))
struct BusFuzzingTests {
    private static let seed = rounds("FONTD_BUS_SEED", 4)

    @Test(arguments: PrivateBus.Kind.possible)
    func everyCallIsAnswered(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let other = try await service.connect()
        let vitals = Vitals(pid: try await service.process(other))
        let fonts = try (0..<6).map { try service.home.write(SyntheticFont(family: "Fuzz \($0)")) }
        let known = try Set(fonts.map { try FontFile(contentsOf: $0).sha256 })
        let resting = vitals.descriptors
        // The first calls make allocations that remain, such as the caches of fonts and the buffer for the largest
        // message: as many calls again must not add to them.
        let calls = rounds("FONTD_BUS_CALLS", 1_000)
        let first = try RawClient(service.bus, ["fuzz", "\(Self.seed + 1)", "\(calls)"] + fonts)
        #expect(try await first.report()["sent"] as? Int == calls)
        first.kill()
        _ = try await other.fontd("Providers")
        // A worker may remain with its pipes, and a lock file stays open.
        #expect(vitals.comesDown(to: resting + Vitals.others))
        let (descriptors, memory) = (vitals.descriptors, vitals.memory)
        let fuzzer = try RawClient(service.bus, ["fuzz", "\(Self.seed)", "\(calls)"] + fonts)
        let report = try await fuzzer.report()
        #expect(report["sent"] as? Int == calls)
        #expect(report["methods"] as? Int ?? 0 > 20)
        #expect(report["unasked"] as? Int == 0)
        #expect(report["answered"] as? Int ?? 0 > calls / 2)
        let names = Set((report["errors"] as? [String: Int] ?? [:]).keys)
        #expect(names.count > 5)
        // An error of fontd or of D-Bus.
        #expect(names.allSatisfy { $0.hasPrefix("org.fontd.") || $0.hasPrefix("org.freedesktop.DBus.Error.") })
        #expect(!names.contains("org.freedesktop.DBus.Error.NoReply"))
        fuzzer.kill()
        #expect(try await other.fontd("List", .dictionary([:]))[1].dictionaries?.isEmpty == true)
        #expect(try await service.process(other) == vitals.pid)
        #expect(vitals.comesDown(to: descriptors + Vitals.others))
        // The memory of the last calls is released some time after them; leaked memory is not.
        #expect(await eventually { vitals.memory - memory < 5_000_000 && vitals.memory < 20_000_000 })
        let growth = vitals.memory - memory
        print(
            "\(calls) calls on \(kind): \(growth / 1_024) KiB, \(vitals.descriptors - descriptors) descriptors more, \(vitals.memory / 1_024) KiB in all"
        )
        // Every registered font is one that was passed.
        #expect(try service.isSound())
        let registered = try await service.home.user().registered()
        #expect(registered.allSatisfy { known.contains($0.sha256) })
    }

    @Test(arguments: PrivateBus.Kind.possible)
    func malformedMessagesDoNotAffectOtherClients(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let other = try await service.connect()
        let vitals = Vitals(pid: try await service.process(other))
        _ = try await other.fontd("Providers")
        let descriptors = vitals.descriptors
        let count = max(96, rounds("FONTD_BUS_CALLS", 0) / 10)
        let client = try RawClient(service.bus, ["garbage", "\(Self.seed)", "\(count)"])
        let report = try await client.report()
        #expect(report["sent"] as? Int == count)
        // The bus itself validates messages.
        #expect(report["dropped"] as? Int ?? 0 > count / 4)
        _ = try await other.fontd("Providers")
        #expect(try await service.process(other) == vitals.pid)
        #expect(vitals.comesDown(to: descriptors + Vitals.others))
    }
}
