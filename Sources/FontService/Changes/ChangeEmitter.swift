import FontBus
import FontModel
import FontRegistry
import Synchronization

/// Emits signals on the bus for changes, by this or any other process.
final class ChangeEmitter: Sendable {
    private let connection: BusConnection
    private let store: RegistryStore
    private let known = Atomic<Int64>(0)
    /// The generation of the last signal, which a signal about something else has, too, so that clients read it.
    private let emitted = Atomic<Int64>(0)
    private let tail = Mutex<ChangeTail<PreparedSignal>?>(nil)
    private let retry = Mutex<Task<Void, Never>?>(nil)
    /// The policy that clients know.
    private let policy = Mutex<Int?>(nil)

    init(_ connection: BusConnection, _ store: RegistryStore) {
        self.connection = connection
        self.store = store
    }

    deinit { retry.withLock { $0?.cancel() } }

    /// The store's generation in the last signal.
    var generation: Int64 { known.load(ordering: .acquiring) }

    /// Starts after a generation; nil if the store cannot be read now.
    func start(_ generation: Int64?) {
        saw(generation ?? 0)
        emitted.store(generation ?? 0, ordering: .releasing)
        let tail = ChangeTail(store, after: generation) { [connection] generation, changes in
            // If the changes do not fit, the list is empty, and clients query the current state instead.
            connection.prepare(generation, (changes ?? []).compactMap { $0.visible?.briefBusMembers })
        } handOver: { [connection, weak self] generation, signal in
            self?.saw(generation)
            signal.post()
            self?.emitted.store(generation, ordering: .releasing)
            // Clients drop the value of the property that they keep.
            let invalidation = BusSignal(
                path: RegistryInterface.path, interface: "org.freedesktop.DBus.Properties",
                member: "PropertiesChanged",
                arguments: [.string(RegistryInterface.busName), .dictionary([:]), .strings(["Generation"])])
            connection.prepare(invalidation, orElse: invalidation).post()
        }
        self.tail.withLock { $0 = tail }
        followPolicy()
        do throws(FontError) {
            try tail.start { [weak self] in self?.lookAgain(untilRead: true) }
        } catch {
            lookAgain(untilRead: false)
        }
    }

    /// Reads the store every few seconds.
    ///
    /// - Parameter untilRead: Whether to stop once the store can be read again. If false, reading continues for good,
    ///   because the kernel provides no way to watch the store.
    private func lookAgain(untilRead: Bool) {
        retry.withLock { retry in
            guard retry == nil else { return }
            retry = Task(executorPreference: TaskExecution.executor) { [weak self] in
                while await ServiceTimer.wait(for: .seconds(5)) {
                    guard let self else { return }
                    // From here on, another failure starts a new retry.
                    if untilRead { self.retry.withLock { $0 = nil } }
                    let isRead = catchUp()
                    guard untilRead else { continue }
                    if !isRead { lookAgain(untilRead: true) }
                    return
                }
            }
        }
    }

    /// Emits signals for the changes that have not been emitted yet.
    ///
    /// - Returns: False if the store cannot be read.
    @discardableResult
    func catchUp() -> Bool { (try? tail.withLock({ $0 })?.catchUp()) != nil }

    /// Records a generation that was returned to a client, so that no client sees an older one later.
    func saw(_ generation: Int64) { known.max(generation, ordering: .acquiringAndReleasing) }

    // MARK: What has no generation

    private func followPolicy() {
        policy.withLock { $0 = store.unlogged.state.policy }
        store.unlogged.watch(on: store.processState.loop) { [weak self] in self?.emitPolicy() }
    }

    /// Emits a signal if the policy has changed.
    private func emitPolicy() {
        let present = store.unlogged.state.policy
        let isNew = policy.withLock { policy in
            defer { policy = present }
            return policy != present
        }
        let event = FontChangeEvent.policy(generation: emitted.load(ordering: .acquiring))
        if isNew, let members = event.unloggedMembers { connection.prepare(event.generation, [members]).post() }
    }

    /// Emits a signal for the announcements of a provider that it changed, to the given peers alone: who supplies fonts is
    /// nothing that every program may know.
    func emitAnnouncements(of provider: String, to peers: [String]) {
        let event = FontChangeEvent.announcements(
            generation: emitted.load(ordering: .acquiring), provider: provider)
        guard !peers.isEmpty, let members = event.unloggedMembers else { return }
        let signal = Self.signal(event.generation, [members])
        Task(executorPreference: TaskExecution.executor) { [connection] in
            for peer in peers { try? await connection.emit(signal, to: peer) }
        }
    }

    fileprivate static func signal(_ generation: Int64, _ changes: [[String: BusValue]]) -> BusSignal {
        BusSignal(
            path: RegistryInterface.path, interface: RegistryInterface.busName, member: "FontsChanged",
            arguments: [.uint64(UInt64(generation)), .dictionaries(changes)])
    }

    /// Emits a signal for fonts that other programs installed or removed, which does not change the generation.
    func emit(_ change: SystemFontChange) {
        let kinds = [("added", change.added), ("removed", change.removed), ("replaced", change.replaced)]
        connection.prepare(
            generation,
            kinds.filter { !$0.1.isEmpty }.map { kind, faces in
                [
                    "generation": .int64(generation), "kind": .string(kind), "scope": .string("system"),
                    "provider": .string(""),
                    "faces": .dictionaries(faces.map(\.briefBusMembers)),
                ]
            }
        ).post()
    }
}

extension BusConnection {
    /// Prepares FontsChanged, without changes if they do not fit into a message or the bus is not ready for them.
    fileprivate nonisolated func prepare(_ generation: Int64, _ changes: [[String: BusValue]]) -> PreparedSignal {
        prepare(ChangeEmitter.signal(generation, changes), orElse: ChangeEmitter.signal(generation, []))
    }
}

extension FontChange {
    /// The part of the change that every program may see, without registered fonts that are not visible.
    fileprivate var visible: FontChange? {
        var change = self
        change.faces.removeAll { $0.path == nil }
        return change.faces.isEmpty ? nil : change
    }
}
