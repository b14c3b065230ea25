import Dispatch
import FontRegistry
import Synchronization

/// A timer for tasks.
///
/// It replaces `Task.sleep`, which since Swift 6.3 uses libdispatch's shared queues regardless of the executor, and
/// from then on wakes the service every second; see `TaskThreads`.
enum ServiceTimer {
    private static let queue = DispatchQueue(label: "fontd timers")

    /// Waits for a duration; returns at once when the task is cancelled.
    ///
    /// - Returns: False if the task was cancelled.
    @discardableResult
    static func wait(for time: Duration) async -> Bool {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let waiter = Waiter(timer)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiter.start(continuation, time)
            }
        } onCancel: {
            waiter.end()
        }
        return !Task.isCancelled
    }

    /// The state of one wait.
    ///
    /// `@unchecked`: the timer is configured before it starts and afterwards only cancelled, which libdispatch allows
    /// from any thread.
    private final class Waiter: @unchecked Sendable {
        private enum State {
            case new, ended
            case waiting(CheckedContinuation<Void, Never>)
        }

        private let timer: any DispatchSourceTimer
        private let state = Mutex(State.new)

        init(_ timer: any DispatchSourceTimer) { self.timer = timer }

        func start(_ continuation: CheckedContinuation<Void, Never>, _ time: Duration) {
            timer.schedule(deadline: .now() + DispatchTimeInterval(time))
            timer.setEventHandler { [weak self] in self?.end() }
            let isEnded = state.withLock { state in
                if case .ended = state { return true }
                state = .waiting(continuation)
                return false
            }
            // A source must be active when it is released.
            timer.activate()
            if isEnded {
                timer.cancel()
                continuation.resume()
            }
        }

        func end() {
            let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
                defer { state = .ended }
                if case .waiting(let continuation) = state { return continuation }
                return nil
            }
            guard let waiting else { return }
            timer.cancel()
            waiting.resume()
        }
    }
}
