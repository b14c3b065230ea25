import Foundation
import TestSupport
import Testing

@testable import FontRegistry
@testable import FontStore
@testable import ProcessFonts

@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct ChangeTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    @Test(arguments: FontScope.allCases)
    func everyKindIsToldWithItsFaces(_ scope: FontScope) async throws {
        var events = fonts.changes.makeAsyncIterator()
        let registration = try await fonts.add(try home.write(SyntheticFont()), scope)
        try await fonts.setEnabled(false, [.id(registration.id)], scope: scope)
        try await fonts.setEnabled(true, [.id(registration.id)], scope: scope)
        let release = try home.write(SyntheticFont { $0.revision = 2 }, as: "2.ttf")
        let new = try await fonts.add(release, scope, RegistrationOptions(replaces: true))
        try await fonts.unregister([.id(new.id)], scope: scope)
        let kinds: [FontChange.Kind] = [.added, .disabled, .enabled, .replaced, .removed]
        for (index, kind) in kinds.enumerated() {
            let change = try await events.nextChange()
            #expect(change.kind == kind)
            #expect(change.scope == scope)
            #expect(change.provider == "test")
            #expect(change.generation == (scope == .process ? 0 : Int64(index + 1)))
            #expect(change.faces.map(\.face) == (index < 3 ? registration : new).faces)
            if kind == .added || kind == .enabled { #expect(change.faces.map(\.path) == [registration.path]) }
            if kind == .replaced || kind == .removed { #expect(change.faces.map(\.path) == [new.path]) }
        }
    }

    @Test func aDisabledRegistrationIsToldWithoutAPath() async throws {
        var events = fonts.changes.makeAsyncIterator()
        try await fonts.add(try home.write(SyntheticFont()), .persistent, RegistrationOptions(isEnabled: false))
        let change = try await events.nextChange()
        #expect(change.kind == .added)
        #expect(change.faces.map(\.path) == [nil])
    }

    @Test func aBatchIsOneNotification() async throws {
        var events = fonts.changes.makeAsyncIterator()
        let files = try (0..<20).map { try home.write(SyntheticFont(family: "Font \($0)")) }
        let summary = try await fonts.register(files.map { .file($0) }, scope: .persistent).summary()
        #expect(summary.generation == 1)
        let change = try await events.nextChange()
        #expect(change.generation == 1)
        #expect(change.faces.count == 20)
        try await fonts.unregister([.name("Font0-Regular")])
        #expect(try await events.nextChange().kind == .removed)
    }

    @Test func operationsThatChangeNothingAreNotTold() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        var events = fonts.changes.makeAsyncIterator()
        try await fonts.add(registration.file)
        try await fonts.setEnabled(true, [.id(registration.id)])
        try await fonts.unregister([.name("Unknown")])
        _ = try await fonts.refusal(of: .file(try home.write(SyntheticFont(salt: 1))))
        _ = try await home.user().prune()
        #expect(try await fonts.generation() == 1)
        try await fonts.unregister([.id(registration.id)])
        let change = try await events.nextChange()
        #expect(change.kind == .removed)
        #expect(change.generation == 2)
    }

    @Test func anotherManagersChangesArrive() async throws {
        let other = try home.manager(provider: "other")
        let changes = fonts.changes
        var events = changes.makeAsyncIterator()
        let waiting = Task {
            var events = changes.makeAsyncIterator()
            return try await events.nextChange()
        }
        try await other.add(try home.write(SyntheticFont()))
        #expect(try await waiting.value.provider == "other")
        #expect(try await events.nextChange().provider == "other")
        // Process scope belongs to the process, not to the manager.
        try await other.add(try home.write(SyntheticFont(family: "Local")), .process)
        let local = try await events.nextChange()
        #expect(local.scope == .process && local.faces.map(\.face.family) == ["Local"])
        try await other.add(try home.write(SyntheticFont(family: "Next")))
        #expect(try await events.nextChange().faces.map(\.face.family) == ["Next"])
    }

    @Test func aReplayGivesWhatWasMissed() async throws {
        for index in 0..<4 { try await fonts.add(try home.write(SyntheticFont(family: "Font \(index)"))) }
        let late = try home.manager()
        for start in 0...3 {
            var events = late.changes(since: Int64(start)).makeAsyncIterator()
            for expected in start..<4 {
                let change = try await events.nextChange()
                #expect(change.generation == Int64(expected + 1))
                #expect(change.faces.map(\.face.family) == ["Font \(expected)"])
            }
        }
    }

    @Test func twoReadersOfOneSequenceDoNotDisturbEachOther() async throws {
        let changes = fonts.changes
        try await fonts.add(try home.write(SyntheticFont()))
        for _ in 0..<2 {
            var events = changes.makeAsyncIterator()
            #expect(try await events.nextChange().generation == 1)
        }
    }

    @Test func aGenerationFromTheFutureGivesASnapshot() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        var events = fonts.changes(since: 1_000).makeAsyncIterator()
        #expect(try await events.next() == .snapshot(generation: 1, registrations: [registration]))
        try await fonts.unregister([.id(registration.id)])
        #expect(try await events.nextChange().generation == 2)
    }

    /// Adds many rows to the log, each operation adding `rows`, as if a font were enabled and disabled for days.
    private func toggle(_ registration: Registration, operations: Int, rows: Int) throws {
        for _ in 0..<operations {
            _ = try fonts.registrar.commit { operation in
                for row in 0..<rows {
                    let found = try operation.database.find(.id(registration.id), sha256: nil, session: nil)
                    guard let known = found.first else { throw CancellationError() }
                    _ = try operation.setEnabled(row % 2 == 1, known)
                }
            }
        }
    }

    @Test func lateSubscriberGetsASnapshotAfterTenThousandChanges() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        let local = try await fonts.add(try home.write(SyntheticFont(family: "Local")), .process)
        var sleeper = fonts.changes.makeAsyncIterator()
        var first = fonts.changes(since: 0).makeAsyncIterator()
        try toggle(registration, operations: 100, rows: 100)
        let now = try await fonts.generation()
        #expect(now == 101)
        for var reader in [sleeper, first] {
            guard case .snapshot(let generation, let registrations) = try await reader.next() else {
                Issue.record("a change came in place of a snapshot")
                continue
            }
            #expect(generation == now)
            #expect(Set(registrations.map(\.id)) == [registration.id, local.id])
        }
        // The log is bounded and is truncated at the start of a generation.
        #expect(try fonts.registrar.read { database, _ in try database?.changes(since: 1) } == nil)
        #expect(try fonts.registrar.read { database, _ in try database?.changes(since: now - 1) }?.count == 2)
        _ = try await sleeper.next()
        _ = try await first.next()
        try await fonts.unregister([.id(registration.id)])
        #expect(try await sleeper.nextChange().kind == .removed)
        #expect(try await first.nextChange().generation == now + 1)
    }

    @Test func aLagWithinTheLimitIsReplayed() async throws {
        let registration = try await fonts.add(try home.write(SyntheticFont()))
        var sleeper = fonts.changes.makeAsyncIterator()
        try toggle(registration, operations: 4, rows: 1_000)
        for generation in 2...5 {
            for kind in [FontChange.Kind.disabled, .enabled] {
                let change = try await sleeper.nextChange()
                #expect(change.generation == Int64(generation))
                #expect(change.kind == kind)
                #expect(change.faces.count == 500)
            }
        }
    }

    @Test func lateSubscriberGetsASnapshotAfterManyProcessChanges() async throws {
        let local = try await fonts.add(try home.write(SyntheticFont()), .process)
        var sleeper = fonts.changes.makeAsyncIterator()
        for _ in 0..<600 {
            for verb in [RegistrationVerb.disable, .enable] {
                _ = fonts.processState.process.change(
                    RegistrationChange(verb, [.id(local.id)]), caller: fonts.caller)
            }
        }
        #expect(try await sleeper.next() == .snapshot(generation: 0, registrations: [local]))
        try await fonts.unregister([.id(local.id)], scope: .process)
        #expect(try await sleeper.nextChange().kind == .removed)
    }

    @Test func cancellationEndsTheIteration() async throws {
        let (started, begin) = AsyncStream.makeStream(of: Void.self)
        let changes = fonts.changes
        let reader = Task {
            var events = changes.makeAsyncIterator()
            begin.yield()
            return try await events.next()
        }
        for await _ in started { break }
        reader.cancel()
        #expect(try await reader.value == nil)
        var events = changes.makeAsyncIterator()
        try await fonts.add(try home.write(SyntheticFont()))
        #expect(try await events.nextChange().kind == .added)
    }

    @Test func aSubscriberBeforeTheFirstOperationMissesNothing() async throws {
        #expect(!exists(home.paths.store))
        let changes = fonts.changes
        let waiting = Task {
            var events = changes.makeAsyncIterator()
            return try await events.nextChange()
        }
        try await fonts.add(try home.write(SyntheticFont()))
        #expect(try await waiting.value.generation == 1)
    }
}
