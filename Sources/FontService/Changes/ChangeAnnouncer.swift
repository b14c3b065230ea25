import FontBus
import FontModel
import FontRegistry
import Synchronization

/// Tells everyone on the bus what changed, whoever did it.
final class ChangeAnnouncer: Sendable {
    private let connection: BusConnection
    private let manager: FontManager
    private let known = Atomic<Int64>(0)
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ connection: BusConnection, _ manager: FontManager) {
        self.connection = connection
        self.manager = manager
    }

    deinit { task.withLock { $0?.cancel() } }

    /// The store's generation as last announced.
    var generation: Int64 { known.load(ordering: .acquiring) }

    /// Begins with what happens from now on.
    func start() async {
        let generation = (try? await manager.generation()) ?? 0
        saw(generation)
        // The announcer must not be kept alive by its own task.
        let task = Task { [weak self, manager] in
            var cursor = generation
            while !Task.isCancelled {
                var changes = manager.changes(since: cursor).makeAsyncIterator()
                do throws(FontError) {
                    while let events = try await changes.nextOperation() {
                        guard let self else { return }
                        cursor = events.last?.generation ?? cursor
                        await self.announce(events, upTo: cursor)
                    }
                    return
                } catch {
                    // The store cannot be read now, or the kernel gives nothing to watch it with: then every few seconds.
                    if let (present, changes) = try? await manager.history(since: cursor), present > cursor {
                        await self?.announce((changes ?? []).map(FontChangeEvent.change), upTo: present)
                        cursor = present
                    }
                    guard await Self.wait() else { return }
                }
            }
        }
        self.task.withLock { $0 = task }
    }

    /// - Returns: False when the announcer is to end.
    private static func wait() async -> Bool { (try? await Task.sleep(for: .seconds(5))) != nil }

    /// A generation was told, as by the answer to an operation: nobody is to see an older one.
    func saw(_ generation: Int64) { known.max(generation, ordering: .acquiringAndReleasing) }

    private func announce(_ events: [FontChangeEvent], upTo generation: Int64) async {
        saw(generation)
        let changes = events.compactMap { event -> [String: BusValue]? in
            // Too much happened to tell it all: an empty signal sends everyone to ask.
            guard case .change(let change) = event else { return nil }
            return change.visible?.busMembers(isBrief: true)
        }
        await announce(generation, changes)
    }

    /// Tells of fonts that others installed or removed; they move no generation.
    func announce(_ change: SystemFontChange) async {
        let kinds = [("added", change.added), ("removed", change.removed), ("replaced", change.replaced)]
        await announce(
            generation,
            kinds.filter { !$0.1.isEmpty }.map { kind, faces in
                [
                    "generation": .int64(generation), "kind": .string(kind), "scope": .string("system"),
                    "provider": .string(""),
                    "faces": .dictionaries(faces.map { $0.face.briefBusMembers(file: $0.path) }),
                ]
            })
    }

    /// Sends one signal; without changes if they do not fit into a message.
    private func announce(_ generation: Int64, _ changes: [[String: BusValue]]) async {
        func signal(_ changes: [[String: BusValue]]) -> BusSignal {
            BusSignal(
                path: RegistryInterface.path, interface: RegistryInterface.busName, member: "FontsChanged",
                arguments: [.uint64(UInt64(generation)), .dictionaries(changes)])
        }
        do throws(BusFailure) {
            try await connection.emitInTurn(signal(changes))
        } catch {
            try? await connection.emit(signal([]))
        }
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
