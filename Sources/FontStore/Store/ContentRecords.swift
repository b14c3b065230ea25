import FontModel
import Foundation
import GRDB
import Inspection

/// Queries of file contents and their faces.
extension Database {
    /// A row of `content`.
    struct ContentRow {
        var id: Int64
        var sha256: String
        var format: FontFormat
        var patternCount: Int
        var scanCost: Int
        /// The faces; nil if they were not read.
        var faces: [FontFace]?

        /// Creates the row of an inspected content.
        init(id: Int64, _ font: FontInspection) {
            (self.id, sha256, format) = (id, font.sha256, font.format)
            (patternCount, scanCost, faces) = (font.patternCount, font.scanCost, font.faces)
        }

        init(_ row: Row) throws {
            (id, sha256, format) = (try row.cell(0), try row.contentHash(1), try row.cell(2))
            (patternCount, scanCost) = (try row.count(3), try row.count(4))
        }
    }

    func content(sha256: String) throws -> ContentRow? { try content("sha256 = ?", [sha256]) }

    func content(id: Int64) throws -> ContentRow? { try content("id = ?", [id]) }

    private func content(_ condition: String, _ arguments: StatementArguments) throws -> ContentRow? {
        try firstRow(
            "SELECT id, sha256, format, patternCount, scanCost FROM content WHERE \(condition)", arguments
        ).map(ContentRow.init)
    }

    /// Inserts a content and all its faces, or updates a content that the change log still refers to.
    ///
    /// - Returns: The content's id.
    func insertContent(_ font: FontInspection, generation: Int64) throws -> Int64 {
        if let known = try content(sha256: font.sha256) {
            try setGeneration(generation, contentID: known.id)
            // The faces of a content without a registration may come from another version, which may have named them
            // differently.
            if try !isRegistered(sha256: font.sha256) {
                for table in ["face", "coverage", "lookup"] {
                    try executeCached("DELETE FROM \(table) WHERE contentID = ?", [known.id])
                }
                try insertFaces(of: font, contentID: known.id)
            }
            return known.id
        }
        try executeCached(
            "INSERT INTO content (sha256, size, format, patternCount, scanCost, generation) VALUES (?, ?, ?, ?, ?, ?)",
            [font.sha256, font.size, font.format.rawValue, font.patternCount, font.scanCost, generation])
        let id = lastInsertedRowID
        try insertFaces(of: font, contentID: id)
        return id
    }

    private func insertFaces(of font: FontInspection, contentID: Int64) throws {
        for (index, face) in font.faces.enumerated() {
            try insert(face, into: "face", ["contentID"], [contentID])
            for name in LookupName.all(of: face) {
                try executeCached(
                    "INSERT OR IGNORE INTO lookup VALUES (?, ?, ?, ?, ?)",
                    [name.name, name.kind.rawValue, contentID, face.index, name.instance ?? -1])
            }
            try executeCached(
                "INSERT INTO coverage VALUES (?, ?, ?)", [contentID, index, Data(font.coverages[index].encoded)])
        }
    }

    /// Inserts a record into a table that has columns for its fields after those of its keys.
    func insert<Record: FieldRecord>(
        _ record: Record, into table: String, _ keys: [String], _ keyValues: [(any DatabaseValueConvertible)?]
    ) throws {
        let columns = (keys + Record.columnNames()).joined(separator: ", ")
        let values = keyValues + (try record.columnValues)
        try executeCached(
            "INSERT INTO \(table) (\(columns)) VALUES (\(databaseQuestionMarks(count: values.count)))",
            StatementArguments(values))
    }

    /// Returns all faces of a content, in file order.
    func faces(contentID: Int64) throws -> [FontFace] {
        var words = WordLists()
        return try rows(
            "SELECT \(Self.faceColumns) FROM face WHERE contentID = ? ORDER BY faceIndex", [contentID]
        ) { try FontFace(row: $0, from: 1, words: &words) }
    }

    /// Returns the faces of all contents with a registration (`r`) that fulfils an SQL condition, in file order.
    ///
    /// It is one statement, because one statement per content takes four times as long.
    func faces(ofRegistrations filter: RegistrationFilter) throws -> [Int64: [FontFace]] {
        var words = WordLists()
        var faces: [Int64: [FontFace]] = [:]
        _ = try rows(
            """
            SELECT \(Self.faceColumns) FROM face WHERE contentID IN (
                SELECT r.contentID FROM registration r LEFT JOIN content c ON c.id = r.contentID
                WHERE \(filter.condition))
            ORDER BY contentID, faceIndex
            """, filter.arguments
        ) { faces[try $0.cell(0), default: []].append(try FontFace(row: $0, from: 1, words: &words)) }
        return faces
    }

    /// Returns the ids of registrations with the hashes and formats of their contents.
    ///
    /// - Parameter ids: The ids; nil for all registrations.
    func registeredContents(
        _ ids: [String]?
    ) throws -> [(id: String, sha256: String, scope: FontScope, format: FontFormat)] {
        try rows(
            """
            SELECT r.id, c.sha256, r.scope, c.format FROM registration r JOIN content c ON c.id = r.contentID
            WHERE \(ids.map { "r.id IN (\(databaseQuestionMarks(count: $0.count)))" } ?? "TRUE")
            """, StatementArguments(ids ?? [])
        ) { (try $0.cell(0), try $0.contentHash(1), try $0.cell(2), try $0.cell(3)) }
    }

    /// Returns the characters that a face maps.
    func coverage(contentID: Int64, faceIndex: Int) throws -> CharacterCoverage? {
        try firstRow(
            "SELECT ranges FROM coverage WHERE contentID = ? AND faceIndex = ?", [contentID, faceIndex]
        ).flatMap { row -> CharacterCoverage? in CharacterCoverage(encoded: try row.cell(0) as Data) }
    }

    /// The columns of ``faces(contentID:)``; those of the face follow the first.
    static let faceColumns = "contentID, " + FontFace.columnNames().joined(separator: ", ")
}

/// Queries that compare the contents of the database with files and sidecars.
extension Database {
    /// Returns the hashes of all contents, including those that only the log refers to.
    func contents() throws -> [String] {
        try rows("SELECT sha256 FROM content") { try $0.contentHash(0) }
    }

    /// Returns the hashes of the contents that changed after a generation.
    func contents(since generation: Int64) throws -> [String] {
        try rows("SELECT sha256 FROM content WHERE generation > ?", [generation]) { try $0.contentHash(0) }
    }

    /// Returns the hashes of the contents that are registered, in any session, or have hidden files.
    func neededContents() throws -> [String] {
        try rows(
            """
            SELECT sha256 FROM content WHERE EXISTS (SELECT 1 FROM registration WHERE contentID = content.id)
            OR EXISTS (SELECT 1 FROM hiddenFile WHERE contentID = content.id)
            """
        ) { try $0.contentHash(0) }
    }

    /// Sets the generation that last changed a content.
    func setGeneration(_ generation: Int64, contentID: Int64) throws {
        try executeCached("UPDATE content SET generation = ? WHERE id = ?", [generation, contentID])
    }

    /// Returns all contents by hash, with the generation that last changed each and the ids of its registrations.
    func knownContents() throws -> [String: (generation: Int64, ids: Set<String>)] {
        let contents = try rows(
            "SELECT c.sha256, c.generation, r.id FROM content c LEFT JOIN registration r ON r.contentID = c.id"
        ) { row -> (String, (generation: Int64, ids: Set<String>)) in
            let id: String? = try row.cell(2)
            return (try row.cell(0), (try row.cell(1), Set([id].compactMap(\.self))))
        }
        return Dictionary(contents) { ($0.generation, $0.ids.union($1.ids)) }
    }

    /// Returns the contents whose last change in the log is the removal of a registration.
    func contentsTakenOut() throws -> Set<String> {
        try Set(
            rows(
                """
                SELECT content.sha256 FROM change JOIN content ON content.id = change.contentID
                WHERE change.kind = ? AND change.id IN (SELECT max(id) FROM change GROUP BY contentID)
                """, [FontChange.Kind.removed.rawValue]
            ) { try $0.cell(0) })
    }

    /// Returns the places of the registered persistent fonts, as folder and file name.
    func placesOfRegisteredContents() throws -> Set<String> {
        try Set(
            rows(
                """
                SELECT folder.name || '/' || placement.fileName FROM placement
                JOIN folder ON folder.id = placement.folderID
                WHERE placement.scope = 'persistent'
                AND EXISTS (SELECT 1 FROM registration WHERE contentID = placement.contentID)
                """
            ) { try $0.cell(0) })
    }
}
