/// An edit of a list of families.
///
/// Steps are applied one by one, and each index is that of the list as the steps before have left it: as
/// `items-changed` of GTK's list models and the functions of Qt's item models describe them.
public enum PickerStep: Sendable, Hashable {
    /// A row leaves a section.
    case remove(section: String, index: Int)
    /// A row moves within its section; the second index is that without the row.
    case move(section: String, from: Int, to: Int)
    /// A row enters a section.
    case insert(section: String, index: Int, row: PickerRow)
    /// Facts of a row change, and its place does not.
    case update(section: String, index: Int, row: PickerRow, fields: Set<PickerRow.Field>)
}

/// The edits from one revision of a list to another.
public struct PickerChange: Sendable, Hashable {
    public var oldRevision: Int
    public var newRevision: Int
    /// In each section the removals, from the last row to the first, then moves, insertions from the first row to the
    /// last, and updates.
    public var steps: [PickerStep]
}
