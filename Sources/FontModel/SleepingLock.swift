import Dispatch
import Synchronization

/// A value that one thread at a time uses for long, such as one that takes milliseconds to make.
///
/// A thread that waits for a `Mutex` keeps a processor busy as long as the thread that has it runs: on Linux, the kernel
/// lends that thread the priority of the waiting ones. A thread that waits for this lock sleeps, and leaves the processor
/// to work that can be done meanwhile.
package final class SleepingLock<Value>: Sendable {
    private let turn = DispatchSemaphore(value: 1)
    // Only the thread whose turn it is locks it.
    private let value: Mutex<Value>

    package init(_ value: sending Value) { self.value = Mutex(value) }

    package func withLock<Result, Failure>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        turn.wait()
        defer { turn.signal() }
        return try value.withLock(body)
    }

    /// Returns nil without calling the function if another thread has the lock.
    package func withLockIfAvailable<Result, Failure>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
        guard turn.wait(timeout: .now()) == .success else { return nil }
        defer { turn.signal() }
        return try value.withLock(body)
    }
}
