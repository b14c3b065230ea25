internal import FontModel
internal import FontsModel
internal import Gtk

/// A row of the side bar: the heading of a section, which shows and hides its entries, or an entry.
@UI
final class SidebarRow {
    enum Content: Equatable {
        case heading(SidebarSection, isCollapsed: Bool)
        case entry(SidebarEntry, SidebarSection.Kind)

        enum ID: Hashable {
            case heading(SidebarSection.Kind)
            case entry(SidebarChoice)
        }

        var id: ID {
            switch self {
            case .heading(let section, _): .heading(section.id)
            case .entry(let entry, _): .entry(entry.id)
            }
        }
    }

    let row: ListBoxRow
    private(set) var content: Content
    private let icon = Image(icon: "view-list-symbolic")
    private let title = Label()
    private let count = Label()
    private let addButton = Button(icon: "list-add-symbolic", hint: tr("New Collection"))
    private weak var sidebar: SidebarView?

    init(_ sidebar: SidebarView, _ content: Content) {
        self.sidebar = sidebar
        self.content = content
        title.ellipsis = .end
        title.expandsHorizontally = true
        count.addClass("dim-label")
        count.addClass("numeric")
        addButton.isFlat = true
        let line = Box(.horizontal, spacing: 10, role: .presentation, [icon, title, count, addButton])
        row = ListBoxRow(line)
        addButton.onClick { [weak self] in
            guard let session = self?.sidebar?.session else { return }
            Changing.newCollection(of: [], in: session)
        }
        row.onMenu { [weak self] x, y in
            guard let self, let entry, let menu = self.sidebar?.menu(of: entry) else { return }
            row.show(menu: menu, x: x, y: y)
        }
        row.onDrop(of: DraggedItems.self) { [weak self] items in self?.take(items) ?? false }
        row.drags { [weak self] _, _ in
            guard case .collection(let id) = self?.entry?.id, id != FontCollection.favourites else { return nil }
            return DraggedItems.collection(id)
        }
    }

    var entry: SidebarEntry? { if case .entry(let entry, _) = content { entry } else { nil } }

    func show(_ content: Content) {
        self.content = content
        switch content {
        case .heading(let section, let isCollapsed):
            title.text = section.title
            title.addClass("caption-heading")
            title.addClass("dim-label")
            icon.set(icon: isCollapsed ? "pan-end-symbolic" : "pan-down-symbolic")
            count.text = ""
            addButton.isVisible = section.id == .collections
            row.set(isSelectable: false)
            row.setAccessible(expanded: !isCollapsed)
            row.setAccessibleLabel(section.title)
        case .entry(let entry, _):
            title.text = entry.title
            icon.set(entryIcon: entry.icon)
            count.text = entry.count.map(NumberText.count) ?? ""
            addButton.isVisible = false
            row.set(isSelectable: true)
            row.setAccessibleLabel(
                entry.count.map { trn("{name}, {count} family", "{name}, {count} families", $0, ["name": entry.title]) }
                    ?? entry.title)
        }
        row.set(isActivatable: true)
    }

    /// Families that are dropped on a collection are added to it, on the heading they make a new one; a collection takes
    /// the place of the one on which it is dropped.
    private func take(_ items: DraggedItems) -> Bool {
        guard let sidebar else { return false }
        let session = sidebar.session
        switch (items, content) {
        case (.families(let families), .entry(let entry, _)):
            guard case .collection(let id) = entry.id, !families.isEmpty else { return false }
            session.run(.collection(.add(families: families, id: id)))
        case (.families(let families), .heading(let section, _)):
            guard section.id == .collections else { return false }
            Changing.newCollection(of: families, in: session)
        case (.collection(let id), .entry(let entry, _)):
            guard case .collection(let target) = entry.id, target != id else { return false }
            sidebar.move(id, to: target)
        case (.collection, .heading): return false
        }
        return true
    }
}
