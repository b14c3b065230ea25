import Synchronization

/// The signal that asked a command to end, kept until the command has finished.
final class ArrivedSignal: Sendable {
    private let state = Mutex<Int32?>(nil)

    /// The signal's number; nil before a signal arrives.
    var number: Int32? { state.withLock { $0 } }

    /// Keeps each signal, and asks the command to end.
    func follow(_ signals: AsyncStream<Int32>, _ end: @escaping @Sendable () -> Void) -> Task<Void, Never> {
        Task {
            for await signal in signals {
                state.withLock { $0 = signal }
                end()
                FontconfigPatience.end(by: signal)
            }
        }
    }
}
