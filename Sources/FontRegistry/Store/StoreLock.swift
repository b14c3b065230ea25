import CLinux
package import FontModel
import Glibc

/// The lock that every writer of a store holds from its first look to its publication, in whatever process.
package final class StoreLock: Sendable {
    private let descriptor: Int32

    /// How long a writer waits for another, in milliseconds.
    static let patience = 60_000

    /// Waits for the lock.
    ///
    /// - Throws: 301 with `.locked` when another process does not let go within ``patience`` or the file system cannot
    ///   lock; other faults when the store's folder cannot be written.
    convenience init(_ paths: FontPaths) throws(FontError) {
        try paths.prepareStore()
        try self.init(path: paths.lock, patience: Self.patience)
    }

    /// Takes the lock only if it is free, or becomes so at once: for a reader that would repair in passing.
    ///
    /// A process that was just forked holds the locks of its parent until it runs its own program.
    convenience init?(ifFree paths: FontPaths) {
        do {
            try paths.prepareStore()
            try self.init(path: paths.lock, patience: 30)
        } catch { return nil }
    }

    /// Waits for the lock under which one file is changed: a file of its own beside it.
    ///
    /// Makes the folder if there is none. It blocks: for a task, use ``beside(_:)``.
    /// - Parameter patience: How long, in milliseconds; whoever changes such a file is done at once.
    /// - Throws: 301 with `.locked` when another process does not let go; other faults when the folder cannot be written.
    package convenience init(beside file: String, patience: Int) throws(FontError) {
        try makeFolder(ProviderRecord.folder(of: file))
        try self.init(path: Self.path(beside: file), patience: patience)
    }

    /// The same for a task, whose thread is not the one that waits; for two seconds at most.
    package static func beside(_ file: String) async throws(FontError) -> StoreLock {
        try await BlockingWork.perform { () throws(FontError) in try StoreLock(beside: file, patience: 2_000) }
    }

    /// Where the lock of a file is; it stays there, as a lock that is removed could be held twice.
    package static func path(beside file: String) -> String { file + ".lock" }

    private init(path: String, patience: Int) throws(FontError) {
        let descriptor = openOwn(path, O_RDWR)
        guard descriptor >= 0 else { throw .store("open the lock", path: path) }
        var waited = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                let failure = FontError.store("lock the store", path: path)
                close(descriptor)
                throw failure
            }
            guard waited < patience else {
                close(descriptor)
                throw FontError(
                    .registrationFailed,
                    "Another process holds the lock \(path) and does not let go. Wait for it or end it, then try again.",
                    cause: .store(.locked, detail: "flock timed out"))
            }
            // flock(2) has no time-out of its own; the pauses grow so that long waits cost little.
            let pause = min(1 + waited / 8, 20)
            usleep(useconds_t(pause) * 1_000)
            waited += pause
        }
        self.descriptor = descriptor
    }

    /// Whether the file system has the locks that SQLite uses, those of fcntl(2); asked of the lock's file, since closing
    /// the database's would drop the locks that SQLite holds on it.
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
