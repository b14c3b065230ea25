import FontModel
import FontRegistry
public import Foundation

/// A list of families in sections: those used last, and one section for each category.
///
/// A change of some families costs a search for their places, and no pass over the others.
public struct PickerList: Sendable, Hashable {
    /// A part of the list.
    public struct Section: Sendable, Hashable, Identifiable {
        /// `recent`, a value of ``FontCategory``, or `other` for families without a category.
        public let id: String
        /// The ids of the rows that are shown.
        public fileprivate(set) var rows: [String] = []
        /// The ids of all rows, those that the search does not find included.
        fileprivate var all: [String] = []

        fileprivate init(_ id: String) { self.id = id }
    }

    /// The id of the section of the families used last.
    public static let recent = "recent"
    /// The id of the section of families without a category.
    public static let other = "other"

    /// The sections, also those without rows.
    public private(set) var sections: [Section]
    /// The number of changes so far.
    public private(set) var revision = 0
    private var rows: [String: PickerRow] = [:]
    private var search: FamilySearch?
    private var recentIDs: [String] = []
    private let comparator: FamilyNameComparator

    /// Creates an empty list with the order of a locale's menus.
    public init(locale: Locale = .ofUser) {
        comparator = FamilyNameComparator(locale: locale)
        sections = ([Self.recent] + FontCategory.allCases.map(\.rawValue) + [Self.other]).map(Section.init)
    }

    /// Returns the row of a family; nil if the list does not have it, with or without a search.
    public func row(_ id: String) -> PickerRow? { rows[id] }

    /// The ids of all rows.
    public var ids: Set<String> { Set(rows.keys) }

    /// Returns a section.
    ///
    /// - Parameter id: One of the ids of ``sections``.
    public func section(_ id: String) -> Section { sections.first { $0.id == id } ?? Section(id) }

    // MARK: Changing

    /// Sets rows and removes others.
    ///
    /// - Parameters:
    ///   - changed: New rows, and rows that take the place of those with the same ids.
    ///   - gone: The ids of families that are gone; those of `changed` are not.
    /// - Returns: The edits; nil if there are none.
    public mutating func update(_ changed: [PickerRow], removing gone: some Sequence<String> = []) -> PickerChange? {
        var changes: [String: PickerRow?] = [:]
        for id in gone { changes[id] = .some(nil) }
        for row in changed { changes[row.id] = row }
        var moves: [String: [Move]] = [:]
        for (id, new) in changes {
            let old = rows[id]
            guard old != new else { continue }
            let (from, to) = (old.map(Self.section), new.map(Self.section))
            if let from { moves[from, default: []].append((old, from == to ? new : nil)) }
            if let to, from != to { moves[to, default: []].append((nil, new)) }
        }
        let before = rows
        var steps: [PickerStep] = []
        for place in sections.indices {
            guard let moves = moves[sections[place].id] else { continue }
            steps += apply(moves, to: place)
        }
        for (id, new) in changes { rows[id] = new }
        steps += updateRecent(before)
        return edited(by: steps)
    }

    /// Shows only the families that a search finds, or all.
    ///
    /// - Returns: The edits; nil if there are none.
    public mutating func setSearch(_ search: FamilySearch?) -> PickerChange? {
        guard search != self.search else { return nil }
        self.search = search
        var steps: [PickerStep] = []
        for place in sections.indices where sections[place].id != Self.recent {
            let section = sections[place]
            let wanted = section.all.filter { rows[$0].map(isShown) ?? false }
            // Both are parts of one order.
            let (kept, present) = (Set(wanted), Set(section.rows))
            for index in section.rows.indices.reversed() where !kept.contains(section.rows[index]) {
                steps.append(.remove(section: section.id, index: index))
            }
            for (index, id) in wanted.enumerated() where !present.contains(id) {
                if let row = rows[id] { steps.append(.insert(section: section.id, index: index, row: row)) }
            }
            sections[place].rows = wanted
        }
        steps += updateRecent(rows)
        return edited(by: steps)
    }

    /// Sets the families used last, the last one first.
    ///
    /// - Returns: The edits; nil if there are none.
    public mutating func setRecent(_ ids: [String]) -> PickerChange? {
        recentIDs = ids.unique
        return edited(by: updateRecent(rows))
    }

    /// Applies one edit of a change of another list with the same rows.
    public mutating func apply(_ step: PickerStep) {
        func change(_ id: String, _ body: (inout Section) -> Void) {
            if let place = sections.firstIndex(where: { $0.id == id }) { body(&sections[place]) }
        }
        switch step {
        case .remove(let section, let index): change(section) { _ = $0.rows.remove(at: index) }
        case .move(let section, let from, let to):
            change(section) { $0.rows.insert($0.rows.remove(at: from), at: to) }
        case .insert(let section, let index, let row):
            rows[row.id] = row
            change(section) { $0.rows.insert(row.id, at: index) }
        case .update(_, _, let row, _): rows[row.id] = row
        }
    }

    /// Applies the edits of a change, with calls before and after each.
    ///
    /// - Parameters:
    ///   - change: The change of another list with the same rows.
    ///   - will: Called before an edit with the list before it.
    ///   - did: Called after an edit with the list after it.
    public mutating func apply(
        _ change: PickerChange, will: (PickerStep, PickerList) -> Void = { _, _ in },
        did: (PickerStep, PickerList) -> Void = { _, _ in }
    ) {
        for step in change.steps {
            will(step, self)
            apply(step)
            did(step, self)
        }
        revision = change.newRevision
    }

    // MARK: Places

    /// A row that leaves, enters or stays in a section.
    private typealias Move = (old: PickerRow?, new: PickerRow?)

    private static func section(_ row: PickerRow) -> String { row.category?.category.rawValue ?? other }

    private func isShown(_ row: PickerRow) -> Bool { search?.finds(row) ?? true }

    private mutating func edited(by steps: [PickerStep]) -> PickerChange? {
        guard !steps.isEmpty else { return nil }
        revision += 1
        return PickerChange(oldRevision: revision - 1, newRevision: revision, steps: steps)
    }

    private func isBefore(_ left: (title: String, id: String), _ right: (title: String, id: String)) -> Bool {
        switch comparator.compare(left.title, right.title) {
        case .orderedAscending: true
        case .orderedDescending: false
        // Families of one title still have an order.
        case .orderedSame: left.id < right.id
        }
    }

    /// Returns the place of a row in an ordered list of ids, or that where it belongs.
    ///
    /// - Parameter renamed: The rows whose place is not that of `rows`.
    private func place(of row: PickerRow, in ids: [String], _ renamed: [String: PickerRow]) -> Int {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            let other = renamed[ids[middle]] ?? rows[ids[middle]]
            if isBefore((other?.title ?? ids[middle], ids[middle]), (row.title, row.id)) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// Changes a section, and returns the edits.
    private mutating func apply(_ moves: [Move], to place: Int) -> [PickerStep] {
        var section = sections[place]
        let id = section.id
        // The rows whose place is that of their new title.
        var renamed: [String: PickerRow] = [:]
        let leaving = moves.filter { $0.new == nil }.compactMap(\.old)
        let staying = moves.compactMap { move in move.old.flatMap { old in move.new.map { (old: old, new: $0) } } }
        let entering = ordered(moves.filter { $0.old == nil }.compactMap(\.new))

        let hidden = (leaving + staying.filter { !isShown($0.new) }.map(\.old)).filter(isShown)
        var steps = hidden.map { self.place(of: $0, in: section.rows, renamed) }.sorted(by: >).map { index in
            section.rows.remove(at: index)
            return PickerStep.remove(section: id, index: index)
        }
        for index in leaving.map({ self.place(of: $0, in: section.all, renamed) }).sorted(by: >) {
            section.all.remove(at: index)
        }
        for (old, new) in staying where old.title != new.title {
            section.all.remove(at: self.place(of: old, in: section.all, renamed))
            section.all.insert(new.id, at: self.place(of: new, in: section.all, renamed))
            if isShown(old), isShown(new) {
                let from = self.place(of: old, in: section.rows, renamed)
                section.rows.remove(at: from)
                let to = self.place(of: new, in: section.rows, renamed)
                section.rows.insert(new.id, at: to)
                if from != to { steps.append(.move(section: id, from: from, to: to)) }
            }
            renamed[new.id] = new
        }
        for row in entering { renamed[row.id] = row }
        for row in entering { section.all.insert(row.id, at: self.place(of: row, in: section.all, renamed)) }
        let shown = ordered((entering + staying.filter { !isShown($0.old) }.map(\.new)).filter(isShown))
        for row in shown {
            let index = self.place(of: row, in: section.rows, renamed)
            section.rows.insert(row.id, at: index)
            steps.append(.insert(section: id, index: index, row: row))
        }
        for (old, new) in staying where isShown(old) && isShown(new) {
            steps.append(
                .update(
                    section: id, index: self.place(of: new, in: section.rows, renamed), row: new,
                    fields: new.changedFields(since: old)))
        }
        sections[place] = section
        return steps
    }

    private func ordered(_ rows: [PickerRow]) -> [PickerRow] {
        rows.sorted { isBefore(($0.title, $0.id), ($1.title, $1.id)) }
    }

    /// Returns the edits of the section of families used last, after `rows` has changed.
    private mutating func updateRecent(_ before: [String: PickerRow]) -> [PickerStep] {
        let wanted = recentIDs.filter { rows[$0].map(isShown) ?? false }
        var present = sections[0].rows
        var steps: [PickerStep] = []
        for index in present.indices.reversed() where !wanted.contains(present[index]) {
            present.remove(at: index)
            steps.append(.remove(section: Self.recent, index: index))
        }
        for (index, id) in wanted.enumerated() {
            guard let row = rows[id] else { continue }
            if let from = present[min(index, present.count)...].firstIndex(of: id) {
                if from != index {
                    present.insert(present.remove(at: from), at: index)
                    steps.append(.move(section: Self.recent, from: from, to: index))
                }
                if let old = before[id], old != row {
                    let fields = row.changedFields(since: old)
                    steps.append(.update(section: Self.recent, index: index, row: row, fields: fields))
                }
            } else {
                present.insert(id, at: index)
                steps.append(.insert(section: Self.recent, index: index, row: row))
            }
        }
        sections[0].rows = present
        return steps
    }
}
