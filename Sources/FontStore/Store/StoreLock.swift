import CLinux
package import FontModel
import Glibc

/// A lock that a writer of a store holds from its first read to its publication, across processes.
package final class StoreLock: Sendable {
    private let descriptor: Int32

    /// The time that a writer waits for the lock, in milliseconds.
    static let patience = 60_000

    /// Waits for the lock.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301), with fault `.locked` if another process holds the
    ///   lock longer than ``patience`` or the file system cannot lock, or another fault if the store's folder cannot be
    ///   written.
    convenience init(_ paths: FontPaths) throws(FontError) {
        try paths.prepareStore()
        try self.init(path: paths.lock, patience: Self.patience)
    }

    /// Acquires the lock if it is free or becomes free within 30 ms, for a reader that can repair the store.
    ///
    /// The short wait is for a newly forked process, which holds the locks of its parent until it executes its own
    /// program.
    convenience init?(ifFree paths: FontPaths) {
        do {
            try paths.prepareStore()
            try self.init(path: paths.lock, patience: 30)
        } catch { return nil }
    }

    /// Waits for the lock of a single file, which is a separate file beside it.
    ///
    /// Creates the folder if it does not exist. This method blocks; in a task, use ``beside(_:)``.
    ///
    /// - Parameter patience: The maximum time to wait, in milliseconds; other processes hold the lock only briefly.
    /// - Throws: `FontError` with code `registrationFailed` (301), with fault `.locked` if another process keeps the
    ///   lock, or another fault if the folder cannot be written.
    package convenience init(beside file: String, patience: Int) throws(FontError) {
        try makeFolder(PathText.folder(of: file))
        try self.init(path: Self.path(beside: file), patience: patience)
    }

    /// Waits up to two seconds for the lock of a single file, without blocking the thread of the task.
    package static func beside(_ file: String) async throws(FontError) -> StoreLock {
        try await BlockingWork.perform { () throws(FontError) in try StoreLock(beside: file, patience: 2_000) }
    }

    /// Returns the path of a file's lock, which is never removed, because a removed lock could be held twice.
    package static func path(beside file: String) -> String { file + ".lock" }

    private init(path: String, patience: Int) throws(FontError) {
        let descriptor = openOwn(path, O_RDWR)
        guard descriptor >= 0 else { throw .store(.openFile, path: path) }
        var waited = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                let failure = FontError.store(.lock, path: path)
                close(descriptor)
                throw failure
            }
            guard waited < patience else {
                close(descriptor)
                throw FontError(
                    .registrationFailed,
                    "Another process holds the lock \(path) and does not release it. Wait for it or terminate it, then try again.",
                    cause: .store(.locked, detail: "flock timed out"))
            }
            // flock(2) has no timeout. The pauses grow so that long waits cost little.
            let pause = min(1 + waited / 8, 20)
            usleep(useconds_t(pause) * 1_000)
            waited += pause
        }
        self.descriptor = descriptor
    }

    /// Whether the file system supports the fcntl(2) locks that SQLite uses.
    ///
    /// This tests the lock file, because closing the database file would drop SQLite's locks on it.
    static func areRecordsLockable(_ paths: FontPaths) -> Bool {
        let descriptor = clx_open(paths.lock, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_RDLCK)
        lock.l_whence = Int16(SEEK_SET)
        guard fcntl(descriptor, F_GETLK, &lock) != 0 else { return true }
        return ![ENOLCK, ENOSYS, EOPNOTSUPP].contains(errno)
    }

    deinit { close(descriptor) }
}
