import FontModel
import GRDB

/// The intended state of one folder of the projection.
struct ProjectedFolder: Sendable {
    struct File: Sendable {
        var name: String
        var sha256: String
        var patternCount: Int
        /// Whether it only stays for programs that may open it again; see ``HiddenFile``.
        var isHidden = false
    }

    var id: Int64
    var scope: FontScope
    var name: String
    var files: [File]
    /// The number of patterns of a complete cache.
    ///
    /// Hidden files may have been removed at login.
    var patternCount: Int { files.reduce(0) { $0 + ($1.isHidden ? 0 : $1.patternCount) } }
    /// The second to which the folder is dated, which is different after each change and never in the future.
    ///
    /// Many builds of fontconfig (all made with Meson on glibc, 2.14 to 2.18) compare whole seconds, where Debian's
    /// compares nanoseconds. If a folder were scanned and then changed within the same second, their cache would remain
    /// valid forever, with the state in the middle of a change. Programs that poll check the newest folder, which is
    /// the parent, dated to the present.
    var second: Int64
}

extension Database {
    /// Recalculates the counters of all folders.
    func recountFolders() throws {
        try execute(
            sql: """
                UPDATE folder SET (fontCount, scanCost) = (
                    SELECT count(*), coalesce(sum(scanCost), 0) FROM content WHERE id IN (
                        SELECT contentID FROM placement WHERE folderID = folder.id
                        UNION ALL SELECT contentID FROM hiddenFile WHERE folderID = folder.id))
                """)
    }

    /// Returns the intended state of the folders that changed after a generation, with the files that rules hide.
    ///
    /// - Parameter session: The current session; fonts of other sessions are left out.
    func projectedFolders(since generation: Int64, session: String?) throws -> [ProjectedFolder] {
        // The second from which folders are dated, with one second per operation: seventeen years before the store was
        // created. There is room for an operation in every second of those years. A store that replaces another one
        // reuses its seconds only if the other had more operations than seconds of existence.
        let epoch = try state("epoch")
        return try rows(
            "SELECT id, scope, name, generation FROM folder WHERE generation > ? ORDER BY id", [generation]
        ) { row in
            let folder: Int64 = try row.cell(0)
            let files = try rows(
                """
                SELECT placement.fileName, content.sha256, content.patternCount, 0 FROM placement
                JOIN content ON content.id = placement.contentID WHERE placement.folderID = :folder
                AND (placement.scope <> 'session' OR EXISTS (
                    SELECT 1 FROM registration r WHERE r.contentID = content.id AND r.scope = 'session'
                    AND r.enabled AND r.session = :session))
                UNION ALL SELECT hiddenFile.fileName, content.sha256, content.patternCount, 1 FROM hiddenFile
                JOIN content ON content.id = hiddenFile.contentID WHERE hiddenFile.folderID = :folder
                AND (hiddenFile.session IS NULL OR hiddenFile.session = :session)
                """, ["folder": folder, "session": session]
            ) {
                ProjectedFolder.File(
                    name: try $0.fontName(0), sha256: try $0.contentHash(1), patternCount: try $0.count(2),
                    isHidden: try $0.cell(3))
            }
            return ProjectedFolder(
                id: folder, scope: try row.cell(1), name: try row.folderName(2), files: files,
                second: epoch + (try row.cell(3) as Int64))
        }
    }
}
