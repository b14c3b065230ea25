import Synchronization

/// The time of the service's last activity.
///
/// There are no wake-ups while calls keep arriving; timers run only after the last activity.
final class Activity: Sendable {
    private struct State {
        var last = ContinuousClock.now
        var sleepers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Records activity, or that a client no longer needs the service.
    func touch() {
        let sleepers = state.withLock { state in
            state.last = .now
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for sleeper in sleepers { sleeper.resume() }
    }

    /// Returns once there has been no activity for a duration and the service is not needed.
    func idle(for time: Duration, unless isNeeded: @Sendable () async -> Bool) async {
        while let last = await quiet(for: time), await isNeeded() { await next(after: last) }
    }

    /// Performs an action each time that there has been no activity for a duration, until the task is cancelled.
    func whenQuiet(for time: Duration, _ body: @Sendable () -> Void) async {
        while let last = await quiet(for: time) {
            body()
            await next(after: last)
        }
    }

    /// Waits until there has been no activity for a duration.
    ///
    /// - Returns: The time of the last activity; nil when the task is cancelled.
    private func quiet(for time: Duration) async -> ContinuousClock.Instant? {
        while true {
            let last = state.withLock { $0.last }
            if last + time <= .now { return last }
            guard await ServiceTimer.wait(for: ContinuousClock.now.duration(to: last + time)) else { return nil }
        }
    }

    /// Waits for the first activity after a time.
    private func next(after last: ContinuousClock.Instant) async {
        await withCheckedContinuation { continuation in
            let isLate = state.withLock { state in
                guard state.last == last else { return true }
                state.sleepers.append(continuation)
                return false
            }
            if isLate { continuation.resume() }
        }
    }
}
