import Synchronization

/// A signal, raised from any thread.
///
/// Signals that are raised before anything waits count as one.
final class ChangeSignal: Sendable {
    private struct State {
        var isRaised = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func raise() {
        let waiting = state.withLock { state in
            state.isRaised = state.waiting.isEmpty
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until the signal is raised; returns at once if it was, or if the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isRaised = state.withLock { state in
                    // A cancelled task has raised it, or will.
                    if !state.isRaised { state.waiting.append(continuation) }
                    defer { state.isRaised = false }
                    return state.isRaised
                }
                if isRaised { continuation.resume() }
            }
        } onCancel: {
            raise()
        }
    }
}
