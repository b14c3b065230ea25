import Synchronization

/// The executor of the tasks that this project's modules start on their own.
///
/// Unstructured tasks do not inherit an executor preference (SE-0417), so each names it:
/// `Task(executorPreference: TaskExecution.executor)`.
package enum TaskExecution {
    private static let preferred = Mutex<(any TaskExecutor)?>(nil)

    /// The executor that the program chose; nil, the default, is Swift's global one.
    package static var executor: (any TaskExecutor)? {
        get { preferred.withLock { $0 } }
        set { preferred.withLock { $0 = newValue } }
    }
}

extension Result {
    /// Creates the result of an asynchronous body, as `Result.init(catching:)` does of a synchronous one.
    package init(catching body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

/// A count of events that tasks wait for.
///
/// A task takes the count before it reads what the events are about, and then waits for a later count. So it misses no
/// event between reading and waiting, and events that follow each other wake it once.
package final class EventCounter: Sendable {
    private struct State {
        var count = 0
        var sleepers: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextSleeper = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of events so far.
    package var count: Int { state.withLock { $0.count } }

    /// Counts an event and wakes all that wait; from any thread.
    package func advance() {
        let sleepers = state.withLock { state in
            state.count += 1
            defer { state.sleepers = [:] }
            return state.sleepers
        }
        for sleeper in sleepers.values { sleeper.resume() }
    }

    /// Waits until there are more events than a count, or the task is cancelled.
    package nonisolated(nonsending) func wait(after count: Int) async {
        let id = newSleeper()
        await withTaskCancellationHandler {
            await sleep(id, after: count, isCancellable: true)
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume()
        }
    }

    /// Waits until there are more events than a count, also if the task is cancelled.
    package nonisolated(nonsending) func waitThroughCancellation(after count: Int) async {
        await sleep(newSleeper(), after: count, isCancellable: false)
    }

    private func newSleeper() -> Int {
        state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
    }

    private nonisolated(nonsending) func sleep(_ id: Int, after count: Int, isCancellable: Bool) async {
        await withCheckedContinuation { continuation in
            let isLate = state.withLock { state in
                guard state.count == count, !(isCancellable && Task.isCancelled) else { return true }
                state.sleepers[id] = continuation
                return false
            }
            if isLate { continuation.resume() }
        }
    }
}
