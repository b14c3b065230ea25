import FontModel
import Glibc
import Synchronization

/// Calls back when a file that programs replace or edit may have changed, also if neither it nor its folder exists yet.
///
/// It watches the nearest folder that exists above the file, and if the file is a link, as settings often are, that of its
/// target, too. It sleeps in the kernel, and lasts as long as the loop.
final class FileWatch: Sendable {
    private struct Place: Hashable {
        /// The folder that is watched.
        var folder: String
        /// The name in it whose events count: that of the file, or of a folder above it.
        var name: String
    }

    private struct State {
        weak var loop: InotifyLoop?
        var watches: [Place: InotifyLoop.Watch] = [:]
    }

    private let path: String
    private let didChange: @Sendable () -> Void
    private let state: Mutex<State>

    /// - Parameter didChange: Called on the loop's thread; must not block.
    private init(_ path: String, _ loop: InotifyLoop, _ didChange: @escaping @Sendable () -> Void) {
        self.path = path
        self.didChange = didChange
        state = Mutex(State(loop: loop))
    }

    /// Starts to watch a file at an absolute path.
    static func start(_ path: String, on loop: InotifyLoop, _ didChange: @escaping @Sendable () -> Void) {
        FileWatch(path, loop, didChange).renew()
    }

    /// The events by which a file of a folder appears, changes or goes; a folder appears by the same events.
    private static let events = UInt32(
        IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | Int32(IN_ONLYDIR))

    /// Watches the folders that count now, and no others.
    private func renew() {
        while true {
            let places = places()
            state.withLock { state in
                guard let loop = state.loop else { return }
                for (place, watch) in state.watches where !places.contains(place) {
                    loop.remove(watch)
                    state.watches[place] = nil
                }
                for place in places where state.watches[place] == nil {
                    // The listener keeps this alive as long as the loop.
                    state.watches[place] = loop.add(place.folder, events: Self.events) { self.happened(at: place, $0) }
                }
            }
            // Folders may have been made before they were watched.
            if places == self.places() { return }
        }
    }

    private func happened(at place: Place, _ name: String?) {
        // Without a name, events were lost; an empty one is that of the folder itself, whose watch has ended.
        if name == "" { state.withLock { $0.watches[place] = nil } }
        guard name == nil || name == "" || name == place.name else { return }
        renew()
        didChange()
    }

    private func places() -> Set<Place> {
        var places = [Self.place(above: path)]
        if let target = realpath(path, nil) {
            defer { free(target) }
            places.append(Self.place(above: String(cString: target)))
        }
        return Set(places)
    }

    private static func place(above path: String) -> Place {
        var (folder, name) = (PathText.folder(of: path), PathText.name(of: path))
        while access(folder, F_OK) != 0, folder.count > 1 {
            (folder, name) = (PathText.folder(of: folder), PathText.name(of: folder))
        }
        return Place(folder: folder, name: String(name))
    }
}
