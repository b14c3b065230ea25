import Synchronization

/// When the service last had something to do.
///
/// Time passes without wake-ups while nothing is done; only after the last activity timers run.
final class Activity: Sendable {
    private struct State {
        var last = ContinuousClock.now
        var sleepers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Something was done, or somebody who needed the service no longer does.
    func touch() {
        let sleepers = state.withLock { state in
            state.last = .now
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for sleeper in sleepers { sleeper.resume() }
    }

    /// Returns when nothing has been done for some time and nobody needs the service.
    func idle(for time: Duration, unless isNeeded: @Sendable () async -> Bool) async {
        while let last = await quiet(for: time), await isNeeded() { await next(after: last) }
    }

    /// Does something each time that nothing has been done for some time, for as long as the process lives.
    func whenQuiet(for time: Duration, _ body: @Sendable () -> Void) async {
        while let last = await quiet(for: time) {
            body()
            await next(after: last)
        }
    }

    /// Waits until nothing has been done for some time.
    ///
    /// - Returns: When something was last done; nil when the task is cancelled.
    private func quiet(for time: Duration) async -> ContinuousClock.Instant? {
        while true {
            let last = state.withLock { $0.last }
            if last + time <= .now { return last }
            guard await ServiceTimer.wait(for: ContinuousClock.now.duration(to: last + time)) else { return nil }
        }
    }

    /// Waits until something is done after a time.
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
