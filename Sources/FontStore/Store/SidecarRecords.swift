import FontModel
import GRDB

extension Database {
    /// Returns the number of registrations, and of providers for which the user disabled a content.
    func sidecarEntries() throws -> Int {
        try Int.fetchOne(
            self, sql: "SELECT (SELECT count(*) FROM registration) + (SELECT count(*) FROM disabledByUser)") ?? 0
    }

    /// Returns the sidecars of all contents that are registered, hidden or disabled by the user.
    func sidecars() throws -> [Sidecar] {
        let registered = try neededContents()
        return try (registered + unregisteredDisabledByUser().filter { try !isHidden(sha256: $0) })
            .map(sidecar(sha256:))
    }

    /// Returns the sidecar of a content.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) and fault `.damaged` for a registration that
    ///   contradicts its id: a flipped bit must not spread from the database to the sidecar that a rebuild needs.
    func sidecar(sha256: String) throws -> Sidecar {
        let rows = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT id, \(RegistrationRecord.columnNames.joined(separator: ", ")) FROM registration
                    WHERE contentID = (SELECT id FROM content WHERE sha256 = ?) ORDER BY id
                    """), arguments: [sha256])
        let hidden = try hiddenFiles(sha256: sha256).map(\.trace)
        let disabledFor = try providersDisabledByUser(sha256: sha256)
        return Sidecar(
            sha256: sha256,
            registrations: try rows.map {
                let (id, record): (String, _) = (try $0.cell(0), try RegistrationRecord(row: $0, from: 1))
                guard id == record.id(of: sha256) else {
                    throw FontError.damagedDatabase("registration \(id) is not what its id says")
                }
                return record
            }, places: try places(sha256: sha256),
            hidden: hidden.isEmpty ? nil : hidden, disabledFor: disabledFor.isEmpty ? nil : disabledFor,
            generation: try cachedStatementRow("SELECT generation FROM content WHERE sha256 = ?", [sha256])?.cell(0))
    }

    /// Returns the places of a content by scope; nil if it has none.
    private func places(sha256: String) throws -> [String: String]? {
        let rows = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT placement.scope, folder.name || '/' || placement.fileName FROM placement
                    JOIN folder ON folder.id = placement.folderID
                    WHERE placement.contentID = (SELECT id FROM content WHERE sha256 = ?)
                    """), arguments: [sha256])
        var places: [String: String] = [:]
        for row in rows { places[try row.cell(0)] = try row.place(1) }
        return places.isEmpty ? nil : places
    }
}
