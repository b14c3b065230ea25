import FontModel
import GRDB

extension Database {
    /// Returns the number of registrations, and of providers for which the user disabled a content.
    func sidecarEntries() throws -> Int {
        try Int.fetchOne(
            self, sql: "SELECT (SELECT count(*) FROM registration) + (SELECT count(*) FROM held)") ?? 0
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
                    SELECT id, scope, provider, isEnabled, tag, file, registeredAt, session FROM registration
                    WHERE contentID = (SELECT id FROM content WHERE sha256 = ?) ORDER BY id
                    """), arguments: [sha256])
        let hidden = try hiddenFiles(sha256: sha256).map(\.trace)
        let disabledFor = try providersDisabledByUser(sha256: sha256)
        return Sidecar(
            sha256: sha256,
            registrations: try rows.map {
                let entry = Sidecar.Entry(
                    id: try $0.cell(0), scope: try $0.cell(1), provider: try $0.cell(2), isEnabled: try $0.cell(3),
                    tag: try $0.cell(4), file: try $0.cell(5), registeredAt: try $0.cell(6), session: try $0.cell(7))
                guard entry.id == entry.id(of: sha256) else {
                    throw FontError.damagedDatabase("registration \(entry.id) is not what its id says")
                }
                return entry
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
