import FontModel
import Synchronization

/// The changes of the system's fonts that one subscriber has not read yet.
final class SystemFontInbox: Sendable {
    private struct State {
        /// Nil if more arrived than are kept.
        var changes: [SystemFontChange]? = []
        /// Ends the watch with the last subscriber.
        var follower: SystemFontWatch.Follower?
    }

    /// The number of changes that are kept for a subscriber.
    private static let capacity = 64

    private let state = Mutex(State())

    func keep(_ follower: SystemFontWatch.Follower) { state.withLock { $0.follower = follower } }

    func put(_ change: SystemFontChange) {
        state.withLock { state in
            let isFull = (state.changes?.count ?? 0) >= Self.capacity
            if isFull { state.changes = nil } else { state.changes?.append(change) }
        }
    }

    /// Returns the changes in order, once; nil if some were dropped.
    func take() -> [SystemFontChange]? {
        state.withLock { state in
            defer { state.changes = [] }
            return state.changes
        }
    }
}
