import FontModel
import Foundation
import GRDB

/// A file that stays in its font folder although its font is not shown there any more, for programs that may open its
/// path again; a rule hides it from others.
struct HiddenFile: Sendable, Hashable {
    /// The number of files from which a folder in which no font is shown has one rule.
    static let leastOfFolder = 8

    var contentID: Int64
    var sha256: String
    var scope: FontScope
    /// The folder and file name.
    var place: String
    /// The login session, in session scope.
    var session: String?
    /// The moment at which it was hidden.
    var since: BootMoment
    /// Whether fonts are shown in its folder.
    var isAmongShown = false

    /// Whether another file is in the same folder.
    func isBeside(_ other: HiddenFile) -> Bool {
        scope == other.scope && session == other.session
            && place.prefix { $0 != "/" } == other.place.prefix { $0 != "/" }
    }

    /// Returns the path; nil for a session without a runtime directory.
    func path(_ paths: FontPaths) -> String? {
        guard scope == .session else { return paths.projection(of: scope).map { $0 + "/" + place } }
        // This process may have another runtime directory, or none.
        return session.flatMap(SessionMarker.runtimeDirectory(of:)).map { paths.sessionFolder(of: $0) + "/" + place }
    }

    /// The record in a sidecar.
    var trace: Sidecar.HiddenPlace {
        Sidecar.HiddenPlace(scope: scope, place: place, session: session, since: since)
    }
}

/// The files that are hidden instead of removed.
extension Database {
    /// Returns all hidden files, in the order of their places.
    func hiddenFiles() throws -> [HiddenFile] { try hiddenFiles("TRUE", []) }

    /// Returns the hidden files of a content.
    func hiddenFiles(sha256: String) throws -> [HiddenFile] { try hiddenFiles("content.sha256 = ?", [sha256]) }

    func hiddenFile(contentID: Int64, scope: FontScope) throws -> HiddenFile? {
        try hiddenFiles("hiddenFile.contentID = ? AND hiddenFile.scope = ?", [contentID, scope.rawValue]).first
    }

    private func hiddenFiles(_ condition: String, _ arguments: StatementArguments) throws -> [HiddenFile] {
        try rows(
            """
            SELECT hiddenFile.contentID, content.sha256, hiddenFile.scope,
                folder.name || '/' || hiddenFile.fileName, hiddenFile.session, hiddenFile.boot, hiddenFile.since,
                EXISTS (SELECT 1 FROM placement WHERE placement.folderID = hiddenFile.folderID)
            FROM hiddenFile JOIN content ON content.id = hiddenFile.contentID
            JOIN folder ON folder.id = hiddenFile.folderID
            WHERE \(condition) ORDER BY hiddenFile.scope, folder.name, hiddenFile.fileName
            """, arguments
        ) { row -> HiddenFile? in
            guard let place = try row.place(3) else { return nil }
            return HiddenFile(
                contentID: try row.cell(0), sha256: try row.contentHash(1), scope: try row.cell(2), place: place,
                session: try row.cell(4), since: BootMoment(boot: try row.cell(5), seconds: try row.cell(6)),
                isAmongShown: try row.cell(7))
        }.compactMap(\.self)
    }

    /// Whether a content has a hidden file.
    func isHidden(sha256: String) throws -> Bool { try !hiddenFiles(sha256: sha256).isEmpty }

    /// Sets the moment of the files in folders that changed after a generation, whose rules are about to be written.
    func renewHiddenFiles(since generation: Int64, _ moment: BootMoment) throws {
        try execute(
            sql: """
                UPDATE hiddenFile SET boot = ?, since = ?
                WHERE folderID IN (SELECT id FROM folder WHERE generation > ?)
                """, arguments: [moment.boot, moment.seconds, generation])
    }
}

/// The fonts outside of fontd's font folders that the user hides, as in the database and in the sidecar file.
struct HiddenFonts: Codable, Sendable, Hashable {
    /// The generation that last changed them.
    var generation: Int64 = 0
    /// The faces, sorted by path and index.
    var hiddenFonts: [HiddenFont] = []

    /// Whether the paths are paths.
    var isSound: Bool {
        GenerationFile.credible.contains(generation)
            && hiddenFonts.allSatisfy { $0.path.hasPrefix("/") && !$0.path.contains("\0") }
    }
}

extension Database {
    func hiddenFonts() throws -> HiddenFonts {
        let row = try firstRow("SELECT value FROM state WHERE key = 'hiddenFonts'")
        guard let json: String = try row?.cell(0) else { return HiddenFonts() }
        let fonts = try JSONDecoder().decode(HiddenFonts.self, from: Data(json.utf8))
        guard fonts.isSound else { throw FontError.damagedDatabase("hidden fonts that fontd did not write") }
        return fonts
    }

    func setHiddenFonts(_ fonts: HiddenFonts) throws {
        var fonts = fonts
        fonts.hiddenFonts.sort { ($0.path, $0.face.index) < ($1.path, $1.face.index) }
        try executeCached("INSERT OR REPLACE INTO state VALUES ('hiddenFonts', ?)", [jsonText(fonts)])
    }
}
