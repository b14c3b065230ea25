internal import FontsModel

/// An element of the list: a family, or one of the styles of a family that is expanded.
enum ListItem: Identifiable, Equatable {
    case family(FamilyItem)
    // Few families are expanded, and the value of a style is several times as large as that of a family.
    indirect case style(StyleItem)
    /// In place of styles that are being read.
    case loading(String)

    enum ID: Hashable {
        case family(String)
        case style(family: String, String)
        case loading(String)
    }

    var id: ID {
        switch self {
        case .family(let item): .family(item.row.id)
        case .style(let item): .style(family: item.family, item.style.id)
        case .loading(let family): .loading(family)
        }
    }

    /// The family that the element is or belongs to.
    var family: String {
        switch self {
        case .family(let item): item.row.id
        case .style(let item): item.family
        case .loading(let family): family
        }
    }
}

/// A family with all that its row shows, so that rows of equal items need no work.
struct FamilyItem: Equatable {
    var row: FamilyRow
    var text: String
    /// What the row says whose font lacks characters of the text.
    var remark: String?
    /// In points.
    var size: Double

    static func == (one: FamilyItem, other: FamilyItem) -> Bool {
        one.row.revision == other.row.revision && one.row.id == other.row.id && one.size == other.size
            && one.text == other.text && one.remark == other.remark
    }
}

/// A style with the file that is turned on and off.
struct StyleItem: Equatable {
    var family: String
    var style: StyleRow
    var file: FileRow
    /// That of the family's row.
    var revision: Int
    var text: String
    var size: Double
}

/// What is dragged within the window.
enum DraggedItems {
    /// Families by id.
    case families([String])
    /// A collection, to another place.
    case collection(String)
}
