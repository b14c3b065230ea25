import Synchronization

/// A signal for one listener, raised from any thread.
///
/// What is raised before the listener waits is one signal.
final class ChangeSignal: Sendable {
    private struct State {
        var isRaised = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func raise() {
        let waiting = state.withLock { state in
            state.isRaised = state.waiting == nil
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Waits until the signal is raised; returns at once if it was, or if the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let earlier: CheckedContinuation<Void, Never>? = state.withLock { state in
                    // A cancelled task has raised it, or will.
                    guard !state.isRaised else {
                        state.isRaised = false
                        return continuation
                    }
                    defer { state.waiting = continuation }
                    return state.waiting
                }
                earlier?.resume()
            }
        } onCancel: {
            raise()
        }
    }
}
