package import FontModel

/// The callbacks of a batch for progress and for stopping.
package struct BatchWatcher: Sendable {
    /// Called after each item, with the outcome if the item failed.
    package var didPrepare: @Sendable (_ item: String, _ failure: FontOutcome?) -> Void
    package var shouldStop: @Sendable () -> Bool
    /// Registers a function that is called once when the batch should stop, or at once if it should stop already.
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
