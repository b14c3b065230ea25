import FontBus
import FontModel
import FontProviding
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontService
@testable import FontStore

/// A provider with many connections uses up its own share, not that of others.
@Suite(
    .enabled(if: RawClient.isPossible, "Needs /usr/bin/python3."),
    .enabled(if: ownUnit == nil, "The tests run in a unit of systemd, and all programs would be one provider."),
    .fewAtOnce, .timeLimit(.minutes(60)))
struct ProviderShareTests {
    /// Memory stays bounded if ten connections send 1 MiB calls and never read, while processed calls end late.
    @Test(arguments: PrivateBus.Kind.possible)
    func memoryStaysBoundedWhileAPeerSendsAndReadsNothing(_ kind: PrivateBus.Kind) async throws {
        let home = try PrivateHome()
        _ = try PolicyFile(home.paths).change { $0.requestDeadline = 60 }
        let service = try PrivateService(kind, in: home)
        let client = try await service.connect()
        let gate = Gate()
        // Four calls of a connection are processed at once, also of a provider's connection.
        var suppliers: [(Supplier, BusConnection)] = []
        for name in ["Never A*", "Never B*"] {
            let supplier = Supplier { _ in
                await gate.pass()
                return []
            }
            suppliers.append((supplier, try await service.connect()))
            try await supplier.serve(
                announcing: [name], on: FontProviderConnection(suppliers[suppliers.count - 1].1))
        }
        let vitals = Vitals(pid: try await service.process(client))
        let before = vitals.mostMemory
        let (connections, calls) = (10, 24)
        let hoarder = try RawClient(service.bus, ["hoard", "\(connections)", "\(calls)", "\(1 << 20)"])
        for (supplier, _) in suppliers { for _ in 0..<4 { _ = await supplier.arrival() } }
        try hoarder.tell("send")
        #expect(await hoarder.line() == "\"sent\"")
        // Other clients are answered at the same time.
        for _ in 0..<20 {
            #expect(try await client.fontd("Resolve", .string("Absent")).first?.dictionary?["status"] != nil)
        }
        try hoarder.tell("read")
        let report = try await hoarder.report()
        let refused = try #require(report["refused"] as? Int)
        // 48 MiB for all connections of one program; a call counts twice its text.
        #expect(refused >= connections * calls - 24, "\(refused)")
        let grown = vitals.mostMemory - before
        #expect(grown < 240 << 20, "\(grown >> 20) MiB")
        print(
            "memory beside a hoarder of \(connections * calls) MiB on \(kind): +\(grown >> 20) MiB, \(refused) refused")
        gate.open()
    }

    /// A provider has two batches processed at once, in workers that do not delay other providers.
    @Test func twoBatchesOfAProviderAreWorkedOnAtOnce() async throws {
        let service = try PrivateService()
        var clients: [BusConnection] = []
        for _ in 0..<4 { clients.append(try await service.connect()) }
        _ = try await clients[0].fontd("Identity")
        let paths = try (0..<8).map { try service.home.write(SyntheticFont(family: "Turn \($0)")) }
        var lock: StoreLock? = try StoreLock(service.home.paths)
        let answers = paths.enumerated().map { number, path in
            Task { [client = clients[number % 4]] in
                try await client.registerFont(path, ["job": .string("\(number)")])
            }
        }
        #expect(await eventually { service.home.staged.count == 2 })
        // A waiting batch can be cancelled, too. All but two batches wait; which ones is not known.
        let other = try RawClient(service.bus, ["cancel", "0"])
        let report = try await other.report()
        #expect(report["error"] as? String == "org.fontd.FontRegistry1.Error.NotRegistered")
        #expect(service.home.staged.count == 2)
        for (number, client) in (clients + clients).enumerated() where number > 3 {
            // The batch may not have arrived yet.
            #expect(await eventually { (try? await client.fontd("Cancel", .string("\(number)"))) != nil })
        }
        #expect(service.home.staged.count == 2)
        withExtendedLifetime(lock) {}
        lock = nil
        var statuses: [String] = []
        for answer in answers { statuses.append(try await answer.value["status"]?.string ?? "") }
        #expect(statuses.prefix(4) == ["registered", "registered", "registered", "registered"])
        // At most two had been started.
        #expect(statuses.dropFirst(4).count { $0 == "skipped" } >= 2, "\(statuses)")
        #expect(statuses.allSatisfy { ["registered", "skipped"].contains($0) })
    }

    @Test func anothersJobCannotBeCancelled() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let paths = try (0..<3).map { try service.home.write(SyntheticFont(family: "Mine \($0)")) }
        let files = BusValue.files(try paths.map { ($0, try .opening($0)) })
        var lock: StoreLock? = try StoreLock(service.home.paths)
        let answer = Task {
            try await client.fontd("Register", files, .string("persistent"), .dictionary(["job": .string("mine")]))
        }
        #expect(await eventually { service.home.staged.count == 1 })
        for connection in 0..<2 {
            // Neither another program nor another connection of the same program can cancel the job.
            let error: String?
            if connection == 0 {
                error = try await RawClient(service.bus, ["cancel", "mine"]).report()["error"] as? String
            } else {
                let second = try await service.connect()
                error = await #expect(throws: BusFailure.self) {
                    try await second.fontd("Cancel", .string("mine"))
                }?.name
            }
            #expect(error == "org.fontd.FontRegistry1.Error.NotRegistered")
        }
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(
            try await answer.value[1].dictionaries?.map { $0["status"] }
                == Array(repeating: BusValue.string("registered"), count: 3))
        // The job is done, so there is nothing to cancel.
        await #expect(throws: BusFailure.self) { try await client.fontd("Cancel", .string("mine")) }
    }

    /// A job whose last call waits behind other calls of its connection can be cancelled.
    @Test(arguments: [false, true])
    func aJobThatHasNotBegunCanBeCancelled(_ isLast: Bool) async throws {
        let served = try await ServedHome()
        let client = try await served.connect()
        let gate = Gate()
        let supplier = Supplier { _ in
            await gate.pass()
            return []
        }
        try await served.announce(supplier, "Never*")
        let paths = try (0..<3).map { try served.home.write(SyntheticFont(family: "Coming \($0)")) }
        @Sendable func register(_ path: String, _ options: [String: BusValue]) async throws -> [BusValue] {
            try await client.registry(
                "Register", [.files([(path, try .opening(path))]), .string("persistent"), .dictionary(options)])
        }
        let job = BusValue.string("coming")
        if isLast { _ = try await register(paths[0], ["job": job, "more": .boolean(true)]) }
        // Four calls of a connection are processed at once.
        let requests = (0..<4).map { number in Task { try await client.request("Never \(number)") } }
        for _ in requests { _ = await supplier.arrival() }
        let answer = Task { try await register(paths[1], ["job": job, "more": .boolean(!isLast)]) }
        let name = try await client.uniqueName()
        #expect(await eventually { await served.service.connection.calls(of: name).count == 5 })
        _ = try await client.registry("Cancel", [job])
        await #expect(throws: BusFailure.self) { try await client.registry("Cancel", [.string("another")]) }
        gate.open()
        for request in requests { _ = try await request.value }
        let outcomes = try #require(try await answer.value[1].dictionaries)
        #expect(outcomes.map { $0["status"] } == Array(repeating: .string("skipped"), count: isLast ? 2 : 0))
        #expect(try await served.home.user().registered().isEmpty)
        // A later job with the same name is not cancelled and has no files of the first.
        let again = try #require(
            try await register(paths[2], ["job": job])[1].dictionaries)
        #expect(again.map { $0["status"] } == [.string("registered")])
        await #expect(throws: BusFailure.self) { try await client.registry("Cancel", [job]) }
    }

    @Test func bytesBeingRegisteredAreBounded() async throws {
        let home = try PrivateHome()
        let paths = try (0..<3).map { try home.write(SyntheticFont(family: "Way \($0)")) }
        let sizes = try paths.map { try #require(FileManager.default.contents(atPath: $0)).count }
        let served = try await ServedHome(home: home, stagingLimit: sizes.reduce(0, +) - 1)
        let client = try await served.connect()
        let answer = try await client.registry(
            "Register",
            [.files(try paths.map { ($0, try .opening($0)) }), .string("persistent"), .dictionary([:])])
        let outcomes = try #require(answer[1].dictionaries)
        let failed = try #require(outcomes.first { $0["status"] == .string("failed") })
        #expect(outcomes.count { $0["status"] == .string("registered") } == 2)
        #expect(failed["code"] == .uint32(106))
        #expect(failed["message"]?.string?.contains("fewer files in one batch") == true)
        // Registered files do not count any more.
        let path = try #require(failed["file"]?.string)
        let again = try await client.registry(
            "Register", [.files([(path, try .opening(path))]), .string("persistent"), .dictionary([:])])
        #expect(again[1].dictionaries?.first?["status"] == .string("registered"))
        #expect(home.staged.isEmpty)
    }
}

extension Vitals {
    /// The largest resident memory so far, in bytes.
    fileprivate var mostMemory: Int {
        let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
    }
}
