import FontBus
import FontModel
import FontRegistry
import Synchronization

/// A peer on the bus and its authority.
struct ServiceCaller: Sendable {
    /// The unique name of its connection.
    var peer: String
    var identity: CallerIdentity
    /// Whether the caller is the `fontctl` that was installed with the service.
    let isFontctl: Bool
    /// Whether the caller acts for the user, who may do everything.
    var isUser: Bool
    /// A manager that acts for the caller.
    var manager: FontManager
}

/// The identities of the peers on the bus.
///
/// Each connection is identified once: a connection belongs to one process, and the bus does not reuse unique names.
actor CallerDirectory {
    private let connection: BusConnection
    private let manager: FontManager
    private let userPrograms: [String]
    private let runtimeDirectory: String?
    private let onLeave: @Sendable (String) async -> Void
    private var watched: Set<String> = []
    /// The inspections that are under way, by process, each with the number of calls that wait for it.
    private var looks: [Int32: (queue: WorkQueue, count: Int)] = [:]
    /// The maximum number of inspections; each may block a thread for good.
    private static let mostLooks = 32
    private var callers: [String: Task<Result<ServiceCaller, BusFailure>, Never>] = [:]
    /// The identities of the callers, by peer.
    private var ids: [String: String] = [:]

    /// - Parameters:
    ///   - userPrograms: Programs that act for the user.
    ///   - runtimeDirectory: The user's `XDG_RUNTIME_DIR`.
    ///   - onLeave: Called for each peer that leaves the bus.
    init(
        _ connection: BusConnection, _ manager: FontManager, userPrograms: [String], runtimeDirectory: String?,
        onLeave: @escaping @Sendable (String) async -> Void
    ) {
        self.connection = connection
        self.manager = manager
        self.userPrograms = userPrograms
        self.runtimeDirectory = runtimeDirectory
        self.onLeave = onLeave
    }

    /// - Throws: `AccessDenied` if the bus does not identify the peer; `missingEntitlement` (302) if its process cannot
    ///   be inspected.
    func caller(_ peer: String) async throws(BusFailure) -> ServiceCaller {
        if let known = callers[peer] { return try await known.value.get() }
        let task = Task(executorPreference: TaskExecution.executor) { () -> Result<ServiceCaller, BusFailure> in
            await Result { () async throws(BusFailure) in try await self.identify(peer) }
        }
        callers[peer] = task
        let result = await task.value
        switch result {
        case .success(let caller): ids[peer] = watched.contains(peer) ? caller.identity.id : nil
        case .failure: callers[peer] = nil
        }
        return try result.get()
    }

    private func identify(_ peer: String) async throws(BusFailure) -> ServiceCaller {
        let process = try await connection.process(of: peer)
        // A process that cannot be identified gets no larger share than any other program.
        await connection.attribute(peer, to: "process \(process.pid)", isFinal: false)
        try await watch(peer)
        guard looks[process.pid] != nil || looks.count < Self.mostLooks else {
            throw BusFailure(
                "org.freedesktop.DBus.Error.LimitsExceeded",
                "Too many programs that cannot be identified have called. Try again in a moment.")
        }
        let identity: CallerIdentity
        do throws(FontError) { identity = try await look(at: process) } catch { throw error.busFailure }
        guard try await connection.call("NameHasOwner", of: .bus, [.string(peer)]).first?.boolean == true else {
            throw .disconnected("The caller has disconnected.")
        }
        // From now on, calls are accounted to this identity. A caller that could not be identified at its first call
        // gets no separate share.
        await connection.attribute(peer, to: identity.id, isFinal: true)
        let isFontctl = userPrograms.contains { identity.isFontctl($0) }
        return ServiceCaller(
            peer: peer, identity: identity, isFontctl: isFontctl, isUser: isFontctl,
            manager: isFontctl ? manager : manager.acting(as: identity.id, facts: identity.facts))
    }

    /// Inspects a process on a thread of its own.
    ///
    /// The caller may have created the files that identify it, on a file system that does not respond. All connections
    /// of one process share one such thread.
    private func look(at process: PeerProcess) async throws(FontError) -> CallerIdentity {
        let queue = looks[process.pid]?.queue ?? WorkQueue(label: "fontd caller \(process.pid)")
        looks[process.pid] = (queue, (looks[process.pid]?.count ?? 0) + 1)
        defer {
            looks[process.pid]?.count -= 1
            if looks[process.pid]?.count == 0 { looks[process.pid] = nil }
        }
        return try await queue.perform { [runtimeDirectory] () throws(FontError) in
            try CallerIdentity(process, runtimeDirectory: runtimeDirectory)
        }
    }

    /// Whether a caller with an identity is on the bus.
    func isCaller(_ id: String) -> Bool { ids.values.contains(id) }

    /// Whether a watched peer is still on the bus.
    func isHere(_ peer: String) -> Bool { watched.contains(peer) }

    /// Watches a peer, so that ``onLeave`` is called when it leaves the bus, or at once if it has left already.
    ///
    /// There is one watch per peer.
    func watch(_ peer: String) async throws(BusFailure) {
        guard watched.insert(peer).inserted else { return }
        do throws(BusFailure) {
            try await connection.whenGone(peer) { [weak self] in
                Task(executorPreference: TaskExecution.executor) { await self?.forget(peer) }
            }
        } catch {
            watched.remove(peer)
            throw error
        }
    }

    private func forget(_ peer: String) async {
        watched.remove(peer)
        callers[peer] = nil
        ids[peer] = nil
        await onLeave(peer)
    }
}

/// Peers that subscribed to changes and keep the service running, with their processes.
final class Subscribers: Sendable {
    private let peers = Mutex<[String: ServiceCaller]>([:])

    var count: Int { peers.withLock { $0.count } }

    /// The processes of the peers, which follow changes.
    var processes: Set<Int32> { peers.withLock { Set($0.values.map(\.identity.pid)) } }

    /// Returns the peers that are told who announced other names: the provider itself, and those with the user's authority.
    ///
    /// - Parameter mayManage: Whether the policy gives a caller that authority now.
    func peers(toldOf provider: String, mayManage: (CallerIdentity) -> Bool) -> [String] {
        peers.withLock { Array($0.values) }
            .filter { $0.isFontctl || $0.identity.id == provider || mayManage($0.identity) }.map(\.peer)
    }

    func add(_ caller: ServiceCaller) { peers.withLock { $0[caller.peer] = caller } }

    func remove(_ peer: String) { _ = peers.withLock { $0.removeValue(forKey: peer) } }
}
