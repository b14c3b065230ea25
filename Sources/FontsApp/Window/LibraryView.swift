internal import FontsModel
internal import Gtk

/// The side bar, the list of families and the page of the selected one, side by side as far as the width allows.
///
/// In a narrow window first the page covers the list, then both cover the side bar.
@UI
final class LibraryView: Widget {
    nonisolated let reference: Reference
    let sidebar: SidebarView
    let list: FamilyListView
    private let family: FamilyView
    private let outer: Leaflet
    private let inner: Leaflet
    private let column: Box
    private var moved: (@UI () -> Void)?

    init(_ session: AppSession) {
        sidebar = SidebarView(session)
        list = FamilyListView(session)
        family = FamilyView(session)
        list.expandsHorizontally = false
        family.expandsHorizontally = true
        inner = Leaflet([list])
        inner.append(Separator(.vertical), canNavigate: false)
        inner.append(family)
        inner.expandsHorizontally = true
        // The notice above the list about a library that cannot be changed.
        let notice = LibraryNotice(session)
        column = Box(.vertical, role: .presentation, [notice, inner])
        column.expandsHorizontally = true
        outer = Leaflet([sidebar])
        outer.append(Separator(.vertical), canNavigate: false)
        outer.append(column)
        reference = outer.reference
        sidebar.onChoice { [weak self] choice in self?.choose(choice) }
        sidebar.onEdit { [weak self] saved in
            self?.choose(.all)
            self?.list.edit(saved)
        }
        list.onSelection { [weak self] families in self?.family.show(families) }
        list.onActivation { [weak self] in self?.showFamily() }
        // The page is not beside the list: selecting alone would show nothing.
        list.onClick { [weak self] in if self?.inner.isFolded == true { self?.showFamily() } }
        list.onLeave { [weak self] in self?.leaveList() ?? false }
        for (keys, step) in [("F6", 1), ("<Shift>F6", -1)] {
            add(Shortcut(keys: keys, scope: .global) { [weak self] in self?.movePart(step) ?? false })
        }
        for leaflet in [outer, inner] {
            // Widths are given out meanwhile, and nothing may come or go.
            let tell: @UI () -> Void = { [weak self] in UI.whenIdle { self?.moved?() } }
            leaflet.onFold(tell)
            leaflet.onChange(of: "visible-child", tell)
        }
        family.show(session.windowState.selection)
        outer.show(column)
    }

    /// Called when there may be a way back, or none any more.
    func onMove(_ handler: @escaping @UI () -> Void) { moved = handler }

    /// Whether something covers the list or the side bar.
    var canGoBack: Bool {
        (inner.isFolded && isVisible(family, in: inner)) || (outer.isFolded && isVisible(column, in: outer))
    }

    func goBack() {
        if inner.isFolded, isVisible(family, in: inner) {
            inner.show(list)
            list.focusList()
        } else {
            outer.show(sidebar)
            sidebar.focus()
        }
    }

    func showFamily() {
        outer.show(column)
        inner.show(family)
        // The page covers the list, which has the focus.
        if inner.isFolded { family.moveFocus(.forward) }
    }

    /// Moves the focus to the visible part of the window: mostly the list.
    func focus() {
        if outer.isFolded, isVisible(sidebar, in: outer) {
            sidebar.focus()
        } else if inner.isFolded, isVisible(family, in: inner) {
            family.moveFocus(.forward)
        } else {
            list.view?.grabFocus()
        }
    }

    /// Moves the focus to the next of the parts that are beside each other: side bar, list and page.
    private func movePart(_ step: Int) -> Bool {
        let all: [(part: any Widget, focus: @UI () -> Void)] = [
            (sidebar, { [sidebar] in sidebar.focus() }), (list, { [list] in list.focusParts() }),
            (family, { [family] in _ = family.moveFocus(.forward) }),
        ]
        let parts = all.filter { $0.part.isMapped }
        guard isMapped, !parts.isEmpty else { return false }
        let present = window?.focus.flatMap { focus in parts.firstIndex { focus.isInside($0.part) } }
        let next = present.map { ($0 + step + parts.count) % parts.count } ?? 0
        parts[next].focus()
        return true
    }

    /// Moves the focus to the page of what is selected: that of several families compares them.
    func compare() {
        showFamily()
        if !inner.isFolded { family.moveFocus(.forward) }
    }

    /// Changes the size of texts in the part that has the focus: in the page if it is there, else in the list.
    func resizeSamples(_ steps: Double) {
        if window?.focus?.isInside(family) == true, family.resize(steps) { return }
        list.samples.step(steps)
    }

    /// Shows the list and puts the focus into its field for searching.
    func search() {
        showList()
        list.focusSearch()
    }

    /// Shows and selects families that were installed.
    func reveal(_ families: [String]) {
        if ![.all, .installed].contains(list.filter.choice) { sidebar.choose(.installed) }
        list.reveal(families)
    }

    func showSidebar() {
        outer.show(sidebar)
        sidebar.focus()
    }

    func showList() {
        outer.show(column)
        inner.show(list)
    }

    private func choose(_ choice: SidebarChoice) {
        list.show(choice)
        showList()
        if outer.isFolded { list.view?.grabFocus() }
    }

    /// Moves the focus from the list to the page beside it.
    private func leaveList() -> Bool { !inner.isFolded && family.moveFocus(.forward) }

    private func isVisible(_ child: some Widget, in leaflet: Leaflet) -> Bool {
        leaflet.get("visible-child")?.object?.isSame(as: child) ?? false
    }
}
