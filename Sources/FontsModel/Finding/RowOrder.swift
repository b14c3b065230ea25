/// The order of a list.
package enum RowOrder: String, Sendable, Hashable, CaseIterable {
    /// The order of a menu in the user's language.
    case name
    /// The newest first.
    case date
    /// The largest first.
    case size

    package var title: String {
        switch self {
        case .name: tr("Name")
        case .date: tr("Date Added")
        case .size: tr("Size")
        }
    }

    /// Returns rows of a snapshot in the order; rows that are equal in it stay in the order of names.
    package func sorted(_ rows: [FamilyRow]) -> [FamilyRow] {
        switch self {
        case .name: rows
        case .date: Self.stable(rows) { ($0.date ?? -.infinity) > ($1.date ?? -.infinity) }
        case .size: Self.stable(rows) { $0.size > $1.size }
        }
    }

    private static func stable(
        _ rows: [FamilyRow], _ precedes: (FamilyRow, FamilyRow) -> Bool
    ) -> [FamilyRow] {
        rows.enumerated().sorted { one, other in
            if precedes(one.element, other.element) { return true }
            return !precedes(other.element, one.element) && one.offset < other.offset
        }.map(\.element)
    }
}

/// Whether families are shown as rows or as tiles.
package enum ListForm: String, Sendable, Hashable, CaseIterable {
    case list, grid
}
