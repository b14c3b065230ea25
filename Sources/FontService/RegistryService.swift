public import FontBus
import FontModel
public import FontRegistry
import Foundation
import Synchronization

/// The service `org.fontd.FontRegistry1` on one connection, which performs calls with the authority of their callers.
///
/// `Callers/` identifies callers by what the kernel and their sandbox record, `Consent/` asks the user, `Methods/`
/// implements the interface, `Changes/` emits signals and ends what lives as long as a connection, `Requests/` asks
/// suppliers for fonts, `Downloads/` has those from catalogues, and `Desktop/` is the helper of one display, which makes
/// running GTK programs follow changes.
public final class RegistryService: Sendable {
    let connection: BusConnection
    /// A manager that acts for the user; callers get their own managers of the same store.
    let manager: FontManager
    /// A manager that acts for the user when the user has permitted a program to manage fonts.
    let managing: FontManager
    let callers: CallerDirectory
    let policy: PolicyFile
    let gate: ConsentGate
    let jobs = RegistrationJobs()
    /// The turns of providers: at most two batches of one provider run at once, each with its own workers.
    let registrations = KeyedQueue<String>(capacity: 2)
    /// The pictures of each caller, which are drawn one after another.
    let pictures = KeyedQueue<String>(capacity: 1)
    /// The program that draws fonts; nil if it is not installed.
    let drawingProgram: String?
    let leases: ConnectionLeases
    let subscribers = Subscribers()
    let emitter: ChangeEmitter
    let openedFiles: OpenedFileInspector
    let store: RegistryStore
    /// The location of the store.
    let context: RegistryContext
    let systemFollower = Mutex<SystemFontWatch.Follower?>(nil)
    let providers: ProviderWatch
    let announcements: Announcements
    let requests: FontRequests
    /// The catalogues of the user.
    let catalogs: CatalogAccess
    let downloads: FontDownloads
    /// The downloads for requests.
    let catalogRequests: CatalogRequests
    let activity = Activity()
    /// The time of the start, in seconds since 1970-01-01 UTC.
    let startedAt = Date().timeIntervalSince1970
    /// Releases all state that is kept for a peer.
    let leave: @Sendable (_ peer: String) async -> Void

    let found = Mutex<[String]>([])
    let watching = Mutex<Task<Void, Never>?>(nil)

    /// Remarks for the log about the state that the service found when it started.
    var remarks: [String] { found.withLock { $0 } }

    /// - Parameters:
    ///   - connection: The connection on which ``start()`` requests the service's name.
    ///   - context: The location of the store.
    ///   - installation: The locations of the programs that belong to the service.
    ///   - environment: The variables by name, of which those for catalogues and the network count; nil for those of the
    ///     process.
    public init(
        _ connection: BusConnection, context: RegistryContext, installation: Installation,
        environment: [String: String]? = nil
    ) {
        self.connection = connection
        store = RegistryStore(context)
        self.context = context
        var user = Caller(provider: Caller.userProvider, authority: .user)
        manager = FontManager(user, on: store)
        user.changesPolicy = false
        managing = FontManager(user, on: store)
        drawingProgram = installation.drawingProgram
        policy = PolicyFile(context.paths)
        leases = ConnectionLeases(connection, manager, paths: context.paths)
        emitter = ChangeEmitter(connection, store)
        openedFiles = OpenedFileInspector(context)
        announcements = Announcements(connection, paths: context.paths) {
            [emitter, subscribers, policy] provider in
            let peers = subscribers.peers(toldOf: provider) { caller in
                (try? policy.rules(for: caller.id, isSandboxed: caller.isSandboxed))?.manage == .allow
            }
            emitter.emitAnnouncements(of: provider, to: peers)
        }
        let environment = environment ?? ProcessInfo.processInfo.environment
        catalogs = CatalogAccess(
            manager: manager, paths: context.paths, environment: environment, share: installation.share,
            network: SharedFiles { [connection] in
                FetchService.files(over: connection, environment: environment)
            })
        downloads = FontDownloads(connection) { [activity] in activity.touch() }
        leave = { [jobs, leases, subscribers, announcements, downloads, activity] peer in
            await jobs.forget(peer)
            downloads.left(peer)
            await leases.left(peer)
            subscribers.remove(peer)
            await announcements.left(peer)
            activity.touch()
        }
        callers = CallerDirectory(
            connection, manager, userPrograms: installation.userPrograms,
            runtimeDirectory: context.paths.runtimeDirectory, onLeave: leave)
        let hooks = ConsentInterface(connection) { [callers] peer in (try? await callers.caller(peer))?.identity }
        gate = ConsentGate(
            policy: policy, findStandardHook: { await hooks.standardHook() },
            askOnBus: { await hooks.ask($0, $1) },
            changePolicy: { [store] body throws(FontError) in try store.registrar.changePolicy(body) })
        catalogRequests = CatalogRequests(catalogs, gate) { [activity] in activity.touch() }
        providers = ProviderWatch(store) { [store, announcements] provider in
            Task(executorPreference: TaskExecution.executor) {
                // If this fails, `fontctl prune` does it later.
                guard let ended = try? await store.sweepGoneProviders(only: provider), !ended.isEmpty else { return }
                try? await announcements.forget(provider: provider)
            }
        }
        requests = FontRequests(
            connection, announcements,
            deadline: { [policy] in (try? policy.read())?.deadline ?? FontPolicy().deadline },
            mayProvide: { [policy, manager] provider in
                if provider == manager.provider { return true }
                let rules = try? policy.rules(for: provider, isSandboxed: ProviderID.isSandboxed(provider))
                // A policy that cannot be read allows no provider.
                return rules.map { $0.install != .deny } ?? false
            }
        ) { [activity] in activity.touch() }
    }

    deinit { watching.withLock { $0?.cancel() } }

    /// Completes the pending calls and accepts no more; later calls go to the next service.
    ///
    /// - Parameter isIdle: Whether the service ends because it is idle, and not because of a signal.
    func stop(isIdle: Bool = false) async {
        try? await connection.releaseName(RegistryInterface.busName)
        // The bus keeps messages in order: when it replies to this call, all calls to the old name have arrived.
        _ = try? await connection.call("GetId", of: .bus)
        await gate.end()
        await requests.end()
        downloads.end()
        await catalogRequests.end()
        // Well below the timeout of service managers. Calls that take longer, for example on a file system that does
        // not respond, end with the process; their transactions are committed completely or not at all.
        let patience = Task(executorPreference: TaskExecution.executor) { [connection] in
            if await ServiceTimer.wait(for: Self.endingPatience) { await connection.close() }
        }
        await connection.idle()
        patience.cancel()
        // Programs for which files stayed hidden may have ended. Clients that are notified of it start no service.
        if isIdle { try? await store.recover() }
        emitter.catchUp()
        // Before the name was released, a client that needs a service may have appeared. The name is not requested
        // again: a service manager that was notified of the stop starts no replacement before this process has ended,
        // and nothing more for calls that arrived in the meantime. The next service, which reads the recorded state,
        // is not waited for, since it may have to wait for this process.
        if isIdle, await isNeeded() {
            await leases.handOver()
            _ = try? await connection.call(
                "StartServiceByName", of: .bus, [.string(RegistryInterface.busName), .uint32(0)],
                timeout: .milliseconds(1))
        }
        await connection.close()
    }

    private static let endingPatience = Duration.seconds(15)

    /// Returns whether a client or a pending operation needs the service.
    func isNeeded() async -> Bool {
        if await !connection.isIdle { return true }
        if await !leases.isIdle { return true }
        if await announcements.hasConnections { return true }
        if await !requests.isIdle { return true }
        if !downloads.isIdle { return true }
        if await !catalogRequests.isIdle { return true }
        return subscribers.count > 0
    }
}
