import FontModel
import Synchronization

/// The source of changes for subscribers, which read from their own position and sleep until more changes are
/// available.
///
/// No changes are queued: a subscriber that never reads costs nothing, and a late one reads from the log.
package final class ChangeFeed: Sendable {
    /// The position of a subscriber.
    struct Cursor: Sendable, Hashable {
        var generation: Int64
        var processSequence: Int
        var unlogged: UnloggedState
    }

    private let history: any ChangeHistory
    private let processState: ProcessFontState
    private let caller: Caller
    private let signals = EventCounter()
    private let isWatching = Mutex(false)

    package init(_ history: any ChangeHistory, _ processState: ProcessFontState, caller: Caller) {
        self.history = history
        self.processState = processState
        self.caller = caller
        process.onChange(for: self) { [signals] in signals.advance() }
    }

    private var process: ProcessScope { processState.process }

    /// Returns the changes after a generation, or from now on, followed by further ones as they happen.
    package func changes(since generation: Int64?, includesSystemFonts: Bool) -> FontChanges {
        let start = Result { () throws(FontError) in
            let place = if let generation { generation } else { try history.presentGeneration() }
            return Cursor(generation: place, processSequence: process.sequence, unlogged: history.unlogged())
        }
        return FontChanges(feed: self, start: start, includesSystemFonts: includesSystemFonts)
    }

    /// Returns the changes after a cursor that the caller may see, and advances the cursor.
    ///
    /// - Parameter system: The changes of the system's fonts for this subscriber, if it follows them.
    func read(_ cursor: inout Cursor, _ system: SystemFontInbox?) async throws(FontError) -> [FontChangeEvent] {
        let (generation, changes) = try await history.history(since: cursor.generation)
        let local = process.changes(since: cursor.processSequence)
        let system = system.map { $0.take() } ?? []
        let (former, unlogged) = (cursor.unlogged, history.unlogged())
        guard let changes, let local, let system else {
            let (generation, registrations) = try await history.snapshot()
            cursor = Cursor(generation: generation, processSequence: process.sequence, unlogged: unlogged)
            let own = process.registrations.compactMap(caller.view)
            return [.snapshot(generation: generation, registrations: registrations + own)]
                + unlogged.events(since: former, generation: generation)
        }
        cursor.generation = generation
        cursor.processSequence += local.count
        cursor.unlogged = unlogged
        // Process scope has no generations; its changes get the generation that was read.
        let own = local.compactMap(caller.view).map { change in
            var change = change
            change.generation = generation
            return change
        }
        return (changes + own).map(FontChangeEvent.change)
            + system.map { .system(generation: generation, change: $0) }
            + unlogged.events(since: former, generation: generation)
    }

    /// Starts to collect the changes of the system's fonts.
    ///
    /// - Returns: Nil if fontconfig cannot be used now.
    func followSystemFonts() async -> SystemFontInbox? {
        let inbox = SystemFontInbox()
        let follower = try? await processState.systemWatch.value.follow { [signals, weak inbox] change in
            inbox?.put(change)
            signals.advance()
        }
        guard let follower else { return nil }
        inbox.keep(follower)
        return inbox
    }

    // MARK: Waiting

    /// Returns a ticket, to be taken before reading, so that no change between reading and sleeping is missed.
    func ticket() async throws(FontError) -> Int {
        if !isWatching.withLock({ $0 }) {
            try await history.watch { [signals] in signals.advance() }
            isWatching.withLock { $0 = true }
        }
        return signals.count
    }

    /// Sleeps until a change occurs after the ticket was taken, or the task is cancelled.
    func wait(after ticket: Int) async { await signals.wait(after: ticket) }
}
