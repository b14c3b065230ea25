import FontBus
import FontModel
import FontRegistry

/// The policy for providers.
extension RegistryService {
    static let deciding: [ServiceMethod] = [
        .init("Policy", ["provider": "s"], returns: ["policy": "a{sv}"], by: providerPolicy),
        .init("RequestManagement", by: requestManagement),
        .init("SetPolicy", ["provider": "s", "policy": "a{sv}"], by: setPolicy),
    ]

    func providerPolicy(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let named = try arguments.string(0)
        let id = named.isEmpty ? caller.identity.id : ProviderID.inPolicy(named)
        guard caller.isUser || id == caller.identity.id else {
            throw FontError(.missingEntitlement, "Only the user can see the policy of other providers.")
        }
        let isSandboxed = ProviderID.isSandboxed(id)
        let rules = try policy.rules(for: id, isSandboxed: isSandboxed)
        // A limit that is not set is left out.
        var members = FontPolicy.Entry(rules).busMembers.filter { $0.value.string != "none" }
        members["provider"] = .string(id)
        members["sandboxed"] = .boolean(isSandboxed)
        return [.dictionary(members)]
    }

    /// Lets a caller act for the user from its next call on, if the user agrees.
    func requestManagement(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        guard !caller.isUser else { return [] }
        try await gate.requireManagement(by: caller.identity)
        return []
    }

    func setPolicy(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        guard caller.isUser else {
            throw FontError(.missingEntitlement, "Only the user can set the policy of providers.")
        }
        let named = try arguments.string(0)
        guard !named.isEmpty else { throw BusFailure.invalidArguments("Specify the provider.") }
        let id = ProviderID.inPolicy(named)
        let settings = FontPolicy.Entry.busKeys
        let members = try arguments.options(1, settings.union(["new"])).members
        // An empty text removes the value of the entry.
        let removed = settings.filter { members[$0]?.string == "" }
        let given = try FontPolicy.Entry(BusRecord(members.filter { !removed.contains($0.key) }))
        if members["manage"] != nil {
            // A program that manages fonts can neither grant that right nor revoke it.
            guard caller.isFontctl else {
                throw FontError(.missingEntitlement, "Only the user can set the programs that may manage fonts.")
            }
            let permits = given.manage != nil && given.manage != .deny
            guard !["default", "sandboxed"].contains(id), !permits || !Interpreters.contains(id) else {
                throw BusFailure.invalidArguments(
                    "manage can be set only for single programs that are not interpreters.")
            }
            guard id == named || !permits else {
                throw BusFailure.invalidArguments(
                    "A Flatpak that may manage fonts must be named with its prefix: \(id).")
            }
        }
        let isKind = ["default", "sandboxed"].contains(id)
        if !isKind {
            try ProviderID.checkInPolicy(id)
            if try BusRecord(members).optional("new", \.boolean) != true { try await requireKnown(id) }
        }
        @Sendable func change(_ entry: inout FontPolicy.Entry) { entry = entry.changed(by: given, removing: removed) }
        // Another process may hold the file's lock.
        _ = try await BlockingWork.perform { [store] () throws(FontError) in
            try store.registrar.changePolicy { policy in
                switch id {
                case "default": change(&policy.unconfined)
                case "sandboxed": change(&policy.sandboxed)
                default: change(&policy.providers[id, default: .init()])
                }
            }
        }
        return []
    }

    /// Checks that a provider is known, so that a permission for a misspelt id is not set without a word.
    ///
    /// - Throws: `insufficientInfo` (303) for a program that is not installed, has registered or announced no fonts, is
    ///   not connected, and has no entry in the policy.
    private func requireKnown(_ id: String) async throws(FontError) {
        if InstalledPrograms.contains(id, context.paths) { return }
        if await callers.isCaller(id) { return }
        if try policy.read().providers[id] != nil { return }
        if try await manager.providers().contains(where: { $0.id == id }) { return }
        throw FontError(
            .insufficientInfo,
            "No program with the id \(id) is installed, calls, or has registered fonts. Check the id, which Providers lists, or set the policy with the option new."
        )
    }
}
