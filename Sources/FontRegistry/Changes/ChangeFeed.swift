import FontModel
import Synchronization

/// Where subscribers get changes from: they ask, from where they left off, and sleep until there is something to ask for.
///
/// Nothing is queued for anyone: a subscriber that never reads costs nothing, one that reads late reads from the log.
final class ChangeFeed: Sendable {
    /// How far a subscriber has read.
    struct Cursor: Sendable, Hashable {
        var generation: Int64
        var processSequence: Int
    }

    private struct State {
        var signals = 0
        var sleepers: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextSleeper = 0
        var isWatching = false
    }

    private let backend: any RegistryBackend
    private let process: ProcessScope
    private let caller: Caller
    private let state = Mutex(State())

    init(_ backend: any RegistryBackend, process: ProcessScope, caller: Caller) {
        self.backend = backend
        self.process = process
        self.caller = caller
        process.onChange(for: self) { [weak self] in self?.signal() }
    }

    /// The place after everything that has happened; after a generation where one is given.
    func start(after generation: Int64?) throws(FontError) -> Cursor {
        var place = generation
        if place == nil { place = try backend.presentGeneration() }
        return Cursor(generation: place ?? 0, processSequence: process.sequence)
    }

    /// What happened after a cursor, which moves on, as far as a caller may know of it.
    func read(_ cursor: inout Cursor) async throws(FontError) -> [FontChangeEvent] {
        let (generation, changes) = try await backend.history(since: cursor.generation)
        let local = process.changes(since: cursor.processSequence)
        guard let changes, let local else {
            let (generation, registrations) = try await backend.snapshot()
            cursor = Cursor(generation: generation, processSequence: process.sequence)
            let own = process.registrations.compactMap(caller.view)
            return [.snapshot(generation: generation, registrations: registrations + own)]
        }
        cursor.generation = generation
        cursor.processSequence += local.count
        // The process has no generations of its own: its changes belong to the one that has been read.
        let own = local.compactMap(caller.view).map { change in
            var change = change
            change.generation = generation
            return change
        }
        return (changes + own).map(FontChangeEvent.change)
    }

    // MARK: Waiting

    /// To be taken before reading, so that nothing slips in between reading and sleeping.
    func ticket() async throws(FontError) -> Int {
        try await watch()
        return state.withLock { $0.signals }
    }

    /// Sleeps until something happens after the ticket was taken, or the task is cancelled.
    func wait(after ticket: Int) async {
        let id = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayWake = state.withLock { state in
                    guard state.signals == ticket, !Task.isCancelled else { return true }
                    state.sleepers[id] = continuation
                    return false
                }
                if mayWake { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume()
        }
    }

    private func signal() {
        let sleepers = state.withLock { state in
            state.signals += 1
            defer { state.sleepers = [:] }
            return state.sleepers
        }
        for sleeper in sleepers.values { sleeper.resume() }
    }

    private func watch() async throws(FontError) {
        guard !state.withLock({ $0.isWatching }) else { return }
        try await backend.watch { [weak self] in self?.signal() }
        state.withLock { $0.isWatching = true }
    }
}
