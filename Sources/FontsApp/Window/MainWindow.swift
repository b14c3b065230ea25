internal import FontsModel
internal import Gtk

/// The main window: the side bar, and beside it the families with the page of one, or another page.
@UI
final class MainWindow {
    /// The pages beside the side bar.
    enum Page: String {
        case library, catalogs, duplicates, programs
    }

    static let actions = [
        AppAction(name: "library") { $0.window?.show(.library) },
        AppAction(name: "catalogs") { $0.window?.show(.catalogs) },
        AppAction(name: "duplicates") { $0.window?.show(.duplicates) },
        AppAction(name: "programs") { $0.window?.show(.programs) },
        AppAction(name: "search", keys: ["<Control>f"]) { $0.window?.search() },
        AppAction(name: "filters", keys: ["<Control><Shift>f"]) { $0.window?.openFilters() },
        AppAction(name: "sample", keys: ["<Control>t"]) { $0.window?.focusSample() },
        AppAction(name: "larger", keys: ["<Control>plus", "<Control>equal", "<Control>KP_Add"]) {
            $0.window?.resizeSamples(1)
        },
        AppAction(name: "smaller", keys: ["<Control>minus", "<Control>KP_Subtract"]) { $0.window?.resizeSamples(-1) },
        AppAction(name: "compare", keys: ["<Control>k"]) { $0.window?.compare() },
        AppAction(name: "list", keys: ["<Control>1"]) { $0.window?.show(form: .list) },
        AppAction(name: "grid", keys: ["<Control>2"]) { $0.window?.show(form: .grid) },
        AppAction(name: "sidebar", keys: ["F9"]) { $0.window?.showSidebar() },
        AppAction(name: "back", keys: ["<Alt>Left"]) { $0.window?.goBack() },
    ]

    static let undoKeys = "<Control>z"
    static let redoKeys = "<Control><Shift>z"

    let window: ApplicationWindow
    private let session: AppSession
    private let toasts: ToastOverlay
    private let pages = Stack()
    private var shown: Set<Page> = []
    /// The views of pages, whose widgets do not own them.
    private var views: [any Widget] = []
    private var widgets: [Page: any Widget] = [:]
    private let library: LibraryView
    private let failure: FailurePage
    /// The library, or the page about what keeps it from being shown.
    private let contents = Stack()
    private let backButton: Button

    init(_ session: AppSession) {
        self.session = session
        window = ApplicationWindow(session.application)
        library = LibraryView(session)
        failure = FailurePage(session)
        toasts = ToastOverlay(pages)
        backButton = Button(icon: "go-previous-symbolic", hint: tr("Back"))
        contents.add(library, name: "library")
        contents.add(failure, name: "failure")
        contents.expandsVertically = true
        let first = Box(.vertical, role: .presentation, [makeBar(), contents])
        pages.add(first, name: Page.library.rawValue)
        widgets[.library] = first
        shown.insert(.library)
        window.title = tr("Fonts")
        window.defaultSize = (session.windowState.width, session.windowState.height)
        if session.windowState.isMaximized { window.isMaximized = true }
        window.setLeastSize(width: 360, height: 300)
        window.set(content: toasts)
        window.set(help: Shortcuts.window())
        session.application.set(keys: ["<Control>question"], for: "win.show-help-overlay")
        addKeys()
        Installing.acceptDrops(on: toasts, in: session)
        library.onMove { [weak self] in self?.showBackButton() }
        showBackButton()
        session.follow(self) { window, state in window.follow(state) }
        window.onClose { [weak self] in
            self?.keepState()
            return true
        }
        window.onChange(of: "focus-widget") { [weak self] in self?.followFocus() }
        window.keep(self)
    }

    func present() {
        window.present()
        if let page = Page(rawValue: session.windowState.page), !hasRestored { show(page) }
        hasRestored = true
    }
    private var hasRestored = false

    /// Shows a page; each is made when it is first shown.
    func show(_ page: Page) {
        if shown.insert(page).inserted {
            switch page {
            case .library: break
            case .catalogs: add(CatalogPage(session), page)
            case .duplicates: add(DuplicatesPage(session), page)
            case .programs: add(ProgramsPage(session), page)
            }
        }
        self.page = page
        // A menu in which the page was chosen closes before.
        UI.whenIdle { [weak self] in self?.turnPage() }
    }
    /// The page that is shown, or about to be.
    private var page = Page.library

    private func turnPage() {
        guard pages.visible != page.rawValue, let widget = widgets[page] else { return }
        let hasFocus = window.focus?.isInside(widget) ?? false
        // The stack would put it back where it was, which may be the button of a menu.
        if !hasFocus { window.clearFocus() }
        pages.visible = page.rawValue
        if !hasFocus { moveFocus(into: widget) }
    }

    private func add(_ view: any Widget, _ page: Page) {
        views.append(view)
        widgets[page] = view
        pages.add(view, name: page.rawValue)
    }

    /// Gives the keyboard a place when the widget that had it is gone, such as the button of a toast.
    private func followFocus() {
        guard window.focus == nil else { return }
        UI.whenIdle { [weak self] in
            guard let self, window.focus == nil, window.isMapped, let widget = widgets[page] else { return }
            moveFocus(into: widget)
        }
    }

    /// Puts the focus into the page: in a hidden one no key would have an effect.
    private func moveFocus(into widget: any Widget) {
        switch page {
        case .library where contents.visible == "library": library.focus()
        case .catalogs: catalogs?.focusSearch()
        case .library, .duplicates, .programs: widget.moveFocus(.forward)
        }
    }

    /// Shows a message in a toast, in place of the previous one.
    func show(_ toast: Toast) {
        last?.dismiss()
        last = toast
        toast.onDismiss { [weak self, weak toast] in
            if let self, last === toast { last = nil }
        }
        toasts.show(toast)
    }
    private var last: Toast?

    /// Shows the progress in a toast, until it is dismissed.
    func show(running toast: Toast) { toasts.show(toast) }

    /// The page of catalogues; nil until it is first shown.
    var catalogs: CatalogPage? { views.lazy.compactMap { $0 as? CatalogPage }.first }

    /// Shows what catalogues have for a search.
    func showCatalogs(with search: String) {
        show(.catalogs)
        catalogs?.search(search)
    }

    // MARK: The library

    var selectedFonts: SelectedFonts { library.list.selectedTargets }
    var selectedFamilies: [String] { library.list.selectedFamilies }

    /// Shows a choice of the side bar.
    func choose(_ choice: SidebarChoice) {
        show(.library)
        library.sidebar.choose(choice)
    }

    /// Shows and selects families that were installed.
    func reveal(_ families: [String]) {
        show(.library)
        library.reveal(families)
    }

    /// Moves to the field for searching of the page that is shown.
    func search() {
        if page == .catalogs, let catalogs { return catalogs.focusSearch() }
        show(.library)
        library.search()
    }

    func openFilters() {
        search()
        library.list.search.openFilters()
    }

    func focusSample() {
        show(.library)
        library.showList()
        library.list.focusSample()
    }

    func resizeSamples(_ steps: Double) { library.resizeSamples(steps) }

    /// Moves to the page that compares the selected families.
    func compare() {
        guard selectedFamilies.count > 1 else {
            return show(Toast(tr("Select several families to compare them.")))
        }
        show(.library)
        library.compare()
    }

    func show(form: ListForm) {
        library.list.activate(action: "families.form", .string(form.rawValue))
    }

    func showSidebar() {
        show(.library)
        library.showSidebar()
    }

    /// Goes back from a page to the library, and in it from what covers the list or the side bar.
    func goBack() {
        if page != .library { return show(.library) }
        if library.canGoBack { library.goBack() }
    }

    // MARK: Parts

    private func makeBar() -> HeaderBar {
        backButton.onClick { [weak self] in self?.goBack() }
        let install = Button(icon: "list-add-symbolic", hint: tr("Install Fonts"))
        install.set(action: "app.install")
        let menu = MenuButton(icon: "open-menu-symbolic", hint: tr("Main Menu"))
        menu.set(menu: MainMenu.make())
        menu.set(isPrimary: true)
        return HeaderBar(title: WindowTitle(tr("Fonts")), start: [backButton, install], end: [menu])
    }

    /// Text fields come first for keys that they have themselves.
    private func addKeys() {
        for (keys, action) in [(Self.undoKeys, "undo"), (Self.redoKeys, "redo")] {
            toasts.add(
                Shortcut(keys: keys, scope: .global) { [weak self] in
                    self?.session.activate(action)
                    return true
                })
        }
    }

    private func showBackButton() { backButton.isVisible = library.canGoBack }

    private func follow(_ state: LibraryState) {
        guard case .failed(let error, let last) = state else {
            contents.visible = "library"
            return
        }
        let page = ErrorPage(error)
        guard last == nil || !page.allowsBrowsing else {
            contents.visible = "library"
            return
        }
        failure.show(page)
        contents.visible = "failure"
    }

    private func keepState() {
        library.list.keepState()
        (session.windowState.width, session.windowState.height) = window.defaultSize
        session.windowState.isMaximized = window.isMaximized
        session.windowState.page = page.rawValue
        session.saveWindowState()
        session.window = nil
    }
}

/// The pages beside the library have a bar with a button that leads back to it.
@UI
enum PageBar {
    static func make(_ title: String, in session: AppSession, end: [any Widget] = []) -> HeaderBar {
        let back = Button(icon: "go-previous-symbolic", hint: tr("Back to the fonts"))
        back.onClick { [weak session] in session?.window?.show(.library) }
        return HeaderBar(title: WindowTitle(title), start: [back], end: end)
    }
}
