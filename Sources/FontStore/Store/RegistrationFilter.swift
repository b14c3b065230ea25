import FontModel
import GRDB

/// A condition on registrations, as SQL over ``Database/registrationTables``.
struct RegistrationFilter: Sendable {
    let condition: String
    let arguments: StatementArguments

    private init(_ condition: String, _ arguments: StatementArguments = []) {
        self.condition = condition
        self.arguments = arguments
    }

    static let all = RegistrationFilter("TRUE")
    static let enabled = RegistrationFilter("r.enabled")
    static let tagged = RegistrationFilter("r.tags IS NOT NULL AND r.tags <> ''")
    static let enabledWithoutPlace = RegistrationFilter(
        """
        r.enabled AND NOT EXISTS (
            SELECT 1 FROM placement WHERE placement.contentID = r.contentID AND placement.scope = r.scope)
        """)

    static func id(_ id: String) -> Self { Self("r.id = ?", [id]) }
    static func provider(_ provider: String) -> Self { Self("r.provider = ?", [provider]) }
    static func content(_ id: Int64) -> Self { Self("r.contentID = ?", [id]) }
    static func sha256(_ sha256: String) -> Self { Self("c.sha256 = ?", [sha256]) }

    /// The registrations of a path, and those of a content if its hash is given.
    static func file(_ path: String, sha256: String? = nil) -> Self {
        guard let sha256 else { return Self("r.file = ?", [path]) }
        return Self("r.file = ? OR c.sha256 = ?", [path, sha256])
    }

    /// The registrations with a face that matches a name.
    static func name(_ name: String, _ kind: NameKind) -> Self {
        Self("r.contentID IN (SELECT contentID FROM lookup WHERE name = ? AND kind = ?)", [name, kind.rawValue])
    }

    /// The registrations that have a text as their id, their file, or a name of any kind.
    ///
    /// The condition uses no other table than the registrations'.
    static func named(_ text: String) -> Self {
        Self(
            """
            r.id = ? OR r.file = ? OR r.contentID IN (
                SELECT contentID FROM lookup WHERE name = ? AND kind IN (\(NameKind.exactList))
                    OR name = ? AND kind NOT IN (\(NameKind.exactList)))
            """, [text, text, text, LookupName.fold(text)])
    }

    /// The disabled registrations of a content by a provider.
    static func disabled(sha256: String, provider: String) -> Self {
        Self("c.sha256 = ? AND r.provider = ? AND NOT r.enabled", [sha256, provider])
    }

    /// The enabled registrations of other contents in a scope with a face that matches a name exactly.
    static func holders(of name: String, scope: FontScope, otherThan sha256: String) -> Self {
        Self(
            """
            r.enabled AND r.scope = ? AND c.sha256 <> ? AND r.contentID IN (
                SELECT contentID FROM lookup WHERE name = ? AND kind IN (\(NameKind.exactList)))
            """, [scope.rawValue, sha256, name])
    }

    /// The registrations of a list.
    ///
    /// The condition uses no other table than the registrations'.
    /// - Parameters:
    ///   - scope: The scope; nil for any.
    ///   - state: The state.
    ///   - provider: The provider; nil for any.
    ///   - families: The folded names of families of which one must be in the file; nil for any family.
    static func listed(
        scope: FontScope?, state: RegistrationState, provider: String?, families: [String]? = nil
    ) -> Self {
        var conditions: [String] = []
        var arguments: StatementArguments = []
        switch state {
        case .any: break
        case .enabled: conditions.append("r.enabled")
        // Few are disabled, and they have an index of their own.
        case .disabled: conditions.append("NOT r.enabled")
        }
        if let scope {
            conditions.append("r.scope = ?")
            arguments += [scope.rawValue]
        }
        if let provider {
            // The sign keeps SQLite from reading all fonts of the provider where the other index has fewer rows.
            conditions.append(state == .disabled ? "+r.provider = ?" : "r.provider = ?")
            arguments += [provider]
        }
        if let families {
            conditions.append(
                """
                r.contentID IN (SELECT contentID FROM lookup
                    WHERE kind IN (\(NameKind.family.rawValue), \(NameKind.localizedFamily.rawValue))
                        AND name IN (\(databaseQuestionMarks(count: families.count))))
                """)
            arguments += StatementArguments(families)
        }
        return Self(conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND "), arguments)
    }
}
