import Dispatch
package import FontModel
import Glibc
import Synchronization

/// Runs work that may block on a lock or on a disk, away from Swift's cooperative threads and libdispatch's shared
/// queues.
///
/// Each piece of work has its own queue, which gets a thread even if as many threads as there are cores are stuck. This
/// ends at about 200 threads, so callers that start work for other processes must bound it. A shared queue has few
/// threads; and once one has been used, libdispatch checks its threads every second for the rest of the process's life.
package enum BlockingWork {
    /// Starts work without waiting for it.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "fontd work").async(execute: body)
    }

    /// Starts work whose result the calling thread takes later.
    package static func startForResult<Value: Sendable>(
        _ body: @escaping @Sendable () throws(FontError) -> Value
    ) -> PendingResult<Value> {
        let pending = PendingResult<Value>()
        start { pending.run(body) }
        return pending
    }

    /// Whether work on two threads takes less time than on one.
    package static var hasSeveralCores: Bool { cores > 1 }

    /// Runs work while the task waits for its result.
    package static func perform<Value: Sendable>(
        _ body: @escaping @Sendable () throws(FontError) -> Value
    ) async throws(FontError) -> Value {
        try await WorkQueue(label: "fontd work").perform(body)
    }

    /// Runs numbered pieces of work on as many threads as there are cores, including the calling thread, and waits for
    /// all.
    package static func onAllCores(_ count: Int, _ body: @Sendable (Int) -> Void) {
        let others = min(cores, count) - 1
        guard others > 0 else { return (0..<count).forEach(body) }
        let next = Atomic(0)
        withoutActuallyEscaping(body) { body in
            @Sendable func work() {
                while case let place = next.add(1, ordering: .relaxed).oldValue, place < count { body(place) }
            }
            let group = DispatchGroup()
            for _ in 0..<others { DispatchQueue(label: "fontd core").async(group: group) { work() } }
            work()
            group.wait()
        }
    }

    /// Returns the results of numbered pieces of work, in their order, as ``onAllCores(_:_:)`` does the work.
    package static func results<Value: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Value) -> [Value] {
        let results = Mutex([Value?](repeating: nil, count: count))
        onAllCores(count) { place in
            let result = body(place)
            results.withLock { $0[place] = result }
        }
        return results.withLock { $0.compactMap(\.self) }
    }

    /// The number of threads, at most 8: disks do not serve more at once, and a service may have only a limited number.
    private static let cores = min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8)
}

/// The result of work on another thread.
package final class PendingResult<Value: Sendable>: Sendable {
    private let isClaimed = Atomic(false)
    private let isFinished = DispatchSemaphore(value: 0)
    private let result = Mutex<Result<Value, FontError>?>(nil)

    fileprivate init() {}

    fileprivate func run(_ body: () throws(FontError) -> Value) {
        guard claim() else { return }
        let found = Result(catching: body)
        result.withLock { $0 = found }
        isFinished.signal()
    }

    /// Returns the result, after waiting for the end of the work; nil if no thread has begun it, and then none will.
    ///
    /// It is called once.
    package func valueIfStarted() throws(FontError) -> Value? {
        if claim() { return nil }
        isFinished.wait()
        return try result.withLock { $0 }?.get()
    }

    private func claim() -> Bool {
        isClaimed.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
    }
}

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
