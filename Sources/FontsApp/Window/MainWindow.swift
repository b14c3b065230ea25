internal import FontModel
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
        AppAction(name: "catalogs") { $0.window?.show(.catalogs) },
        AppAction(name: "duplicates") { $0.window?.show(.duplicates) },
        AppAction(name: "programs") { $0.window?.show(.programs) },
    ]

    let window: ApplicationWindow
    private let session: AppSession
    private let toasts: ToastOverlay
    private let pages = Stack()
    private var shown: Set<Page> = []
    /// The views of pages, whose widgets do not own them.
    private var views: [any Widget] = []
    private let library: LibraryView

    init(_ session: AppSession) {
        self.session = session
        window = ApplicationWindow(session.application)
        library = LibraryView(session)
        toasts = ToastOverlay(pages)
        pages.add(library, name: Page.library.rawValue)
        shown.insert(.library)
        window.title = tr("Fonts")
        window.defaultSize = (session.windowState.width, session.windowState.height)
        window.isMaximized = session.windowState.isMaximized
        window.set(content: toasts)
        Installing.acceptDrops(on: toasts, in: session)
        window.onClose { [unowned self] in
            keepState()
            return true
        }
        window.keep(self)
    }

    func present() { window.present() }

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
        pages.visible = page.rawValue
    }

    private func add(_ view: any Widget, _ page: Page) {
        views.append(view)
        pages.add(view, name: page.rawValue)
    }

    func show(_ toast: Toast) { toasts.show(toast) }

    private func keepState() {
        (session.windowState.width, session.windowState.height) = window.defaultSize
        session.windowState.isMaximized = window.isMaximized
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
