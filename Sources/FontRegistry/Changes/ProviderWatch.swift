import Dispatch
import FontModel
import Glibc
import Synchronization

/// Reports that a provider with registered fonts may have been removed.
///
/// It watches the folders of the providers' evidence files, and the store for new providers. It sleeps in the kernel; a
/// timer runs only after a file was removed.
package final class ProviderWatch: Sendable {
    private typealias Folder = Fingerprint.Identity

    private struct State {
        var watches: [Folder: InotifyLoop.Watch] = [:]
        var providers: [Folder: [ProviderRecord]] = [:]
        /// The start of each provider's grace period, by provider id, as a sequence number.
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

    /// Returns how long a provider must be missing.
    ///
    /// A program's file is missing for moments while it is reinstalled, and longer while it is linked. Flatpak and
    /// snapd keep the application's folder.
    package static let grace: @Sendable (ProviderKind) -> Duration = { kind in
        kind == .executable ? .seconds(60) : .seconds(1)
    }

    /// Creates a watch that does nothing before ``refresh()``.
    ///
    /// - Parameters:
    ///   - grace: Returns how long a provider of a kind must be missing.
    ///   - didRemove: Called on a queue of the watch when a provider has gone; ``FontManager/sweep(gone:)`` then checks
    ///     again and unregisters its fonts.
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

    /// Starts to watch, or updates the set of watched folders.
    ///
    /// The watch updates itself whenever the store's generation changes.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the store cannot be read or watched.
    package func refresh() throws(FontError) {
        try watchStore()
        let known = try registrar.providersThatMayGo()
        var providers: [Folder: [ProviderRecord]] = [:]
        var paths: [Folder: String] = [:]
        for provider in known {
            guard let path = provider.evidence.map(PathText.folder), let folder = Folder(of: path) else {
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
            // A folder that cannot be watched is still checked whenever the store changes.
            let watch = loop.add(path, events: UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_ONLYDIR)) {
                [weak self] name in self?.happened(in: folder, to: name)
            }
            if let watch { state.withLock { $0.watches[folder] = watch } }
        }
        // Check after adding the watches, so that no removal is missed.
        for provider in known where provider.isGone && state.withLock({ $0.alarms[provider.provider] == nil }) {
            expect(provider)
        }
    }

    private func watchStore() throws(FontError) {
        guard state.withLock({ $0.storeWatch }) == nil else { return }
        let store = registrar.paths.store
        try makeFolder(store)
        let watch = loop.add(store, events: UInt32(IN_MOVED_TO)) { [weak self] name in
            if name == "generation" || name == nil { self?.refreshSoon() }
        }
        guard let watch else { throw .store(.watch, path: store) }
        state.withLock { $0.storeWatch = watch }
    }

    /// Schedules one refresh for this and closely following operations, after their notifications.
    private func refreshSoon() {
        let isFirst = state.withLock { state in
            defer { state.isRefreshing = true }
            return !state.isRefreshing
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in
            guard let self else { return }
            state.withLock { $0.isRefreshing = false }
            // A failed read is repeated at the next change.
            try? refresh()
        }
    }

    /// Handles the removal of a file from a watched folder.
    ///
    /// - Parameter name: The name of the removed file; `nil` if unknown.
    private func happened(in folder: Folder, to name: String?) {
        let providers = state.withLock { $0.providers[folder] ?? [] }
        for provider in providers {
            let isAnother = name.flatMap { name in provider.evidence.map { !$0.hasSuffix("/" + name) } } ?? false
            if !isAnother { expect(provider) }
        }
    }

    /// Checks the provider again after its grace period, which every further event restarts.
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
