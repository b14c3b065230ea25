internal import FontModel
internal import FontsModel
internal import Gtk

/// Downloaded families with what their publishers offer for them.
@UI
final class UpdatesView: Widget {
    nonisolated let reference: Reference
    private unowned let session: AppSession
    private let parts = Stack()
    private let empty = StatusPage(icon: "emblem-ok-symbolic", title: "")
    private let list = ListBox(.nothing)
    private let warning = Label()
    private var entries: [UpdateEntry] = []
    private var isLoading = false
    /// Called with the number of updates that are available.
    private let onCount: @UI (Int) -> Void

    private enum Part: String {
        case loading, list, empty
    }

    init(_ session: AppSession, onCount: @escaping @UI (Int) -> Void) {
        self.session = session
        self.onCount = onCount
        let spinner = Spinner()
        spinner.isSpinning = true
        spinner.setAccessibleLabel(tr("Looking for updates…"))
        spinner.horizontalAlign = .center
        spinner.verticalAlign = .center
        spinner.setLeastSize(width: 32, height: 32)
        list.addClass("boxed-list")
        list.verticalAlign = .start
        list.setAccessibleLabel(tr("Downloaded families"))
        warning.wraps = true
        warning.isVisible = false
        let clamp = Clamp(Box(.vertical, spacing: 12, [warning, list]), width: 700)
        clamp.setMargins(top: 18, bottom: 18, start: 12, end: 12)
        parts.add(spinner, name: Part.loading.rawValue)
        parts.add(ScrolledWindow(clamp), name: Part.list.rawValue)
        parts.add(empty, name: Part.empty.rawValue)
        parts.expandsVertically = true
        reference = parts.reference
    }

    /// Reads what is offered.
    func load() {
        guard let catalogs = session.catalogs, !isLoading else { return }
        isLoading = true
        if entries.isEmpty { parts.visible = Part.loading.rawValue }
        Task { @UI [weak self] in
            do throws(FontError) {
                let updates = try await catalogs.updates()
                self?.show(updates)
            } catch {
                let text = ErrorText(error)
                self?.showEmpty("dialog-warning-symbolic", text.title, text.body)
            }
            self?.isLoading = false
        }
    }

    private func show(_ updates: CatalogUpdates) {
        list.removeAll()
        entries = updates.rows.map { row in
            UpdateEntry(row, in: session) { [weak self] in self?.load() }
        }
        for entry in entries { list.append(entry) }
        let warnings = updates.warnings.map { ErrorText($0) }.map { $0.title + ". " + $0.body }
        warning.text = Set(warnings).sorted().joined(separator: "\n")
        warning.isVisible = !warnings.isEmpty
        onCount(updates.rows.count { $0.canInstall })
        guard entries.isEmpty else { return parts.visible = Part.list.rawValue }
        showEmpty(
            "emblem-ok-symbolic", tr("No Downloaded Families"),
            tr("Families that you download are kept up to date here."))
    }

    private func showEmpty(_ icon: String, _ title: String, _ text: String) {
        empty.set(icon: icon)
        empty.set(title: title)
        empty.set(text: text)
        parts.visible = Part.empty.rawValue
    }
}

/// A downloaded family in the list of updates.
@UI
final class UpdateEntry: Widget {
    nonisolated let reference: Reference
    private unowned let session: AppSession
    private let update: UpdateRow
    private let row: ActionRow
    private let button = Button(tr("_Update"))
    private let pin: ToggleButton
    private let onChange: @UI () -> Void

    /// - Parameter onChange: Called after a change, when what is offered is another thing.
    init(_ update: UpdateRow, in session: AppSession, onChange: @escaping @UI () -> Void) {
        self.session = session
        self.update = update
        self.onChange = onChange
        row = ActionRow(update.title, subtitle: update.subtitle)
        row.setLines(title: nil, subtitle: nil)
        pin = ToggleButton(
            icon: "view-pin-symbolic", hint: tr("Keep {name} at its version", ["name": update.title]))
        reference = row.reference
        pin.isFlat = true
        pin.isPressed = update.isPinned
        pin.isVisible = update.canPin
        pin.verticalAlign = .center
        button.isVisible = update.canInstall
        button.verticalAlign = .center
        button.setAccessibleLabel(tr("Update {name}", ["name": update.title]))
        row.append(end: pin)
        row.append(end: button)
        switch update.state {
        case .withdrawn, .replaced, .unknown:
            row.append(start: Image(icon: "dialog-warning-symbolic"))
        default: break
        }
        button.onClick { [weak self] in self?.install() }
        pin.onToggle { [weak self] in self?.setPinned() }
    }

    private func install() {
        guard let catalogs = session.catalogs else { return }
        button.isSensitive = false
        let (session, update) = (session, update)
        Task { @UI [weak self] in
            if update.asksWhenMetered, Network.isMetered {
                let isAllowed = await DownloadDialogs.askMetered(update.meteredQuestion, in: session)
                guard isAllowed else {
                    self?.button.isSensitive = true
                    return
                }
            }
            do throws(FontError) {
                let operation = try await catalogs.install(
                    update, agreeing: DownloadDialogs.questions(in: session).agrees
                ) { [weak self] received, total in
                    Task { @UI in self?.show(received, total) }
                }
                await session.commands?.note(operation)
                session.tell(
                    CommandResult(
                        sentence: tr("{name} was updated.", ["name": update.title]), operation: operation))
                self?.onChange()
            } catch {
                if error.code != .cancelledByUser { session.report(error) }
                self?.row.subtitle = update.subtitle
                self?.button.isSensitive = true
            }
        }
    }

    private func show(_ received: Int64, _ total: Int64) {
        row.subtitle = tr(
            "{received} of {total}",
            ["received": NumberText.bytes(received), "total": NumberText.bytes(total)])
    }

    private func setPinned() {
        guard let catalogs = session.catalogs else { return }
        let (session, update, isPinned) = (session, update, pin.isPressed)
        Task { @UI [weak self] in
            do throws(FontError) { try await catalogs.pin(update, isPinned) } catch { session.report(error) }
            self?.onChange()
        }
    }
}
