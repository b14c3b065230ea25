import FontRegistry

extension FontRequests {
    /// A request that waits for a name.
    struct Waiter {
        var asker: String
        var continuation: CheckedContinuation<Supply, Never>
        var timer: Task<Void, Never>
        var isOverdue = false
    }

    /// A search for a name, which is one for all that request it.
    struct Search {
        /// The id of the requester that started it.
        var starter: String
        /// The managers with which the fonts are registered, by provider id.
        var askers: [String: FontManager] = [:]
        /// The results so far, by provider id.
        var answers: [String: Supply] = [:]
        var waiters: [UInt64: Waiter] = [:]
        /// Whether files are being registered, which is short; waiting requests do not expire meanwhile.
        var isRegistering = false
        var asked: String?
    }
}
