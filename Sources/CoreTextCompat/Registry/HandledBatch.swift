import FontRegistry
import Foundation

/// The handler of a batch: it gets errors and whether this is the last call, and returns false to stop.
typealias RegistrationHandler = (CFArray, Bool) -> Bool

/// A batch whose errors a handler gets on the calling thread.
///
/// It is known of each step beforehand whether it can be made. Before a step that can, the handler gets the errors of those
/// before it, and if it returns false, no further step is made. The steps are then made together, and the handler gets
/// all other errors in its last call. No lock is held while the handler runs.
struct HandledBatch<Work> {
    /// The work for an item, or its error.
    struct Step {
        var item: CallItem
        var work: Result<Work, FontError>
    }

    private(set) var steps: [Step]

    /// Creates a batch.
    ///
    /// - Parameter prepare: Returns what is done for an item, possibly in several steps, or its error.
    init(_ items: [CallItem], _ prepare: (CallItem) throws(FontError) -> [Work]) {
        steps = items.flatMap { item -> [Step] in
            do throws(FontError) {
                return try prepare(item).map { Step(item: item, work: .success($0)) }
            } catch {
                return [Step(item: item, work: .failure(error))]
            }
        }
    }

    /// Replaces steps by the errors that they would have.
    ///
    /// - Parameter foretell: Returns the error of each step that can be made so far, or nil.
    mutating func foresee(_ foretell: ([Work]) -> [FontError?]) {
        let places = steps.indices.filter { if case .success = steps[$0].work { true } else { false } }
        for (place, error) in zip(places, foretell(places.compactMap { try? steps[$0].work.get() })) {
            if let error { steps[place].work = .failure(error) }
        }
    }

    /// Makes the steps with a handler.
    ///
    /// - Parameter change: Makes steps, and returns their errors.
    func run(_ handler: RegistrationHandler?, _ change: ([(item: CallItem, work: Work)]) -> [ItemFailure]) {
        let failures =
            handler.map { handler in
                run(asking: { handler($0.coreTextErrors as CFArray, false) }, change)
            } ?? run(change)
        _ = handler?(failures.coreTextErrors as CFArray, true)
    }

    /// Makes the steps.
    ///
    /// - Parameters:
    ///   - ask: Gets errors, and returns whether to go on.
    ///   - change: Makes steps, and returns their errors.
    /// - Returns: The errors that were not asked about.
    func run(
        asking ask: (([ItemFailure]) -> Bool)? = nil, _ change: ([(item: CallItem, work: Work)]) -> [ItemFailure]
    ) -> [ItemFailure] {
        var failures: [ItemFailure] = []
        var made: [(item: CallItem, work: Work)] = []
        for step in steps {
            switch step.work {
            case .failure(let error): failures.append(ItemFailure(step.item, error))
            case .success(let work):
                if !failures.isEmpty, let ask {
                    let goesOn = ask(failures)
                    failures = []
                    guard goesOn else { return made.isEmpty ? [] : change(made) }
                }
                made.append((step.item, work))
            }
        }
        return made.isEmpty ? failures : failures + change(made)
    }
}
