import Synchronization

/// The signal that asked a command to end, kept until the command has come to its end.
final class ArrivedSignal: Sendable {
    private let state = Mutex<Int32?>(nil)

    /// Nil as long as none came.
    var number: Int32? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
