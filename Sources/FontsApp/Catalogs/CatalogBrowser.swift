internal import FontModel
internal import FontsModel
internal import Gtk

/// The families of catalogues: the list with search and filters, and beside it the selected one.
@UI
final class CatalogBrowser: Widget {
    nonisolated let reference: Reference
    private unowned let session: AppSession
    private let leaflet = Leaflet()
    private let column: Box
    private let search = SearchEntry(placeholder: tr("Search families, designers, languages"))
    private let count = Label(role: .status)
    private let parts = Stack()
    private let empty = StatusPage(icon: "folder-download-symbolic", title: "")
    private let emptyAction = Button(tr("_Refresh"))
    private let store = ListStore<CatalogItem>()
    private let selection: SingleSelection<CatalogItem>
    private var filters: CatalogFilterView?
    private var details: CatalogDetails?
    private var downloads: CatalogDownloads?
    private var listing = CatalogListing()
    private var present: Set<String> = []
    private var emptyHandler: @UI () -> Void = {}
    private var isLoading = false
    /// Whether the catalogues have been read.
    private var hasListing = false

    private enum Part: String {
        case loading, list, empty
    }

    init(_ session: AppSession) {
        self.session = session
        selection = SingleSelection(store)
        column = Box(.vertical, spacing: 6)
        reference = leaflet.reference
        let downloads = CatalogDownloads(session) { [weak self] id in self?.update(id) }
        let filters = CatalogFilterView { [weak self] in self?.showList() }
        let details = CatalogDetails(session, downloads) { [weak self] in self?.showColumn() }
        (self.downloads, self.filters, self.details) = (downloads, filters, details)
        fillColumn(filters)
        leaflet.append(column)
        leaflet.append(Separator(.vertical), canNavigate: false)
        leaflet.append(details)
        leaflet.expandsVertically = true
        details.set(isAlone: leaflet.isFolded)
        leaflet.onFold { [weak self] in self.map { $0.details?.set(isAlone: $0.leaflet.isFolded) } }
        search.onSearch { [weak self] in self?.showList() }
        selection.onSelection { [weak self] in self.map { $0.details?.show($0.selection.selected.first) } }
        session.follow(self) { view, state in
            guard let snapshot = state.snapshot else { return }
            view.show(present: Set(snapshot.rows.map(\.id)))
        }
    }

    private func fillColumn(_ filters: CatalogFilterView) {
        let button = MenuButton(icon: FontsProgram.filterIcon, hint: tr("Filters"))
        button.set(popover: Popover(filters))
        search.expandsHorizontally = true
        let bar = Box(.horizontal, spacing: 6, [search, button])
        bar.setMargins(top: 6, bottom: 0, start: 6, end: 6)
        let factory = RowFactory { [weak self] in CatalogListRow { self?.openIfAlone() } }
        let list = ListView(selection, factory)
        list.setAccessibleLabel(tr("Families of catalogues"))
        list.onActivate { [weak self] _ in self?.openDetails() }
        list.onTab { [weak self] direction in
            guard let self, !leaflet.isFolded || direction == .backward else { return false }
            return direction == .backward ? search.grabFocus() : details?.moveFocus(.forward) ?? false
        }
        let spinner = Spinner()
        spinner.isSpinning = true
        spinner.setAccessibleLabel(tr("Reading the catalogues…"))
        spinner.setLeastSize(width: 32, height: 32)
        spinner.horizontalAlign = .center
        spinner.verticalAlign = .center
        parts.add(spinner, name: Part.loading.rawValue)
        parts.add(ScrolledWindow(list), name: Part.list.rawValue)
        parts.add(empty, name: Part.empty.rawValue)
        emptyAction.horizontalAlign = .center
        emptyAction.addClass("pill")
        emptyAction.onClick { [weak self] in self?.emptyHandler() }
        empty.set(child: emptyAction)
        parts.expandsVertically = true
        count.addClass("caption")
        count.addClass("dim-label")
        count.setMargins(top: 0, bottom: 6, start: 12, end: 12)
        for child in [bar, parts, count] as [any Widget] { column.append(child) }
        column.setLeastSize(width: 300)
        column.expandsHorizontally = false
    }

    func focusSearch() {
        showColumn()
        search.grabFocus()
    }

    func search(_ text: String) {
        showColumn()
        search.text = text
    }

    // MARK: Reading

    /// Shows what is known, then fetches what is due.
    ///
    /// - Parameter isAsked: Whether the user asked for it; otherwise nothing is fetched over a metered connection.
    func load(isAsked: Bool) {
        guard let catalogs = session.catalogs, !isLoading else { return }
        isLoading = true
        Task { @UI [weak self] in
            do throws(FontError) {
                if !isAsked {
                    let known = try await catalogs.families(isRefreshing: false)
                    self?.show(known)
                }
                if isAsked || !Network.isMetered {
                    let fetched = try await catalogs.families(isRefreshing: true)
                    self?.show(fetched)
                    if isAsked, let failure = fetched.catalogs.compactMap(\.failure).first {
                        self?.session.report(failure)
                    }
                }
            } catch {
                self?.fail(error)
            }
            self?.isLoading = false
        }
    }

    private func show(_ listing: CatalogListing) {
        self.listing = listing
        hasListing = true
        filters?.offer(listing)
        showList()
    }

    private func show(present: Set<String>) {
        guard present != self.present else { return }
        self.present = present
        showList()
    }

    private func fail(_ error: FontError) {
        let text = ErrorText(error)
        showEmpty("dialog-warning-symbolic", text.title, text.body, tr("_Try Again")) { [weak self] in
            self?.load(isAsked: true)
        }
    }

    // MARK: List

    private func item(_ row: CatalogRow) -> CatalogItem {
        CatalogItem(row, isPresent: present.contains(row.family), download: downloads?.status(of: row.id))
    }

    private func showList() {
        guard let filters, hasListing else { return }
        let rows = filters.filter(searching: search.text).rows(in: listing, present: present)
        store.set(rows.map(item))
        count.text = trn("{count} family", "{count} families", rows.count)
        details?.show(selection.selected.first)
        if !rows.isEmpty { return parts.visible = Part.list.rawValue }
        if !listing.rows.isEmpty {
            showEmpty(
                "edit-find-symbolic", tr("No Families Found"), tr("No catalogue has what you search for."),
                tr("_Clear Search")
            ) { [weak self] in
                self?.search.text = ""
                self?.filters?.clear()
                self?.showList()
            }
        } else if listing.catalogs.contains(where: { !$0.isKnown || $0.failure != nil }) {
            let text = listing.catalogs.compactMap(\.failure).first.map(ErrorText.init)
            showEmpty(
                "network-offline-symbolic", text?.title ?? tr("Nothing Is Known Yet"),
                text?.body ?? tr("The catalogues have not been fetched yet."), tr("_Refresh")
            ) { [weak self] in self?.load(isAsked: true) }
        } else {
            showEmpty(
                "folder-download-symbolic", tr("No Catalogues"),
                tr("Publishers offer fonts in catalogues, which they sign."), tr("_Add a Catalogue…")
            ) { [weak self] in self?.session.activate("catalog-preferences") }
        }
    }

    private func showEmpty(
        _ icon: String, _ title: String, _ text: String, _ action: String, _ handler: @escaping @UI () -> Void
    ) {
        empty.set(icon: icon)
        empty.set(title: title)
        empty.set(text: text)
        emptyAction.label = action
        emptyHandler = handler
        parts.visible = Part.empty.rawValue
    }

    /// Shows the status of a download.
    private func update(_ id: CatalogRow.ID) {
        guard let position = store.position(of: id) else { return }
        let item = item(store.elements[position].row)
        store.update(item)
        if selection.selected.first?.id == id { details?.show(item) }
    }

    // MARK: Columns

    private func openIfAlone() { if leaflet.isFolded { openDetails() } }

    private func openDetails() {
        guard let details else { return }
        leaflet.show(details)
        details.focus()
    }

    private func showColumn() { leaflet.show(column) }
}
