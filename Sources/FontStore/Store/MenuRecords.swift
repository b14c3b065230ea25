import FontModel
import GRDB

extension Database {
    /// Returns the enabled registered fonts with the facts of a menu, and the folders in which they are, as scope and
    /// name.
    ///
    /// Registrations and faces are read one after the other, each in the order in which they are stored, because SQLite
    /// looks up each face of a join. The order is that of the contents.
    ///
    /// - Parameter isLocalized: Whether to read the localised names.
    func familyMembers(
        isLocalized: Bool, session: String?
    ) throws -> (members: [FamilyMember], folders: [(scope: FontScope, name: String)]) {
        var scopes: [(contentID: Int64, scope: FontScope)] = try rows(
            "SELECT contentID, scope FROM registration WHERE (session IS NULL OR session = ?) AND enabled", [session]
        ) { (try $0.cell(0), try $0.cell(1)) }
        scopes.sort { $0.contentID < $1.contentID }

        let fields = FontFace.fields.filter { Self.menuFields.contains($0.name) }
        let columns = FontFace.columnNames(of: fields).joined(separator: ", ")
        let faces = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT contentID, family, style, postscriptName, weight, slant, instances IS NULL,
                        localizedNames IS NULL, \(columns) FROM face ORDER BY contentID, faceIndex
                    """))
        var members: [FamilyMember] = []
        var words = WordLists()
        var next = scopes.startIndex
        while let row = try faces.next() {
            let content: Int64 = try row.cell(0)
            while next < scopes.endIndex, scopes[next].contentID < content { next += 1 }
            let owners = scopes[next...].prefix { $0.contentID == content }
            guard !owners.isEmpty else { continue }
            if try row.cell(6), try !isLocalized || row.cell(7) {
                var member = FamilyMember(
                    family: try row.cell(1), style: try row.cell(2), postscriptName: try row.cell(3),
                    weight: try row.cell(4), slant: try row.cell(5), priority: nil)
                for owner in owners {
                    member.priority = FontPriority(owner.scope)
                    members.append(member)
                }
            } else {
                let face = try FontFace(row: row, from: 8, fields, words: &words)
                for owner in owners { members += FamilyMember.members(face, FontPriority(owner.scope)) }
            }
        }
        let folders = try rows("SELECT scope, name FROM folder WHERE id IN (SELECT folderID FROM placement)") {
            (scope: try $0.cell(0) as FontScope, name: try $0.folderName(1))
        }
        return (members, folders)
    }

    private static let menuFields: Set<String> = [
        "family", "style", "postscriptName", "weight", "slant", "instances", "localizedNames",
    ]
}
