public import FontBus
import FontRegistry
import ProcessFonts
import Synchronization

extension RegistryService {
    /// Exports the object, requests the name, and starts to emit changes.
    ///
    /// - Returns: False if another service has the name.
    public func start() async throws(BusFailure) -> Bool {
        try await connection.export(
            BusObject(
                path: RegistryInterface.path, interface: RegistryInterface.declaration, urgentMethods: ["Cancel"],
                owner: { [callers] peer in (try? await callers.caller(peer))?.identity.id },
                method: { [self] call async throws(BusFailure) in try await carryOut(call) },
                property: { [emitter] name in
                    name == "Version" ? .uint32(RegistryInterface.version) : .uint64(UInt64(emitter.generation))
                }))
        try await connection.export(
            downloads.object { [callers] peer in (try? await callers.caller(peer))?.identity.id })
        // Before the name is requested, so that a client that sees the service appear misses no change.
        emitter.start(try? await manager.generation())
        if let remark = await announcements.recover() { found.withLock { $0.append(remark) } }
        guard try await connection.requestName(RegistryInterface.busName) else { return false }
        await leases.recover { [callers] peer in try? await callers.watch(peer) }
        // In a task, since this costs more than the rest of the start.
        let task = Task(executorPreference: TaskExecution.executor) {
            [weak self, store, providers, emitter] in
            // An earlier service may have crashed.
            try? await store.recover()
            // Providers that were removed while no service ran get the full waiting time, too, since one may be
            // reinstalled.
            try? providers.refresh()
            // Without fontconfig there are no changes of system fonts to emit.
            let follower = try? await store.processState.systemWatch.value.follow { emitter.emit($0) }
            self?.systemFollower.withLock { $0 = follower }
        }
        watching.withLock { $0 = task }
        return true
    }
}
