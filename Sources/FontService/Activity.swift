import Synchronization

/// When the service last had something to do.
///
/// Time passes without wake-ups while somebody needs the service; only after the last activity a timer runs.
final class Activity: Sendable {
    private struct State {
        var last = ContinuousClock.now
        var sleeper: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Something was done, or somebody who needed the service no longer does.
    func touch() {
        let sleeper = state.withLock { state in
            state.last = .now
            defer { state.sleeper = nil }
            return state.sleeper
        }
        sleeper?.resume()
    }

    /// Returns when nothing has been done for some time and nobody needs the service.
    func idle(for time: Duration, unless isNeeded: @Sendable () async -> Bool) async {
        while true {
            let last = state.withLock { $0.last }
            guard last + time <= .now else {
                guard (try? await Task.sleep(until: last + time, clock: .continuous)) != nil else { return }
                continue
            }
            guard await isNeeded() else { return }
            await withCheckedContinuation { continuation in
                let isLate = state.withLock { state in
                    guard state.last == last else { return true }
                    state.sleeper = continuation
                    return false
                }
                if isLate { continuation.resume() }
            }
        }
    }
}
