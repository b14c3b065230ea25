import CDisplay
import CLinux
import FontModel
import FontRegistry
import Glibc

/// Makes the running GTK programs of one display follow changes of fonts where no settings daemon does.
///
/// GTK reads the fonts anew when the timestamp of fonts in its settings rises and fontconfig finds a changed folder, and
/// shows the state before the last time it did so. Every change therefore gets two touches of the font folders, each just
/// after the start of a second, since fontconfig compares whole seconds; and every touch, also a delayed one of the
/// registry, gets a new timestamp.
struct DesktopHelper {
    /// The touches after a change.
    private static let touches = 2
    /// The time after the last touch in which the settings stay ours: longer than until the next delayed touch.
    private static let patience = Duration.seconds(10)

    private enum Event: Sendable {
        /// The registry has changed.
        case changed
        /// A font folder was touched.
        case touched
        /// It is time to touch the folders.
        case due
        /// No folder was touched for a while after the touch of this number.
        case quiet(UInt32)
        case ended
    }

    private let paths: FontPaths
    private let policy: PolicyFile
    private let isWayland: Bool
    /// The X display; on Wayland Xwayland's, while it serves programs and the settings are ours.
    private var display: XDisplay?
    private let loop = InotifyLoop()
    private let events: AsyncStream<Event>
    private let happen: AsyncStream<Event>.Continuation
    private var watches: [InotifyLoop.Watch] = []
    /// The watch for changes of the store of all users, or for the creation of that store.
    private var allUsers: (watch: InotifyLoop.Watch, isOfStore: Bool)?
    /// The folders that programs know; a new one is seen if its parent is touched.
    private var known: Set<String> = []
    private var pending = 0
    private var claim: GTKSettings.Claim?
    private var raised: UInt32 = 0

    /// Watches the display of the environment.
    ///
    /// - Returns: nil if there is none.
    init?(_ paths: FontPaths) {
        self.paths = paths
        policy = PolicyFile(paths)
        (events, happen) = AsyncStream.makeStream(of: Event.self)
        let happen = happen
        if let name = Self.variable("WAYLAND_DISPLAY") {
            // A lasting connection to the X server would keep it running for nothing: compositors start it for its first
            // program.
            isWayland = true
            let socket = name.hasPrefix("/") ? name : (Self.variable("XDG_RUNTIME_DIR") ?? "") + "/" + name
            Task(executorPreference: TaskExecution.executor) {
                _ = try? await BlockingWork.perform { cds_wait_for_compositor(socket) }
                happen.yield(.ended)
            }
        } else if let display = XDisplay() {
            isWayland = false
            self.display = display
            Task(executorPreference: TaskExecution.executor) {
                await display.end()
                happen.yield(.ended)
            }
        } else {
            return nil
        }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).flatMap { String(validatingCString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The folders to touch: the registry's, or without them the user's, which may take longer to scan.
    private var folders: [String] {
        let own = [paths.persistentProjection, paths.sessionProjection].compactMap(\.self).filter(Self.exists)
        return own.isEmpty ? [paths.userFonts].filter(Self.exists) : own
    }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Runs until the display ends or the policy turns the helper off.
    mutating func run() async throws(FontError) {
        guard isOn else { return }
        try paths.prepareStore()
        guard watch(paths.store, UInt32(IN_MOVED_TO), for: "generation") != nil else {
            throw .store(.watch, path: paths.store)
        }
        watchStoreOfAllUsers()
        watchFolders()
        known = Set(folders)
        Self.giveMemoryBack()
        for await event in events {
            switch event {
            case .changed:
                guard isOn else { return await release() }
                watchStoreOfAllUsers()
                watchFolders()
                guard await isOurs() else { continue }
                if pending == 0 { schedule(.due, in: Self.untilNextSecond()) }
                pending = Self.touches
            case .touched: await raise()
            case .due:
                touch()
                pending -= 1
                if pending > 0 { schedule(.due, in: Self.untilNextSecond()) } else { known = Set(folders) }
            case .quiet(raised): await release()
            case .quiet: break
            case .ended: return
            }
        }
    }

    /// Whether the policy allows it; a policy that cannot be read might forbid it.
    private var isOn: Bool { (try? policy.read()).map { $0.desktopHelper != .off } ?? false }

    /// Watches a folder for events of the file in it that a change replaces or creates.
    private func watch(_ folder: String, _ events: UInt32, for file: String) -> InotifyLoop.Watch? {
        let happen = happen
        return loop.add(folder, events: events) { name in
            if name == file || name == nil { happen.yield(.changed) }
        }
    }

    /// Watches the store of all users, or the folder above it until there is one.
    private mutating func watchStoreOfAllUsers() {
        guard allUsers?.isOfStore != true else { return }
        let (store, above) = (FontPaths.system.store, FontPaths.system.dataHome)
        if let watch = watch(store, UInt32(IN_MOVED_TO), for: "generation") {
            (allUsers?.watch).map(loop.remove)
            allUsers = (watch, true)
        } else if case nil = allUsers {
            allUsers = watch(above, UInt32(IN_CREATE), for: String(store.dropFirst(above.count + 1))).map {
                ($0, false)
            }
        }
    }

    private mutating func watchFolders() {
        watches.forEach(loop.remove)
        let happen = happen
        let watched = folders + [FontPaths.system.persistentProjection].filter(Self.exists)
        watches = watched.compactMap { loop.add($0, events: UInt32(IN_ATTRIB)) { _ in happen.yield(.touched) } }
    }

    private func schedule(_ event: Event, in time: Duration) {
        let happen = happen
        Task(executorPreference: TaskExecution.executor) {
            await ServiceTimer.wait(for: time)
            happen.yield(event)
        }
    }

    /// Returns the time until a touch is due; see `clx_touch_wait`.
    private static func untilNextSecond() -> Duration {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return .milliseconds(1_012 - now.tv_nsec / 1_000_000)
    }

    /// Whether no settings daemon notifies the programs, which then is up to this one until ``release()``.
    private mutating func isOurs() async -> Bool {
        if case nil = claim { claim = await GTKSettings.claim(UInt32(clamping: time(nil))) }
        guard case .daemon? = claim else { return true }
        claim = nil
        return false
    }

    /// Touches the user's folders, which programs see for a change of the store of all users as well.
    private func touch() {
        for folder in folders {
            clx_touch(folder)
            if !known.contains(folder) { clx_touch(paths.userFonts) }
        }
    }

    private mutating func raise() async {
        let present = UInt32(clamping: time(nil))
        // GTK compares whole seconds.
        guard let claim, present != raised else { return }
        raised = present
        if isWayland, case nil = display { display = XDisplay.ofXwayland() }
        display?.raise(present)
        if case .owned(let settings) = claim { await settings.raise(present) }
        schedule(.quiet(present), in: Self.patience)
    }

    private mutating func release() async {
        display?.release()
        if isWayland {
            display?.disconnect()
            display = nil
        }
        if case .owned(let settings)? = claim { await settings.release() }
        claim = nil
        Self.giveMemoryBack()
    }

    /// Returns memory that an idle helper does not need; its code is in the page cache.
    private static func giveMemoryBack() {
        clx_trim_heap()
        clx_give_code_back()
    }
}
