import Dispatch
import FontModel
import FontRegistry

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
        let expiry = EventCounter()
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + DispatchTimeInterval(time))
        timer.setEventHandler { expiry.advance() }
        timer.activate()
        await expiry.wait(after: 0)
        // A cancelled task leaves no timer that would wake the service.
        timer.cancel()
        return !Task.isCancelled
    }
}
