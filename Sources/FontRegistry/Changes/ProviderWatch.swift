import Dispatch
import FontModel
import Glibc
import Synchronization

/// Tells when a provider that has fonts registered may have been removed.
///
/// Watches the folders in which lies what tells of the providers, and the store for new ones. Sleeps in the kernel; there
/// is a timer only while something has just gone.
package final class ProviderWatch: Sendable {
    private typealias Folder = Fingerprint.Identity

    private struct State {
        var watches: [Folder: InotifyLoop.Watch] = [:]
        var providers: [Folder: [ProviderRecord]] = [:]
        /// When the time until a provider counts as removed has begun, by id and as a number that grows.
        var alarms: [String: Int] = [:]
        var lastAlarm = 0
        var storeWatch: InotifyLoop.Watch?
        var isRefreshing = false
    }

    private let registrar: Registrar
    private let loop: InotifyLoop
    private let grace: @Sendable (ProviderKind) -> Duration
    private let didRemove: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "fontd providers")
    private let state = Mutex(State())

    /// How long a provider must be missing.
    ///
    /// A program's file is missing for moments whenever it is installed anew, and longer while it is linked; Flatpak and
    /// snapd keep the application's folder.
    package static let grace: @Sendable (ProviderKind) -> Duration = { kind in
        kind == .executable ? .seconds(60) : .seconds(1)
    }

    /// Makes a watch that does nothing until ``refresh()``.
    ///
    /// - Parameters:
    ///   - grace: How long a provider of a kind must be missing.
    ///   - didRemove: Called, on a queue of the watch's own, when a provider has gone; ``FontManager/sweep(gone:)`` then
    ///     looks again and takes its fonts out.
    package init(
        _ store: RegistryStore, grace: @escaping @Sendable (ProviderKind) -> Duration = ProviderWatch.grace,
        didRemove: @escaping @Sendable (_ provider: String) -> Void
    ) {
        (registrar, loop) = (store.registrar, store.processState.loop)
        self.grace = grace
        self.didRemove = didRemove
    }

    deinit {
        for watch in state.withLock({ Array($0.watches.values) + [$0.storeWatch].compactMap(\.self) }) {
            loop.remove(watch)
        }
    }

    /// Begins to watch, or looks again whom to watch.
    ///
    /// By itself it looks again whenever the store's generation moves.
    /// - Throws: 301 if the store cannot be read or watched.
    package func refresh() throws(FontError) {
        try watchStore()
        let known = try registrar.read { database, _ in
            try database?.providersWithFonts().filter(\.goesByItself) ?? []
        }
        var providers: [Folder: [ProviderRecord]] = [:]
        var paths: [Folder: String] = [:]
        for provider in known {
            guard let path = provider.evidence.map(ProviderRecord.folder), let folder = Folder(of: path) else {
                continue
            }
            providers[folder, default: []].append(provider)
            paths[folder] = path
        }
        let surplus = state.withLock { state in
            state.providers = providers
            state.alarms = state.alarms.filter { alarm in known.contains { $0.provider == alarm.key } }
            let surplus = state.watches.filter { providers[$0.key] == nil }
            for folder in surplus.keys { state.watches[folder] = nil }
            return surplus.values
        }
        surplus.forEach(loop.remove)
        for (folder, path) in paths where state.withLock({ $0.watches[folder] == nil }) {
            // A folder that cannot be watched is looked at all the same, whenever the store changes.
            let watch = loop.add(path, events: UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_ONLYDIR)) {
                [weak self] name in self?.happened(in: folder, to: name)
            }
            if let watch { state.withLock { $0.watches[folder] = watch } }
        }
        // After the watches: nothing slips in between.
        for provider in known where provider.isGone && state.withLock({ $0.alarms[provider.provider] == nil }) {
            expect(provider)
        }
    }

    private func watchStore() throws(FontError) {
        guard state.withLock({ $0.storeWatch }) == nil else { return }
        let store = registrar.paths.store
        try makeFolder(store)
        let watch = loop.add(store, events: UInt32(IN_MOVED_TO)) { [weak self] name in
            guard name == "generation" || name == nil, let self else { return }
            refreshSoon()
        }
        guard let watch else { throw .store("watch for changes", path: store) }
        state.withLock { $0.storeWatch = watch }
    }

    /// Looks again when the operation is over, and those that follow it at once: who is told of a change comes first.
    private func refreshSoon() {
        let isFirst = state.withLock { state in
            defer { state.isRefreshing = true }
            return !state.isRefreshing
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in
            guard let self else { return }
            state.withLock { $0.isRefreshing = false }
            // What cannot be read now is read at the next change.
            try? refresh()
        }
    }

    /// - Parameter name: Of what left the folder; nil if that is not known.
    private func happened(in folder: Folder, to name: String?) {
        let providers = state.withLock { $0.providers[folder] ?? [] }
        for provider in providers {
            guard let name, let evidence = provider.evidence else {
                expect(provider)
                continue
            }
            if evidence.hasSuffix("/" + name) { expect(provider) }
        }
    }

    /// Looks again when the provider has been missing for its time; whatever happens meanwhile begins it anew.
    private func expect(_ provider: ProviderRecord) {
        let alarm = state.withLock { state in
            state.lastAlarm += 1
            state.alarms[provider.provider] = state.lastAlarm
            return state.lastAlarm
        }
        queue.asyncAfter(deadline: .now() + DispatchTimeInterval(grace(provider.kind))) { [weak self] in
            guard let self else { return }
            let isLast = state.withLock { state in
                guard state.alarms[provider.provider] == alarm else { return false }
                state.alarms[provider.provider] = nil
                return true
            }
            if isLast, provider.isGone { didRemove(provider.provider) }
        }
    }
}
