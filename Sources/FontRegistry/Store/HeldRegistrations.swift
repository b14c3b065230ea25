import FontModel
import GRDB

/// What the user has switched off: no provider switches it on again, nor does a request of one.
extension Database {
    /// Whether the user has switched a registration off; a store of an older version does not say.
    func isHeld(registrationID id: String) throws -> Bool {
        guard try Int.fetchOne(self, sql: "PRAGMA user_version") ?? 0 >= 4 else { return false }
        return try cachedStatementRow("SELECT 1 FROM held WHERE registration = ?", [id]) != nil
    }

    func isHeld(_ row: RegistrationRow) throws -> Bool { try !row.isEnabled && isHeld(registrationID: row.id) }

    func setHeld(_ isHeld: Bool, _ row: RegistrationRow) throws {
        let sql = isHeld ? "INSERT OR IGNORE INTO held VALUES (?)" : "DELETE FROM held WHERE registration = ?"
        try cachedStatement(sql: sql).execute(arguments: [row.id])
    }
}

extension FontError {
    /// What a provider hears that would switch on what the user has switched off.
    static func held(_ row: RegistrationRow) -> FontError {
        FontError(
            .missingEntitlement, "The user has disabled this font. `fontctl enable \(row.id)` shows it again.",
            file: row.file)
    }
}
