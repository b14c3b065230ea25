import FontModel

/// The list of a window: the rows of a snapshot that a filter shows, in an order.
package struct VisibleList: Sendable {
    package private(set) var rows: [FamilyRow] = []
    /// The page in place of the list if it has no rows; nil otherwise.
    package private(set) var empty: EmptyPage?
    /// The families that have all characters of the user's sample text; nil without one, or before the library answered.
    private var covering: Set<String>?

    package init() {}

    /// - Parameters:
    ///   - answers: The answers to the filter's questions, and to the one about the sample text.
    ///   - sample: The user's sample text; empty for that of each family.
    package init(
        _ snapshot: LibrarySnapshot, _ filter: LibraryFilter, _ order: RowOrder = .name,
        answers: SearchAnswers = SearchAnswers(), smart: [SmartCollection] = [], sample: String = ""
    ) {
        let found = filter.rows(in: snapshot, answers, smart: smart)
        rows = order == .name ? filter.ranked(found, in: snapshot) : order.sorted(found)
        empty = rows.isEmpty ? EmptyPage(filter) : nil
        covering = Self.question(sample).flatMap { answers[$0] }
    }

    package var ids: [String] { rows.map(\.id) }

    /// The question of a sample text; nil for an empty one.
    package static func question(_ sample: String) -> SearchQuestion? {
        let line = SampleTexts.line(sample)
        return line.isEmpty ? nil : .characters(line)
    }

    /// Returns the text of a row.
    ///
    /// - Returns: The user's text, or the family's own; and what a row says whose font lacks letters of the user's text.
    package func text(of row: FamilyRow, sample: String) -> (text: String, remark: String?) {
        let line = SampleTexts.line(sample)
        guard !line.isEmpty else { return (row.sample, nil) }
        guard let covering, !covering.contains(row.id) else { return (line, nil) }
        return (line, SampleTexts.remark)
    }

    /// The sentence that a screen reader says after a search.
    package var spoken: String {
        rows.isEmpty ? tr("Nothing found") : trn("{count} family found", "{count} families found", rows.count)
    }
}
