import FontModel
package import FontRegistry

/// A program in the list of those that installed fonts or have permissions.
package struct ProviderRow: Sendable, Hashable, Identifiable {
    package var id: String
    package var title: String
    /// The name of an icon of the theme, or the path of a picture.
    package var icon: String
    /// The number of fonts and their bytes, and that the program is gone.
    package var subtitle: String
    /// The families that it announces.
    package var announced: [String]
    package var canRemoveAll: Bool
    package var permissions: [Permission]

    /// A permission with the choices for it.
    package struct Permission: Sendable, Hashable, Identifiable {
        package enum Member: String, Sendable, Hashable, CaseIterable {
            case install, use, activation, download, manage
            case maxFonts = "max-fonts"
            case maxBytes = "max-bytes"
        }

        package var id: Member
        package var title: String
        /// The words of the policy among which the user chooses; empty for a limit.
        package var choices: [String]
        /// The word that holds now, or the number of a limit; empty for no limit.
        package var value: String
        /// Whether it is set for this program, and not only for all of its kind.
        package var isOwn: Bool

        /// Returns the words that people read for a word of the policy.
        package static func text(_ word: String) -> String {
            switch word {
            case "allow", "always": tr("Allow")
            case "ask": tr("Ask")
            case "deny", "never": tr("Don’t Allow")
            default: word
            }
        }

        /// The value as people read it.
        package var shown: String {
            switch id {
            case .maxFonts: value.isEmpty ? tr("No limit") : NumberText.count(Int(value) ?? 0)
            case .maxBytes: value.isEmpty ? tr("No limit") : NumberText.bytes(Int64(value) ?? 0)
            default: Self.text(value)
            }
        }
    }

    package init(_ provider: ProviderFacts) {
        id = provider.id
        title = provider.title
        icon = provider.iconName
        let fonts = trn("{count} font", "{count} fonts", provider.registrations)
        subtitle = tr("{fonts}, {size}").filled(["fonts": fonts, "size": NumberText.bytes(provider.bytes)])
        if provider.isGone { subtitle = tr("{facts} · uninstalled").filled(["facts": subtitle]) }
        let others = provider.announcedCount - provider.announced.count
        announced = provider.announced + (others > 0 ? [trn("{count} more", "{count} more", others)] : [])
        canRemoveAll = provider.registrations > 0
        // The user and downloads do not come over the bus, so no policy is for them.
        let isProgram = provider.id != FontManager.userProvider && !provider.id.hasPrefix(ProviderID.catalog(""))
        permissions = isProgram ? Self.permissions(of: provider) : []
    }

    private static func permissions(of provider: ProviderFacts) -> [Permission] {
        let (rules, own) = (provider.rules, provider.settings)
        func permission(
            _ member: Permission.Member, _ title: String, _ choices: [String], _ value: String, _ isOwn: Bool
        ) -> Permission {
            Permission(id: member, title: title, choices: choices, value: value, isOwn: isOwn)
        }
        let all = ["allow", "ask", "deny"]
        return [
            permission(.install, tr("Install fonts"), all, rules.install.rawValue, own.install != nil),
            permission(.use, tr("Look up fonts"), ["allow", "deny"], rules.use.rawValue, own.use != nil),
            permission(
                .activation, tr("Bring back missing fonts"), ["always", "never"], rules.activation.rawValue,
                own.activation != nil),
            permission(
                .download, tr("Download fonts"), ["allow", "ask", "never"], rules.download.rawValue,
                own.download != nil),
            permission(.manage, tr("Manage all fonts"), all, rules.manage.rawValue, own.manage != nil),
            permission(
                .maxFonts, tr("Most fonts"), [], rules.maxFonts.map { String($0) } ?? "", own.maxFonts != nil),
            permission(
                .maxBytes, tr("Most space"), [], rules.maxBytes.map { String($0) } ?? "", own.maxBytes != nil),
        ]
    }
}

extension FontPolicy {
    /// Sets a permission of a program.
    ///
    /// - Parameter value: A word of the policy or a number; empty for what all programs of its kind have, `none` for no limit.
    /// - Returns: Whether the value is one that the member has; otherwise nothing was changed.
    @discardableResult
    package mutating func set(
        _ member: ProviderRow.Permission.Member, of provider: String, to value: String
    ) -> Bool {
        var entry = providers[provider] ?? Entry()
        let isReset = value.isEmpty
        func word<Value: RawRepresentable>(_ type: Value.Type) -> Value? where Value.RawValue == String {
            Value(rawValue: value)
        }
        func limit() -> Limit? {
            value == "none" ? .unlimited : Int(value).flatMap { $0 >= 0 ? .atMost($0) : nil }
        }
        var isKnown = isReset
        func set<Value>(_ path: WritableKeyPath<Entry, Value?>, _ new: Value?) {
            isKnown = isReset || new != nil
            if isKnown { entry[keyPath: path] = new }
        }
        switch member {
        case .install: set(\.install, word(Install.self))
        case .use: set(\.use, word(Use.self))
        case .activation: set(\.activation, word(Activation.self))
        case .download: set(\.download, word(Download.self))
        case .manage: set(\.manage, word(Manage.self))
        case .maxFonts: set(\.maxFonts, limit())
        case .maxBytes: set(\.maxBytes, limit())
        }
        if isKnown { providers[provider] = entry.isEmpty ? nil : entry }
        return isKnown
    }
}
