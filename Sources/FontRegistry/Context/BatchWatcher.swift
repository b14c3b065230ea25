package import FontModel

/// Where a batch reports to while it reads its items, and learns that it should stop.
package struct BatchWatcher: Sendable {
    /// Called after each item; the outcome is there when it failed.
    package var didPrepare: @Sendable (_ item: String, _ failure: FontOutcome?) -> Void
    package var shouldStop: @Sendable () -> Bool
    /// Calls back once when the batch should stop; at once if it should already.
    package var whenStopped: @Sendable (@escaping @Sendable () -> Void) -> Void

    init(
        didPrepare: @escaping @Sendable (_ item: String, _ failure: FontOutcome?) -> Void = { _, _ in },
        shouldStop: @escaping @Sendable () -> Bool = { false },
        whenStopped: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
    ) {
        self.didPrepare = didPrepare
        self.shouldStop = shouldStop
        self.whenStopped = whenStopped
    }
}
