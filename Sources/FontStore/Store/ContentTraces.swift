import FontModel
import GRDB

/// Queries that compare the contents of the database with files and sidecars.
extension Database {
    /// Returns the hashes of all contents, including those that only the log refers to.
    func contents() throws -> [String] {
        try Row.fetchAll(self, sql: "SELECT sha256 FROM content").map { try $0.contentHash(0) }
    }

    /// Returns the hashes of the contents that changed after a generation.
    func contents(since generation: Int64) throws -> [String] {
        try Row.fetchAll(self, sql: "SELECT sha256 FROM content WHERE generation > ?", arguments: [generation])
            .map { try $0.contentHash(0) }
    }

    /// Returns the hashes of the contents that are registered, in any session.
    func registeredContents() throws -> [String] {
        try Row.fetchAll(
            self,
            sql: "SELECT sha256 FROM content WHERE EXISTS (SELECT 1 FROM registration WHERE contentID = content.id)"
        ).map { try $0.contentHash(0) }
    }

    /// Returns the hashes of the contents that are registered, in any session, or have hidden files.
    func neededContents() throws -> [String] {
        let registered = try registeredContents()
        return try registered + hiddenContents().subtracting(registered).sorted()
    }

    /// Sets the generation that last changed a content.
    func setGeneration(_ generation: Int64, contentID: Int64) throws {
        try cachedStatement(sql: "UPDATE content SET generation = ? WHERE id = ?")
            .execute(arguments: [generation, contentID])
    }

    /// Returns all contents by hash, with the generation that last changed each and the ids of its registrations.
    func knownContents() throws -> [String: (generation: Int64, ids: Set<String>)] {
        let rows = try Row.fetchCursor(
            self,
            sql: "SELECT c.sha256, c.generation, r.id FROM content c LEFT JOIN registration r ON r.contentID = c.id")
        var contents: [String: (generation: Int64, ids: Set<String>)] = [:]
        while let row = try rows.next() {
            let (hash, id): (String, String?) = (try row.cell(0), try row.cell(2))
            var content = try contents[hash] ?? (row.cell(1), [])
            if let id { content.ids.insert(id) }
            contents[hash] = content
        }
        return contents
    }

    /// Returns the contents whose last change in the log is the removal of a registration.
    func contentsTakenOut() throws -> Set<String> {
        try Set(
            String.fetchAll(
                self,
                sql: """
                    SELECT content.sha256 FROM change JOIN content ON content.id = change.contentID
                    WHERE change.kind = ? AND change.id IN (SELECT max(id) FROM change GROUP BY contentID)
                    """, arguments: [FontChange.Kind.removed.rawValue]))
    }

    /// Returns the places of the registered persistent fonts, as folder and file name.
    func placesOfRegisteredContents() throws -> Set<String> {
        try Set(
            String.fetchAll(
                self,
                sql: """
                    SELECT folder.name || '/' || placement.fileName FROM placement
                    JOIN folder ON folder.id = placement.folderID
                    WHERE placement.scope = 'persistent'
                    AND EXISTS (SELECT 1 FROM registration WHERE contentID = placement.contentID)
                    """))
    }
}
