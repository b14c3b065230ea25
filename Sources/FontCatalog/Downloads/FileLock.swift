import FontFiles
import FontModel
import Glibc

/// A lock that one process has at a time.
enum FileLock {
    /// Locks a file or folder until it is closed.
    ///
    /// - Parameter waiting: Called if another one has the lock.
    /// - Throws: `cancelledByUser` (304) if the task is cancelled while it waits; an error of the store.
    static func take(
        _ file: OpenedFile, path: String, waiting: @Sendable () -> Void = {}
    ) async throws(FontError) {
        if flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 { return }
        guard errno == EWOULDBLOCK else { throw .store(.lock, path: path) }
        waiting()
        // A thread waits, so that the task can be cancelled.
        let gate = DownloadGate()
        BlockingWork.start {
            var result: Int32
            repeat { result = flock(file.descriptor, LOCK_EX) } while result != 0 && errno == EINTR
            gate.open(result == 0 ? nil : errno)
        }
        guard await gate.passes() else { throw .downloadCancelled }
        if let code = gate.code { throw .store(.lock, path: path, errno: code) }
    }
}
