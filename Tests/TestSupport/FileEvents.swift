import Glibc

/// A count of how often a file is opened, by any process.
public final class FileOpenings: Sendable {
    private let watch: Int32

    /// Starts to count.
    public init(of path: String) throws(Failure) {
        watch = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        // Equal events in a row are merged, so that closing counts, too.
        guard inotify_add_watch(watch, path, UInt32(IN_OPEN | IN_CLOSE_NOWRITE)) >= 0 else { throw Failure() }
    }

    /// The kernel does not watch the file.
    public struct Failure: Error {}

    deinit { close(watch) }

    /// Returns the number of openings since the start or since the last call.
    public func count() -> Int {
        let size = MemoryLayout<inotify_event>.size
        var events = [UInt8](repeating: 0, count: 1_000 * size)
        let end = read(watch, &events, events.count)
        return stride(from: 0, to: end, by: size).count { place in
            let event = events.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: inotify_event.self) }
            return event.mask & UInt32(IN_OPEN) != 0
        }
    }
}
