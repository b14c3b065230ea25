import CLinux
import FontModel
import GRDB
import Glibc
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

    private let registrar: Registrar
    private let process: ProcessScope
    private let loop: InotifyLoop
    private let state = Mutex(State())

    init(_ registrar: Registrar, process: ProcessScope, loop: InotifyLoop) {
        self.registrar = registrar
        self.process = process
        self.loop = loop
        process.onChange { [weak self] in self?.signal() }
    }

    /// The place after everything that has happened.
    func now() throws(FontError) -> Cursor {
        Cursor(generation: try storeGeneration(), processSequence: process.sequence)
    }

    private func storeGeneration() throws(FontError) -> Int64 {
        try registrar.read { database, _ in try database?.generation() ?? 0 }
    }

    /// What happened after a cursor, which moves on, as far as a caller may know of it.
    func read(_ cursor: inout Cursor, for caller: Caller) throws(FontError) -> [FontChangeEvent] {
        let generation = cursor.generation
        let changes = try registrar.read { database, _ in
            try database.map { try $0.changes(since: generation) } ?? []
        }
        let local = process.changes(since: cursor.processSequence)
        guard let changes, let local else {
            let (generation, registrations) = try snapshot(for: caller)
            cursor = Cursor(generation: generation, processSequence: process.sequence)
            return [.snapshot(generation: generation, registrations: registrations + process.registrations)]
        }
        cursor.generation = changes.last?.generation ?? cursor.generation
        cursor.processSequence += local.count
        return (changes.compactMap(caller.view) + local).map(FontChangeEvent.change)
    }

    private func snapshot(for caller: Caller) throws(FontError) -> (Int64, [Registration]) {
        try registrar.read { database, session in
            guard let database else { return (0, []) }
            let rows = try database.registrations(where: "TRUE", session: session)
            let registrations = try rows.compactMap {
                caller.view(
                    of: $0.registration(
                        faces: try database.faces(contentID: $0.contentID), paths: self.registrar.paths))
            }
            return (try database.generation(), registrations)
        }
    }

    // MARK: Waiting

    /// To be taken before reading, so that nothing slips in between reading and sleeping.
    func ticket() throws(FontError) -> Int {
        try watch()
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

    /// Watches the generation file, which every operation rewrites by rename, in whatever process.
    private func watch() throws(FontError) {
        guard !state.withLock({ $0.isWatching }) else { return }
        try makeFolder(registrar.paths.store)
        let watch = loop.add(registrar.paths.store, events: UInt32(IN_MOVED_TO)) { [weak self] name in
            if name == "generation" || name == nil { self?.signal() }
        }
        guard watch != nil else { throw .store("watch for changes", path: registrar.paths.store) }
        state.withLock { $0.isWatching = true }
    }
}
