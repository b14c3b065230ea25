public import FontModel
import Synchronization

/// An event that a batch reports while it runs.
public enum FontBatchEvent: Sendable, Hashable, Codable {
    /// A file passed all checks, or a target was changed; it takes effect when the batch commits.
    case prepared(item: String, completed: Int, total: Int)
    /// A file will not be registered, or a target not changed.
    case failed(FontOutcome, completed: Int, total: Int)
    /// The batch is over, with the outcome of every item.
    ///
    /// This is always the last event, unless the store could not be used at all; then ``FontBatch/summary()`` throws.
    case finished(FontSummary)
}

/// A running operation on many files or registrations.
///
/// The batch stops when the loop over its events is left, when ``stop()`` is called, or when a task is cancelled that
/// iterates, that waits for the summary, or that starts the batch. It continues if no task follows it.
///
/// The corresponding Apple construct is the registration handler, which stops the registration by returning `false`.
public struct FontBatch: AsyncSequence, Sendable {
    public typealias Element = FontBatchEvent
    public typealias Failure = Never

    private let work: Work

    package init(_ body: @escaping @Sendable (Work) async throws(FontError) -> FontSummary) {
        let work = Work()
        self.work = work
        if Task.isCancelled { work.stop() }
        Task(executorPreference: TaskExecution.executor) {
            work.finish(await Result { () async throws(FontError) in try await body(work) })
        }
    }

    /// Ends the batch early: what is prepared takes effect, and the rest is reported as skipped.
    public func stop() { work.stop() }

    /// Returns the outcome of every item when the batch is over.
    ///
    /// Cancelling the task stops the batch, as ``stop()`` does.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) or
    ///   ``FontError/Code/unsupportedScope`` (307) if the store could not be used; nothing was changed.
    public func summary() async throws(FontError) -> FontSummary {
        let result = await withTaskCancellationHandler {
            await work.result()
        } onCancel: {
            work.stop()
        }
        return try result.get()
    }

    public func makeAsyncIterator() -> Iterator { Iterator(work) }

    /// An iterator over the events that stops the batch when it is released.
    public struct Iterator: AsyncIteratorProtocol {
        private let lease: Lease
        private var events: AsyncStream<FontBatchEvent>.Iterator

        fileprivate init(_ work: Work) {
            lease = Lease(work)
            events = work.events.makeAsyncIterator()
        }

        public mutating func next() async -> FontBatchEvent? { await next(isolation: #isolation) }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> FontBatchEvent? {
            let event = await events.next(isolation: actor)
            if event == nil, Task.isCancelled { lease.work.stop() }
            return event
        }
    }

    /// A reference that stops the batch when the loop that holds it is left.
    private final class Lease: Sendable {
        let work: Work
        init(_ work: Work) { self.work = work }
        deinit { work.stop() }
    }

    /// The state that the worker shares with the callers that follow the batch.
    package final class Work: Sendable {
        private struct State {
            var shouldStop = false
            /// Called when the batch should stop.
            var listeners: [@Sendable () -> Void] = []
            var completed = 0
            var total = 0
            var result: Result<FontSummary, FontError>?
        }

        /// The events: at most one per item and one more, so the size of the buffer is bounded by the request.
        let events: AsyncStream<FontBatchEvent>
        private let sink: AsyncStream<FontBatchEvent>.Continuation
        private let state = Mutex(State())
        private let ends = EventCounter()

        init() { (events, sink) = AsyncStream.makeStream() }

        package func begin(total: Int) { state.withLock { $0.total = total } }

        func stop() {
            let listeners = state.withLock { state in
                state.shouldStop = true
                defer { state.listeners = [] }
                return state.listeners
            }
            for listener in listeners { listener() }
        }

        package var watcher: BatchWatcher {
            BatchWatcher(
                didPrepare: { item, failure in
                    let (completed, total) = self.state.withLock { state in
                        state.completed += 1
                        return (state.completed, state.total)
                    }
                    self.sink.yield(
                        failure.map { .failed($0, completed: completed, total: total) }
                            ?? .prepared(item: item, completed: completed, total: total))
                },
                shouldStop: { self.state.withLock { $0.shouldStop } },
                whenStopped: { listener in
                    let isLate = self.state.withLock { state in
                        if !state.shouldStop, state.result == nil { state.listeners.append(listener) }
                        return state.shouldStop
                    }
                    if isLate { listener() }
                }, isFollowed: true)
        }

        func finish(_ result: Result<FontSummary, FontError>) {
            if case .success(let summary) = result { sink.yield(.finished(summary)) }
            sink.finish()
            state.withLock { state in
                state.result = result
                state.listeners = []
            }
            ends.advance()
        }

        func result() async -> Result<FontSummary, FontError> {
            while true {
                if let result = state.withLock({ $0.result }) { return result }
                await ends.waitThroughCancellation(after: 0)
            }
        }
    }
}
