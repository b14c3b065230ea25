import FontModel

/// The checks and steps that bring registrations into a state, for all operations.
extension StoreOperation {
    /// Returns the registration with an id; nil if there is none in this session.
    func row(_ id: String) throws -> RegistrationRow? {
        try database.registrations(.id(id), session: session).first
    }

    /// Returns a registration as callers see it.
    func registration(_ row: RegistrationRow) throws -> Registration {
        row.registration(faces: try database.faces(contentID: row.contentID), paths: paths)
    }

    /// Returns the enabled registrations of other contents in a scope that conflict with these faces; see
    /// ``ExactNames``.
    func holders(of faces: [FontFace], _ scope: FontScope, otherThan sha256: String) throws -> [RegistrationRow] {
        var found: [RegistrationRow] = []
        var seen: Set<String> = []
        for name in Set(faces.flatMap { ExactNames(of: $0).all }).sorted() {
            let filter = RegistrationFilter.holders(of: name, scope: scope, otherThan: sha256)
            for row in try database.registrations(filter, session: session) where seen.insert(row.id).inserted {
                if try faces.conflict(with: database.faces(contentID: row.contentID)) { found.append(row) }
            }
        }
        return found
    }

    /// Returns the error `duplicatedName` (305) of enabling a font, registered or not; nil if its names are free.
    func obstacle(
        toEnabling faces: [FontFace], as record: RegistrationRecord, _ sha256: String
    ) throws -> FontError? {
        RegistrationDecision.obstacle(
            toEnabling: faces.map(KnownRegistration.KnownFace.init), of: record.file,
            holders: try holders(of: faces, record.scope, otherThan: sha256).map(database.known))
    }

    /// Enables or disables a registration and changes its tags, as far as its state is another one.
    ///
    /// - Returns: The registration, and the kind of the change; nil if there was nothing to change.
    func set(
        isEnabled: Bool, tags: [String], _ row: RegistrationRow
    ) throws -> (row: RegistrationRow, status: FontOutcome.Status?) {
        var (row, status) = (row, FontOutcome.Status?.none)
        if row.isEnabled != isEnabled {
            row = try setEnabled(isEnabled, row)
            status = isEnabled ? .enabled : .disabled
        }
        if row.tags != tags {
            row = try setTags(tags, row)
            status = status ?? .tagged
        }
        return (row, status)
    }
}
