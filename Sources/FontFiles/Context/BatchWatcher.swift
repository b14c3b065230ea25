package import FontModel

/// The callbacks of a batch for progress and for stopping.
package struct BatchWatcher: Sendable {
    /// Called after each item, with the outcome if the item failed.
    package var didPrepare: @Sendable (_ item: String, _ failure: FontOutcome?) -> Void
    package var shouldStop: @Sendable () -> Bool
    /// Registers a function that is called once when the batch should stop, or at once if it should stop already.
    package var whenStopped: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Whether the batch is followed by a program, which may stop it.
    package let isFollowed: Bool

    /// Creates the callbacks of a batch that nothing follows.
    package init() {
        self.init(didPrepare: { _, _ in }, shouldStop: { false }, whenStopped: { _ in }, isFollowed: false)
    }

    package init(
        didPrepare: @escaping @Sendable (_ item: String, _ failure: FontOutcome?) -> Void = { _, _ in },
        shouldStop: @escaping @Sendable () -> Bool = { false },
        whenStopped: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }, isFollowed: Bool = true
    ) {
        self.didPrepare = didPrepare
        self.shouldStop = shouldStop
        self.whenStopped = whenStopped
        self.isFollowed = isFollowed
    }

    /// Reports a target of a change: as failed if no registration of it is in the requested state.
    package func didChange(_ target: FontTarget, _ outcomes: [FontOutcome]) {
        didPrepare(target.text, outcomes.contains(where: \.isSuccess) ? nil : outcomes.first)
    }
}
