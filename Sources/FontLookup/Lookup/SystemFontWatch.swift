import CLinux
import Dispatch
package import FontModel
import Fontconfig
import Glibc
import Synchronization

/// Reports the installation and removal of font packages, that is, changes of the fonts outside fontd's folders.
///
/// It watches the font folders with their subfolders, and fontconfig's configuration, as long as it has followers. It
/// sleeps in the kernel; a timer runs only after a change. Between two scans it keeps about 150 bytes per face.
package final class SystemFontWatch: Sendable {
    private struct State {
        var list: SystemFontList?
        var watches: [ExactText: InotifyLoop.Watch] = [:]
        /// The times of the first and the last change since the last scan, and for how long nothing must change before the
        /// next one.
        var pending: (first: DispatchTime, last: DispatchTime, quiet: Int)?
        var followers: [Int: @Sendable (SystemFontChange) -> Void] = [:]
        var lastFollower = 0
    }

    /// A follower, which hears of changes until it is released.
    package final class Follower: Sendable {
        private let watch: SystemFontWatch
        private let number: Int

        fileprivate init(_ watch: SystemFontWatch, _ number: Int) { (self.watch, self.number) = (watch, number) }
        deinit { watch.remove(number) }
    }

    private let system: SystemFontCache
    /// The milliseconds without a change after which an installation of fonts is over.
    private let quiet = 1_000
    /// The milliseconds after a change of fontd's own rules, which are written at once.
    private let quietOfRules = 30
    private let patience = DispatchTimeInterval.seconds(10)
    private let loop: InotifyLoop
    private let queue = DispatchQueue(label: "fontd system fonts")
    private let state = Mutex(State())

    /// Entries that are created, removed or completely written, and folders that are removed or moved.
    private static let events = UInt32(
        IN_CREATE | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)

    /// Creates a watch, which does nothing before it has a follower.
    package init(_ system: SystemFontCache, loop: InotifyLoop) {
        self.system = system
        self.loop = loop
    }

    /// Reports the changes from now on, or from the last query of the system's fonts on, to a function that is called
    /// on the watch's own thread.
    ///
    /// The cost for each follower is that of the start of a program that uses fontconfig.
    /// - Throws: `registrationFailed` (301) if fontconfig cannot be used.
    package func follow(_ handler: @escaping @Sendable (SystemFontChange) -> Void) async throws(FontError) -> Follower {
        let result: Result<Follower, FontError> = await withCheckedContinuation { continuation in
            queue.async {
                let number = self.state.withLock { state in
                    state.lastFollower += 1
                    // Hears of changes after this scan, and separately of those before it.
                    state.followers[state.lastFollower] = { _ in }
                    return state.lastFollower
                }
                let follower = Follower(self, number)
                let result = Result { () throws(FontError) in
                    let seen = self.system.lastSeen.map(SystemFontList.init)
                    let (fonts, list) = try self.look()
                    let missed = seen.map { list.changes(since: $0, in: fonts) }
                    self.state.withLock { $0.followers[number] = handler }
                    if let missed { self.tell(missed, to: [handler]) }
                    clx_trim_heap()
                    return follower
                }
                continuation.resume(returning: result)
            }
        }
        return try result.get()
    }

    /// Removes a follower; without any, discards the last scan and watches nothing.
    private func remove(_ number: Int) {
        let watches = state.withLock { state -> [InotifyLoop.Watch] in
            state.followers[number] = nil
            guard state.followers.isEmpty else { return [] }
            defer { state = State(lastFollower: state.lastFollower) }
            return Array(state.watches.values)
        }
        for watch in watches { loop.remove(watch) }
    }

    /// Whether folders are watched.
    var isWatching: Bool { state.withLock { !$0.watches.isEmpty } }

    // MARK: Looking

    /// Scans the fonts, reports the changes, and updates the watches; on the queue only.
    private func look() throws(FontError) -> (SystemFonts, SystemFontList) {
        let fonts = try system.load(loadsRegistered: false)
        watch(fonts, excluding: system.registeredFolders)
        let list = SystemFontList(fonts)
        let old = state.withLock { state -> SystemFontList? in
            guard !state.followers.isEmpty else { return nil }
            defer { state.list = list }
            return state.list
        }
        if let old {
            let change = list.changes(since: old, in: fonts)
            tell(change, to: state.withLock { Array($0.followers.values) })
        }
        // Fonts may have changed between loading and watching, or too shortly before loading to be included.
        if !fonts.isUpToDate() { somethingChanged() }
        return (fonts, list)
    }

    private func tell(_ change: SystemFontChange, to followers: [@Sendable (SystemFontChange) -> Void]) {
        guard !change.isEmpty else { return }
        // They ask at once, sooner than the cache would look by itself.
        system.lookAgain()
        for follower in followers { follower(change) }
    }

    private func somethingChanged(isOfRules: Bool = false) {
        let now = DispatchTime.now()
        let quiet = isOfRules ? quietOfRules : quiet
        let isFirst = state.withLock { state in
            guard !state.followers.isEmpty else { return false }
            defer { state.pending = (state.pending?.first ?? now, now, max(state.pending?.quiet ?? 0, quiet)) }
            return state.pending == nil
        }
        if isFirst { wake(at: now + .milliseconds(quiet)) }
    }

    private func wake(at time: DispatchTime) {
        queue.asyncAfter(deadline: time) { [weak self] in self?.lookIfQuiet() }
    }

    private func lookIfQuiet() {
        // Read the clock only once: a pending scan either runs now or is scheduled again.
        let decision = state.withLock { state -> (due: DispatchTime, isDue: Bool)? in
            guard !state.followers.isEmpty, let pending = state.pending else { return nil }
            let due = min(pending.last + .milliseconds(pending.quiet), pending.first + patience)
            let isDue = due <= .now()
            if isDue { state.pending = nil }
            return (due, isDue)
        }
        guard let decision else { return }
        guard decision.isDue else { return wake(at: decision.due) }
        // If the configuration cannot be read, the last scan remains; the next change triggers another scan.
        _ = try? look()
        // The loaded fonts have been freed; return their memory to the system until the next change.
        clx_trim_heap()
    }

    // MARK: Watching

    private func watch(_ fonts: SystemFonts, excluding excluded: [String]) {
        var wanted: [(path: String, only: String?)] = []
        // Files are replaced by rename, which only a watch of their folder reports.
        for file in fonts.configuration.configurationFiles { wanted.append(Self.parent(of: file)) }
        for folder in fonts.configuration.configurationFiles { wanted.append((folder, nil)) }
        // A new user has no rules, and no folder for them, until the first font is hidden.
        for place in fonts.configuration.awaitedFiles { wanted.append(Self.parent(of: place)) }
        // The outermost folders come first: if watches run out, the new folder of a package is still noticed.
        let depths = fonts.fontDirectories.map { (path: $0, depth: $0.utf8.count { $0 == UInt8(ascii: "/") }) }
        for (path, _) in depths.sorted(by: { $0.depth < $1.depth }) {
            wanted.append(Self.isFolder(path) ? (path, nil) : Self.parent(of: path))
        }
        var names: [ExactText: Set<String>] = [:]
        for (path, only) in wanted { names[ExactText(path), default: []].insert(only ?? "") }

        let rules = system.context.paths.rejectRules
        let old = state.withLock { $0.watches }
        var watches: [ExactText: InotifyLoop.Watch] = [:]
        // The kernel's limit for this user (`fs.inotify.max_user_watches`) may leave the innermost folders unwatched;
        // changes in these alone are not reported.
        for folder in wanted.map({ ExactText($0.path) }).unique {
            let (path, accepted) = (folder.string, names[folder] ?? [])
            watches[folder] = loop.add(path, events: Self.events | UInt32(IN_ONLYDIR)) { [weak self] name in
                guard let name, !name.isEmpty else { return self?.somethingChanged() ?? () }
                if excluded.contains(path + "/" + name) { return }
                // In folders, fontconfig passes over names that begin with a dot, such as those of files that are being written.
                if accepted.contains("") && !name.hasPrefix(".") || accepted.contains(name) {
                    self?.somethingChanged(isOfRules: path + "/" + name == rules)
                }
            }
        }
        // Remove the old watches last, so that folders in both sets are watched without a gap.
        for watch in old.values { loop.remove(watch) }
        let isNeeded = state.withLock { state in
            if !state.followers.isEmpty { state.watches = watches }
            return !state.followers.isEmpty
        }
        if !isNeeded { for watch in watches.values { loop.remove(watch) } }
    }

    /// Returns the nearest existing parent folder, and the name in it that leads to the path.
    private static func parent(of path: String) -> (path: String, only: String?) {
        var parts = path.split(separator: "/")
        while let name = parts.popLast() {
            let folder = "/" + parts.joined(separator: "/")
            if isFolder(folder) { return (folder, String(name)) }
        }
        return ("/", "")
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return clx_stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
