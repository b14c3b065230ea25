import FontModel
import GRDB

/// A registration as stored in the database, without its faces.
struct RegistrationRow: RecordedRegistration, Sendable, Hashable, Codable {
    var id: String
    var contentID: Int64
    var sha256: String
    /// The folder and file name in the projection.
    var placement: String?
    var record: RegistrationRecord

    /// Returns the path at which fontconfig sees the file; `nil` if it is not shown.
    func path(_ paths: FontPaths) -> String? {
        record.isEnabled ? paths.projected(placement, record.scope) : nil
    }

    func registration(faces: [FontFace], paths: FontPaths) -> Registration {
        Registration(id: id, sha256: sha256, record: record, path: path(paths), faces: faces)
    }
}

/// The files of a registration as stored in the database.
struct StoredFileRow: Sendable {
    var id: String
    var contentID: Int64
    var sha256: String
    /// The size of the content in bytes.
    var size: Int
    /// Whether the content has a place in the font folder.
    var isPlaced: Bool
    /// The path at which fontconfig sees the file; nil if it is not shown.
    var path: String?
}

extension FontPaths {
    /// Returns the path of a file in the font folder of a scope, by its folder and file name.
    fileprivate func projected(_ placement: String?, _ scope: FontScope) -> String? {
        guard let placement, let root = projection(of: scope) else { return nil }
        return root + "/" + placement
    }
}

extension Database {
    /// The columns in the order that ``registrationRow(_:from:)`` expects, of ``registrationTables``.
    static let registrationColumns =
        "r.id, r.contentID, c.sha256, f.name || '/' || p.fileName, "
        + RegistrationRecord.columnNames().map { "r." + $0 }.joined(separator: ", ")

    /// The tables of a registration: `r` is the registration, `c` its content, `p` its place and `f` that folder.
    static let registrationTables = """
        registration r JOIN content c ON c.id = r.contentID
        LEFT JOIN placement p ON p.contentID = r.contentID AND p.scope = r.scope
        LEFT JOIN folder f ON f.id = p.folderID
        """

    /// Returns the registrations that fulfil a condition, oldest first.
    ///
    /// - Parameter session: The current session; registrations of other sessions are left out.
    func registrations(_ filter: RegistrationFilter, session: String?) throws -> [RegistrationRow] {
        let sql = """
            SELECT \(Self.registrationColumns)
            FROM \(Self.registrationTables)
            WHERE (r.session IS NULL OR r.session = ?) AND (\(filter.condition))
            ORDER BY r.registeredAt, r.file, r.id
            """
        return try rows(sql, [session] + filter.arguments) { try Self.registrationRow($0) }
    }

    /// Returns the files of all registrations.
    ///
    /// - Parameter session: As for ``registrations(_:session:)``.
    func storedFiles(session: String?, paths: FontPaths) throws -> [StoredFileRow] {
        try rows(
            """
            SELECT r.id, r.contentID, c.sha256, c.size, r.scope, r.enabled, f.name || '/' || p.fileName
            FROM \(Self.registrationTables) WHERE r.session IS NULL OR r.session = ?
            """, [session]
        ) { row in
            let (isEnabled, placement): (Bool, String?) = (try row.cell(5), try row.place(6))
            return StoredFileRow(
                id: try row.cell(0), contentID: try row.cell(1), sha256: try row.contentHash(2), size: try row.count(3),
                isPlaced: placement != nil, path: isEnabled ? paths.projected(placement, try row.cell(4)) : nil)
        }
    }

    /// Returns the faces of the registrations that fulfil a condition, in the order of ``registrations(_:session:)``.
    func listedFaces(_ filter: RegistrationFilter, session: String?, paths: FontPaths) throws -> [ListedFace] {
        // Variable faces are few, and only they have instances.
        let fields = FontFace.fields.filter { $0.name == "axes" || $0.name == "instances" }
        let columns = FontFace.columnNames(of: fields)
        let sql = """
            SELECT f.postscriptName, f.family, f.style, f.faceIndex, f.weight, f.axes IS NULL, r.scope, r.provider,
                r.enabled, r.id, r.file, d.name || '/' || p.fileName, \(columns.map { "f." + $0 }.joined(separator: ", "))
            FROM registration r JOIN face f ON f.contentID = r.contentID
            LEFT JOIN placement p ON p.contentID = r.contentID AND p.scope = r.scope
            LEFT JOIN folder d ON d.id = p.folderID
            WHERE (r.session IS NULL OR r.session = ?) AND (\(filter.condition))
            ORDER BY r.registeredAt, r.file, r.id, f.faceIndex
            """
        var words = WordLists()
        return try rows(sql, [session] + filter.arguments) { row in
            let variable = try row.cell(5) ? nil : FontFace(row: row, from: 12, fields, words: &words)
            let (scope, isEnabled): (FontScope, Bool) = (try row.cell(6), try row.cell(8))
            return ListedFace(
                postscriptName: try row.cell(0), family: try row.cell(1), style: try row.cell(2),
                index: try row.cell(3), weight: try row.cell(4), axes: variable?.axes ?? [],
                instances: variable?.instances ?? [], scope: scope, provider: try row.cell(7), isEnabled: isEnabled,
                id: try row.cell(9), file: try row.cell(10),
                path: isEnabled ? paths.projected(try row.place(11), scope) : nil)
        }
    }

    static func registrationRow(_ row: Row, from first: Int = 0) throws -> RegistrationRow {
        RegistrationRow(
            id: try row.cell(first), contentID: try row.cell(first + 1), sha256: try row.contentHash(first + 2),
            placement: try row.place(first + 3), record: try RegistrationRecord(row: row, from: first + 4))
    }

    /// Returns the registrations of sessions that ended, among those whose ids match a pattern of `LIKE`.
    func registrations(ofSessionsLike pattern: String, otherThan session: String?) throws -> [RegistrationRow] {
        try rows(
            """
            SELECT \(Self.registrationColumns) FROM \(Self.registrationTables)
            WHERE r.session IS NOT NULL AND r.session IS NOT ? AND r.session LIKE ? ESCAPE '\\'
            """, [session, pattern]
        ) { try Self.registrationRow($0) }
    }

    /// Returns the enabled registered fonts that match a name, by each kind of name, session scope first.
    func matches(_ name: String, session: String?, paths: FontPaths) throws -> [RegisteredMatch] {
        // A face often matches by several kinds of name.
        var faces: [[Int64]: FontFace] = [:]
        var words = WordLists()
        let fonts = try rows(
            """
            SELECT l.faceIndex, l.instanceIndex, l.kind, \(Self.registrationColumns)
            FROM \(Self.registrationTables) JOIN lookup l ON l.contentID = r.contentID
            WHERE l.name IN (:name, :folded)
                AND l.name = CASE WHEN l.kind IN (\(NameKind.exactList)) THEN :name ELSE :folded END
                AND r.enabled AND (r.session IS NULL OR r.session = :session)
            ORDER BY l.kind, r.scope = 'persistent', l.instanceIndex, r.registeredAt, r.id
            """, ["name": name, "folded": LookupName.fold(name), "session": session]
        ) { row -> (kind: NameKind, font: FontDescriptor)? in
            let registration = try Self.registrationRow(row, from: 3)
            let (index, instance): (Int, Int) = (try row.cell(0), try row.cell(1))
            let key = [registration.contentID, Int64(index)]
            let read =
                try faces[key]
                ?? firstRow(
                    "SELECT \(Self.faceColumns) FROM face WHERE contentID = ? AND faceIndex = ?",
                    [registration.contentID, index]
                ).map { try FontFace(row: $0, from: 1, words: &words) }
            guard let face = read, let kind = NameKind(rawValue: try row.cell(2)) else { return nil }
            faces[key] = face
            guard !kind.wantsRegular || face.isMeant(byFamily: name) else { return nil }
            let font = registration.registration(faces: [], paths: paths)
                .descriptor(of: face, instance: face.instances.indices.contains(instance) ? instance : nil)
            return (kind, font)
        }
        var matches: [RegisteredMatch] = []
        for (kind, font) in fonts.compactMap(\.self) {
            if matches.last?.kind == kind {
                matches[matches.count - 1].fonts.append(font)
            } else {
                matches.append(RegisteredMatch(kind: kind, fonts: [font]))
            }
        }
        return matches
    }

    func insertRegistration(_ row: RegistrationRow) throws {
        try insert(row.record, into: "registration", ["id", "contentID"], [row.id, row.contentID])
    }

    func deleteRegistration(id: String) throws {
        try executeCached("DELETE FROM registration WHERE id = ?", [id])
    }

    /// Writes the facts of a registration.
    func updateRegistration(_ row: RegistrationRow) throws {
        let facts = RegistrationRecord.columnNames().map { $0 + " = ?" }.joined(separator: ", ")
        try executeCached(
            "UPDATE registration SET \(facts) WHERE id = ?",
            StatementArguments(try row.record.columnValues) + [row.id])
    }

    /// Returns the facts that the rules need about a registration.
    func known(_ row: RegistrationRow) throws -> KnownRegistration {
        KnownRegistration(
            id: row.id, sha256: row.sha256, record: row.record,
            faces: try faces(contentID: row.contentID).map(KnownRegistration.KnownFace.init))
    }

    /// Whether a content has a registration of any provider.
    func isRegistered(sha256: String) throws -> Bool {
        try firstRow(
            "SELECT 1 FROM registration WHERE contentID = (SELECT id FROM content WHERE sha256 = ?) LIMIT 1", [sha256]
        ) != nil
    }

    /// Returns the contents with a face that matches a name, best kind of name first.
    func contents(answeringTo name: String) throws -> [Int64] {
        try rows(
            """
            SELECT contentID FROM lookup
            WHERE name = ? AND kind IN (\(NameKind.exactList))
                OR name = ? AND kind NOT IN (\(NameKind.exactList))
            GROUP BY contentID ORDER BY min(kind), contentID
            """, [name, LookupName.fold(name)]
        ) { try $0.cell(0) }
    }

    // MARK: State

    func generation() throws -> Int64 { try state("generation") }

    /// Returns the number with a key of the state.
    func state(_ key: String) throws -> Int64 {
        guard let row = try firstRow("SELECT value FROM state WHERE key = ?", [key]) else {
            throw FontError.damagedDatabase("no \(key)")
        }
        let number: Int64 = try row.cell(0)
        guard (0..<GenerationFile.largest).contains(number) else {
            throw FontError.damagedDatabase("\(key) \(number)")
        }
        return number
    }

    func setGeneration(_ generation: Int64) throws {
        try executeCached("UPDATE state SET value = ? WHERE key = 'generation'", [generation])
    }
}
