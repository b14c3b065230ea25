import Dispatch
import FontRegistry
import Synchronization

/// Runs asynchronous work on the calling thread, which does nothing else until the work has ended.
///
/// The work needs no thread of Swift's cooperative pool: what it waits for, such as a lock of the store, is on threads of
/// its own. So calls end even if tasks on all threads of the pool make them at the same time.
final class CallingThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let waiting = DispatchSemaphore(value: 0)

    private init() {}

    /// Returns the result of work.
    static func wait<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(FontError) -> Value
    ) throws(FontError) -> Value {
        let (thread, end) = (CallingThread(), WorkEnd<Value>())
        Task(executorPreference: thread) {
            let result = await Self.result(work)
            end.result.withLock { $0 = result }
        }
        while true {
            if let result = end.result.withLock({ $0 }) { return try result.get() }
            thread.runNext()
        }
    }

    private static func result<Value: Sendable>(
        _ work: @Sendable () async throws(FontError) -> Value
    ) async -> Result<Value, FontError> {
        do throws(FontError) {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        waiting.signal()
    }

    private func runNext() {
        waiting.wait()
        jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
    }
}

/// The place for the result of work.
private final class WorkEnd<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, FontError>?>(nil)
}
