import Synchronization

/// The signal that asked a command to end, kept until the command has finished.
final class ArrivedSignal: Sendable {
    private let state = Mutex<Int32?>(nil)

    /// The signal's number; nil before a signal arrives.
    var number: Int32? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
