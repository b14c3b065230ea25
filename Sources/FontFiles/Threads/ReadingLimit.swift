import Dispatch
import FontModel
import Synchronization
import SystemPackage

/// A time limit for reading files that other processes opened: a file system that the caller provides may never answer.
///
/// A thread that is stuck in such a file is abandoned, and its provider gets no other thread until it returns.
final class ReadingLimit: Sendable {
    /// The time limit for one file.
    private let limit: Duration
    private let stuck = Mutex<Set<String>>([])

    init(_ limit: Duration) { self.limit = limit }

    /// Reads on a thread that may get stuck.
    ///
    /// - Parameters:
    ///   - provider: The provider that sent the file.
    ///   - name: The name for messages.
    /// - Throws: `registrationFailed` (301) if the time limit passes, or if an earlier read for the provider is still
    ///   stuck.
    func perform<Value: Sendable>(
        for provider: String, _ name: String, _ body: @escaping @Sendable () throws(FontError) -> Value
    ) async throws(FontError) -> Value {
        guard stuck.withLock({ !$0.contains(provider) }) else {
            throw Self.unanswered(name, "The file was not read, since an earlier file is still being read.")
        }
        let result: Result<Value, FontError> = await withCheckedContinuation { continuation in
            let first = FirstAnswer(continuation)
            // The timer is set before it starts and only cancelled afterwards, which libdispatch allows from any
            // thread.
            nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(
                queue: DispatchQueue(label: "fontd reading limit"))
            timer.setEventHandler { [self] in
                let late = Result<Value, FontError>.failure(
                    Self.unanswered(name, "The file could not be read within \(limit.secondsText) seconds."))
                // The provider is marked before the result is returned, so that its next call fails; the stuck thread
                // removes the mark when it returns.
                first.give(late) { _ = stuck.withLock { $0.insert(provider) } }
            }
            timer.schedule(deadline: .now() + DispatchTimeInterval(limit))
            timer.activate()
            BlockingWork.start { [self] in
                let result = Result(catching: body)
                timer.cancel()
                if !first.give(result) { _ = stuck.withLock { $0.remove(provider) } }
            }
        }
        return try result.get()
    }

    /// - Parameter reason: The reason as a sentence.
    private static func unanswered(_ name: String, _ reason: Message) -> FontError {
        FontError(
            .registrationFailed,
            Message([reason, "Copy it to a local disk, then try again."]), file: name,
            cause: .file(FontError.FileFailure(errno: .timedOut, operation: "read the file", path: name)))
    }
}

/// Passes on the first of two results.
private final class FirstAnswer<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value, Never>?>

    init(_ continuation: CheckedContinuation<Value, Never>) { self.continuation = Mutex(continuation) }

    /// Passes on a result if it is the first.
    ///
    /// - Parameter before: Runs before the waiting task continues, and before the other result can be refused.
    /// - Returns: Whether the result was the first.
    @discardableResult
    func give(_ value: Value, before: () -> Void = {}) -> Bool {
        let waiting = continuation.withLock { continuation in
            if continuation != nil { before() }
            return continuation.take()
        }
        waiting?.resume(returning: value)
        return waiting != nil
    }
}
