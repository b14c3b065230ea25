import FontModel

/// The facts of faces that are read from the store.
package enum FaceFacts: Sendable {
    case all
    /// The facts of printed lists: the PostScript name, family, style and weight.
    ///
    /// Reading all takes three times as long.
    case listed

    /// The fields to read.
    var fields: [Field<FontFace>] {
        switch self {
        case .all: FontFace.fields
        case .listed: Self.listedFields
        }
    }

    /// The columns that ``Database/face(_:_:_:)`` expects.
    var columns: String {
        switch self {
        case .all: Self.allColumns
        case .listed: Self.listedColumns
        }
    }

    private static let listedFields = FontFace.fields.filter {
        ["postscriptName", "family", "style", "index", "weight", "axes"].contains($0.name)
    }
    private static let allColumns = FaceFacts.all.columns { _ in true }
    private static let listedColumns = FaceFacts.listed.columns { _ in true }

    /// Returns the columns, with NULL in place of those that are not present.
    func columns(_ isPresent: (String) -> Bool) -> String {
        "contentID, "
            + FontFace.columnNames(of: fields).map { isPresent($0) ? $0 : "NULL" }.joined(separator: ", ")
    }
}
