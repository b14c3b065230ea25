import CLinux
import Dispatch
public import FontModel
import Fontconfig
import Glibc
import Synchronization

/// Tells when font packages are installed or removed: what fontconfig finds outside fontd's folders.
///
/// Watches the font folders and those inside them, and fontconfig's configuration. Sleeps in the kernel; there is a timer
/// only while something has just changed. Between two looks it keeps about 150 bytes for each face.
public final class SystemFontWatch: Sendable {
    private struct State {
        var list: SystemFontList?
        var watches: [String: InotifyLoop.Watch] = [:]
        var unwatched: [String] = []
        /// When the first and the last of the changes happened at which nobody has looked yet.
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

    /// Entries that come, go, or are written to the end; folders that go themselves.
    private static let events = UInt32(
        IN_CREATE | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)

    /// Makes a watch, which does nothing before ``start()``.
    public convenience init(context: RegistryContext) {
        self.init(context: context, quiet: .seconds(1), patience: .seconds(10))
    }

    /// A watch that shares the thread of what else is watched for a store.
    package convenience init(_ store: RegistryStore) {
        self.init(
            context: store.registrar.context, quiet: .seconds(1), patience: .seconds(10), loop: store.processState.loop)
    }

    /// - Parameters:
    ///   - quiet: How long nothing must have changed before it looks.
    ///   - patience: After how long it looks although things go on changing.
    init(
        context: RegistryContext, quiet: DispatchTimeInterval, patience: DispatchTimeInterval,
        loop: InotifyLoop = InotifyLoop()
    ) {
        (self.context, self.quiet, self.patience, self.loop) = (context, quiet, patience, loop)
    }

    /// Remembers what is there, and begins to watch.
    ///
    /// Costs what the start of a program that uses fontconfig costs. Nothing if it watches already.
    /// - Throws: 301 if fontconfig cannot be used.
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

    /// Watches no more, forgets what was there, and ends the streams.
    public func stop() {
        let (watches, subscribers) = state.withLock { state in
            defer { state = State() }
            return (state.watches.values, state.subscribers.values)
        }
        for watch in watches { loop.remove(watch) }
        for subscriber in subscribers { subscriber.finish() }
    }

    /// Changes from now on, until the task is cancelled or ``stop()``.
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

    /// Folders that are there and not watched: the innermost ones, when the kernel's limit for this user was reached.
    ///
    /// What changes in them alone is not told. The limit is `fs.inotify.max_user_watches`.
    public var unwatchedFolders: [String] { state.withLock { $0.unwatched } }

    // MARK: Looking

    /// Compares with the last look, tells, and watches what is there now; on the queue only.
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
        // What changed between loading and watching, or so shortly before that it may not have been read.
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
        // One look at the clock decides: what is pending either goes now, or is woken for again.
        let decision = state.withLock { state -> (due: DispatchTime, isDue: Bool)? in
            guard state.isRunning, let pending = state.pending else { return nil }
            let due = min(pending.last + quiet, pending.first + patience)
            let isDue = due <= .now()
            if isDue { state.pending = nil }
            return (due, isDue)
        }
        guard let decision else { return }
        guard decision.isDue else { return wake(at: decision.due) }
        // A configuration that cannot be read leaves what was; its next change is looked at again.
        try? look()
        // The fonts themselves have gone again: their memory is not wanted until the next change.
        clx_trim_heap()
    }

    // MARK: Watching

    private func watch(_ fonts: SystemFonts, excluding excluded: [String]) {
        var wanted: [(path: String, only: String?)] = []
        // Files are written anew by rename, which only their folder tells.
        for file in fonts.configurationFiles { wanted.append(Self.parent(of: file)) }
        for folder in fonts.configurationFiles { wanted.append((folder, nil)) }
        // The outermost first: where watches run out, a new package is still seen by the folder it makes.
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
        // After the new ones: what is watched by both is watched all the time.
        for watch in old.values { loop.remove(watch) }
        let isRunning = state.withLock { state in
            if state.isRunning { (state.watches, state.unwatched) = (watches, unwatched) }
            return state.isRunning
        }
        if !isRunning { for watch in watches.values { loop.remove(watch) } }
    }

    /// The nearest folder above that is there, and the name in it that leads to the path.
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
