import Dispatch
package import FontModel

/// A queue for a manager's blocking work, which must not run on Swift's cooperative threads.
package struct WorkQueue: Sendable {
    private let queue: DispatchQueue

    package init(label: String = "fontd registry") { queue = DispatchQueue(label: label) }

    /// Runs work after all earlier work of the queue.
    package func perform<Value: Sendable>(
        _ body: @escaping @Sendable () throws(FontError) -> Value
    ) async throws(FontError) -> Value {
        let result: Result<Value, FontError> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }
}
