import Dispatch
import FontModel

extension DispatchQueue {
    /// Runs work that may block on the queue, instead of on one of Swift's cooperative threads.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable () throws(FontError) -> Value
    ) async throws(FontError) -> Value {
        let result: Result<Value, FontError> = await withCheckedContinuation { continuation in
            async {
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
