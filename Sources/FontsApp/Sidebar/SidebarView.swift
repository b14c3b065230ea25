internal import FontsModel
internal import Gtk

/// The sections of the library with counts.
@UI
final class SidebarView: Widget {
    nonisolated let reference: Reference
    let session: AppSession
    private let list = ListBox(.one)
    private let scroller: ScrolledWindow
    private var rows: [SidebarRow] = []
    /// Languages are many, and seldom looked for.
    private var collapsed: Set<SidebarSection.Kind> = [.languages]
    private var choice: SidebarChoice
    private var chosen: (@UI (SidebarChoice) -> Void)?
    private(set) var editing: (@UI (SmartCollection) -> Void)?
    /// Whether the side bar itself changes the selection.
    private var isChanging = false

    init(_ session: AppSession) {
        self.session = session
        choice = session.windowState.choice
        scroller = ScrolledWindow(list)
        reference = scroller.reference
        list.addClass("navigation-sidebar")
        list.setAccessibleLabel(tr("Library"))
        setLeastSize(width: 220)
        expandsHorizontally = false
        list.onActivate { [weak self] position in self?.activate(position) }
        list.onSelect { [weak self] position in self?.selected(position) }
        list.onTab { [weak self] direction in self?.leave(direction) ?? false }
        addActions()
        addKeys()
        session.follow(self) { sidebar, state in
            if let snapshot = state.snapshot { sidebar.show(snapshot) }
        }
    }

    /// Called when a person chooses an entry.
    func onChoice(_ handler: @escaping @UI (SidebarChoice) -> Void) { chosen = handler }

    /// Called with a smart collection whose search is to be changed.
    func onEdit(_ handler: @escaping @UI (SmartCollection) -> Void) { editing = handler }

    /// Chooses an entry, also one that has just been made.
    func choose(_ choice: SidebarChoice) {
        self.choice = choice
        if let snapshot = session.state.snapshot { show(snapshot) }
        chosen?(choice)
    }

    /// Shows the sections again after a change of the settings.
    func update() { if let snapshot = session.state.snapshot { show(snapshot) } }

    /// The entry of the selected row, for keys.
    var current: SidebarEntry? {
        guard let position = list.selected, rows.indices.contains(position) else { return nil }
        return rows[position].entry
    }

    func focus() {
        if let row = rows.first(where: { $0.entry?.id == choice }) { row.row.grabFocus() } else { list.grabFocus() }
    }

    /// Goes on behind or before the side bar, which is one stop of Tab: arrows move in it.
    ///
    /// Only the button in the row of a heading is between its row and the next place.
    private func leave(_ direction: FocusDirection) -> Bool {
        if direction == .forward, let row = rows.first(where: { $0.row.isFocus }), row.row.moveFocus(.forward) {
            return true
        }
        if direction == .backward, let focus = window?.focus,
            let row = rows.first(where: { !$0.row.isFocus && focus.isInside($0.row) })
        {
            return row.row.grabFocus()
        }
        return list.moveFocusOut(direction)
    }

    // MARK: Rows

    private func show(_ snapshot: LibrarySnapshot) {
        let contents = snapshot.sidebar(smart: session.settings.smartCollections).flatMap { section in
            let isCollapsed = collapsed.contains(section.id)
            let heading = section.title.isEmpty ? [] : [SidebarRow.Content.heading(section, isCollapsed: isCollapsed)]
            return heading + (isCollapsed ? [] : section.entries.map { .entry($0, section.id) })
        }
        // A renamed collection has another id.
        if case .collection(let id) = choice, let new = session.renamedCollections[id] { rename(to: new) }
        // Counts change often, entries seldom.
        if contents.map(\.id) == rows.map(\.content.id) {
            for (row, content) in zip(rows, contents) where row.content != content { row.show(content) }
            chooseAll(unless: contents)
        } else {
            let hadFocus = window?.focus?.isInside(list) ?? false
            let focused = rows.first { $0.row.isFocus }?.content.id
            rebuild(contents)
            chooseAll(unless: contents)
            guard hadFocus else { return }
            if let row = rows.first(where: { $0.content.id == focused }) { row.row.grabFocus() } else { focus() }
        }
    }

    private func rename(to id: String) {
        choice = .collection(id)
        chosen?(choice)
    }

    private func rebuild(_ contents: [SidebarRow.Content]) {
        let old = Dictionary(rows.map { ($0.content.id, $0) }, uniquingKeysWith: { first, _ in first })
        isChanging = true
        list.removeAll()
        rows = contents.map { content in
            let row = old[content.id] ?? SidebarRow(self, content)
            row.show(content)
            list.append(row.row)
            return row
        }
        list.selected = rows.firstIndex { $0.entry?.id == choice }
        isChanging = false
    }

    /// What was chosen may be gone, such as a collection that was deleted; an entry of a collapsed section is not.
    private func chooseAll(unless contents: [SidebarRow.Content]) {
        let kind = choice.kind
        guard kind != .library, !collapsed.contains(kind), !rows.contains(where: { $0.entry?.id == choice }) else {
            return
        }
        choose(.all)
        isChanging = true
        list.selected = rows.firstIndex { $0.entry?.id == .all }
        isChanging = false
    }

    private func selected(_ position: Int?) {
        guard !isChanging, let position, rows.indices.contains(position), let entry = rows[position].entry else {
            return
        }
        guard entry.id != choice else { return }
        choice = entry.id
        chosen?(entry.id)
    }

    private func activate(_ position: Int) {
        guard rows.indices.contains(position) else { return }
        switch rows[position].content {
        case .heading(let section, _): toggle(section.id)
        // On narrow windows the list then covers the side bar, also for what is chosen already.
        case .entry(let entry, _):
            choice = entry.id
            chosen?(entry.id)
        }
    }

    func toggle(_ section: SidebarSection.Kind) {
        if collapsed.remove(section) == nil { collapsed.insert(section) }
        update()
    }
}

extension SidebarChoice {
    /// The section in which the choice is.
    var kind: SidebarSection.Kind {
        switch self {
        case .all, .installed, .off, .system: .library
        case .collection: .collections
        case .smart: .smart
        case .category: .categories
        case .language: .languages
        case .provider: .providers
        }
    }
}
