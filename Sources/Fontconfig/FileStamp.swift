import Glibc

/// What tells one state of a folder or file from another.
struct FileStamp: Hashable {
    private var device: dev_t
    private var inode: ino_t
    private var seconds: Int
    private var nanoseconds: Int

    /// The stamp of a path as it is now; nil if there is nothing.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// Whether the time is earlier than `moment`, or so late that no clock of this machine set it.
    func isStable(before moment: timespec, at now: timespec) -> Bool {
        (seconds, nanoseconds) < (moment.tv_sec, moment.tv_nsec) || (seconds, nanoseconds) > (now.tv_sec, now.tv_nsec)
    }
}

/// The state of folders and files when something was read from them, to the nanosecond.
///
/// `FcConfigUptoDate` compares whole seconds and moves its own mark each time it is asked, so it misses, for good, what
/// changed in the second of the last look (fontconfig-facts E1). Stamps miss nothing: equality is asked, not order.
struct FolderStamps: Sendable {
    private struct Entry: Sendable {
        var path: String
        var stamp: FileStamp?
        var isStable: Bool
    }

    private let entries: [Entry]

    /// The moment at which reading begins, to be asked before the first folder is looked at.
    static func begin() -> timespec {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now
    }

    /// Records the state of `paths`, which were read at some time after `start`.
    ///
    /// What changed after the beginning of the reading, or in the clock tick before it, may have been read in an older
    /// state: it counts as changed once more. Kernels before 6.13 stamp files with a clock that is up to 10 ms behind.
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
            return Entry(path: path, stamp: stamp, isStable: stamp?.isStable(before: limit, at: now) ?? true)
        }
    }

    /// Whether every path is still in the recorded state.
    var areCurrent: Bool { entries.allSatisfy { $0.isStable && FileStamp(path: $0.path) == $0.stamp } }
}
