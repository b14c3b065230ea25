/// The selected families of a list, and the one at its top, by id, so that both stay when the list changes.
package struct ListSelection: Sendable, Hashable {
    /// The selected families in the order of the list.
    package private(set) var families: [String]
    /// The family at the top of the visible part; nil at the beginning of the list.
    package var top: String?

    package init(_ families: [String] = [], top: String? = nil) {
        self.families = families
        self.top = top
    }

    /// The family that is shown beside the list; nil if there is not exactly one.
    package var single: String? { families.count == 1 ? families[0] : nil }

    /// Returns the families to select in a list that is shown: those that were installed, once they are in it, else those that
    /// were selected, else the only one.
    package static func shown(_ list: [String], selected: [String], installed: Set<String> = []) -> [String] {
        let new = list.filter(installed.contains)
        guard new.isEmpty else { return new }
        return selected.isEmpty && list.count == 1 ? list : selected
    }

    /// Returns the selection after the list has changed.
    ///
    /// Families that are still there stay selected. If none of them is, the one that follows the last of them is, else the
    /// one before, so that the keyboard stays at its place.
    ///
    /// - Parameters:
    ///   - old: The ids of the list before.
    ///   - new: The ids of the list now.
    package func following(from old: [String], to new: [String]) -> ListSelection {
        let present = Set(new)
        let kept = families.filter(present.contains)
        let selected = Set(kept)
        var result = ListSelection(new.filter(selected.contains))
        if kept.isEmpty, !families.isEmpty, let neighbour = neighbour(of: families.last, in: old, among: present) {
            result.families = [neighbour]
        }
        result.top = top.flatMap { top in
            present.contains(top) ? top : neighbour(of: top, in: old, among: present)
        }
        return result
    }

    /// Returns the selected families that another list has, in its order.
    package func keeping(_ list: [String]) -> [String] {
        let selected = Set(families)
        return list.filter(selected.contains)
    }

    /// Returns the families that stay selected although a search hides some of them; nil if it hides none.
    ///
    /// - Parameters:
    ///   - list: The ids of the list now.
    ///   - exists: Whether a family is still in the library.
    package func held(outside list: [String], where exists: (String) -> Bool) -> [String]? {
        let (present, all) = (Set(list), families.filter(exists))
        return all.allSatisfy(present.contains) ? nil : all
    }

    private func neighbour(of family: String?, in old: [String], among present: Set<String>) -> String? {
        guard let family, let place = old.firstIndex(of: family) else { return nil }
        return old[place...].first(where: present.contains) ?? old[..<place].last(where: present.contains)
    }
}
