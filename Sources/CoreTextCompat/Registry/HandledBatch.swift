import FontRegistry
import Foundation

/// The handler of a batch: it gets errors and whether this is the last call, and returns false to stop.
typealias RegistrationHandler = (CFArray, Bool) -> Bool

/// A batch whose errors a handler gets on the calling thread.
///
/// All items are prepared in their order. Before an item that can be used, the handler gets the errors of those before it,
/// and no further item is prepared if it returns false. What was prepared is then changed as one batch, and the handler
/// gets all other errors in its last call. No lock is held while the handler runs.
enum HandledBatch {
    /// Prepares items, and changes those that can be used.
    ///
    /// - Parameters:
    ///   - ask: Gets errors, and returns whether to go on; nil to collect all errors.
    ///   - prepare: Returns what an item means, or its error.
    ///   - change: Changes what was prepared, and returns the errors.
    /// - Returns: The errors that were not asked about.
    static func run<Prepared>(
        _ items: [CallItem], asking ask: (([ItemFailure]) -> Bool)? = nil,
        prepare: (CallItem) throws(FontError) -> Prepared,
        change: ([(item: CallItem, value: Prepared)]) -> [ItemFailure]
    ) -> [ItemFailure] {
        var failures: [ItemFailure] = []
        var prepared: [(item: CallItem, value: Prepared)] = []
        for item in items {
            let value: Prepared
            do throws(FontError) {
                value = try prepare(item)
            } catch {
                failures.append(ItemFailure(item, error))
                continue
            }
            if !failures.isEmpty, let ask {
                let goesOn = ask(failures)
                failures = []
                guard goesOn else { break }
            }
            prepared.append((item, value))
        }
        return prepared.isEmpty ? failures : failures + change(prepared)
    }

    /// Runs a batch with a handler, whose last call is at the end.
    static func run<Prepared>(
        _ items: [CallItem], _ handler: RegistrationHandler?,
        prepare: (CallItem) throws(FontError) -> Prepared,
        change: ([(item: CallItem, value: Prepared)]) -> [ItemFailure]
    ) {
        let ask = handler.map { handler in
            { (failures: [ItemFailure]) in handler(failures.coreTextErrors as CFArray, false) }
        }
        let failures = run(items, asking: ask, prepare: prepare, change: change)
        _ = handler?(failures.coreTextErrors as CFArray, true)
    }
}
