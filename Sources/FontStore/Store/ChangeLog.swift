import FontModel
import GRDB

/// The log of changes, for clients that missed notifications.
enum ChangeLog {
    /// The number of rows that the log keeps; a row is one changed file.
    ///
    /// A client that is further behind gets a snapshot.
    static let retention = 8_192

    /// The maximum number of rows of one replay; a client that is further behind gets a snapshot.
    static let replayLimit = 4_096
}

extension Database {
    /// Adds a row to the log.
    ///
    /// - Parameter replaced: The ids of the registrations that ended because of a replacement.
    func logChange(
        _ kind: FontChange.Kind, generation: Int64, scope: FontScope, provider: String, contentID: Int64,
        path: String?, replaced: [String]
    ) throws {
        try executeCached(
            """
            INSERT INTO change (generation, kind, scope, provider, contentID, path, replaced)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                generation, kind.rawValue, scope.rawValue, provider, contentID, path,
                replaced.isEmpty ? nil : replaced.joined(separator: " "),
            ])
    }

    /// Whether the log has a path, in upper or lower case, with another content.
    func hadOtherContent(_ path: String, than contentID: Int64) throws -> Bool {
        try firstRow(
            "SELECT 1 FROM change WHERE path = ? COLLATE NOCASE AND contentID <> ? LIMIT 1", [path, contentID]) != nil
    }

    /// Returns the paths in the log of some contents, in lower case.
    func formerPaths(of contents: [String]) throws -> Set<String> {
        try Set(
            contents.flatMap { sha256 in
                try rows(
                    """
                    SELECT change.path FROM content JOIN change ON change.contentID = content.id
                    WHERE content.sha256 = ? AND change.path IS NOT NULL
                    """, [sha256]
                ) { try ($0.cell(0) as String).lowercased() }
            })
    }

    /// Returns the content that each path in the log had, by the path in lower case; 0 if it had several.
    func formerContents() throws -> [String: Int64] {
        let places = try rows("SELECT path, contentID FROM change WHERE path IS NOT NULL") {
            (try ($0.cell(0) as String).lowercased(), try $0.cell(1) as Int64)
        }
        return Dictionary(places) { $0 == $1 ? $0 : 0 }
    }

    /// Deletes all rows; clients that are behind get a snapshot.
    func forgetChanges() throws { try execute(sql: "DELETE FROM change") }

    /// Deletes the oldest rows beyond ``ChangeLog/retention``, and the contents that no row, registration and hidden
    /// file refers to.
    func trimChangeLog() throws {
        let newest = try Int64.fetchOne(cachedStatement(sql: "SELECT max(id) FROM change")) ?? 0
        let oldest = try Int64.fetchOne(cachedStatement(sql: "SELECT min(id) FROM change")) ?? 0
        // Delete whole generations, so that a replay never begins inside an operation. Trim only when an eighth more
        // rows have accumulated, to avoid the work on every operation.
        guard newest &- oldest >= Int64(ChangeLog.retention + ChangeLog.retention / 8) else { return }
        guard
            let cut = try Int64.fetchOne(
                self, sql: "SELECT generation FROM change WHERE id = ?",
                arguments: [newest &- Int64(ChangeLog.retention)])
        else { return }
        try execute(sql: "DELETE FROM change WHERE generation <= ?", arguments: [cut])
        // Keep contents of the current generation: their objects are removed after the commit by means of these rows.
        try execute(
            sql: """
                DELETE FROM content
                WHERE generation < (SELECT value FROM state WHERE key = 'generation')
                AND NOT EXISTS (SELECT 1 FROM change WHERE contentID = content.id)
                AND NOT EXISTS (SELECT 1 FROM registration WHERE contentID = content.id)
                AND NOT EXISTS (SELECT 1 FROM hiddenFile WHERE contentID = content.id)
                """)
    }

    /// Returns the changes after a generation, in order; `nil` if the log does not reach back so far or the replay
    /// would exceed ``ChangeLog/replayLimit``.
    ///
    /// - Parameter reached: The highest generation reached; a database behind it lacks the changes.
    func changes(since generation: Int64, reached: Int64 = 0) throws -> [FontChange]? {
        let now = try self.generation()
        guard now >= reached else { return generation == reached ? [] : nil }
        guard generation < now else { return generation > now ? nil : [] }
        // The log has no rows for a change of collections: only the last one matters to a reader.
        let collected = try storedCollections().generation
        let ofCollections = FontChange(
            generation: collected, kind: .collections, scope: .persistent, provider: Caller.userProvider, faces: [])
        let oldest = try Int64.fetchOne(cachedStatement(sql: "SELECT min(generation) FROM change"))
        // Every other generation has at least one row, so the log is complete from its oldest generation on.
        guard let oldest, oldest <= generation + 1 else {
            guard now == generation + 1 else { return nil }
            if collected == now { return [ofCollections] }
            // To hide a font of the system changes no registration, so that the log has no row for it.
            return try hiddenFonts().generation == now ? [] : nil
        }
        let count =
            try Int.fetchOne(
                cachedStatement(sql: "SELECT count(*) FROM change WHERE generation > ?"), arguments: [generation]) ?? 0
        guard count <= ChangeLog.replayLimit else { return nil }
        let found = try rows(
            """
            SELECT change.generation, kind, scope, provider, contentID, path, replaced, sha256
            FROM change JOIN content ON content.id = contentID
            WHERE change.generation > ? ORDER BY change.id
            """, [generation]
        ) { row in
            let (scope, provider): (FontScope, String) = (try row.cell(2), try row.cell(3))
            let (path, replaced): (String?, String?) = (try row.cell(5), try row.cell(6))
            let id = RegistrationID.make(sha256: try row.contentHash(7), scope: scope, provider: provider)
            return FontChange(
                generation: try row.cell(0), kind: try row.cell(1), scope: scope, provider: provider,
                faces: try faces(contentID: row.cell(4)).map { FontChange.Face(face: $0, path: path, id: id) },
                replacedIDs: replaced.map { $0.split(separator: " ").map(String.init) } ?? [])
        }
        var changes: [FontChange] = []
        for change in found {
            let place = changes.lastIndex {
                $0.generation == change.generation && $0.kind == change.kind && $0.scope == change.scope
                    && $0.provider == change.provider
            }
            guard let place else {
                changes.append(change)
                continue
            }
            changes[place].faces += change.faces
            changes[place].replacedIDs += change.replacedIDs
        }
        if collected > generation {
            let place = changes.firstIndex { $0.generation > collected } ?? changes.count
            changes.insert(ofCollections, at: place)
        }
        return changes
    }
}
