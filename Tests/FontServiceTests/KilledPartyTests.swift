import FontBus
import FontModel
import FontRegistry
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// The service and its clients can be killed with `kill -9` at any moment (docs/reliability.md, R32).
@Suite(.enabled(if: RawClient.isPossible, "Needs /usr/bin/python3."), .fewAtOnce, .timeLimit(.minutes(60)))
struct KilledPartyTests {
    private static let times = rounds("FONTD_KILL_ROUNDS", 10)

    /// Waits for a random moment of the operations in progress.
    private static func pause(_ random: inout some RandomNumberGenerator) async {
        for _ in 0..<Int.random(in: 0...2_000, using: &random) { await Task.yield() }
    }

    /// Acknowledged registrations are present, and a client that counts generations misses none.
    @Test(arguments: PrivateBus.Kind.possible)
    func noChangeIsMissedWhenTheServiceIsKilled(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let (client, killer) = (try await service.connect(), try await service.connect())
        _ = try await killer.fontd("Providers")
        let observer = try await Observer(service)
        let (acknowledgements, acknowledge) = AsyncStream.makeStream(of: String.self)
        let isOver = Mutex(false)
        let writer = Task {
            var written: [String] = []
            while !isOver.withLock({ $0 }) {
                let path = try service.home.write(SyntheticFont(family: "Killed \(written.count)"))
                // A client without a reply repeats the call.
                while (try? await client.registerFont(path)["status"]?.string).map({
                    ["registered", "already-registered"].contains($0)
                }) != true {}
                written.append(path)
                acknowledge.yield(path)
            }
            return written
        }
        var (random, acknowledged) = (SystemRandomNumberGenerator(), acknowledgements.makeAsyncIterator())
        for _ in 0..<Self.times {
            for _ in 0..<Int.random(in: 1...4, using: &random) { _ = await acknowledged.next() }
            await Self.pause(&random)
            try await service.kill(killer)
        }
        isOver.withLock { $0 = true }
        let written = try await writer.value
        _ = try await killer.fontd("Providers")
        let fonts = try service.home.user()
        let generation = try await fonts.generation()
        #expect(try await Set(fonts.registered().map(\.file)) == Set(written))
        #expect(await observer.sees(generation))
        #expect(await observer.seen == Set(1...generation))
        #expect(try service.isSound())
        print(
            "\(Self.times) kills on \(kind): \(generation) generations, \(await observer.missed) of them without a signal"
        )
    }

    /// The next service clears staging when it starts, not only with the next registration.
    @Test func theNextServiceClearsStagingAway() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        for turn in 0..<50 where service.home.staged.isEmpty {
            let paths = try (0..<16).map { try service.home.write(SyntheticFont(family: "Staged \(turn) \($0)")) }
            let files = try paths.map { ($0, try BusDescriptor.opening($0)) }
            _ = try await service.process(client)
            async let answer = client.fontd("Register", .files(files), .string("persistent"), .dictionary([:]))
            // A batch that ends between two looks is followed by the next turn.
            _ = eventually(within: .seconds(2)) { !service.home.staged.isEmpty }
            try await service.kill(client)
            _ = try? await answer
        }
        try #require(!service.home.staged.isEmpty)
        _ = try await service.process(client)
        #expect(await eventually { service.home.staged.isEmpty })
        #expect(try service.fontctl("doctor").status == 0)
    }

    /// Clients that are killed leave complete registrations, and those that last as long as their connection are
    /// removed.
    ///
    /// This also holds if the service is killed at the same time.
    @Test(arguments: ["registration", "connection"], [false, true])
    func clientsThatAreKilledLeaveNothingHalfDone(_ lifetime: String, _ isServiceKilled: Bool) async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        var random = SystemRandomNumberGenerator()
        let fonts = try service.home.user()
        _ = try await client.fontd("Providers")
        var acknowledged: Set<String> = []
        for turn in 0..<Self.times {
            let given = try (0..<5).map { try service.home.write(SyntheticFont(family: "Turn \(turn) \($0)")) }
            let program = try RawClient(service.bus, ["register", lifetime] + given)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let report = try await program.report()
                if report["status"] as? String == "registered" { acknowledged.insert(report["font"] as? String ?? "") }
            }
            await Self.pause(&random)
            if isServiceKilled { try await service.kill(client) }
            program.kill()
            _ = try await client.fontd("Providers")
        }
        #expect(acknowledged.count >= Self.times)
        if lifetime == "connection" {
            let left = try service.fontctl("list", "--json")
            let isEmpty = await eventually {
                (try? service.fontctl("list", "--json").output.contains("\"registrations\":[]")) == true
            }
            #expect(isEmpty, "\(left.output)")
        } else {
            #expect(try await acknowledged.isSubset(of: fonts.registered().map(\.file)))
        }
        #expect(try service.isSound())
        let vitals = Vitals(pid: try await service.process(client))
        #expect(vitals.comesDown(to: 40))
    }
}

/// Counts generations as the interface documents: by signals, and with `ChangesSince` after a gap or a new service.
private actor Observer {
    private(set) var seen: Set<Int64> = []
    /// The number of generations without a signal.
    private(set) var missed = 0
    private var last: Int64 = 0
    private let connection: BusConnection
    private var waiting: (generation: Int64, continuation: CheckedContinuation<Void, Never>)?

    init(_ service: PrivateService) async throws {
        connection = try await service.connect()
        let signals = try await connection.fontsChanged()
        let (events, sink) = AsyncStream.makeStream(of: BusSignal?.self)
        let rule = "type='signal',member='NameOwnerChanged',arg0='\(PrivateService.name)'"
        try await connection.subscribe(to: rule, from: BusMethodAddress.bus.destination) {
            if $0.arguments.last?.string != "" { sink.yield(nil) }
        }
        Task { for await signal in signals { sink.yield(signal) } }
        Task { [weak self] in for await event in events { await self?.take(event) } }
    }

    private func take(_ signal: BusSignal?) async {
        if let generation = signal?.arguments.first?.integer, generation <= last + 1 {
            (last, _) = (max(last, generation), seen.insert(generation))
        } else {
            await catchUp()
        }
        if let waiting, last >= waiting.generation {
            waiting.continuation.resume()
            self.waiting = nil
        }
    }

    private func catchUp() async {
        while true {
            guard let answer = try? await connection.fontd("ChangesSince", .uint64(UInt64(last))) else { continue }
            let generations = answer[2].dictionaries?.compactMap { $0["generation"]?.integer } ?? []
            missed += generations.count
            seen.formUnion(generations)
            guard let generation = answer[0].integer, generation > last else { return }
            last = generation
        }
    }

    /// Waits until it has seen a generation.
    func sees(_ generation: Int64) async -> Bool {
        if last < generation { await withCheckedContinuation { waiting = (generation, $0) } }
        return last == generation
    }
}
