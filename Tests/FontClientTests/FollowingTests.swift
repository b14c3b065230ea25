import FontBus
import FontClient
import Foundation
import Synchronization
import TestSupport
import Testing

/// A client of the service receives every change, whatever happens to the service (docs/reliability.md, R32).
@Suite(
    .needsBus, .fewAtOnce,
    .timeLimit(.minutes(60)))
struct FollowingTests {
    /// The number of times that the service is killed.
    private static let rounds = ProcessInfo.processInfo.environment["FONTD_KILL_ROUNDS"].flatMap(Int.init) ?? 3

    /// The service is killed between two changes, one of which is made while it is not running.
    @Test(arguments: PrivateBus.Kind.possible)
    func nothingIsMissedWhenTheServiceIsKilled(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let fonts = try await service.open()
        let client = try await service.connect()
        let follower = Follower(fonts.changes)
        var heard = follower.changes.makeAsyncIterator()
        let file = try service.home.write(SyntheticFont(family: "Killed Sans"))
        try service.fontctl("register", file)
        #expect(await heard.next()?.generation == 1)
        for round in 0..<Self.rounds {
            // Made without the service while the follower sleeps, before the service is killed and after.
            if round.isMultiple(of: 2) { try service.fontctl("disable", "KilledSans-Regular") }
            try await service.kill(client)
            if !round.isMultiple(of: 2) { try service.fontctl("disable", "KilledSans-Regular") }
            try service.fontctl("enable", "KilledSans-Regular")
            let changes = [await heard.next(), await heard.next()]
            #expect(changes.map { $0?.generation } == [Int64(2 * round + 2), Int64(2 * round + 3)], "round \(round)")
            #expect(changes.map { $0?.kind } == [.disabled, .enabled])
        }
        #expect(follower.failure == nil)
    }

    /// The policy and announcements are followed over the bus, too, also after another service has come.
    @Test func thePolicyAndAnnouncementsAreFollowed() async throws {
        let service = try PrivateService()
        let fonts = try await service.open()
        let client = try await service.connect()
        let follower = EventFollower(fonts.changes)
        let file = try service.home.write(SyntheticFont(family: "First"))
        try service.fontctl("register", file)
        let first = await follower.next()
        guard case .change? = first else {
            Issue.record("\(String(describing: first))")
            return
        }
        try service.fontctl("policy", "flatpak:org.example.Reader", "--install", "allow")
        #expect(await follower.next() == .policy(generation: 1))
        let supplier = try await service.connect()
        let provider = try #require(try await supplier.fontd("Identity").first?.dictionary?["provider"]?.string)
        _ = try await supplier.fontd("Announce", .string(""), .strings(["Lora*"]))
        #expect(await follower.next() == .announcements(generation: 1, provider: provider))
        _ = try await supplier.fontd("Withdraw", .string(""))
        #expect(await follower.next() == .announcements(generation: 1, provider: provider))
        // What happened while nobody reported it is to be read again.
        try await service.kill(client)
        let again = [await follower.next(), await follower.next()]
        #expect(again == [.policy(generation: 1), .announcements(generation: 1, provider: provider)])
        try service.fontctl("policy", "flatpak:org.example.Reader", "--reset")
        #expect(await follower.next() == .policy(generation: 1))
    }

    /// The stream of changes fails when the bus ends, so that no client waits for ever.
    @Test func theEndOfTheBusIsToldByAnError() async throws {
        let service = try PrivateService()
        let fonts = try await service.open()
        let follower = Follower(fonts.changes)
        var heard = follower.changes.makeAsyncIterator()
        try await fonts.register(
            .data(Data(SyntheticFont(family: "Before").build()), name: "before"), scope: .persistent)
        #expect(await heard.next()?.generation == 1)
        try service.bus.stop()
        #expect(await heard.next() == nil)
        #expect(follower.failure?.code == .registrationFailed)
        let failure = await #expect(throws: FontError.self) { try await fonts.generation() }
        #expect(failure?.storeFault == .unavailable)
        // Fonts of the process itself need no bus.
        #expect(
            try fonts.registerForProcess(URL(filePath: try service.home.write(SyntheticFont(family: "Own")))).isSuccess)
        #expect(try await fonts.resolve("Own-Regular").match?.scope == .process)
        #expect(try await fonts.familyNames() == ["Own"])
    }

    @Test func withoutABusOrAServiceThereIsAnError() async throws {
        let home = try PrivateHome()
        let bus = try PrivateBus(in: home)
        for address in [bus.address, "unix:path=\(home.root)/nowhere"] {
            let failure = await #expect(throws: FontError.self) {
                try await FontManager.open(provider: "p", route: .bus(address: address), context: home.context)
            }
            #expect(failure?.code == .registrationFailed)
            // The sentence of the bus has no end, and the advice is one of its own.
            #expect(
                failure?.message.contains(". Check that fontd is installed") == true, "\(String(describing: failure))")
        }
    }
}

/// A task that follows all events.
private final class EventFollower: Sendable {
    private let events: AsyncStream<FontChangeEvent>
    private let task: Task<Void, Never>

    init(_ followed: FontChanges) {
        let (events, sink) = AsyncStream.makeStream(of: FontChangeEvent.self)
        self.events = events
        task = Task {
            var iterator = followed.makeAsyncIterator()
            while let event = try? await iterator.next() { sink.yield(event) }
            sink.finish()
        }
    }

    deinit { task.cancel() }

    func next() async -> FontChangeEvent? { await events.first { _ in true } }
}

/// A task that follows changes to their end.
private final class Follower: Sendable {
    /// The changes received; finishes when there are no more.
    let changes: AsyncStream<FontChange>
    private let end = Mutex<FontError?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ followed: FontChanges) {
        let (changes, sink) = AsyncStream.makeStream(of: FontChange.self)
        self.changes = changes
        let task = Task { [weak self] in
            var iterator = followed.makeAsyncIterator()
            do throws(FontError) {
                while let event = try await iterator.next() {
                    if case .change(let change) = event { sink.yield(change) }
                }
            } catch {
                self?.end.withLock { $0 = error }
            }
            sink.finish()
        }
        self.task.withLock { $0 = task }
    }

    deinit { task.withLock { $0?.cancel() } }

    /// The error that ended the changes.
    var failure: FontError? { end.withLock { $0 } }
}
