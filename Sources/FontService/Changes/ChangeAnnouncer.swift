import FontBus
import FontModel
import FontRegistry
import Synchronization

/// Tells everyone on the bus what changed, whoever did it.
final class ChangeAnnouncer: Sendable {
    private let connection: BusConnection
    private let store: RegistryStore
    private let known = Atomic<Int64>(0)
    private let tail = Mutex<ChangeTail<PreparedSignal>?>(nil)
    private let retry = Mutex<Task<Void, Never>?>(nil)

    init(_ connection: BusConnection, _ store: RegistryStore) {
        self.connection = connection
        self.store = store
    }

    deinit { retry.withLock { $0?.cancel() } }

    /// The store's generation as last announced.
    var generation: Int64 { known.load(ordering: .acquiring) }

    /// Begins with what happens after a generation; nil if the store cannot be read now.
    func start(_ generation: Int64?) {
        saw(generation ?? 0)
        let tail = ChangeTail(store, after: generation) { [connection] generation, changes in
            // Of no change if too much happened to tell it all, which sends everyone to ask.
            connection.prepare(generation, (changes ?? []).compactMap { $0.visible?.busMembers(isBrief: true) })
        } handOver: { [weak self] generation, signal in
            self?.saw(generation)
            signal.post()
            self?.invalidateGeneration()
        }
        self.tail.withLock { $0 = tail }
        do throws(FontError) {
            try tail.start { [weak self] in self?.lookAgain(untilRead: true) }
        } catch {
            lookAgain(untilRead: false)
        }
    }

    /// Looks every few seconds.
    ///
    /// - Parameter untilRead: Until the store can be read again; else for good, since the kernel gives nothing to watch it
    ///   with.
    private func lookAgain(untilRead: Bool) {
        retry.withLock { retry in
            guard retry == nil else { return }
            retry = Task(executorPreference: TaskExecution.executor) { [weak self] in
                while await ServiceTimer.wait(for: .seconds(5)) {
                    guard let self else { return }
                    // What fails from here on begins it anew.
                    if untilRead { self.retry.withLock { $0 = nil } }
                    let isRead = catchUp()
                    guard untilRead else { continue }
                    if !isRead { lookAgain(untilRead: true) }
                    return
                }
            }
        }
    }

    /// Reports that the property `Generation` has changed, so that clients drop the value that they keep.
    private func invalidateGeneration() {
        let signal = BusSignal(
            path: RegistryInterface.path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
            arguments: [.string(RegistryInterface.busName), .dictionary([:]), .strings(["Generation"])])
        connection.prepare(signal, orElse: signal).post()
    }

    /// Tells what has not been told yet.
    ///
    /// - Returns: False if the store cannot be read.
    @discardableResult
    func catchUp() -> Bool { (try? tail.withLock({ $0 })?.catchUp()) != nil }

    /// A generation was told, as by the answer to an operation: nobody is to see an older one.
    func saw(_ generation: Int64) { known.max(generation, ordering: .acquiringAndReleasing) }

    /// Tells of fonts that others installed or removed; they move no generation.
    func announce(_ change: SystemFontChange) {
        let kinds = [("added", change.added), ("removed", change.removed), ("replaced", change.replaced)]
        connection.prepare(
            generation,
            kinds.filter { !$0.1.isEmpty }.map { kind, faces in
                [
                    "generation": .int64(generation), "kind": .string(kind), "scope": .string("system"),
                    "provider": .string(""),
                    "faces": .dictionaries(faces.map { $0.face.briefBusMembers(file: $0.path) }),
                ]
            }
        ).post()
    }
}

extension BusConnection {
    /// FontsChanged; without changes if they do not fit into a message or the bus is not ready for them.
    fileprivate nonisolated func prepare(_ generation: Int64, _ changes: [[String: BusValue]]) -> PreparedSignal {
        func signal(_ changes: [[String: BusValue]]) -> BusSignal {
            BusSignal(
                path: RegistryInterface.path, interface: RegistryInterface.busName, member: "FontsChanged",
                arguments: [.uint64(UInt64(generation)), .dictionaries(changes)])
        }
        return prepare(signal(changes), orElse: signal([]))
    }
}

extension FontChange {
    /// What everyone may know of it: not the fonts that are registered and not shown.
    fileprivate var visible: FontChange? {
        var change = self
        change.faces.removeAll { $0.path == nil }
        return change.faces.isEmpty ? nil : change
    }
}
