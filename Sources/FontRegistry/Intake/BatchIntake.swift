import FontModel

/// Where a batch reports to while it reads its items, and learns that it should stop.
struct BatchWatcher: Sendable {
    /// Called after each item; the outcome is there when it failed.
    var didPrepare: @Sendable (_ item: String, _ failure: FontOutcome?) -> Void
    var shouldStop: @Sendable () -> Bool

    init(
        didPrepare: @escaping @Sendable (_ item: String, _ failure: FontOutcome?) -> Void = { _, _ in },
        shouldStop: @escaping @Sendable () -> Bool = { false }
    ) {
        self.didPrepare = didPrepare
        self.shouldStop = shouldStop
    }
}

/// The items of a batch, each read and checked, or the reason why not.
struct BatchIntake<Prepared> {
    /// One per item: failed, or skipped until it is decided.
    private(set) var outcomes: [FontOutcome] = []
    /// What was found good, with the place of its outcome.
    private(set) var prepared: [(index: Int, font: Prepared)] = []
    /// Whether the rest was not read because the batch was stopped.
    private(set) var wasStopped = false

    /// Whether the batch comes to nothing: it is atomic and not every item was found good.
    let isVoid: Bool

    /// Reads every item, until the batch is stopped or, when atomic, one fails.
    ///
    /// - Throws: What says that not one item but the store is at fault.
    init(
        _ items: [FontItem], isAtomic: Bool, watcher: BatchWatcher,
        prepare: (FontItem) throws(FontError) -> Prepared
    ) throws(FontError) {
        var hasFailed = false
        for item in items {
            wasStopped = wasStopped || watcher.shouldStop()
            let place = outcomes.count
            outcomes.append(FontOutcome(item: item.name, status: .skipped))
            if wasStopped || (isAtomic && hasFailed) { continue }
            do throws(FontError) {
                prepared.append((place, try prepare(item)))
                watcher.didPrepare(item.name, nil)
            } catch {
                if error.storeFault != nil { throw error }
                hasFailed = true
                outcomes[place] = FontOutcome(item: item.name, status: .failed, error: error)
                watcher.didPrepare(item.name, outcomes[place])
            }
        }
        isVoid = isAtomic && (wasStopped || hasFailed)
    }
}
