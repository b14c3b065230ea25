internal import FontsModel
internal import Gtk

/// Families of catalogues, to look at and to download, and the updates of those that were downloaded.
@UI
final class CatalogPage: Widget {
    nonisolated let reference: Reference
    private let views = ViewStack()
    private let browser: CatalogBrowser
    private var updates: UpdatesView?
    private let header: HeaderBar

    private enum Part: String {
        case browse, updates
    }

    init(_ session: AppSession) {
        browser = CatalogBrowser(session)
        let refresh = Button(icon: "view-refresh-symbolic", hint: tr("Refresh"))
        let settings = Button(icon: "emblem-system-symbolic", hint: tr("Catalogues…"))
        settings.set(action: "app.catalog-preferences")
        header = PageBar.make(tr("More Fonts"), in: session, end: [settings, refresh])
        let box = Box(.vertical, [header, views])
        reference = box.reference
        views.expandsVertically = true
        views.add(browser, name: Part.browse.rawValue, title: tr("Browse"), icon: "system-search-symbolic")
        let updates = UpdatesView(session) { [weak self] count in
            guard let self, let updates = self.updates else { return }
            views.set(updates, badge: count)
        }
        self.updates = updates
        views.add(
            updates, name: Part.updates.rawValue, title: tr("Updates"), icon: "software-update-available-symbolic")
        header.set(title: ViewSwitcher(views, isWide: false))
        refresh.onClick { [weak self] in self?.refresh() }
        views.onVisible { [weak self] in
            if let self, views.visible == Part.updates.rawValue { self.updates?.load() }
        }
        box.add(
            Shortcut(keys: "F5") { [weak self] in
                self?.refresh()
                return true
            })
        browser.load(isAsked: false)
    }

    /// Moves to the field for searching.
    func focusSearch() {
        views.visible = Part.browse.rawValue
        browser.focusSearch()
    }

    /// Searches the families of catalogues.
    func search(_ text: String) {
        views.visible = Part.browse.rawValue
        browser.search(text)
    }

    /// Shows the catalogues as they are set up now.
    func reload() { browser.load(isAsked: false) }

    private func refresh() {
        if views.visible == Part.updates.rawValue { updates?.load() } else { browser.load(isAsked: true) }
    }
}

enum Catalogs {
    static let actions: [AppAction] = []
}
