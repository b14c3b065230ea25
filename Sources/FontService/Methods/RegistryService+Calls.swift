import FontBus
import FontModel
import FontRegistry

/// The dispatch of the interface's calls: identifies the caller, checks its rights, and calls the method.
extension RegistryService {
    func carryOut(_ call: BusCall) async throws(BusFailure) -> [BusValue] {
        activity.touch()
        defer { activity.touch() }
        do throws(BusFailure) {
            let values = try await answer(call)
            await releaseIfGone(call.sender)
            return values
        } catch {
            await releaseIfGone(call.sender)
            throw error
        }
    }

    /// Releases the state that a call created for a peer that has left the bus in the meantime.
    private func releaseIfGone(_ peer: String) async {
        if await !callers.isHere(peer) { await leave(peer) }
    }

    /// The methods that need the policy's `use`.
    private static let looksUp: Set<String> = [
        "Faces", "Families", "HiddenFonts", "Resolve", "Request", "ChangesSince", "Subscribe", "Licenses", "StyleSheet",
        "Search", "Preview", "Why",
    ]

    /// Returns the caller with the authority that the policy grants it now.
    private func acting(_ caller: ServiceCaller) async -> ServiceCaller {
        guard !caller.isUser, gate.mayManage(caller.identity) else { return caller }
        var caller = caller
        (caller.isUser, caller.manager) = (true, managing)
        return caller
    }

    private func answer(_ call: BusCall) async throws(BusFailure) -> [BusValue] {
        await leases.recovered()
        let caller = await acting(try await callers.caller(call.sender))
        let arguments = Arguments(call)
        if Self.looksUp.contains(call.member), !caller.isUser {
            try await answering { () throws(FontError) in try gate.requireUse(by: caller.identity) }
        }
        switch call.member {
        case "Register": return try await register(arguments, call.id, caller)
        case "Cancel":
            try await jobs.cancel(
                try arguments.string(0), of: caller.peer, among: await connection.calls(of: caller.peer))
            return []
        case "Change": return try await change(arguments, call.id, caller)
        case "Undo": return try await reverse(arguments, caller, isUndone: false)
        case "Redo": return try await reverse(arguments, caller, isUndone: true)
        case "Export": return try await export(arguments, caller)
        case "Import": return try await importFonts(arguments, caller)
        case "Adopt": return try await adopt(arguments, caller)
        case "Operations": return try await operations(caller, areUndone: false)
        case "UndoneOperations": return try await operations(caller, areUndone: true)
        case "ChangeTags": return try await changeTags(arguments, call.id, caller)
        case "List": return try await list(arguments, caller)
        case "Families": return try await families(arguments, caller)
        case "Faces": return try await faces(arguments, caller)
        case "Search": return try await search(arguments, caller)
        case "HiddenFonts": return try await hiddenFonts(arguments, caller)
        case "Resolve": return try await resolve(arguments, caller)
        case "Why": return try await why(arguments, caller)
        case "Request": return try await request(arguments, caller)
        case "Licenses": return try await licenses(arguments, caller)
        case "StyleSheet": return try await styleSheet(arguments, caller)
        case "Preview": return try await preview(arguments, caller)
        case "Info": return try await info(arguments, caller)
        case "Validate": return try await validate(arguments, caller)
        case "Identity": return identity(caller)
        case "Status": return await status(caller)
        case "Providers": return try await providers(caller)
        case "Prune": return try await prune(arguments, caller)
        case "Doctor": return try await doctor(arguments, caller)
        case "Policy": return try await policy(arguments, caller)
        case "RequestManagement": return try await requestManagement(caller)
        case "SetPolicy": return try await setPolicy(arguments, caller)
        case "ChangesSince": return try await changesSince(arguments, caller)
        case "Subscribe":
            await subscribers.add(caller.peer)
            return [.uint64(UInt64(try await answering { () throws(FontError) in try await manager.generation() }))]
        case "Unsubscribe":
            await subscribers.remove(caller.peer)
            return []
        case "Announce":
            try await announce(arguments, caller)
            return []
        case "Withdraw":
            try await withdraw(arguments, caller)
            return []
        default:
            throw BusFailure("org.freedesktop.DBus.Error.UnknownMethod", "There is no method \(call.member).")
        }
    }
}
