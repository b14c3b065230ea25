public import FontModel
import Synchronization

/// What a batch tells while it works.
public enum FontBatchEvent: Sendable {
    /// A file was read and found good; it is registered when the batch commits.
    case prepared(item: String, completed: Int, total: Int)
    /// A file will not be registered.
    case failed(FontOutcome, completed: Int, total: Int)
    /// The end: what became of every item. Always the last event, unless the store could not be used at all; then
    /// ``FontBatch/summary()`` throws.
    case finished(FontSummary)
}

/// A registration of many files, under way.
///
/// Leaving the loop over its events stops it; so do ``stop()`` and cancelling the task that iterates, that waits for the
/// summary, or that began the batch before it did so. It goes on when no task follows it.
///
/// The corresponding Apple construct is the registration handler, whose `false` stops.
public struct FontBatch: AsyncSequence, Sendable {
    public typealias Element = FontBatchEvent
    public typealias Failure = Never

    private let work: Work

    init(_ body: @escaping @Sendable (Work) async throws(FontError) -> FontSummary) {
        let work = Work()
        self.work = work
        if Task.isCancelled { work.stop() }
        Task(executorPreference: TaskExecution.executor) {
            do throws(FontError) {
                work.finish(.success(try await body(work)))
            } catch {
                work.finish(.failure(error))
            }
        }
    }

    /// Ends the batch early: what has been prepared is registered, the rest is reported as skipped.
    public func stop() { work.stop() }

    /// What became of every item, when the batch is over; cancelling the task stops the batch, as ``stop()`` does.
    ///
    /// - Throws: 301 or 307 when the store could not be used; nothing was changed then.
    public func summary() async throws(FontError) -> FontSummary {
        let work = work
        let result = await withTaskCancellationHandler {
            await work.result()
        } onCancel: {
            work.stop()
        }
        return try result.get()
    }

    public func makeAsyncIterator() -> Iterator { Iterator(work) }

    /// Iterates over the events; its end stops the batch.
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
            if event == nil, Task.isCancelled { lease.stop() }
            return event
        }
    }

    /// Stops the batch when the loop that holds it is left.
    private final class Lease: Sendable {
        private let work: Work
        init(_ work: Work) { self.work = work }
        deinit { stop() }
        func stop() { work.stop() }
    }

    /// The state that the worker and whoever watches share.
    final class Work: Sendable {
        private struct State {
            var shouldStop = false
            /// To be told when the batch should stop.
            var listeners: [@Sendable () -> Void] = []
            var completed = 0
            var total = 0
            var result: Result<FontSummary, FontError>?
            var waiting: [CheckedContinuation<Result<FontSummary, FontError>, Never>] = []
        }

        /// At most one event per item and one more, so the buffer is bounded by what the caller asked for.
        let events: AsyncStream<FontBatchEvent>
        private let sink: AsyncStream<FontBatchEvent>.Continuation
        private let state = Mutex(State())

        init() { (events, sink) = AsyncStream.makeStream() }

        func begin(total: Int) { state.withLock { $0.total = total } }

        func stop() {
            let listeners = state.withLock { state in
                state.shouldStop = true
                defer { state.listeners = [] }
                return state.listeners
            }
            for listener in listeners { listener() }
        }

        private func whenStopped(_ listener: @escaping @Sendable () -> Void) {
            let isLate = state.withLock { state in
                if !state.shouldStop, state.result == nil { state.listeners.append(listener) }
                return state.shouldStop
            }
            if isLate { listener() }
        }

        var watcher: BatchWatcher {
            BatchWatcher(
                didPrepare: { item, failure in self.report(item, failure) },
                shouldStop: { self.state.withLock { $0.shouldStop } }, whenStopped: { self.whenStopped($0) })
        }

        private func report(_ item: String, _ failure: FontOutcome?) {
            let (completed, total) = state.withLock { state in
                state.completed += 1
                return (state.completed, state.total)
            }
            sink.yield(
                failure.map { .failed($0, completed: completed, total: total) }
                    ?? .prepared(item: item, completed: completed, total: total))
        }

        func finish(_ result: Result<FontSummary, FontError>) {
            if case .success(let summary) = result { sink.yield(.finished(summary)) }
            sink.finish()
            let waiting = state.withLock { state in
                state.result = result
                state.listeners = []
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume(returning: result) }
        }

        func result() async -> Result<FontSummary, FontError> {
            await withCheckedContinuation { continuation in
                let result = state.withLock { state in
                    if state.result == nil { state.waiting.append(continuation) }
                    return state.result
                }
                if let result { continuation.resume(returning: result) }
            }
        }
    }
}
