import FontModel
import GRDB

/// The intended state of one folder of the projection.
struct ProjectedFolder: Sendable {
    struct File: Sendable {
        var name: String
        var sha256: String
        var patternCount: Int
    }

    var id: Int64
    var scope: FontScope
    var name: String
    var files: [File]
    /// The number of patterns of a complete cache.
    var patternCount: Int { files.reduce(0) { $0 + $1.patternCount } }
    /// The second to which the folder is dated, which is different after each change and never in the future.
    ///
    /// Many builds of fontconfig (all made with Meson on glibc, 2.14 to 2.18) compare whole seconds, where Debian's
    /// compares nanoseconds. If a folder were scanned and then changed within the same second, their cache would remain
    /// valid forever, with the state in the middle of a change. Programs that poll check the newest folder, which is
    /// the parent, dated to the present.
    var second: Int64
}

/// Assigns contents to places in the projection, within one transaction.
final class PlacementPlanner {
    private let database: Database
    private let generation: Int64
    private var plans: [FontScope: FolderPlan] = [:]

    init(_ database: Database, generation: Int64) {
        self.database = database
        self.generation = generation
    }

    /// Updates the placement of a content in a scope: it has a place while at least one of its registrations is
    /// enabled.
    ///
    /// - Parameter earlier: The earlier place of the content, or of the font that it replaces, as folder and file name.
    ///   Running programs know that path and open it again, for new sizes and exports, so it should remain valid.
    /// - Returns: The current place, or the one just removed, as folder and file name.
    @discardableResult
    func update(contentID: Int64, scope: FontScope, preferring earlier: String? = nil) throws -> String? {
        let wanted =
            try Bool.fetchOne(
                database.cachedStatement(
                    sql: "SELECT EXISTS (SELECT 1 FROM registration WHERE contentID = ? AND scope = ? AND isEnabled)"),
                arguments: [contentID, scope.rawValue]) ?? false
        let present = try database.cachedStatementRow(
            """
            SELECT folder.id, folder.name || '/' || placement.fileName FROM placement
            JOIN folder ON folder.id = placement.folderID WHERE placement.contentID = ? AND placement.scope = ?
            """, [contentID, scope.rawValue])
        switch (wanted, present) {
        case (true, nil): return try place(contentID, scope, at: earlier?.split(separator: "/") ?? [])
        case (false, let row?):
            try remove(contentID, scope, folder: row.cell(0))
            return try row.place(1)
        case (_, let row): return try row?.place(1)
        }
    }

    /// Places a content in a folder.
    ///
    /// - Parameter earlier: The folder and file name to keep, if any.
    private func place(_ contentID: Int64, _ scope: FontScope, at earlier: [Substring]) throws -> String? {
        guard let content = try database.content(id: contentID) else { return nil }
        let known = try earlier.first.flatMap { try self.folder(named: $0, scope) }
        let folder = try known ?? self.folder(for: content.scanCost, scope: scope)
        let fileName: String
        if known != nil, let name = earlier.dropFirst().first.map(String.init), try !isTaken(name, in: folder) {
            fileName = name
        } else {
            fileName = try ProjectedName.make(
                sha256: content.sha256, format: content.format, faces: try database.faces(contentID: contentID),
                isTaken: { try isTaken($0, in: folder) })
        }
        try database.cachedStatement(sql: "INSERT INTO placement VALUES (?, ?, ?, ?)").execute(arguments: [
            contentID, scope.rawValue, folder, fileName,
        ])
        try count(folder, fonts: 1, cost: content.scanCost)
        let name = try String.fetchOne(
            database.cachedStatement(sql: "SELECT name FROM folder WHERE id = ?"), arguments: [folder])
        return name.map { $0 + "/" + fileName }
    }

    private func isTaken(_ fileName: String, in folder: Int64) throws -> Bool {
        try database.cachedStatementRow(
            "SELECT 1 FROM placement WHERE folderID = ? AND fileName = ?", [folder, fileName]) != nil
    }

    private func remove(_ contentID: Int64, _ scope: FontScope, folder: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM placement WHERE contentID = ? AND scope = ?").execute(
            arguments: [contentID, scope.rawValue])
        try count(folder, fonts: -1, cost: -(database.content(id: contentID)?.scanCost ?? 0))
        plans[scope] = nil
    }

    private func count(_ folder: Int64, fonts: Int, cost: Int) throws {
        try database.cachedStatement(
            sql: """
                UPDATE folder SET fontCount = fontCount + ?, scanCost = scanCost + ?, generation = ? WHERE id = ?
                """
        ).execute(arguments: [fonts, cost, generation, folder])
    }

    private func folder(named name: Substring, _ scope: FontScope) throws -> Int64? {
        // The plan does not count fonts that are placed here.
        plans[scope] = nil
        return try database.cachedStatementRow(
            "SELECT id FROM folder WHERE scope = ? AND name = ?", [scope.rawValue, String(name)]
        ).map { try $0.cell(0) }
    }

    private func folder(for cost: Int, scope: FontScope) throws -> Int64 {
        var plan = try plans[scope] ?? openFolders(scope)
        defer { plans[scope] = plan }
        if let folder = plan.place(cost: cost) { return folder.id }
        let id = try makeFolder(scope)
        plan.add(id)
        _ = plan.place(cost: cost)
        return id
    }

    private func openFolders(_ scope: FontScope) throws -> FolderPlan {
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT id, fontCount, scanCost FROM folder WHERE scope = ? AND fontCount <= ?"),
            arguments: [scope.rawValue, FolderPlan.largestSmall])
        return FolderPlan(
            folders: try rows.map {
                FolderPlan.Folder(id: try $0.cell(0), fontCount: try $0.count(1), scanCost: try $0.count(2))
            })
    }

    private func makeFolder(_ scope: FontScope) throws -> Int64 {
        let number =
            (try Int.fetchOne(
                database.cachedStatement(sql: "SELECT count(*) FROM folder WHERE scope = ?"),
                arguments: [scope.rawValue]) ?? 0) + 1
        let digits = String(number)
        let name = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        try database.cachedStatement(
            sql: "INSERT INTO folder (scope, name, fontCount, scanCost, generation) VALUES (?, ?, 0, 0, ?)"
        ).execute(arguments: [scope.rawValue, name, generation])
        return database.lastInsertedRowID
    }
}

extension Database {
    /// Recalculates the counters of all folders.
    func recountFolders() throws {
        try execute(
            sql: """
                UPDATE folder SET (fontCount, scanCost) = (
                    SELECT count(*), coalesce(sum(content.scanCost), 0) FROM placement
                    JOIN content ON content.id = placement.contentID WHERE placement.folderID = folder.id)
                """)
    }

    /// Returns the intended state of the folders that changed after a generation.
    ///
    /// - Parameter session: The current session; fonts of other sessions are left out.
    func projectedFolders(since generation: Int64, session: String?) throws -> [ProjectedFolder] {
        let epoch = try self.epoch()
        return try Row.fetchAll(
            cachedStatement(sql: "SELECT id, scope, name, generation FROM folder WHERE generation > ? ORDER BY id"),
            arguments: [generation]
        ).map { row in
            let folder: Int64 = try row.cell(0)
            let files = try Row.fetchAll(
                cachedStatement(
                    sql: """
                        SELECT placement.fileName, content.sha256, content.patternCount FROM placement
                        JOIN content ON content.id = placement.contentID WHERE placement.folderID = ?
                        AND (placement.scope <> 'session' OR EXISTS (
                            SELECT 1 FROM registration r WHERE r.contentID = content.id AND r.scope = 'session'
                            AND r.isEnabled AND r.session = ?))
                        """), arguments: [folder, session])
            return ProjectedFolder(
                id: folder, scope: try row.cell(1), name: try row.folderName(2),
                files: try files.map {
                    ProjectedFolder.File(
                        name: try $0.fontName(0), sha256: try $0.contentHash(1), patternCount: try $0.count(2))
                },
                second: epoch + (try row.cell(3) as Int64))
        }
    }

    /// Returns the second from which folders are dated, with one second per operation: seventeen years before the store
    /// was created.
    ///
    /// There is room for an operation in every second of those years. A store that replaces another one reuses its
    /// seconds only if the other had more operations than seconds of existence. The epoch is 0 in a store of an older
    /// version, which gets one before any write.
    private func epoch() throws -> Int64 {
        guard let row = try cachedStatementRow("SELECT value FROM state WHERE key = 'epoch'", []) else { return 0 }
        let epoch: Int64 = try row.cell(0)
        guard (0..<GenerationFile.largest).contains(epoch) else { throw FontError.damagedDatabase("epoch \(epoch)") }
        return epoch
    }
}
