import FontBus
import FontModel
import FontRegistry

/// The dispatch of the interface's calls: identifies the caller, checks its rights, and calls the method.
extension RegistryService {
    func carryOut(_ call: BusCall) async throws(BusFailure) -> [BusValue] {
        activity.touch()
        defer { activity.touch() }
        let result = await Result { () async throws(BusFailure) in try await answering { try await answer(call) } }
        // Releases the state that the call created for a peer that has left the bus in the meantime.
        if await !callers.isHere(call.sender) { await leave(call.sender) }
        return try result.get()
    }

    /// All methods of the interface; each group is declared beside its implementation.
    static let methods: [ServiceMethod] =
        registering + changing + moving + finding + reading + explaining + drawing + requesting + downloading
        + deciding + upkeep

    private static let methodsByName = Dictionary(uniqueKeysWithValues: methods.map { ($0.declaration.name, $0) })

    private func answer(_ call: BusCall) async throws -> [BusValue] {
        await leases.recovered()
        var caller = try await callers.caller(call.sender)
        // The policy may grant or withdraw this authority between two calls.
        if !caller.isUser, gate.mayManage(caller.identity) { (caller.isUser, caller.manager) = (true, managing) }
        guard let method = Self.methodsByName[call.member] else {
            throw BusFailure("org.freedesktop.DBus.Error.UnknownMethod", "There is no method \(call.member).")
        }
        if method.looksUp, !caller.isUser { try gate.requireUse(by: caller.identity) }
        return try await method.answer(self)(Arguments(call), caller)
    }
}
