import FontModel

/// Who is calling: a provider, or the user in person.
public enum FontAuthority: Sendable, Hashable {
    /// A provider: lists, changes and removes only what it registered; matches what others show to every program.
    case provider
    /// The user in person: lists, changes and removes everything.
    case user
}

/// In whose name something is done, and with what right.
package struct Caller: Sendable, Hashable {
    package var provider: String
    package var authority: FontAuthority
    /// How much it may have registered; nil for as much as it likes.
    var quota: FontQuota?
    /// What is known of a provider that came by the bus; nil for what a program says of itself.
    var facts: ProviderFacts?
    /// Whether this program is the provider, and does not act for another.
    var isThisProgram = false

    /// In whose name fonts are registered that the user registers in person.
    static let userProvider = "user"

    /// A program that calls in its own name.
    static func thisProgram(_ provider: String, _ authority: FontAuthority) -> Caller {
        var caller = Caller(provider: provider, authority: authority)
        caller.isThisProgram = true
        return caller
    }

    package init(
        provider: String, authority: FontAuthority, quota: FontQuota? = nil, facts: ProviderFacts? = nil
    ) {
        self.provider = provider
        self.authority = authority
        self.quota = quota
        self.facts = facts
    }

    /// What the store is to keep of the provider; nil for what a person registers, in whosever name.
    var recordedFacts: ProviderFacts? {
        guard provider != Self.userProvider else { return nil }
        return facts ?? (isThisProgram && authority == .provider ? .ofThisProgram(provider: provider) : nil)
    }

    /// Whether the caller may see and change what a provider registered.
    func maySee(_ provider: String) -> Bool { authority == .user || provider == self.provider }

    /// What the caller may know of a registration; nil if nothing: of another's what every program sees.
    func view(of registration: Registration) -> Registration? {
        guard !maySee(registration.provider) else { return registration }
        guard registration.isEnabled else { return nil }
        var registration = registration
        registration.tag = nil
        registration.file = registration.path ?? ""
        return registration
    }

    /// What the caller may know of a change; nil if nothing: what another has disabled is not told.
    func view(of change: FontChange) -> FontChange? {
        guard !maySee(change.provider) else { return change }
        var change = change
        change.faces.removeAll { $0.path == nil }
        return change.faces.isEmpty ? nil : change
    }

    /// What the caller may know of a font that every program sees.
    func view(of font: FontDescriptor) -> FontDescriptor {
        guard case .registered(let id, let scope, let provider, let isEnabled, _) = font.origin, !maySee(provider)
        else { return font }
        var font = font
        font.origin = .registered(id: id, scope: scope, provider: provider, isEnabled: isEnabled, tag: nil)
        return font
    }

    /// For what concerns the store as a whole.
    ///
    /// - Throws: 302 unless it is the user.
    func requireUser(for deed: String) throws(FontError) {
        guard authority != .user else { return }
        throw FontError(
            .missingEntitlement, "Only the user may \(deed), not the provider \(provider).")
    }
}
