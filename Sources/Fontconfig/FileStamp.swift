import Glibc

/// The identity and the modification time of a folder or file.
struct FileStamp: Hashable {
    private var device: dev_t
    private var inode: ino_t
    fileprivate var seconds: Int
    fileprivate var nanoseconds: Int

    /// Reads the stamp of a path; nil if there is nothing at the path.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}

/// The recorded state of folders and files at the time something was read from them, with nanosecond precision.
///
/// `FcConfigUptoDate` compares whole seconds and updates its own time stamp at each call. It therefore permanently
/// misses changes made in the second of the last call. Stamps miss nothing, since they are compared for equality.
struct FolderStamps: Sendable {
    private struct Entry: Sendable {
        var path: String
        var stamp: FileStamp?
        var isStable: Bool
    }

    private let entries: [Entry]

    /// Returns the time at which reading begins; called before the first folder is read.
    static func begin() -> timespec {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now
    }

    /// Records the state of `paths`, which were read at some time after `start`.
    ///
    /// A path that changed after the start, or in the clock tick before it, may have been read in an older state, so it
    /// counts as changed again. Kernels before 6.13 take time stamps from a clock that is up to 10 ms behind.
    init(_ paths: [String], readSince start: timespec) {
        let tick = 20_000_000
        var limit = start
        limit.tv_nsec -= tick
        if limit.tv_nsec < 0 {
            limit.tv_sec -= 1
            limit.tv_nsec += 1_000_000_000
        }
        let now = Self.begin()
        entries = paths.map { path in
            let stamp = FileStamp(path: path)
            // A time in the future was set by no clock of this machine.
            let isStable = stamp.map { stamp in
                let time = (stamp.seconds, stamp.nanoseconds)
                return time < (limit.tv_sec, limit.tv_nsec) || time > (now.tv_sec, now.tv_nsec)
            }
            return Entry(path: path, stamp: stamp, isStable: isStable ?? true)
        }
    }

    /// Whether every path is still in the recorded state.
    var areCurrent: Bool { entries.allSatisfy { $0.isStable && FileStamp(path: $0.path) == $0.stamp } }
}
