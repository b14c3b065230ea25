package import FontModel

extension Registrar {
    /// Returns all registrations that match a name of any kind, enabled or not, best kind first.
    package func answering(
        to name: String
    ) throws(FontError) -> [(registration: Registration, isDisabledByUser: Bool)] {
        return try read { database, session in
            guard let database else { return [] }
            let contents = try database.contents(answeringTo: name)
            return try contents.flatMap { contentID in
                let faces = try database.faces(contentID: contentID)
                return try database.registrations(.content(contentID), session: session).map {
                    ($0.registration(faces: faces, paths: paths), try database.isDisabledByUser($0))
                }
            }
        }
    }

    /// Returns the registrations that have a text as their id, their file, or a name of any kind, oldest first.
    package func registered(named text: String) throws(FontError) -> [Registration] { try registered(.named(text)) }

    /// Returns the path of the stored bytes of a registration; nil if it is gone.
    package func storedFile(ofRegistration id: String) throws(FontError) -> String? {
        let row = try read { database, session in try database?.registrations(.id(id), session: session).first }
        return row.map { paths.object($0.sha256) }
    }

    /// Returns the characters of a registered font, or nil if it is no longer registered.
    package func coverage(of font: FontDescriptor) throws(FontError) -> CharacterCoverage? {
        guard let id = font.registrationID else { return nil }
        return try read { database, session in
            guard let database, let row = try database.registrations(.id(id), session: session).first
            else { return nil }
            return try database.coverage(contentID: row.contentID, faceIndex: font.face.index)
        }
    }

    /// Returns the fonts outside of fontd's folders that the user hides.
    package func hiddenFonts() throws(FontError) -> [FontDescriptor] {
        try read { database, _ in try database?.hiddenFonts().hiddenFonts.map(\.descriptor) ?? [] }
    }

    /// Returns the providers with fonts that are removed with the provider without the user's request.
    package func providersThatMayGo() throws(FontError) -> [ProviderRecord] {
        try read { database, _ in try database?.providersWithFonts().filter(\.goesByItself) ?? [] }
    }

    // MARK: Changes

    /// Returns the reached generation with the changes since another one; nil if the log does not reach back so far.
    package func history(
        since generation: Int64
    ) throws(FontError) -> (generation: Int64, changes: [FontChange]?) {
        try read { database, _ in
            let reached = try reachedGeneration(database)
            guard let database else { return (reached, generation == reached ? [] : nil) }
            return (reached, try database.changes(since: generation, reached: reached))
        }
    }

    /// Returns the reached generation with all registrations, oldest first.
    package func snapshot() throws(FontError) -> (generation: Int64, registrations: [Registration]) {
        return try read { database, session in
            let reached = try reachedGeneration(database)
            guard let database else { return (reached, []) }
            let rows = try database.registrations(.all, session: session)
            return (
                reached,
                try rows.map { $0.registration(faces: try database.faces(contentID: $0.contentID), paths: paths) }
            )
        }
    }
}
