import FontModel
import GRDB

/// What the user has switched off: the content that a provider registers, in whatever scope and however often. No provider
/// switches it on again, nor does a request of one, nor a registration that it takes out and makes anew.
extension Database {
    func isDisabledByUser(sha256: String, provider: String) throws -> Bool {
        try cachedStatementRow("SELECT 1 FROM held WHERE sha256 = ? AND provider = ?", [sha256, provider]) != nil
    }

    func isDisabledByUser(_ row: RegistrationRow) throws -> Bool {
        try !row.isEnabled && isDisabledByUser(sha256: row.sha256, provider: row.provider)
    }

    func setDisabledByUser(_ isDisabledByUser: Bool, sha256: String, provider: String) throws {
        let sql =
            isDisabledByUser
            ? "INSERT OR IGNORE INTO held VALUES (?, ?)" : "DELETE FROM held WHERE sha256 = ? AND provider = ?"
        try cachedStatement(sql: sql).execute(arguments: [sha256, provider])
    }

    /// The providers whose registration of a content the user has disabled, sorted.
    func providersDisabledByUser(sha256: String) throws -> [String] {
        try Row.fetchAll(
            cachedStatement(sql: "SELECT provider FROM held WHERE sha256 = ? ORDER BY provider"), arguments: [sha256]
        ).map { try $0.cell(0) }
    }

    /// The contents that the user has disabled and no provider registers at present.
    func unregisteredDisabledByUser() throws -> [String] {
        try Row.fetchAll(self, sql: "SELECT DISTINCT sha256 FROM held").map { try $0.contentHash(0) }
            .filter { try !isRegistered(sha256: $0) }
    }

    /// Whether the user has disabled anything of a provider.
    func hasDisabledByUser(of provider: String) throws -> Bool {
        try cachedStatementRow("SELECT 1 FROM held WHERE provider = ? LIMIT 1", [provider]) != nil
    }

    /// Forgets what the user has disabled of a provider that has nothing registered.
    func forgetDisabledByUser(ofIdle provider: String) throws {
        try execute(
            sql: """
                DELETE FROM held WHERE provider = :id AND NOT EXISTS (SELECT 1 FROM registration WHERE provider = :id)
                """, arguments: ["id": provider])
    }

    /// Whether the store records what the user has disabled: one of an older version, opened for reading only, does not.
    func knowsDisabledByUser() throws -> Bool { try cachedStatementRow("PRAGMA user_version", [])?.count(0) ?? 0 >= 4 }
}

extension FontError {
    /// What a provider hears that would switch on what the user has switched off.
    static func disabledByUser(_ row: RegistrationRow) -> FontError {
        FontError(
            .missingEntitlement, "The user has disabled this font, and only the user enables it again.",
            file: row.file, cause: .disabledByUser(id: row.id))
    }
}
