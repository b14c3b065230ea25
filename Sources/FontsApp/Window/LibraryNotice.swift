internal import FontsModel
internal import Gtk

/// A line above the list: why fonts can be looked at, but not changed.
@UI
final class LibraryNotice: Widget {
    nonisolated let reference: Reference
    private let session: AppSession
    private let revealer: Revealer
    private let label = Label()
    private let buttons = Box(.horizontal, spacing: 6, role: .presentation)

    init(_ session: AppSession) {
        self.session = session
        label.wraps = true
        label.expandsHorizontally = true
        let row = Box(.horizontal, spacing: 12, role: .alert, [label, buttons])
        row.setMargins(top: 6, bottom: 6, start: 12, end: 12)
        revealer = Revealer(row)
        reference = revealer.reference
        session.follow(self) { notice, state in notice.show(state) }
    }

    private func show(_ state: LibraryState) {
        guard case .failed(let error, .some) = state, ErrorPage(error).allowsBrowsing else {
            revealer.isRevealed = false
            return
        }
        let page = ErrorPage(error)
        label.text = page.text.title
        label.tooltip = page.text.body
        buttons.removeAll()
        for action in page.text.actions.prefix(2) {
            let button = Button(action.title)
            button.verticalAlign = .center
            button.onClick { [weak self] in if let self { ErrorActions.run(action, in: session) } }
            buttons.append(button)
        }
        revealer.isRevealed = true
    }
}

/// The page in place of the library: the store is locked, newer, damaged, full or read-only, or there is no bus or helper.
@UI
final class FailurePage: Widget {
    nonisolated let reference: Reference
    private let session: AppSession
    private let page = StatusPage(icon: "dialog-warning-symbolic", title: "")

    init(_ session: AppSession) {
        self.session = session
        reference = page.reference
    }

    func show(_ contents: ErrorPage) {
        page.set(icon: contents.icon)
        page.set(title: contents.text.title)
        page.set(text: contents.text.body)
        let column = Box(.vertical, spacing: 12, role: .presentation)
        column.horizontalAlign = .center
        for (place, action) in contents.text.actions.enumerated() {
            let button = Button(action.title)
            button.addClass("pill")
            if place == 0 { button.addClass("suggested-action") }
            button.onClick { [weak self] in if let self { ErrorActions.run(action, in: session) } }
            column.append(button)
        }
        page.set(child: column)
        page.name = contents.kind.rawValue
        // The way out is one key away.
        UI.whenIdle { [weak column] in _ = column?.children.first?.grabFocus() }
    }
}
