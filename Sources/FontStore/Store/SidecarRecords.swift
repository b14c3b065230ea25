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
        let registrations = try rows(
            """
            SELECT id, \(RegistrationRecord.columnNames().joined(separator: ", ")) FROM registration
            WHERE contentID = (SELECT id FROM content WHERE sha256 = ?) ORDER BY id
            """, [sha256]
        ) {
            let (id, record): (String, _) = (try $0.cell(0), try RegistrationRecord(row: $0, from: 1))
            guard id == record.id(of: sha256) else {
                throw FontError.damagedDatabase("registration \(id) is not what its id says")
            }
            return record
        }
        let hidden = try hiddenFiles(sha256: sha256).map(\.trace)
        let places = try Dictionary(
            rows(
                """
                SELECT placement.scope, folder.name || '/' || placement.fileName FROM placement
                JOIN folder ON folder.id = placement.folderID
                WHERE placement.contentID = (SELECT id FROM content WHERE sha256 = ?)
                """, [sha256]
            ) { (try $0.cell(0) as String, try $0.place(1)) }
        ) { $1 }.compactMapValues(\.self)
        let disabledFor = try providersDisabledByUser(sha256: sha256)
        return Sidecar(
            sha256: sha256, registrations: registrations, places: places.isEmpty ? nil : places,
            hidden: hidden.isEmpty ? nil : hidden, disabledFor: disabledFor.isEmpty ? nil : disabledFor,
            generation: try firstRow("SELECT generation FROM content WHERE sha256 = ?", [sha256])?.cell(0))
    }
}
