internal import FontsModel
internal import Gtk

/// The families of a choice, each in its own face, with the fields for searching and for the sample text.
@UI
final class FamilyListView: Widget {
    nonisolated let reference: Reference
    let session: AppSession
    let faces: FaceCache
    let answerer: SearchAnswerer?
    let search: SearchBarView
    let samples: SampleBar
    let root = ListStore<ListItem>()
    let stack = Stack()
    let scroller = ScrolledWindow()
    let empty = StatusPage(icon: "font-x-generic-symbolic", title: "")
    let announcer = Announcer()
    private let summary = Label()
    /// The focus of a row is on the arrow in it, for which themes have no ring.
    private static let style = StyleSheet(
        """
        .fonts-families treeexpander:focus:focus-visible {
          outline: 2px solid alpha(@accent_color, 0.5); outline-offset: 2px; border-radius: 4px;
        }
        """)

    var filter: LibraryFilter
    var visible = VisibleList()
    var answers = SearchAnswers()
    /// The snapshot and the questions of the answers.
    var answered: (revision: Int, questions: Set<SearchQuestion>) = (-1, [])
    var asking: Timer?
    /// Counts requests, so that an older one never replaces a newer one.
    var generation = 0
    var isFirst = true
    /// Families that were installed, to be selected once they are in the list.
    var installed: Set<String> = []
    /// Whether a list is being made that will take the place of the shown one.
    var isMaking = false
    /// Whether the first family is to be selected once that list is there.
    var takesFirst = false
    /// The styles of the families that were expanded, by family.
    var styles: [String: ExpandedFamily] = [:]
    var tree: TreeList<ListItem>?
    var selection: MultiSelection<ListItem>
    var view: (any ListBaseView)?
    /// Whether the list itself changes the selection.
    var isChanging = false
    var reported: [String] = []
    /// The selection before a search that hides a part of it; nil if all that is selected is in the list.
    var held: [String]?
    private var selected: (@UI ([String]) -> Void)?
    private var activated: (@UI () -> Void)?
    private var clicked: (@UI () -> Void)?
    private var left: (@UI () -> Bool)?

    init(_ session: AppSession) {
        _ = Self.style
        self.session = session
        faces = FaceCache(session.library)
        answerer = session.library.map(SearchAnswerer.init)
        filter = LibraryFilter(session.windowState.choice)
        search = SearchBarView(session)
        samples = SampleBar(session)
        selection = MultiSelection(root)
        summary.addClass("caption")
        summary.addClass("dim-label")
        summary.ellipsis = .end
        summary.setMargins(top: 4, bottom: 4, start: 8, end: 8)
        scroller.expandsVertically = true
        stack.expandsVertically = true
        let column = Box(.vertical, role: .region, [search, samples, stack, summary, announcer])
        reference = column.reference
        setAccessibleLabel(tr("Families"))
        setLeastSize(width: 320)
        fillStack()
        connect()
        show(form: session.windowState.form)
        session.follow(self) { list, state in list.follow(state) }
    }

    // MARK: For the views around

    /// Shows the families of a choice.
    func show(_ choice: SidebarChoice) {
        guard filter.choice != choice else { return }
        filter.choice = choice
        session.windowState.choice = choice
        refresh(.filter)
    }

    /// Loads the filter of a smart collection into the search, to be changed.
    func edit(_ saved: SmartCollection) {
        filter = saved.filter
        search.show(filter)
        refresh(.filter)
    }

    /// Called with the selected families when the selection changes.
    func onSelection(_ handler: @escaping @UI ([String]) -> Void) { selected = handler }

    /// Called when a person opens the selected family: on narrow windows its page covers the list.
    func onActivation(_ handler: @escaping @UI () -> Void) { activated = handler }

    /// Called when a family is clicked once, when it is selected.
    func onClick(_ handler: @escaping @UI () -> Void) { clicked = handler }

    /// Calls the function for a click on a row, once the view has selected it.
    func click() { UI.whenIdle { [weak self] in self?.clicked?() } }

    /// Called when Tab leads out of the list; answers whether there is a place for the focus.
    func onLeave(_ handler: @escaping @UI () -> Bool) { left = handler }

    func focusSearch() { search.focus() }

    /// Puts the focus on the selected family, or on that which had it last.
    func focusList() {
        guard let view, !view.focusSelected() else { return }
        view.grabFocus()
        view.focusSelectedSoon()
    }
    /// Puts the focus into the list, or into the field for searching if nothing is listed.
    func focusParts() {
        if scroller.isMapped { focusList() } else { search.focus() }
    }
    func focusSample() { samples.focus() }

    func keepState() {
        session.windowState.selection = held ?? selectedFamilies
        session.windowState.top = topFamily
    }

    // MARK: Parts

    private func fillStack() {
        stack.add(scroller, name: "list")
        // The list is narrow, and long words of titles would break.
        empty.addClass("compact")
        stack.add(empty, name: "empty")
        stack.add(
            StatusPage(icon: "font-x-generic-symbolic", title: tr("Reading the Fonts…")), name: "loading")
        stack.add(Box(.vertical), name: "blank")
        stack.visible = "blank"
    }

    private func connect() {
        search.onFilter { [weak self] search, rules, matchesAny in
            guard let self else { return }
            (filter.search, filter.rules, filter.matchesAny) = (search, rules, matchesAny)
            refresh(.search)
        }
        search.onLeave { [weak self] in self?.focusList() }
        search.onEnter { [weak self] in self?.takeFirst() }
        samples.onChange { [weak self] in self?.refresh(.look) }
        addActions()
        addRemovalKey()
    }

    /// Makes the view of a form; each selection goes on in the other.
    func show(form: ListForm) {
        session.windowState.form = form
        let families = selectedFamilies
        switch form {
        case .list:
            let tree = TreeList(root) { [weak self] item in self?.children(of: item) }
            self.tree = tree
            selection = MultiSelection(tree)
            let list = ListView(selection, RowFactory { [unowned self] in FamilyListRow(self) })
            list.set(showsSeparators: false)
            use(list)
        case .grid:
            tree = nil
            styles = [:]
            selection = MultiSelection(root)
            let grid = GridView(selection, RowFactory { [unowned self] in FamilyTile(self) })
            grid.set(columns: 1...12)
            grid.set(selectsByFrame: true)
            use(grid)
        }
        select(families)
        selection.onSelection { [weak self] in self?.selectionChanged() }
    }

    private func use(_ view: some ListBaseView) {
        self.view = view
        view.setAccessibleLabel(tr("Families"))
        view.addClass("navigation-sidebar")
        view.addClass("fonts-families")
        view.onActivate { [weak self] _ in self?.activated?() }
        view.onTab { [weak self] direction in
            guard let self else { return false }
            return direction == .forward ? left?() ?? false : samples.moveFocus(.backward)
        }
        addKeys(to: view)
        search.captureKeys(of: view)
        scroller.child = view
    }

    func report(_ families: [String]) {
        guard families != reported else { return }
        reported = families
        selected?(families)
    }

    /// Shows how many families there are.
    func show(summaryOf snapshot: LibrarySnapshot) {
        summary.text = filter.isNarrowed || filter.choice != .all ? visible.spoken : snapshot.summary
    }
}
