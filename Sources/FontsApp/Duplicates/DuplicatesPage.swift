internal import FontModel
internal import FontsModel
internal import Gtk

/// Fonts that several files have, side by side, of which a person keeps one.
@UI
final class DuplicatesPage: Widget {
    nonisolated let reference: Reference

    /// The groups that are shown before a person asks for more: each has pictures.
    private static let step = 20

    private unowned let session: AppSession
    private var model = FontsModel.DuplicatesPage([])
    private let pages = Stack()
    private let empty = StatusPage(icon: "object-select-symbolic", title: "")
    private let list = Box(.vertical, spacing: 24)
    private let more = Button(tr("Show _More"))
    private let title = Label("", role: .status)
    private let again = Button(icon: "view-refresh-symbolic", hint: tr("Look for duplicates again"))
    private var views: [DuplicateGroupView] = []
    private var isReading = false
    private var isOutdated = true

    init(_ session: AppSession) {
        self.session = session
        let spinner = Spinner()
        let searching = Label(tr("Comparing the fonts…"), role: .status)
        let progress = Box(.vertical, spacing: 12, [spinner, searching])
        progress.verticalAlign = .center
        progress.horizontalAlign = .center
        progress.onMap { [spinner] in spinner.isSpinning = true }
        progress.onUnmap { [spinner] in spinner.isSpinning = false }
        let contents = Box(.vertical, spacing: 18, [title, list, more])
        contents.setMargins(all: 12)
        title.wraps = true
        title.addClass("title-2")
        more.horizontalAlign = .center
        more.addClass("pill")
        pages.add(progress, name: "progress")
        pages.add(empty, name: "empty")
        pages.add(ScrolledWindow(Clamp(contents, width: 900)), name: "list")
        pages.expandsVertically = true
        let box = Box(.vertical, [PageBar.make(tr("Duplicates"), in: session, end: [again]), pages])
        reference = box.reference
        again.onClick { [weak self] in self?.read() }
        more.onClick { [weak self] in self?.showMore() }
        box.onMap { [weak self] in self?.readIfOutdated() }
        keepWithWindow()
        session.follow(self) { page, _ in
            page.isOutdated = true
            page.readIfOutdated()
        }
    }

    // MARK: Reading

    private func readIfOutdated() { if isOutdated, isMapped { read() } }

    private func read() {
        guard !isReading, let library = session.library else {
            if let failure = session.failure { show(failure) }
            return
        }
        (isReading, isOutdated) = (true, false)
        if model.groups.isEmpty { pages.visible = "progress" }
        Task { @UI [weak self] in
            do throws(FontError) {
                let groups = try await library.duplicates()
                self?.show(groups)
            } catch {
                self?.show(error)
            }
            self?.isReading = false
            self?.readIfOutdated()
        }
    }

    private func show(_ error: FontError) {
        let text = ErrorText(error)
        empty.set(icon: "dialog-warning-symbolic")
        empty.set(title: text.title)
        empty.set(text: text.body)
        pages.visible = "empty"
    }

    private func show(_ groups: [DuplicateGroup]) {
        let before = model
        model = FontsModel.DuplicatesPage(groups)
        // A choice that was made stays while others change the library.
        for group in before.groups { model.keep(group.kept, in: group.id) }
        title.text = model.title
        guard !model.groups.isEmpty else {
            empty.set(icon: "object-select-symbolic")
            empty.set(title: model.title)
            empty.set(text: tr("No two fonts have the same name or the same contents."))
            list.removeAll()
            views = []
            pages.visible = "empty"
            return
        }
        pages.visible = "list"
        guard before.groups.map(\.groups) != model.groups.map(\.groups) || views.isEmpty else { return }
        let shown = max(views.count, Self.step)
        list.removeAll()
        views = []
        showMore(upTo: shown)
        // The button that had the focus may be gone.
        if isMapped, window?.focus == nil { again.grabFocus() }
    }

    private func showMore() { showMore(upTo: views.count + Self.step) }

    private func showMore(upTo count: Int) {
        for group in model.groups.prefix(count).dropFirst(views.count) {
            let view = DuplicateGroupView(group, in: session)
            view.onKeep = { [weak self] member in
                self?.model.keep(member, in: group.id)
                return self?.model.groups.first { $0.id == group.id }
            }
            view.onResolve = { [weak self] in self?.resolve(group.id) }
            if views.count == model.resolvable, !views.isEmpty {
                let others = Label(tr("Only Packages Have These"), role: .heading)
                others.addClass("title-2")
                list.append(others)
            }
            views.append(view)
            list.append(view)
        }
        more.isVisible = views.count < model.groups.count
    }

    private func resolve(_ id: String) {
        guard let group = model.groups.first(where: { $0.id == id }) else { return }
        // The change is followed, and the page read again.
        session.run(group.command)
    }
}

extension Widget {
    /// Keeps the Swift object of a page until its window is gone: the window has the widget alone.
    func keepWithWindow() {
        var connection: Connection?
        connection = onMap { [self] in
            window?.attach(self, as: "fontd-\(type(of: self))")
            connection?.disconnect()
            connection = nil
        }
    }
}

@UI
enum Duplicates {
    static let actions: [AppAction] = []
}
