internal import FontModel
internal import FontsModel
internal import Gtk

/// The window of what can be undone and redone, also outside of this window.
@UI
final class HistoryWindow {
    private let session: AppSession
    private let window: SheetWindow
    private let pages = Stack()
    private let page = Bin()

    static func present(in session: AppSession) {
        let history = HistoryWindow(session)
        history.window.keep(history)
        history.window.present()
    }

    private init(_ session: AppSession) {
        self.session = session
        window = SheetWindow(parent: session.window?.window, title: tr("History"))
        window.defaultSize = (480, 520)
        window.closesWithEscape()
        let empty = StatusPage(
            icon: "edit-undo-symbolic", title: tr("Nothing to Undo"), text: tr("What you change is listed here."))
        pages.add(Box(.vertical), name: "blank")
        pages.add(page, name: "list")
        pages.add(empty, name: "empty")
        pages.expandsVertically = true
        window.set(content: Box(.vertical, [HeaderBar(title: WindowTitle(tr("History"))), pages]))
        // Each change of the library may be one more operation.
        session.follow(self) { history, _ in history.read() }
    }

    private func read() {
        guard let commands = session.commands else { return }
        let families = session.state.snapshot?.familiesByFont ?? [:]
        Task { @UI [weak self] in
            do throws(FontError) {
                let (undoable, redoable) = try await commands.history(families)
                self?.show(undoable, redoable)
            } catch {
                guard let self else { return }
                let shown = ErrorPage(error)
                page.set(child: StatusPage(icon: shown.icon, title: shown.text.title, text: shown.text.body))
                pages.visible = "list"
            }
        }
    }

    private func show(_ undoable: [HistoryEntry], _ redoable: [HistoryEntry]) {
        guard !undoable.isEmpty || !redoable.isEmpty else {
            pages.visible = "empty"
            return
        }
        var groups: [PreferencesGroup] = []
        if !undoable.isEmpty {
            groups.append(PreferencesGroup(title: tr("Can Be Undone"), undoable.map { row($0, isUndo: true) }))
        }
        if !redoable.isEmpty {
            groups.append(PreferencesGroup(title: tr("Can Be Redone"), redoable.map { row($0, isUndo: false) }))
        }
        page.set(child: PreferencesPage(groups))
        pages.visible = "list"
    }

    private func row(_ entry: HistoryEntry, isUndo: Bool) -> ActionRow {
        let date = NumberText.date(entry.date)
        let lines = [
            entry.subtitle,
            entry.isOwn ? date : tr("{date} · by you, outside of this window", ["date": date]),
            entry.isComplete ? "" : tr("Some files are no longer kept."),
        ]
        let row = ActionRow(entry.title, subtitle: lines.filter { !$0.isEmpty }.joined(separator: "\n"))
        let button = Button(isUndo ? tr("Undo") : tr("Redo"))
        button.verticalAlign = .center
        button.setAccessibleLabel(
            isUndo ? tr("Undo: {change}", ["change": entry.title]) : tr("Redo: {change}", ["change": entry.title]))
        button.onClick { [weak self] in self?.reverse(entry.id, isUndo: isUndo) }
        row.append(end: button)
        return row
    }

    private func reverse(_ operation: Int64, isUndo: Bool) {
        guard let commands = session.commands else { return }
        Task { @UI [weak self, session] in
            do throws(FontError) {
                session.tell(isUndo ? try await commands.undo(operation) : try await commands.redo(operation))
                self?.read()
            } catch {
                session.report(error)
            }
        }
    }
}
