import Dispatch
import FontRegistry
import Foundation
import Synchronization

/// Posts a notification for each change of the fonts of the process and of the registry.
final class ChangeNotifier: Sendable {
    static let name = NSNotification.Name("CTFontManagerFontChangedNotification")
    /// The key of the URLs of fonts that can be matched since the change.
    static let addedKey = "CTFontManagerAvailableFontURLsAdded"

    /// Whether the calling thread posts the changes that it makes itself.
    @TaskLocal private static var isPosting = false

    private struct State {
        var isWatchingProcess = false
        var isWatchingStore = false
        /// The number of changes in process scope that were posted.
        var sequence = 0
        /// The generation of the registry up to which changes were posted.
        var generation: Int64 = 0
    }

    private let manager: FontManager
    private let hasStore: Bool
    private let state = Mutex(State())
    /// The queue on which changes are posted that no function of this module makes.
    private let queue = DispatchQueue(label: "fontd notifications")

    private var process: ProcessScope { manager.process.state.process }

    init(_ manager: FontManager, hasStore: Bool) {
        self.manager = manager
        self.hasStore = hasStore
    }

    // MARK: Watching

    /// Starts to watch; further calls do nothing.
    func watch() {
        let isFirst = state.withLock { state in
            guard !state.isWatchingProcess else { return false }
            state.isWatchingProcess = true
            state.sequence = process.sequence
            return true
        }
        if isFirst {
            process.onChange(for: self) { [weak self] in self?.processDidChange() }
            // For changes between reading the sequence and this registration.
            processDidChange()
        }
        if hasStore { watchStore() }
    }

    private func watchStore() {
        let isFirst = state.withLock { state in
            // A store that cannot be read is tried again at the next use of the name.
            guard !state.isWatchingStore, let generation = try? manager.backend.presentGeneration() else {
                return false
            }
            state.isWatchingStore = true
            state.generation = generation
            return true
        }
        guard isFirst else { return }
        queue.async { [weak self] in
            guard let self else { return }
            do throws(FontError) {
                try CallingThread.wait { [weak self, manager] () async throws(FontError) in
                    try await manager.backend.watch { [weak self] in self?.storeDidChange() }
                }
                postStoreChanges()
            } catch {
                state.withLock { $0.isWatchingStore = false }
            }
        }
    }

    private func processDidChange() {
        guard !Self.isPosting else { return }
        queue.async { [weak self] in self?.postProcessChanges() }
    }

    private func storeDidChange() {
        queue.async { [weak self] in self?.postStoreChanges() }
    }

    // MARK: Posting

    /// Makes a change in process scope, and posts it on the calling thread.
    func posting<Value>(_ change: () throws(FontError) -> Value) throws(FontError) -> Value {
        let result = Self.$isPosting.withValue(true) { Result { () throws(FontError) in try change() } }
        if state.withLock({ $0.isWatchingProcess }) { postProcessChanges() }
        return try result.get()
    }

    private func postProcessChanges() {
        let changes: [FontChange]? = state.withLock { state in
            let changes = process.changes(since: state.sequence)
            state.sequence = changes.map { state.sequence + $0.count } ?? process.sequence
            return changes
        }
        post(changes)
    }

    private func postStoreChanges() {
        let generation = state.withLock { $0.generation }
        // If the store cannot be read, these changes are read with the next one.
        let history = try? CallingThread.wait { [manager] () async throws(FontError) in
            try await manager.history(since: generation)
        }
        guard let (reached, changes) = history, reached != generation else { return }
        state.withLock { $0.generation = reached }
        guard let changes else { return post(nil) }
        for operation in Dictionary(grouping: changes, by: \.generation).sorted(by: { $0.key < $1.key }) {
            post(operation.value)
        }
    }

    /// Posts a notification for changes; nil if they are not known.
    private func post(_ changes: [FontChange]?) {
        let changes = changes?.filter { ![.tagged, .collections].contains($0.kind) }
        guard changes?.isEmpty != true else { return }
        let added = (changes ?? []).filter { [.added, .enabled, .replaced].contains($0.kind) }
            .flatMap(\.faces).compactMap(\.path).filter { !CoreTextFonts.isInMemory($0) }
        var seen: Set<String> = []
        let urls = added.filter { seen.insert($0).inserted }.map(URL.init(localPath:))
        NotificationCenter.default.post(
            name: Self.name, object: nil, userInfo: urls.isEmpty ? nil : [Self.addedKey: urls])
    }
}
