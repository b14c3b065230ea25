import FontModel
import Synchronization

/// The time of the service's last activity.
///
/// There are no wake-ups while calls keep arriving; timers run only after the last activity.
final class Activity: Sendable {
    private let last = Mutex(ContinuousClock.now)
    private let touches = EventCounter()

    /// Records activity, or that a client no longer needs the service.
    func touch() {
        last.withLock { $0 = .now }
        touches.advance()
    }

    /// Returns once there has been no activity for a duration and the service is not needed.
    func idle(for time: Duration, unless isNeeded: @Sendable () async -> Bool) async {
        while let count = await quiet(for: time), await isNeeded() { await touches.wait(after: count) }
    }

    /// Performs an action each time that there has been no activity for a duration, until the task is cancelled.
    func whenQuiet(for time: Duration, _ body: @Sendable () -> Void) async {
        while let count = await quiet(for: time) {
            body()
            await touches.wait(after: count)
        }
    }

    /// Waits until there has been no activity for a duration.
    ///
    /// - Returns: The number of activities until then; nil when the task is cancelled.
    private func quiet(for time: Duration) async -> Int? {
        while !Task.isCancelled {
            let count = touches.count
            let last = last.withLock { $0 }
            if last + time <= .now { return count }
            await ServiceTimer.wait(for: ContinuousClock.now.duration(to: last + time))
        }
        return nil
    }
}
