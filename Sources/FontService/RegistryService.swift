public import FontBus
import FontModel
public import FontRegistry
import Synchronization

/// The service `org.fontd.FontRegistry1` on one connection: answers calls in the name of whoever makes them.
public final class RegistryService: Sendable {
    let connection: BusConnection
    /// Acts for the user; callers get managers of their own on the same store.
    let manager: FontManager
    let callers: CallerDirectory
    let paths: FontPaths
    let policy: PolicyFile
    let gate: ConsentGate
    let jobs = RegistrationJobs()
    /// Batches of one provider that are worked on at once, each with workers of its own.
    let registrations = ProviderTurns(width: 2)
    let leases: ConnectionLeases
    let subscribers = Subscribers()
    let announcer: ChangeAnnouncer
    let openedFiles: OpenedFileInspector
    private let systemFonts: SystemFontWatch
    private let providers: ProviderWatch
    let announcements: Announcements
    let requests: FontRequests
    let activity = Activity()
    /// Gives up all that is kept of a peer.
    let leave: @Sendable (_ peer: String) async -> Void

    private let found = Mutex<[String]>([])
    private let watching = Mutex<Task<Void, Never>?>(nil)

    /// What a person should know of how the service found things when it started.
    var remarks: [String] { found.withLock { $0 } }

    /// - Parameters:
    ///   - connection: The service takes its name there with ``start()``.
    ///   - context: Where the store is.
    ///   - installation: Where the programs are that belong to the service.
    public init(_ connection: BusConnection, context: RegistryContext, installation: Installation) {
        self.connection = connection
        let store = RegistryStore(context)
        manager = store.manager(for: "user", authority: .user)
        paths = context.paths
        policy = PolicyFile(context.paths)
        gate = ConsentGate(policy: policy) { [connection] name, question in
            await ConsentInterface.ask(name, question, on: connection)
        }
        leases = ConnectionLeases(connection, manager, paths: context.paths)
        announcer = ChangeAnnouncer(connection, store)
        openedFiles = OpenedFileInspector(context)
        systemFonts = SystemFontWatch(store)
        announcements = Announcements(connection, paths: context.paths)
        leave = { [jobs, leases, subscribers, announcements, activity] peer in
            await jobs.forget(peer)
            await leases.left(peer)
            await subscribers.remove(peer)
            await announcements.left(peer)
            activity.touch()
        }
        callers = CallerDirectory(
            connection, manager, userPrograms: installation.userPrograms,
            runtimeDirectory: context.paths.runtimeDirectory, onLeave: leave)
        providers = ProviderWatch(store) { [manager, announcements] provider in
            Task(executorPreference: TaskExecution.executor) { await Self.sweep(provider, manager, announcements) }
        }
        requests = FontRequests(
            connection, announcements,
            deadline: { [policy] in (try? policy.read())?.deadline ?? FontPolicy().deadline },
            mayProvide: { [policy] provider in (try? policy.read())?.providers[provider]?.install != .deny }
        ) { [activity] in activity.touch() }
    }

    /// Exports the object, takes the name, and begins to tell of changes.
    ///
    /// - Returns: False if another service has the name.
    public func start() async throws(BusFailure) -> Bool {
        try await connection.export(
            BusObject(
                path: RegistryInterface.path, interface: RegistryInterface.declaration, urgentMethods: ["Cancel"],
                owner: { [callers] peer in (try? await callers.caller(peer))?.identity.id },
                method: { [self] call async throws(BusFailure) in try await carryOut(call) },
                property: { [announcer] name in
                    name == "Version" ? .uint32(RegistryInterface.version) : .uint64(UInt64(announcer.generation))
                }))
        // Before the name: whoever sees the service come misses nothing.
        announcer.start(try? await manager.generation())
        if let remark = await announcements.recover() { found.withLock { $0.append(remark) } }
        guard try await connection.requestName(RegistryInterface.busName) else { return false }
        await leases.recover { [callers] peer in try? await callers.watch(peer) }
        let task = Task(executorPreference: TaskExecution.executor) {
            [manager, announcements, providers, systemFonts, announcer] in
            await Self.watch(manager, announcements, providers, systemFonts, announcer)
        }
        watching.withLock { $0 = task }
        return true
    }

    /// Watches what others do, beside answering calls: it costs more than the rest of the start.
    private static func watch(
        _ manager: FontManager, _ announcements: Announcements, _ providers: ProviderWatch,
        _ systemFonts: SystemFontWatch, _ announcer: ChangeAnnouncer
    ) async {
        // The service before may have been killed.
        try? await manager.recover()
        // Those that were removed while there was no service are missed for their time, too: one may be on its way back.
        try? providers.refresh()
        let changes = systemFonts.changes()
        // Without fontconfig there are no fonts of the system's to tell of.
        guard (try? await systemFonts.start()) != nil else { return }
        for await change in changes { announcer.announce(change) }
    }

    deinit {
        watching.withLock { $0?.cancel() }
        systemFonts.stop()
    }

    /// What cannot be swept now is swept by `fontctl prune`.
    private static func sweep(_ provider: String, _ manager: FontManager, _ announcements: Announcements) async {
        guard let ended = try? await manager.sweep(gone: provider), !ended.isEmpty else { return }
        try? await announcements.forget(provider: provider)
    }

    /// Answers what has been asked and asks for no more: calls that come now go to the next service.
    ///
    /// - Parameter isIdle: Whether it ends because nobody needed it, and not because it was asked to.
    func stop(isIdle: Bool = false) async {
        try? await connection.releaseName(RegistryInterface.busName)
        // The bus keeps messages in order: when it answers this, all calls made of us have arrived.
        _ = try? await connection.call("GetId", of: .bus)
        await gate.end()
        await requests.end()
        // Well within the time that a service manager gives us: what does not end now, as with a file system that does not
        // answer, ends with the process, and is committed whole or not at all.
        let patience = Task(executorPreference: TaskExecution.executor) { [connection] in
            if await ServiceTimer.wait(for: Self.endingPatience) { await connection.close() }
        }
        await connection.idle()
        patience.cancel()
        announcer.catchUp()
        // Between the last look and the release somebody may have come who needs a service, as for fonts that end with a
        // connection. The name is not taken back: a service manager that has been told of the end starts nothing in this
        // one's place before it has ended, nor anything more for calls that came meanwhile. The next one takes over what
        // is written down; it is not waited for, since it may have to wait for us.
        if isIdle, await isNeeded() {
            await leases.handOver()
            _ = try? await connection.call(
                "StartServiceByName", of: .bus, [.string(RegistryInterface.busName), .uint32(0)],
                timeout: .milliseconds(1))
        }
        await connection.close()
    }

    private static let endingPatience = Duration.seconds(15)

    /// Whether somebody needs the service to go on living.
    func isNeeded() async -> Bool {
        if await !connection.isIdle { return true }
        if await !leases.isIdle { return true }
        if await announcements.hasConnections { return true }
        if await !requests.isIdle { return true }
        return await !subscribers.isEmpty
    }
}
