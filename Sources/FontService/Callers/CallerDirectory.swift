import Dispatch
import FontBus
import FontModel
import FontRegistry
import Glibc

/// A peer on the bus, and in whose name it acts.
struct ServiceCaller: Sendable {
    /// The unique name of its connection.
    var peer: String
    var identity: CallerIdentity
    /// Whether it is the `fontctl` that was installed with the service.
    let isFontctl: Bool
    /// Whether it acts for the user, who may do everything.
    var isUser: Bool
    /// Acts in its name.
    var manager: FontManager
}

/// Who the peers on the bus are.
///
/// Asked once per connection: a connection belongs to one process, and names of connections are not used twice.
actor CallerDirectory {
    private let connection: BusConnection
    private let manager: FontManager
    private let userPrograms: [String]
    private let runtimeDirectory: String?
    private let onLeave: @Sendable (String) async -> Void
    private var watched: Set<String> = []
    /// By process, with how many wait for it.
    private var looks: [Int32: (queue: DispatchQueue, count: Int)] = [:]
    /// Each may have a thread that does not come back.
    private static let mostLooks = 32
    private var callers: [String: Task<Result<ServiceCaller, BusFailure>, Never>] = [:]

    /// - Parameters:
    ///   - userPrograms: Programs that act for the user.
    ///   - runtimeDirectory: The user's `XDG_RUNTIME_DIR`.
    ///   - onLeave: Told of each peer that leaves the bus.
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

    /// - Throws: `AccessDenied` if the bus does not say who it is; 302 if what it says cannot be looked at.
    func caller(_ peer: String) async throws(BusFailure) -> ServiceCaller {
        if let known = callers[peer] { return try await known.value.get() }
        let task = Task(executorPreference: TaskExecution.executor) { () -> Result<ServiceCaller, BusFailure> in
            do throws(BusFailure) {
                return .success(try await self.identify(peer))
            } catch {
                return .failure(error)
            }
        }
        callers[peer] = task
        let result = await task.value
        if case .failure = result { callers[peer] = nil }
        return try result.get()
    }

    private func identify(_ peer: String) async throws(BusFailure) -> ServiceCaller {
        let process = try await connection.process(of: peer)
        // Whoever hides who it is has no more for that than any program.
        await connection.attribute(peer, to: "process \(process.pid)", isFinal: false)
        try await watch(peer)
        guard looks[process.pid] != nil || looks.count < Self.mostLooks else {
            throw BusFailure(
                "org.freedesktop.DBus.Error.LimitsExceeded",
                "Too many programs have called that do not let themselves be looked at. Try again in a moment.")
        }
        let look = await look(at: process)
        let identity = try await answering { () throws(FontError) in try look.get() }
        guard try await connection.call("NameHasOwner", of: .bus, [.string(peer)]).first?.boolean == true else {
            throw .disconnected("The caller has left.")
        }
        // Of whom nothing could be found out when its first call came has no share of its own for that from now on.
        await connection.attribute(peer, to: identity.id, isFinal: true)
        let isFontctl = userPrograms.contains { identity.isFontctl($0) }
        return ServiceCaller(
            peer: peer, identity: identity, isFontctl: isFontctl, isUser: isFontctl,
            manager: isFontctl ? manager : manager.acting(as: identity.id, facts: identity.facts))
    }

    /// Looks at a process on a thread that nobody else waits for.
    ///
    /// A caller may have made the files it is known by, and a file system that does not answer. Many connections of one
    /// process have one such thread.
    private func look(at process: PeerProcess) async -> Result<CallerIdentity, FontError> {
        let queue = looks[process.pid]?.queue ?? DispatchQueue(label: "fontd caller \(process.pid)")
        looks[process.pid] = (queue, (looks[process.pid]?.count ?? 0) + 1)
        defer {
            looks[process.pid]?.count -= 1
            if looks[process.pid]?.count == 0 { looks[process.pid] = nil }
        }
        return await withCheckedContinuation { [runtimeDirectory] continuation in
            queue.async {
                do throws(FontError) {
                    continuation.resume(
                        returning: .success(try CallerIdentity(process, runtimeDirectory: runtimeDirectory)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
    }

    /// Whether a peer that was watched has not left.
    func isHere(_ peer: String) -> Bool { watched.contains(peer) }

    /// Sees to it that the service is told when a peer leaves; at once if it has.
    ///
    /// One watch serves all that is kept of it.
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
        await onLeave(peer)
    }
}

/// Peers for whose sake the service stays, so that they are told of changes.
actor Subscribers {
    private var peers: Set<String> = []

    var isEmpty: Bool { peers.isEmpty }

    func add(_ peer: String) { peers.insert(peer) }

    func remove(_ peer: String) { peers.remove(peer) }
}
