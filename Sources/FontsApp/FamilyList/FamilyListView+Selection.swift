internal import FontModel
internal import FontsModel
internal import Gtk

extension FamilyListView {
    var selectedItems: [ListItem] { selection.selected.filter { !$0.isLoading } }

    /// The families that are selected themselves or of which a style is, in the order of the list.
    var selectedFamilies: [String] {
        var known: Set<String> = []
        return selectedItems.map(\.family).filter { known.insert($0).inserted }
    }

    /// What commands change: families, and files of styles whose families are not selected themselves.
    var selectedTargets: SelectedFonts {
        let items = selectedItems
        let families = items.compactMap { item in if case .family(let family) = item { family.row } else { nil } }
        let whole = Set(families.map(\.id))
        let files = items.compactMap { item -> FileRow? in
            if case .style(let style) = item, !whole.contains(style.family) { style.file } else { nil }
        }
        return SelectedFonts(families: families, files: files)
    }

    /// Whether nothing is selected although something was: rows of a tree lose it when they are made again.
    var hasLostStyles: Bool { selection.selectedPositions.isEmpty && !reported.isEmpty && !visible.rows.isEmpty }

    /// Selects families and nothing else, without a word to the views around.
    func select(_ families: [String]) {
        let wanted = Set(families)
        isChanging = true
        selection.select(positions: positions { wanted.contains($0) })
        isChanging = false
    }

    /// Selects an element unless it is selected, as a menu does before it opens.
    func selectForMenu(_ item: ListItem) {
        guard !selectedItems.contains(where: { $0.id == item.id }) else { return }
        var place = positions { $0 == item.family }.first
        if case .style = item, let family = place, let list = styles[item.family]?.list {
            place = list.position(of: item.id).map { family + 1 + $0 }
        }
        if let place { selection.select(positions: [place]) }
    }

    func selectionChanged() {
        guard !isChanging else { return }
        held = nil
        report(selectedFamilies)
    }

    /// The positions of families in the view, which also counts styles of families that are expanded.
    private func positions(where isWanted: (String) -> Bool) -> [Int] {
        var positions: [Int] = []
        var offset = 0
        for (place, item) in root.elements.enumerated() {
            let family = item.family
            if isWanted(family) { positions.append(place + offset) }
            if let expanded = styles[family], let tree, tree.isExpanded(at: place + offset) == true {
                offset += expanded.list.count
            }
        }
        return positions
    }

    /// Expands or collapses the families of the selection.
    func expandSelection(_ isExpanded: Bool) -> Bool {
        guard let tree, let position = selection.selectedPositions.first, selection.selectedPositions.count == 1,
            let present = tree.isExpanded(at: position), present != isExpanded
        else { return false }
        tree.set(expanded: isExpanded, at: position)
        return true
    }
}
