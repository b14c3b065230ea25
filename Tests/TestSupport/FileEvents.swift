import Glibc

/// A count of what any process does with a file or folder.
public final class FileEvents: Sendable {
    /// The kind of events to count.
    public enum Kind: Sendable {
        case openings
        /// Changes of its times, without those of the files in a folder.
        case touches
    }

    private let watch: Int32
    private let mask: UInt32

    /// Starts to count.
    public init(_ kind: Kind, of path: String) throws(Failure) {
        mask = UInt32(kind == .openings ? IN_OPEN : IN_ATTRIB)
        watch = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
        // Equal events in a row are merged, so that closing counts, too.
        guard inotify_add_watch(watch, path, mask | UInt32(IN_CLOSE_NOWRITE)) >= 0 else { throw Failure() }
    }

    /// The kernel does not watch the file.
    public struct Failure: Error {}

    deinit { close(watch) }

    /// Returns the number of events since the start or since the last call.
    public func count() -> Int {
        let size = MemoryLayout<inotify_event>.size
        var events = [UInt8](repeating: 0, count: 1_000 * size)
        let end = read(watch, &events, events.count)
        var (place, count) = (0, 0)
        while place < end {
            let event = events.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: inotify_event.self) }
            // An event of a file in the folder has a name.
            if event.mask & mask != 0, event.len == 0 { count += 1 }
            place += size + Int(event.len)
        }
        return count
    }
}
