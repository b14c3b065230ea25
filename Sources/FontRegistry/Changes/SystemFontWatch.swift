import CLinux
import Dispatch
public import FontModel
import Fontconfig
import Glibc
import Synchronization

/// Reports the installation and removal of font packages, that is, changes of the fonts outside fontd's folders.
///
/// It watches the font folders with their subfolders, and fontconfig's configuration. It sleeps in the kernel; a timer
/// runs only after a change. Between two scans it keeps about 150 bytes per face.
public final class SystemFontWatch: Sendable {
    private struct State {
        var list: SystemFontList?
        var watches: [String: InotifyLoop.Watch] = [:]
        var unwatched: [String] = []
        /// The times of the first and the last change since the last scan.
        var pending: (first: DispatchTime, last: DispatchTime)?
        var subscribers: [Int: AsyncStream<SystemFontChange>.Continuation] = [:]
        var nextSubscriber = 0
        var isRunning = false
    }

    private let context: RegistryContext
    private let quiet: DispatchTimeInterval
    private let patience: DispatchTimeInterval
    private let loop: InotifyLoop
    private let queue = DispatchQueue(label: "fontd system fonts")
    private let state = Mutex(State())

    /// Entries that are created, removed or completely written, and folders that are removed or moved.
    private static let events = UInt32(
        IN_CREATE | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)

    /// Creates a watch, which does nothing before ``start()``.
    public convenience init(context: RegistryContext) {
        self.init(context: context, quiet: .seconds(1), patience: .seconds(10))
    }

    /// Creates a watch that shares the thread of the other watches of a store.
    package convenience init(_ store: RegistryStore) {
        self.init(
            context: store.registrar.context, quiet: .seconds(1), patience: .seconds(10), loop: store.processState.loop)
    }

    /// Creates a watch with the given delays.
    ///
    /// - Parameters:
    ///   - quiet: The time without changes after which it scans.
    ///   - patience: The time after which it scans in spite of continuing changes.
    init(
        context: RegistryContext, quiet: DispatchTimeInterval, patience: DispatchTimeInterval,
        loop: InotifyLoop = InotifyLoop()
    ) {
        (self.context, self.quiet, self.patience, self.loop) = (context, quiet, patience, loop)
    }

    /// Scans the fonts and starts to watch.
    ///
    /// The cost is that of the start of a program that uses fontconfig. Does nothing if the watch is already running.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if fontconfig cannot be used.
    public func start() async throws(FontError) {
        let result: Result<Void, FontError> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(FontError) {
                    if !self.state.withLock({ $0.isRunning }) {
                        self.state.withLock { $0.isRunning = true }
                        try self.look()
                        clx_trim_heap()
                    }
                    continuation.resume(returning: .success(()))
                } catch {
                    self.state.withLock { $0.isRunning = false }
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        try result.get()
    }

    /// Stops watching, discards the last scan, and finishes the streams.
    public func stop() {
        let (watches, subscribers) = state.withLock { state in
            defer { state = State() }
            return (state.watches.values, state.subscribers.values)
        }
        for watch in watches { loop.remove(watch) }
        for subscriber in subscribers { subscriber.finish() }
    }

    /// Returns a stream of the changes from now on, until the task is cancelled or ``stop()`` is called.
    ///
    /// A reader that is more than 64 changes behind loses the oldest.
    public func changes() -> AsyncStream<SystemFontChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SystemFontChange.self, bufferingPolicy: .bufferingNewest(64))
        let id = state.withLock { state in
            state.nextSubscriber += 1
            state.subscribers[state.nextSubscriber] = continuation
            return state.nextSubscriber
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.subscribers.removeValue(forKey: id) }
        }
        return stream
    }

    /// The existing folders that are not watched, because the kernel's limit for this user was reached; the innermost
    /// ones.
    ///
    /// Changes in these folders alone are not reported. The limit is `fs.inotify.max_user_watches`.
    public var unwatchedFolders: [String] { state.withLock { $0.unwatched } }

    // MARK: Looking

    /// Scans the fonts, reports the changes, and updates the watches; on the queue only.
    private func look() throws(FontError) {
        let excluded = [FontScope.session, .persistent].compactMap(context.paths.projection)
        try context.paths.refuseIntrudersAmongFonts()
        let fonts = try SystemFonts.load(
            configurationFile: context.fontconfigFile, excludingDirectories: excluded)
        watch(fonts, excluding: excluded)
        let list = SystemFontList(fonts)
        let old = state.withLock { state -> SystemFontList? in
            guard state.isRunning else { return nil }
            defer { state.list = list }
            return state.list
        }
        if let old {
            let change = list.changes(since: old, in: fonts)
            if !change.isEmpty {
                for subscriber in state.withLock({ Array($0.subscribers.values) }) { subscriber.yield(change) }
            }
        }
        // Fonts may have changed between loading and watching, or too shortly before loading to be included.
        if !fonts.isUpToDate() { somethingChanged() }
    }

    private func somethingChanged() {
        let now = DispatchTime.now()
        let isFirst = state.withLock { state in
            guard state.isRunning else { return false }
            defer { state.pending = (state.pending?.first ?? now, now) }
            return state.pending == nil
        }
        if isFirst { wake(at: now + quiet) }
    }

    private func wake(at time: DispatchTime) {
        queue.asyncAfter(deadline: time) { [weak self] in self?.lookIfQuiet() }
    }

    private func lookIfQuiet() {
        // Read the clock only once: a pending scan either runs now or is scheduled again.
        let decision = state.withLock { state -> (due: DispatchTime, isDue: Bool)? in
            guard state.isRunning, let pending = state.pending else { return nil }
            let due = min(pending.last + quiet, pending.first + patience)
            let isDue = due <= .now()
            if isDue { state.pending = nil }
            return (due, isDue)
        }
        guard let decision else { return }
        guard decision.isDue else { return wake(at: decision.due) }
        // If the configuration cannot be read, the last scan remains; the next change triggers another scan.
        try? look()
        // The loaded fonts have been freed; return their memory to the system until the next change.
        clx_trim_heap()
    }

    // MARK: Watching

    private func watch(_ fonts: SystemFonts, excluding excluded: [String]) {
        var wanted: [(path: String, only: String?)] = []
        // Files are replaced by rename, which only a watch of their folder reports.
        for file in fonts.configurationFiles { wanted.append(Self.parent(of: file)) }
        for folder in fonts.configurationFiles { wanted.append((folder, nil)) }
        // The outermost folders come first: if watches run out, the new folder of a package is still noticed.
        let depths = fonts.fontDirectories.map { (path: $0, depth: $0.utf8.count { $0 == UInt8(ascii: "/") }) }
        for (path, _) in depths.sorted(by: { $0.depth < $1.depth }) {
            wanted.append(Self.isFolder(path) ? (path, nil) : Self.parent(of: path))
        }
        var names: [String: Set<String>] = [:]
        for (path, only) in wanted { names[path, default: []].insert(only ?? "") }

        let old = state.withLock { $0.watches }
        var watches: [String: InotifyLoop.Watch] = [:]
        var unwatched: [String] = []
        for path in wanted.map(\.path) where watches[path] == nil && !unwatched.contains(path) {
            let accepted = names[path] ?? []
            let watch = loop.add(path, events: Self.events | UInt32(IN_ONLYDIR)) { [weak self] name in
                guard let name, !name.isEmpty else { return self?.somethingChanged() ?? () }
                if excluded.contains(path + "/" + name) { return }
                if accepted.contains("") || accepted.contains(name) { self?.somethingChanged() }
            }
            if let watch { watches[path] = watch } else if Self.isFolder(path) { unwatched.append(path) }
        }
        // Remove the old watches last, so that folders in both sets are watched without a gap.
        for watch in old.values { loop.remove(watch) }
        let isRunning = state.withLock { state in
            if state.isRunning { (state.watches, state.unwatched) = (watches, unwatched) }
            return state.isRunning
        }
        if !isRunning { for watch in watches.values { loop.remove(watch) } }
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
