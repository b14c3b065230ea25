import FontModel
import GRDB

/// The contents disabled by the user, per provider.
///
/// An entry applies to all registrations of a content by a provider, in any scope. The provider cannot enable it: not
/// by a request, and not by registering the font again.
extension Database {
    func isDisabledByUser(sha256: String, provider: String) throws -> Bool {
        try firstRow(
            "SELECT 1 FROM disabledByUser WHERE sha256 = ? AND provider = ?", [sha256, provider]) != nil
    }

    func isDisabledByUser(_ row: RegistrationRow) throws -> Bool {
        try !row.isEnabled && isDisabledByUser(sha256: row.sha256, provider: row.provider)
    }

    func setDisabledByUser(_ isDisabledByUser: Bool, sha256: String, provider: String) throws {
        try executeCached(
            isDisabledByUser
                ? "INSERT OR IGNORE INTO disabledByUser VALUES (?, ?)"
                : "DELETE FROM disabledByUser WHERE sha256 = ? AND provider = ?", [sha256, provider])
    }

    /// Returns the providers for which the user has disabled a content, sorted.
    func providersDisabledByUser(sha256: String) throws -> [String] {
        try rows("SELECT provider FROM disabledByUser WHERE sha256 = ? ORDER BY provider", [sha256]) {
            try $0.cell(0)
        }
    }

    /// Returns the contents that the user has disabled and that have no registration.
    func unregisteredDisabledByUser() throws -> [String] {
        try rows("SELECT DISTINCT sha256 FROM disabledByUser") { try $0.contentHash(0) }
            .filter { try !isRegistered(sha256: $0) }
    }

    /// Whether the user has disabled a content of a provider.
    func hasDisabledByUser(of provider: String) throws -> Bool {
        try firstRow("SELECT 1 FROM disabledByUser WHERE provider = ? LIMIT 1", [provider]) != nil
    }

    /// Deletes the entries of a provider without registrations.
    func forgetDisabledByUser(ofIdle provider: String) throws {
        try execute(
            sql: """
                DELETE FROM disabledByUser
                WHERE provider = :id AND NOT EXISTS (SELECT 1 FROM registration WHERE provider = :id)
                """, arguments: ["id": provider])
    }
}

extension FontError {
    /// The error for a provider that tries to enable a font disabled by the user.
    static func disabledByUser(_ row: RegistrationRow) -> FontError {
        FontError(
            .missingEntitlement, "The user has disabled this font, and only the user can enable it again.",
            file: row.file, cause: .disabledByUser(id: row.id))
    }
}
