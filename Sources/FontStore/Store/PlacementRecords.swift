import FontModel
import GRDB

/// Assigns contents to places in the projection, within one transaction.
///
/// A path never gets other bytes, since any program may open it again: a file that leaves its place stays there hidden if
/// ``Keep`` says so, and its path is not given to another content in any case, as far as the change log reaches back.
final class PlacementPlanner {
    /// Returns the moment from which the file of a place is hidden; nil if it is removed.
    typealias Keep = (_ scope: FontScope, _ place: String) throws -> BootMoment?

    private let database: Database
    private let paths: FontPaths
    private let generation: Int64
    private let session: String?
    /// The contents that had a path before this operation; nil before many paths were asked for.
    private var formerContents: [String: Int64]?
    /// The number of paths that were asked for.
    private var lookups = 0
    /// The paths of folders, by their ids.
    private var folderPaths: [Int64: String] = [:]
    private var plans: [FontScope: FolderPlan] = [:]
    /// The contents that lost their place in this operation, by folder, and by file name in lower case.
    private var vacated: [Int64: [String: Int64]] = [:]

    init(_ database: Database, _ paths: FontPaths, generation: Int64, session: String?) {
        self.database = database
        self.paths = paths
        self.generation = generation
        self.session = session
    }

    /// Updates the placement of a content in a scope: it has a place while at least one of its registrations is
    /// enabled.
    ///
    /// - Parameters:
    ///   - content: The content, if it is known.
    ///   - file: The path of the original file as given, for the name.
    ///   - earlier: The earlier place of the content, as folder and file name. Running programs know that path.
    ///   - replaced: The place of a replaced font. In a sandbox, where both are visible and fontconfig prefers neither,
    ///     the first folder counts.
    ///   - keep: Whether a file that leaves its place stays there hidden.
    /// - Returns: The current place, or the one just left, as folder and file name.
    @discardableResult
    func update(
        contentID: Int64, _ content: Database.ContentRow? = nil, scope: FontScope, file: String,
        preferring earlier: String? = nil, before replaced: String? = nil, keep: Keep = { _, _ in nil }
    ) throws -> String? {
        let wanted = try database.firstRow(
            "SELECT 1 FROM registration WHERE contentID = ? AND scope = ? AND enabled", [contentID, scope.rawValue])
        let present = try database.firstRow(
            """
            SELECT folder.id, folder.name || '/' || placement.fileName FROM placement
            JOIN folder ON folder.id = placement.folderID WHERE placement.contentID = ? AND placement.scope = ?
            """, [contentID, scope.rawValue])
        switch (wanted != nil, present) {
        case (true, nil):
            let hidden = try database.hiddenFile(contentID: contentID, scope: scope)
            if let hidden { try removeHidden(hidden) }
            return try place(contentID, content, scope, file: file, at: hidden?.place ?? earlier, before: replaced)
        case (false, let row?):
            let (folder, place): (Int64, String?) = (try row.cell(0), try row.place(1))
            guard let place else { return nil }
            let name = String(PathText.name(of: place))
            vacated[folder, default: [:]][name.lowercased()] = contentID
            try database.executeCached(
                "DELETE FROM placement WHERE contentID = ? AND scope = ?", [contentID, scope.rawValue])
            try count(folder, fonts: -1, cost: -(database.content(id: contentID)?.scanCost ?? 0))
            plans[scope] = nil
            if let moment = try keep(scope, place) {
                try insertHidden(contentID, scope, folder: folder, name: name, session: session, since: moment)
            }
            return place
        case (_, let row): return try row?.place(1)
        }
    }

    /// Restores the record of a hidden file, unless the content is shown or another file has its place.
    func restoreHidden(_ hidden: Sidecar.HiddenPlace, contentID: Int64) throws {
        guard try database.hiddenFile(contentID: contentID, scope: hidden.scope) == nil,
            try database.firstRow(
                "SELECT 1 FROM placement WHERE contentID = ? AND scope = ?", [contentID, hidden.scope.rawValue]) == nil,
            let (folder, name) = try free(hidden.place, hidden.scope, for: contentID)
        else { return }
        try insertHidden(
            contentID, hidden.scope, folder: folder, name: name, session: hidden.session, since: hidden.since)
    }

    /// Returns the folder and the file name of a place; nil if another file has it.
    private func free(
        _ place: String, _ scope: FontScope, for contentID: Int64
    ) throws -> (folder: Int64, name: String)? {
        let parts = place.split(separator: "/")
        guard parts.count == 2, let folder = try folder(named: parts[0], scope),
            try !isTaken(String(parts[1]), in: folder, by: contentID)
        else { return nil }
        return (folder, String(parts[1]))
    }

    private func insertHidden(
        _ contentID: Int64, _ scope: FontScope, folder: Int64, name: String, session: String?, since: BootMoment
    ) throws {
        try database.executeCached(
            "INSERT INTO hiddenFile VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                contentID, scope.rawValue, folder, name, scope == .session ? session : nil, since.boot, since.seconds,
            ])
        try count(folder, fonts: 1, cost: database.content(id: contentID)?.scanCost ?? 0)
    }

    /// Deletes the record of a hidden file, which is then removed or shown.
    func removeHidden(_ hidden: HiddenFile) throws {
        try database.executeCached(
            "DELETE FROM hiddenFile WHERE contentID = ? AND scope = ?", [hidden.contentID, hidden.scope.rawValue])
        guard let name = hidden.place.split(separator: "/").first, let folder = try folder(named: name, hidden.scope)
        else { return }
        try count(folder, fonts: -1, cost: -(database.content(id: hidden.contentID)?.scanCost ?? 0))
    }

    /// Places a content in a folder.
    ///
    /// - Parameter earlier: The folder and file name to keep, if any.
    private func place(
        _ contentID: Int64, _ known: Database.ContentRow?, _ scope: FontScope, file: String, at earlier: String?,
        before replaced: String?
    ) throws -> String? {
        guard let content = try known ?? database.content(id: contentID) else { return nil }
        let (folder, fileName) =
            try earlier.flatMap { try free($0, scope, for: contentID) }
            ?? newPlace(content, scope, file: file, before: replaced)
        try database.executeCached(
            "INSERT INTO placement VALUES (?, ?, ?, ?)", [contentID, scope.rawValue, folder, fileName])
        try count(folder, fonts: 1, cost: content.scanCost)
        return try database.firstRow("SELECT name || '/' || ? FROM folder WHERE id = ?", [fileName, folder])?.cell(0)
    }

    /// Returns a folder and a name that no other file has there.
    private func newPlace(
        _ content: Database.ContentRow, _ scope: FontScope, file: String, before replaced: String?
    ) throws -> (folder: Int64, name: String) {
        let name = ProjectedName.make(
            file: file, sha256: content.sha256, format: content.format,
            faces: try content.faces ?? database.faces(contentID: content.id))
        let later = replaced?.split(separator: "/").first.map(String.init)
        let folder = try folder(for: content, scope: scope, named: name, before: later)
        guard try isTaken(name, in: folder, by: content.id) else { return (folder, name) }
        let distinct = try ProjectedName.distinct(name, sha256: content.sha256) {
            try isTaken($0, in: folder, by: content.id)
        }
        return (folder, distinct)
    }

    /// Whether a file has a name in a folder, or another content had it there earlier, in upper or lower case.
    ///
    /// - Parameter contentID: The content that may have its own name again.
    private func isTaken(_ fileName: String, in folder: Int64, by contentID: Int64) throws -> Bool {
        if let former = vacated[folder]?[fileName.lowercased()], former != contentID { return true }
        if let path = try path(of: folder), try hadOtherContent(path + "/" + fileName, than: contentID) { return true }
        return try database.firstRow(
            """
            SELECT 1 FROM placement WHERE folderID = ? AND fileName = ? COLLATE NOCASE
            UNION ALL SELECT 1 FROM hiddenFile WHERE folderID = ? AND fileName = ? COLLATE NOCASE
            """, [folder, fileName, folder, fileName]) != nil
    }

    /// Whether a path had another content before this operation.
    private func hadOtherContent(_ path: String, than contentID: Int64) throws -> Bool {
        lookups += 1
        if lookups <= Self.single { return try database.hadOtherContent(path, than: contentID) }
        let known = try formerContents ?? database.formerContents()
        formerContents = known
        return known[path.lowercased()].map { $0 != contentID } ?? false
    }

    /// The number of paths that are looked up one by one, which is faster for so few.
    private static let single = 4

    /// Returns the path of a folder; nil if its scope has no folders now.
    private func path(of folder: Int64) throws -> String? {
        if let path = folderPaths[folder] { return path }
        guard
            let row = try database.firstRow("SELECT scope, name FROM folder WHERE id = ?", [folder]),
            let root = paths.projection(of: try row.cell(0))
        else { return nil }
        let path = root + "/" + (try row.folderName(1))
        folderPaths[folder] = path
        return path
    }

    private func count(_ folder: Int64, fonts: Int, cost: Int) throws {
        try database.executeCached(
            "UPDATE folder SET fontCount = fontCount + ?, scanCost = scanCost + ?, generation = ? WHERE id = ?",
            [fonts, cost, generation, folder])
    }

    /// Returns the folder with a name, which is made if it does not exist.
    private func folder(named name: Substring, _ scope: FontScope) throws -> Int64? {
        // The plan does not count fonts that are placed here.
        plans[scope] = nil
        guard StoredName.isFolder(name) else { return nil }
        let known = try database.firstRow(
            "SELECT id FROM folder WHERE scope = ? AND name = ?", [scope.rawValue, String(name)])
        if let known { return try known.cell(0) }
        return try makeFolder(scope, named: String(name))
    }

    /// Returns a folder with room, if possible one in which a name is free.
    ///
    /// - Parameter later: The folder that must come after it in the order of names; nil for any.
    private func folder(
        for content: Database.ContentRow, scope: FontScope, named name: String, before later: String?
    ) throws -> Int64 {
        var plan = try plans[scope] ?? openFolders(scope)
        defer { plans[scope] = plan }
        let names = later == nil ? [:] : try folderNames(scope)
        let place = try plan.place(cost: content.scanCost) { folder in
            guard let later, let present = names[folder] else { return true }
            return present < later
        } preferring: { folder in
            try !isTaken(name, in: folder, by: content.id)
        }
        if let place { return place.id }
        let earlier = later.flatMap { Self.name(before: $0, unlike: Set(names.values)) }
        let last = try folderNames(scope).values.compactMap { Int($0) }.max() ?? 0
        let id = try makeFolder(scope, named: earlier ?? Self.padded(last + 1, to: 4))
        plan.add(id, cost: content.scanCost)
        return id
    }

    private func folderNames(_ scope: FontScope) throws -> [Int64: String] {
        // The rows of a damaged database may have an id twice.
        try Dictionary(
            database.rows("SELECT id, name FROM folder WHERE scope = ?", [scope.rawValue]) {
                (try $0.cell(0), try $0.folderName(1))
            }, uniquingKeysWith: { $1 })
    }

    /// Returns an unused folder name that comes before another one in the order of texts; nil if there is none.
    private static func name(before later: String, unlike used: Set<String>) -> String? {
        for length in (1...later.utf8.count).reversed() {
            let zeros = String(repeating: "0", count: length)
            guard length == later.utf8.count, let number = Int(later), number > 0 else {
                if zeros < later, !used.contains(zeros) { return zeros }
                continue
            }
            for number in (0..<number).reversed() {
                let name = padded(number, to: length)
                if !used.contains(name) { return name }
            }
        }
        return nil
    }

    private static func padded(_ number: Int, to length: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits
    }

    /// Returns the folders with few fonts, without those that one rule may hide, which would hide a new font for a
    /// moment.
    private func openFolders(_ scope: FontScope) throws -> FolderPlan {
        FolderPlan(
            folders: try database.rows(
                """
                SELECT id, fontCount, scanCost FROM folder WHERE scope = ? AND fontCount <= ?
                AND ((SELECT count(*) FROM hiddenFile WHERE folderID = folder.id) < ?
                    OR EXISTS (SELECT 1 FROM placement WHERE folderID = folder.id))
                """, [scope.rawValue, FolderPlan.largestSmall, HiddenFile.leastOfFolder]
            ) { FolderPlan.Folder(id: try $0.cell(0), fontCount: try $0.count(1), scanCost: try $0.count(2)) })
    }

    private func makeFolder(_ scope: FontScope, named name: String) throws -> Int64 {
        try database.executeCached(
            "INSERT INTO folder (scope, name, fontCount, scanCost, generation) VALUES (?, ?, 0, 0, ?)",
            [scope.rawValue, name, generation])
        return database.lastInsertedRowID
    }
}
