package import FontModel

/// The authority of a caller: a provider's or the user's.
public enum FontAuthority: Sendable, Hashable {
    /// The caller lists, changes and removes only its own registrations, and matches the fonts that every program sees.
    case provider
    /// The caller is the user, who lists, changes and removes everything.
    case user
}

/// A provider and the authority of an operation.
package struct Caller: Sendable, Hashable {
    package var provider: String
    package var authority: FontAuthority
    /// The provider's limits for registrations, or nil if there are none.
    package var quota: FontQuota?
    /// The facts about a provider that calls over the bus, or nil for a program that names itself.
    package var facts: ProviderFacts?
    /// Whether this program is the provider and does not act for another.
    var isThisProgram = false
    /// Whether the user acts in the provider's name.
    package var isUser = false

    /// Whether the user acts, in whichever provider's name; such operations are recorded, so that the user can undo
    /// them.
    package var isOfUser: Bool { authority == .user || isUser }

    /// Whether the caller may undo or redo changes of the policy: a program that manages fonts for the user can
    /// neither grant that right nor revoke it.
    package var changesPolicy = true

    /// Whether the caller can read the files of this process: a caller over the bus may be in a sandbox, in which paths
    /// mean other files.
    package var readsFiles: Bool { isThisProgram || isOfUser }

    /// The provider that owns the user's own registrations.
    package static let userProvider = "user"

    /// Returns a caller for this program.
    package static func thisProgram(_ provider: String, _ authority: FontAuthority) -> Caller {
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

    /// The facts about the provider that the store records, or nil for the user's registrations in any provider's name.
    package var recordedFacts: ProviderFacts? {
        guard provider != Self.userProvider else { return nil }
        return facts ?? (isThisProgram && authority == .provider ? .ofThisProgram(provider: provider) : nil)
    }

    /// Whether the caller may see and change the registrations of a provider.
    package func maySee(_ provider: String) -> Bool { authority == .user || provider == self.provider }

    /// Returns the part of a registration that the caller may see, or nil if there is none.
    ///
    /// Of another provider's registration, it is the part that every program sees.
    package func view(of registration: Registration) -> Registration? {
        guard !maySee(registration.provider) else { return registration }
        guard registration.isEnabled else { return nil }
        var registration = registration
        registration.tags = []
        registration.file = registration.path ?? ""
        return registration
    }

    /// Returns the part of a change that the caller may see, or nil if there is none.
    ///
    /// Fonts that another provider disabled are omitted.
    package func view(of change: FontChange) -> FontChange? {
        guard !maySee(change.provider) else { return change }
        var change = change
        change.faces.removeAll { $0.path == nil }
        return change.faces.isEmpty ? nil : change
    }

    /// Returns the part of a font that the caller may see, if every program sees the font.
    package func view(of font: FontDescriptor) -> FontDescriptor {
        guard case .registered(let id, let scope, let provider, let isEnabled, _) = font.origin, !maySee(provider)
        else { return font }
        var font = font
        font.origin = .registered(id: id, scope: scope, provider: provider, isEnabled: isEnabled, tags: [])
        return font
    }

    /// Checks that the caller may act on the store as a whole.
    ///
    /// - Parameter rule: The rule as a sentence.
    /// - Throws: `missingEntitlement` (302) if the caller does not have the user's authority.
    package func requireUser(_ rule: String) throws(FontError) {
        guard authority != .user else { return }
        throw FontError(.missingEntitlement, "\(rule) The caller is the provider \(provider).")
    }
}
