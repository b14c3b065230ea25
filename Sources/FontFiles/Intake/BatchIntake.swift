package import FontModel
import Synchronization

/// The items of a batch after reading and checking, or the errors of failed items.
package struct BatchIntake<Prepared: Sendable> {
    /// The outcomes, one per item: failed, or skipped until the registration is decided.
    package private(set) var outcomes: [FontOutcome] = []
    /// The items that passed all checks, with the index of their outcome.
    package private(set) var prepared: [(index: Int, font: Prepared)] = []
    /// Whether items were not read because the batch was stopped.
    package private(set) var wasStopped = false

    /// Whether nothing is registered because the batch is atomic and not every item passed all checks.
    package let isVoid: Bool

    /// Reads every item, until the batch is stopped or an item of an atomic batch fails.
    ///
    /// - Throws: An error of the store, as opposed to one of an item.
    package init(
        _ items: [FontItem], isAtomic: Bool, watcher: BatchWatcher,
        prepare: @escaping @Sendable (FontItem) throws(FontError) -> Prepared
    ) throws(FontError) {
        var hasFailed = false
        var ahead = ReadAhead(items, prepare)
        for item in items {
            wasStopped = wasStopped || watcher.shouldStop()
            let place = outcomes.count
            outcomes.append(FontOutcome(item: item.name, status: .skipped))
            if wasStopped || (isAtomic && hasFailed) { continue }
            do throws(FontError) {
                prepared.append((place, try ahead.next(place)))
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

/// Reads items of a batch on all cores, ahead of their use.
private struct ReadAhead<Prepared: Sendable> {
    /// The number of items to read at once; if the batch stops, unused ones are discarded.
    private static var width: Int { 32 }

    private let items: [FontItem]
    private let prepare: @Sendable (FontItem) throws(FontError) -> Prepared
    private var results: [Int: Result<Prepared, FontError>] = [:]

    init(_ items: [FontItem], _ prepare: @escaping @Sendable (FontItem) throws(FontError) -> Prepared) {
        self.items = items
        self.prepare = prepare
    }

    /// Returns the result of an item; each is requested once and in order.
    mutating func next(_ place: Int) throws(FontError) -> Prepared {
        // A single font does not wait for another thread.
        guard items.count > 1 else { return try prepare(items[place]) }
        if results[place] == nil { results = Self.read(items, from: place, prepare) }
        guard let result = results.removeValue(forKey: place) else { preconditionFailure("an item removed twice") }
        return try result.get()
    }

    private static func read(
        _ items: [FontItem], from start: Int, _ prepare: @Sendable (FontItem) throws(FontError) -> Prepared
    ) -> [Int: Result<Prepared, FontError>] {
        let results = Mutex<[Int: Result<Prepared, FontError>]>([:])
        BlockingWork.onAllCores(min(width, items.count - start)) { offset in
            let result = Result { () throws(FontError) in try prepare(items[start + offset]) }
            results.withLock { $0[start + offset] = result }
        }
        return results.withLock { $0 }
    }
}
