import FontModel
import GRDB

/// What the user has switched off: the content that a provider registers, in whatever scope and however often. No provider
/// switches it on again, nor does a request of one, nor a registration that it takes out and makes anew.
extension Database {
    func isHeld(sha256: String, provider: String) throws -> Bool {
        try cachedStatementRow("SELECT 1 FROM held WHERE sha256 = ? AND provider = ?", [sha256, provider]) != nil
    }

    func isHeld(_ row: RegistrationRow) throws -> Bool {
        try !row.isEnabled && isHeld(sha256: row.sha256, provider: row.provider)
    }

    func setHeld(_ isHeld: Bool, sha256: String, provider: String) throws {
        let sql =
            isHeld ? "INSERT OR IGNORE INTO held VALUES (?, ?)" : "DELETE FROM held WHERE sha256 = ? AND provider = ?"
        try cachedStatement(sql: sql).execute(arguments: [sha256, provider])
    }

    /// From which providers a content is held, sorted.
    func providersHeld(sha256: String) throws -> [String] {
        try Row.fetchAll(
            cachedStatement(sql: "SELECT provider FROM held WHERE sha256 = ? ORDER BY provider"), arguments: [sha256]
        ).map { try $0.cell(0) }
    }

    /// Contents that are held and that nobody registers at present.
    func unregisteredHeld() throws -> [String] {
        try Row.fetchAll(self, sql: "SELECT DISTINCT sha256 FROM held").map { try $0.contentHash(0) }
            .filter { try !isRegistered(sha256: $0) }
    }

    /// Whether anything is held from a provider.
    func isAnythingHeld(from provider: String) throws -> Bool {
        try cachedStatementRow("SELECT 1 FROM held WHERE provider = ? LIMIT 1", [provider]) != nil
    }

    /// Forgets what is held from a provider that has nothing registered.
    func forgetHeld(fromIdle provider: String) throws {
        try execute(
            sql: """
                DELETE FROM held WHERE provider = :id AND NOT EXISTS (SELECT 1 FROM registration WHERE provider = :id)
                """, arguments: ["id": provider])
    }

    /// Whether the store says what is held: one of an older version, read by whoever writes nothing, does not.
    func knowsHeld() throws -> Bool { try cachedStatementRow("PRAGMA user_version", [])?.count(0) ?? 0 >= 4 }
}

extension FontError {
    /// What a provider hears that would switch on what the user has switched off.
    static func held(_ row: RegistrationRow) -> FontError {
        FontError(
            .missingEntitlement, "The user has disabled this font, and only the user enables it again.",
            file: row.file, cause: .disabledByUser(id: row.id))
    }
}
