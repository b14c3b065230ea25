/// The permissions that a policy gives to a provider, or to a kind of providers, beyond another policy.
package struct PolicyGrant: Sendable, Hashable {
    /// The id of the provider, or `default` or `sandboxed`.
    package var subject: String
    /// The wider permissions, by the names and with the words of the policy file.
    package var permissions: [Permission]

    package struct Permission: Sendable, Hashable {
        package var member: String
        package var value: String
    }

    package init(subject: String, permissions: [Permission]) {
        (self.subject, self.permissions) = (subject, permissions)
    }

    /// Returns the permissions of rules that others do not give; nil if there are none.
    fileprivate init?(_ subject: String, _ rules: [(FontPolicy.Rules, beyond: FontPolicy.Rules)]) {
        var permissions: [Permission] = []
        func compare<Value>(
            _ member: String, _ value: (FontPolicy.Rules) -> Value, _ rank: (Value) -> Int, _ word: (Value) -> String
        ) {
            let wider = rules.first { rank(value($0.0)) > rank(value($0.beyond)) }
            if let wider { permissions.append(Permission(member: member, value: word(value(wider.0)))) }
        }
        compare("manage", \.manage, { [.deny, .ask, .allow].firstIndex(of: $0) ?? 0 }, \.rawValue)
        compare("install", \.install, { [.deny, .ask, .allow].firstIndex(of: $0) ?? 0 }, \.rawValue)
        compare("use", \.use, { $0 == .allow ? 1 : 0 }, \.rawValue)
        compare("activation", \.activation, { $0 == .always ? 1 : 0 }, \.rawValue)
        compare("download", \.download, { [.never, .ask, .allow].firstIndex(of: $0) ?? 0 }, \.rawValue)
        compare("maxFonts", \.maxFonts, { $0 ?? .max }, { $0.map { "\($0)" } ?? "none" })
        compare("maxBytes", \.maxBytes, { $0 ?? .max }, { $0.map { "\($0)" } ?? "none" })
        guard !permissions.isEmpty else { return nil }
        self.init(subject: subject, permissions: permissions)
    }
}

extension FontPolicy {
    /// Returns what the policy permits beyond another one: first to the kinds of providers, then to single ones by id.
    package func grants(beyond other: FontPolicy) -> [PolicyGrant] {
        // A permission that a single provider gets with its kind is reported for the kind alone.
        var alike = other
        (alike.unconfined, alike.sandboxed) = (unconfined, sandboxed)
        let kinds = [
            PolicyGrant("default", [(rules(for: nil, isSandboxed: false), other.rules(for: nil, isSandboxed: false))]),
            PolicyGrant("sandboxed", [(rules(for: nil, isSandboxed: true), other.rules(for: nil, isSandboxed: true))]),
        ]
        let single = Set(providers.keys).union(other.providers.keys).sorted().map { id -> PolicyGrant? in
            guard providers[id] != other.providers[id] else { return nil }
            // A policy does not say of which kind a provider is.
            return PolicyGrant(
                id, [false, true].map { (rules(for: id, isSandboxed: $0), alike.rules(for: id, isSandboxed: $0)) })
        }
        return (kinds + single).compactMap(\.self)
    }
}
