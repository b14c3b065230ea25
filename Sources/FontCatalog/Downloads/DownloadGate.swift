import Dispatch
import FontFiles
import FontModel
import Synchronization

/// A gate that one task waits at, until it is opened or the task is cancelled.
final class DownloadGate: Sendable {
    private struct State {
        var waiting: CheckedContinuation<Void, Never>?
        var isOpen = false
        var isCancelled = false
        var code: Int32?
    }

    private let state = Mutex(State())

    /// The number of the error with which the gate was opened.
    var code: Int32? { state.withLock { $0.code } }

    func open(_ code: Int32? = nil) {
        let waiting = state.withLock { state in
            if !state.isOpen { state.code = code }
            state.isOpen = true
            return state.waiting.take()
        }
        waiting?.resume()
    }

    private func cancel() {
        let waiting = state.withLock { state in
            state.isCancelled = true
            return state.waiting.take()
        }
        waiting?.resume()
    }

    /// Waits.
    ///
    /// - Returns: Whether the gate was opened; false if the task was cancelled.
    func passes() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.isOpen, !state.isCancelled { state.waiting = continuation }
                    return state.isOpen || state.isCancelled
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            cancel()
        }
        return state.withLock { $0.isOpen && !$0.isCancelled }
    }
}

/// The pauses before a server is asked again.
package struct DownloadPause: Sendable {
    /// Waits for a time, or until the task is cancelled.
    let wait: @Sendable (Duration) async -> Void

    package init(_ wait: @escaping @Sendable (Duration) async -> Void) { self.wait = wait }

    /// Real time, without the shared queues that would wake an idle process.
    package static let timed = DownloadPause { time in
        let gate = DownloadGate()
        timers.asyncAfter(deadline: .now() + DispatchTimeInterval(time)) { gate.open() }
        _ = await gate.passes()
    }

    private static let timers = DispatchQueue(label: "fontd downloads")
}

extension FontError {
    static var downloadCancelled: FontError { FontError(.cancelledByUser, "The download was cancelled.") }
}
