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

    func content(sha256: String) throws -> ContentRow? {
        try cachedStatementRow(
            "SELECT id, sha256, format, patternCount, scanCost FROM content WHERE sha256 = ?", [sha256]
        ).map(ContentRow.init)
    }

    func content(id: Int64) throws -> ContentRow? {
        try cachedStatementRow(
            "SELECT id, sha256, format, patternCount, scanCost FROM content WHERE id = ?", [id]
        ).map(ContentRow.init)
    }

    /// Inserts a content and all its faces, or updates a content that the change log still refers to.
    ///
    /// - Returns: The content's id.
    func insertContent(_ font: FontInspection, generation: Int64) throws -> Int64 {
        if let known = try content(sha256: font.sha256) {
            try cachedStatement(sql: "UPDATE content SET generation = ? WHERE id = ?")
                .execute(arguments: [generation, known.id])
            // The faces of a content without a registration may come from another version, which may have named them
            // differently.
            if try cachedStatementRow("SELECT 1 FROM registration WHERE contentID = ? LIMIT 1", [known.id]) == nil {
                for table in ["face", "coverage", "lookup"] {
                    try cachedStatement(sql: "DELETE FROM \(table) WHERE contentID = ?").execute(arguments: [known.id])
                }
                try insertFaces(of: font, contentID: known.id)
            }
            return known.id
        }
        try cachedStatement(
            sql: """
                INSERT INTO content (sha256, size, format, patternCount, scanCost, generation)
                VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            font.sha256, font.size, font.format.rawValue, font.patternCount, font.scanCost, generation,
        ])
        let id = lastInsertedRowID
        try insertFaces(of: font, contentID: id)
        return id
    }

    private func insertFaces(of font: FontInspection, contentID: Int64) throws {
        for (index, face) in font.faces.enumerated() {
            try insertFace(face, contentID: contentID)
            try cachedStatement(sql: "INSERT INTO coverage VALUES (?, ?, ?)")
                .execute(arguments: [contentID, index, Data(font.coverages[index].encoded)])
        }
    }

    private func insertFace(_ face: FontFace, contentID: Int64) throws {
        let values = [contentID] + (try face.columnValues)
        let columns = FontFace.columnNames.joined(separator: ", ")
        let places = databaseQuestionMarks(count: values.count)
        try cachedStatement(sql: "INSERT INTO face (contentID, \(columns)) VALUES (\(places))")
            .execute(arguments: StatementArguments(values))
        let statement = try cachedStatement(sql: "INSERT OR IGNORE INTO lookup VALUES (?, ?, ?, ?, ?)")
        for name in LookupName.all(of: face) {
            try statement.execute(arguments: [
                name.name, name.kind.rawValue, contentID, face.index, name.instance ?? -1,
            ])
        }
    }

    /// Returns all faces of a content, in file order.
    func faces(contentID: Int64) throws -> [FontFace] {
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: "SELECT \(Self.faceColumns) FROM face WHERE contentID = ? ORDER BY faceIndex"),
            arguments: [contentID])
        var words = WordLists()
        return try Array(rows.map { try Self.face($0, &words) })
    }

    /// Returns the faces of all contents with a registration (`r`) that fulfils an SQL condition, in file order.
    ///
    /// It is one statement, because one statement per content takes four times as long.
    func faces(
        ofRegistrations filter: RegistrationFilter
    ) throws -> [Int64: [FontFace]] {
        let rows = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT \(Self.faceColumns) FROM face WHERE contentID IN (
                        SELECT r.contentID FROM registration r LEFT JOIN content c ON c.id = r.contentID
                        WHERE \(filter.condition))
                    ORDER BY contentID, faceIndex
                    """), arguments: filter.arguments)
        var faces: [Int64: [FontFace]] = [:]
        var words = WordLists()
        while let row = try rows.next() {
            faces[try row.cell(0), default: []].append(try Self.face(row, &words))
        }
        return faces
    }

    /// Returns the characters that a face maps.
    func coverage(contentID: Int64, faceIndex: Int) throws -> CharacterCoverage? {
        try cachedStatementRow(
            "SELECT ranges FROM coverage WHERE contentID = ? AND faceIndex = ?", [contentID, faceIndex]
        ).flatMap { row -> CharacterCoverage? in CharacterCoverage(encoded: try row.cell(0) as Data) }
    }

    /// The columns that ``face(_:_:)`` reads.
    static let faceColumns = "contentID, " + FontFace.columnNames.joined(separator: ", ")

    static func face(_ row: Row, _ words: inout WordLists) throws -> FontFace {
        try FontFace(row: row, from: 1, FontFace.fields, words: &words)
    }

    /// Returns the first row of a query.
    func cachedStatementRow(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }
}

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
                    """, arguments: [ChangeLog.Kind.removed.rawValue]))
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
