import Foundation
import Synchronization

/// Locks that let only one thread inspect a content at a time; another thread then finds the result of the first.
final class ContentLocks: Sendable {
    private let claimed = Mutex<Set<String>>([])
    private let released = NSCondition()

    /// Runs a body while no other thread runs one for the same content.
    func with<Value, Failure: Error>(_ sha256: String, _ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        released.lock()
        while !claimed.withLock({ $0.insert(sha256).inserted }) { released.wait() }
        released.unlock()
        defer {
            released.lock()
            claimed.withLock { _ = $0.remove(sha256) }
            released.broadcast()
            released.unlock()
        }
        return try body()
    }
}
