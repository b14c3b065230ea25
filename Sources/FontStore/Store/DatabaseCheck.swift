import FontModel
import GRDB

extension Database {
    /// Returns a description of the damage of the database; `nil` if it is intact.
    ///
    /// SQLite's own checks cover pages and indexes, but do not detect a flipped bit in a value. Therefore every row is
    /// decoded as in normal use, and every registration is compared with its id.
    func damage() throws -> Message? {
        let answer = try String.fetchAll(self, sql: "PRAGMA integrity_check(5)")
        if answer != ["ok"] { return "The database is damaged: \(answer.joined(separator: "; "))." }
        let dangling = try Row.fetchAll(self, sql: "PRAGMA foreign_key_check").count
        if dangling > 0 { return "The database has \(dangling) inconsistent rows." }
        do {
            try readEverything()
        } catch let error as DatabaseError {
            // A page that cannot be read now is not a damaged page.
            throw error
        } catch {
            guard let error = error as? FontError else {
                return "The database contains an entry that cannot be read: \(error.plainText)."
            }
            guard case .store(.damaged, let detail) = error.cause else { throw error }
            // The detail is for a report of the problem, in English as those of SQLite.
            return Message(["The database contains an invalid entry.", Message(verbatim: "(\(detail))")])
        }
        return nil
    }

    private func readEverything() throws {
        _ = try generation()
        _ = try rows("SELECT \(Self.registrationColumns) FROM \(Self.registrationTables)") {
            try Self.registrationRow($0)
        }
        for id in try Int64.fetchAll(self, sql: "SELECT id FROM content") {
            _ = try content(id: id)
            for face in try faces(contentID: id) {
                guard try coverage(contentID: id, faceIndex: face.index) != nil else {
                    throw FontError.damagedDatabase("no characters of \(face.postscriptName)")
                }
            }
        }
        _ = (try providers(), try hiddenFonts(), try storedCollections())
        _ = try rows("SELECT fontCount, scanCost FROM folder") { (try $0.count(0), try $0.count(1)) }
        _ = try projectedFolders(since: -1, session: nil)
        // Compares every registration with its id.
        _ = try sidecars()
        _ = (try operations(isUndone: false), try operations(isUndone: true), try keptContents())
        _ = try rows("SELECT kind, scope FROM change") { row -> (FontChange.Kind, FontScope) in
            (try row.cell(0), try row.cell(1))
        }
    }
}
