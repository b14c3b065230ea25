import FontModel
import GRDB

/// The log of what changed, for whoever was not there.
enum ChangeLog {
    /// How many rows the log keeps; a row is one file that changed.
    ///
    /// Who is further behind gets a snapshot.
    static let retention = 8_192

    /// How many rows one reading may bring; who is further behind gets a snapshot instead of a long replay.
    static let replayLimit = 4_096
}

extension Database {
    /// Adds a row to the log.
    func logChange(
        _ kind: FontChange.Kind, generation: Int64, scope: FontScope, provider: String, contentID: Int64,
        path: String?
    ) throws {
        try cachedStatement(
            sql: """
                INSERT INTO change (generation, kind, scope, provider, contentID, path) VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [generation, kind.rawValue, scope.rawValue, provider, contentID, path])
    }

    /// Forgets everything: whoever is behind gets a snapshot.
    func forgetChanges() throws { try execute(sql: "DELETE FROM change") }

    /// Forgets the oldest rows beyond ``ChangeLog/retention``, and the facts of contents that nothing tells of any more.
    func trimChangeLog() throws {
        let newest = try Int64.fetchOne(cachedStatement(sql: "SELECT max(id) FROM change")) ?? 0
        let oldest = try Int64.fetchOne(cachedStatement(sql: "SELECT min(id) FROM change")) ?? 0
        // Whole generations go, so that a replay never begins inside an operation; an eighth more is kept back so
        // that the work is not done on every operation.
        guard newest &- oldest >= Int64(ChangeLog.retention + ChangeLog.retention / 8) else { return }
        guard
            let cut = try Int64.fetchOne(
                self, sql: "SELECT generation FROM change WHERE id = ?",
                arguments: [newest &- Int64(ChangeLog.retention)])
        else { return }
        try execute(sql: "DELETE FROM change WHERE generation <= ?", arguments: [cut])
        // Contents of this very generation stay: their objects are removed from these rows after the commit.
        try execute(
            sql: """
                DELETE FROM content
                WHERE generation < (SELECT value FROM state WHERE key = 'generation')
                AND NOT EXISTS (SELECT 1 FROM change WHERE contentID = content.id)
                AND NOT EXISTS (SELECT 1 FROM registration WHERE contentID = content.id)
                """)
    }

    /// The changes after a generation, in order; nil when the log does not reach back so far or the replay would be
    /// longer than ``ChangeLog/replayLimit``.
    ///
    /// - Parameter reached: The generation that was reached; a database that is behind it does not know what happened.
    func changes(since generation: Int64, reached: Int64 = 0) throws -> [FontChange]? {
        let now = try self.generation()
        guard now >= reached else { return generation == reached ? [] : nil }
        guard generation < now else { return generation > now ? nil : [] }
        let oldest = try Int64.fetchOne(cachedStatement(sql: "SELECT min(generation) FROM change"))
        // Every generation has at least one row, so the log is complete from its oldest generation on.
        guard let oldest, oldest <= generation + 1 else { return nil }
        let count =
            try Int.fetchOne(
                cachedStatement(sql: "SELECT count(*) FROM change WHERE generation > ?"), arguments: [generation]) ?? 0
        guard count <= ChangeLog.replayLimit else { return nil }
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT generation, kind, scope, provider, contentID, path FROM change
                    WHERE generation > ? ORDER BY id
                    """), arguments: [generation])
        var changes: [FontChange] = []
        while let row = try rows.next() {
            let path: String? = try row.cell(5)
            let faces = try faces(contentID: row.cell(4)).map { FontChange.Face(face: $0, path: path) }
            let change = FontChange(
                generation: try row.cell(0), kind: try row.cell(1), scope: try row.cell(2), provider: try row.cell(3),
                faces: faces)
            let place = changes.lastIndex {
                $0.generation == change.generation && $0.kind == change.kind && $0.scope == change.scope
                    && $0.provider == change.provider
            }
            if let place { changes[place].faces += faces } else { changes.append(change) }
        }
        return changes
    }
}
