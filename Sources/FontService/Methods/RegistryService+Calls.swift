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

    /// All methods of the interface; each group is declared beside its implementation.
    static let methods: [ServiceMethod] =
        registering + changing + moving + finding + reading + explaining + drawing + requesting + deciding + upkeep

    private static let methodsByName = Dictionary(uniqueKeysWithValues: methods.map { ($0.declaration.name, $0) })

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
        guard let method = Self.methodsByName[call.member] else {
            throw BusFailure("org.freedesktop.DBus.Error.UnknownMethod", "There is no method \(call.member).")
        }
        if method.looksUp, !caller.isUser {
            try await answering { () throws(FontError) in try gate.requireUse(by: caller.identity) }
        }
        return try await method.answer(self)(Arguments(call), caller)
    }
}
