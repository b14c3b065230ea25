import Dispatch
import Foundation
import TestSupport
import Testing

@testable import FontRegistry

@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct BatchTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() throws {
        home = try PrivateHome()
        fonts = try home.manager()
    }

    private func files(_ count: Int) throws -> [FontSource] {
        try (0..<count).map { .file(try home.write(SyntheticFont(family: "Font \($0)"))) }
    }

    @Test(arguments: FontScope.allCases)
    func eventsTellOfEveryItemAndEndWithTheSummary(_ scope: FontScope) async throws {
        let junk = try home.write(SampleFile.png.bytes, as: "junk.ttf")
        let batch = fonts.register(try files(2) + [.file(junk)], scope: scope)
        var told: [String] = []
        for await event in batch {
            switch event {
            case .prepared(_, let completed, let total): told.append("prepared \(completed)/\(total)")
            case .failed(let outcome, let completed, let total):
                told.append("failed \(completed)/\(total)")
                #expect(outcome.item == junk)
                #expect(outcome.error?.code.rawValue == 103)
            case .finished(let summary): told.append("finished \(summary.outcomes.count)")
            }
        }
        #expect(told == ["prepared 1/3", "prepared 2/3", "failed 3/3", "finished 3"])
        #expect(try await batch.summary().statuses == [.registered, .registered, .failed])
    }

    @Test(arguments: [FontScope.process, .persistent])
    func anEmptyBatchSucceeds(_ scope: FontScope) async throws {
        let summary = try await fonts.register([FontSource](), scope: scope).summary()
        #expect(summary.isSuccess)
        #expect(summary.outcomes.isEmpty)
        #expect(try await fonts.unregister([]).outcomes.isEmpty)
    }

    /// Runs `body` while the manager's queue is blocked.
    private func whileQueueIsHeld(_ body: () async throws -> Void) async throws {
        let gate = DispatchSemaphore(value: 0)
        let fonts = fonts
        let (started, begin) = AsyncStream.makeStream(of: Void.self)
        let holder = Task {
            try await fonts.queue.perform { () throws(FontError) in
                begin.yield()
                gate.wait()
            }
        }
        for await _ in started { break }
        do { try await body() } catch {
            gate.signal()
            throw error
        }
        gate.signal()
        try await holder.value
    }

    @Test(arguments: [FontScope.process, .persistent])
    func aBatchThatIsStoppedBeforeItBeginsDoesNothing(_ scope: FontScope) async throws {
        let sources = try files(3)
        var batch: FontBatch?
        try await whileQueueIsHeld {
            batch = fonts.register(sources, scope: scope)
            batch?.stop()
        }
        let summary = try #require(try await batch?.summary())
        #expect(summary.wasStopped)
        #expect(summary.statuses == [.skipped, .skipped, .skipped])
        #expect(!summary.isSuccess)
        #expect(try await fonts.registered().isEmpty)
        #expect(home.staged.isEmpty)
    }

    @Test(arguments: [FontScope.process, .persistent])
    func aTaskThatIsCancelledAlreadyRegistersNothing(_ scope: FontScope) async throws {
        let sources = try files(3)
        let fonts = fonts
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in gate { break }
            #expect(Task.isCancelled)
            let summary = try await fonts.register(sources, scope: scope).summary()
            let error = await #expect(throws: FontError.self) {
                try await fonts.register(.data(Data(SyntheticFont(family: "One").build()), name: "one"), scope: scope)
            }
            #expect(error?.code == .cancelledByUser)
            #expect(try await fonts.request(["Font 0"]).map(\.error?.code) == [.cancelledByUser])
            return summary
        }
        task.cancel()
        open.finish()
        let summary = try await task.value
        #expect(summary.wasStopped)
        #expect(summary.statuses == [.skipped, .skipped, .skipped])
        #expect(try await fonts.registered().isEmpty)
        #expect(home.staged.isEmpty)
    }

    /// Cancelling the task that waits for a batch, in either way, has the effect of `stop()`.
    @Test(arguments: [true, false])
    func cancellingTheTaskThatWaitsStopsTheBatch(_ iterates: Bool) async throws {
        let batch = FontBatch { work in
            await withCheckedContinuation { continuation in work.watcher.whenStopped { continuation.resume() } }
            return FontSummary(generation: 0, outcomes: [], wasStopped: true)
        }
        let task = Task {
            if iterates {
                var events = batch.makeAsyncIterator()
                while await events.next() != nil {}
                // The cancellation stops the batch, not the end of the iterator.
                let wasStopped = try await Task { try await batch.summary().wasStopped }.value
                return withExtendedLifetime(events) { wasStopped }
            }
            return try await batch.summary().wasStopped
        }
        task.cancel()
        #expect(try await task.value)
    }

    @Test func leavingTheLoopStopsTheBatch() async throws {
        let sources = try files(3)
        var batch: FontBatch?
        try await whileQueueIsHeld {
            let made = fonts.register(sources, scope: .persistent)
            _ = made.makeAsyncIterator()
            batch = made
        }
        #expect(try await batch?.summary().wasStopped == true)
    }

    @Test func aBatchThatNobodyWatchesGoesOn() async throws {
        let batch = fonts.register(try files(3), scope: .persistent)
        #expect(try await batch.summary().isSuccess)
    }

    @Test(arguments: FontScope.allCases)
    func anAtomicBatchIsAllOrNothing(_ scope: FontScope) async throws {
        let good = try files(3)
        let junk = FontSource.file(try home.write(SampleFile.bdf.bytes, as: "junk.ttf"))
        let before = try await fonts.generation()
        let failed = try await fonts.register(good + [junk], scope: scope, options: .init(isAtomic: true)).summary()
        #expect(failed.statuses == [.skipped, .skipped, .skipped, .failed])
        #expect(failed.codes == [103])
        #expect(try await fonts.registered().isEmpty)
        #expect(try await fonts.generation() == before)
        #expect(home.staged.isEmpty)
        #expect(home.storedObjects.isEmpty)
        let first = try await fonts.register([junk] + good, scope: scope, options: .init(isAtomic: true)).summary()
        #expect(first.statuses == [.failed, .skipped, .skipped, .skipped])

        let done = try await fonts.register(good, scope: scope, options: .init(isAtomic: true)).summary()
        #expect(done.statuses == [.registered, .registered, .registered])
        #expect(done.generation == (scope == .process ? 0 : 1))
        let again = try await fonts.register(good, scope: scope, options: .init(isAtomic: true)).summary()
        #expect(again.isSuccess)
    }

    @Test(arguments: FontScope.allCases)
    func aConflictUndoesAnAtomicBatch(_ scope: FontScope) async throws {
        let holder = try await fonts.add(try home.write(SyntheticFont(family: "Taken")), scope)
        let taken = FontSource.file(try home.write(SyntheticFont(family: "Taken", salt: 1)))
        let sources = try files(2)
        let summary = try await fonts.register(
            [sources[0], taken, sources[1]], scope: scope, options: .init(isAtomic: true)
        ).summary()
        #expect(summary.statuses == [.skipped, .failed, .skipped])
        #expect(summary.codes == [305])
        #expect(try await fonts.registered() == [holder])
        #expect(home.storedObjects == (scope == .process ? [] : [holder.sha256]))
    }

    @Test(arguments: FontScope.allCases)
    func anAtomicBatchThatFailsPutsBackWhatItReplaced(_ scope: FontScope) async throws {
        let old = try await fonts.add(try home.write(SyntheticFont(family: "Upgrade")), scope)
        let off = try await fonts.add(
            try home.write(SyntheticFont(family: "Off")), scope, RegistrationOptions(isEnabled: false))
        let new = FontSource.file(try home.write(SyntheticFont(family: "Upgrade") { $0.revision = 2 }, as: "new.ttf"))
        let junk = FontSource.file(try home.write(SampleFile.bdf.bytes, as: "junk.ttf"))
        var events = fonts.changes.makeAsyncIterator()
        let summary = try await fonts.register(
            [new, .file(off.file), junk], scope: scope, options: .init(replaces: true, isAtomic: true)
        ).summary()
        #expect(summary.statuses == [.skipped, .skipped, .failed])
        #expect(try await fonts.registered() == [old, off])
        #expect(try await fonts.resolve("Upgrade-Regular").match?.path == old.path)
        // The changes that were undone are not reported.
        try await fonts.unregister([.id(old.id)], scope: scope)
        #expect(try await events.nextChange().kind == .removed)
    }

    @Test func aStoppedAtomicBatchDoesNothing() async throws {
        let items = try (0..<3).map { FontItem.file(try home.write(SyntheticFont(family: "Font \($0)")), tag: nil) }
        let done = Counter()
        let summary = try fonts.registrar.register(
            items, scope: .persistent, caller: fonts.caller, options: .init(isAtomic: true),
            watcher: .init(didPrepare: { _, _ in done.increment() }, shouldStop: { done.value == 2 }))
        #expect(summary.wasStopped)
        #expect(summary.statuses == [.skipped, .skipped, .skipped])
        #expect(try await fonts.registered().isEmpty)
    }

    @Test func theSameContentTwiceInABatchIsRegisteredOnce() async throws {
        let (one, two) = (try home.write(SyntheticFont()), try home.write(SyntheticFont(), as: "copy.ttf"))
        let summary = try await fonts.register([.file(one), .file(two), .file(one)], scope: .persistent).summary()
        #expect(summary.statuses == [.registered, .alreadyRegistered, .alreadyRegistered])
        #expect(try await fonts.registered().map(\.file) == [one])
    }

    @Test func aLargeBatchSharesFewFolders() async throws {
        let summary = try await fonts.register(try files(70), scope: .persistent).summary()
        #expect(summary.isSuccess)
        let folders = Dictionary(grouping: home.projected) { ($0 as NSString).deletingLastPathComponent }
        #expect(home.projected.count == 70)
        #expect(folders.values.allSatisfy { $0.count <= 64 })
        #expect(folders.count <= 3)
    }
}
