import Dispatch
import FontModel
import Synchronization

/// Bounds how long files are read that others opened: a file system of the caller's own making may never answer.
///
/// A thread that is stuck in such a file is left alone, and whoever's it is gets no further one until it comes back.
final class ReadingLimit: Sendable {
    private let limit: Duration
    private let stuck = Mutex<Set<String>>([])

    /// - Parameter limit: How long one file may take.
    init(_ limit: Duration) { self.limit = limit }

    /// Reads on a thread that may get stuck.
    ///
    /// - Parameters:
    ///   - provider: Whose file it is.
    ///   - name: For messages.
    /// - Throws: 301 if it takes too long, or if one of the provider's has and still does.
    func perform<Value: Sendable>(
        for provider: String, _ name: String, _ body: @escaping @Sendable () throws(FontError) -> Value
    ) async throws(FontError) -> Value {
        guard stuck.withLock({ !$0.contains(provider) }) else {
            throw Self.unanswered(name, "another file, given before, is still being read")
        }
        let result: Result<Value, FontError> = await withCheckedContinuation { continuation in
            let first = FirstAnswer(continuation)
            // Set before it starts and then only cancelled, which libdispatch allows from any thread.
            nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(
                queue: DispatchQueue(label: "fontd reading limit"))
            timer.setEventHandler { [self] in
                let late = Result<Value, FontError>.failure(
                    Self.unanswered(name, "it did not come within \(limit)"))
                // Before the answer: who calls again then is told so, and a thread that comes back takes itself off.
                first.give(late) { _ = stuck.withLock { $0.insert(provider) } }
            }
            timer.schedule(deadline: .now() + DispatchTimeInterval(limit))
            timer.activate()
            BlockingWork.start { [self] in
                let result: Result<Value, FontError>
                do throws(FontError) { result = .success(try body()) } catch { result = .failure(error) }
                timer.cancel()
                if !first.give(result) { _ = stuck.withLock { $0.remove(provider) } }
            }
        }
        return try result.get()
    }

    private static func unanswered(_ name: String, _ reason: String) -> FontError {
        FontError(
            .registrationFailed,
            "The file could not be read: \(reason). Copy it to a local disk, then try again.", file: name)
    }
}

/// Hands on the first of two answers.
private final class FirstAnswer<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value, Never>?>

    init(_ continuation: CheckedContinuation<Value, Never>) { self.continuation = Mutex(continuation) }

    /// - Parameter before: Done before whoever waits goes on, and before the other answer can be refused.
    /// - Returns: Whether it was the first.
    @discardableResult
    func give(_ value: Value, before: () -> Void = {}) -> Bool {
        let waiting = continuation.withLock { continuation in
            defer { continuation = nil }
            if continuation != nil { before() }
            return continuation
        }
        waiting?.resume(returning: value)
        return waiting != nil
    }
}
