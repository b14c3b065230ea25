import Dispatch
import FontModel

/// Where a manager's work is done that blocks, on a lock or on a disk: not on Swift's cooperative threads.
struct WorkQueue: Sendable {
    private let queue: DispatchQueue

    init(label: String = "fontd registry") { queue = DispatchQueue(label: label) }

    /// Runs work in its turn.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable () throws(FontError) -> Value
    ) async throws(FontError) -> Value {
        let result: Result<Value, FontError> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(FontError) {
                    continuation.resume(returning: .success(try body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }
}
