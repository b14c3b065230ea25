internal import FontModel
internal import FontsModel
internal import Gtk

/// The catalogues: those that are set up, and a field for the address of another one.
@UI
final class CatalogPreferences {
    let page: PreferencesPage
    private unowned let session: AppSession
    private weak var window: PreferencesWindow?
    private let group: PreferencesGroup
    private let address: EntryRow
    private let refresh = Button(tr("_Refresh"))
    private var rows: [ActionRow] = []
    private var isBusy = false

    init(_ session: AppSession, in window: PreferencesWindow) {
        self.session = session
        self.window = window
        group = PreferencesGroup(
            title: tr("Catalogues"), text: tr("Fonts are offered by these publishers, who sign them."))
        address = EntryRow(tr("Address of another catalogue"))
        refresh.verticalAlign = .center
        group.set(button: refresh)
        page = PreferencesPage(
            title: tr("Catalogues"), icon: "folder-download-symbolic",
            [
                group,
                PreferencesGroup(
                    text: tr("The publisher states an address, which may end with #sha256= and a fingerprint."),
                    [address]),
            ])
        refresh.onClick { [weak self] in self?.refreshAll() }
        address.onEnter { [weak self] in self?.add() }
        load()
    }

    private var setup: (any CatalogSetup)? { session.catalogs as? any CatalogSetup }

    /// Runs one change after the other, then shows the catalogues as they are.
    private func perform(_ work: @escaping @UI (any CatalogSetup) async throws(FontError) -> Void) {
        guard let setup, !isBusy else { return }
        isBusy = true
        page.setAccessible(busy: true)
        Task { @UI [weak self] in
            do throws(FontError) {
                try await work(setup)
            } catch {
                self?.report(error)
            }
            do throws(FontError) {
                let rows = try await setup.setups()
                self?.show(rows)
            } catch {
                self?.report(error)
            }
            self?.isBusy = false
            self?.page.setAccessible(busy: false)
        }
    }

    private func load() { perform { _ in } }

    private func report(_ error: FontError) {
        let text = ErrorText(error)
        let dialog = MessageDialog(parent: window, heading: text.title, body: text.body)
        dialog.add(answer: "close", tr("_Close"))
        dialog.present()
    }

    private func show(_ catalogs: [CatalogSetupRow]) {
        for row in rows { group.remove(row) }
        rows = catalogs.map { catalog in
            let row = ActionRow(catalog.title, subtitle: Self.subtitle(catalog))
            row.setLines(title: nil, subtitle: nil)
            if catalog.canRemove {
                let button = Button(
                    icon: "user-trash-symbolic", hint: tr("Remove {name}", ["name": catalog.title]))
                button.isFlat = true
                button.verticalAlign = .center
                button.onClick { [weak self] in self?.askForRemoval(catalog) }
                row.append(end: button)
            }
            return row
        }
        if rows.isEmpty {
            rows = [ActionRow(tr("No catalogue is set up."))]
        }
        for row in rows { group.add(row) }
        refresh.isSensitive = catalogs.contains { $0.canRefresh }
    }

    private static func subtitle(_ catalog: CatalogSetupRow) -> String {
        guard let failure = catalog.failure else { return catalog.subtitle }
        return catalog.subtitle + "\n" + failure.title + ". " + failure.body
    }

    // MARK: Changing

    private func refreshAll() {
        perform { [weak self] setup async throws(FontError) in
            let failures = try await setup.refresh(nil)
            self?.session.window?.catalogs?.reload()
            if let first = failures.first { throw first }
            self?.window?.show(Toast(tr("The catalogues are up to date.")))
        }
    }

    private func add() {
        let typed = address.text
        guard !typed.isEmpty else { return }
        perform { [weak self] setup async throws(FontError) in
            let found = try await setup.find(typed)
            if !found.isConfirmed {
                let (title, body) = found.question
                let dialog = MessageDialog(parent: self?.window, heading: title, body: body)
                dialog.add(answer: "cancel", tr("_Cancel"))
                dialog.add(answer: "trust", tr("_Trust"), look: .suggested)
                dialog.setClosing(answer: "cancel")
                guard await dialog.answer() == "trust" else { return }
            }
            try await setup.add(found)
            self?.address.text = ""
            self?.session.window?.catalogs?.reload()
            self?.window?.show(Toast(tr("The catalogue was added.")))
        }
    }

    private func askForRemoval(_ catalog: CatalogSetupRow) {
        perform { [weak self] setup async throws(FontError) in
            let dialog = MessageDialog(
                parent: self?.window, heading: tr("Remove {name}?", ["name": catalog.title]),
                body: tr("It offers no fonts any more. Fonts that you downloaded stay."))
            dialog.add(answer: "cancel", tr("_Cancel"))
            dialog.add(answer: "remove", tr("_Remove"), look: .destructive)
            dialog.setClosing(answer: "cancel")
            guard await dialog.answer() == "remove" else { return }
            try await setup.remove(catalog.id)
            self?.session.window?.catalogs?.reload()
        }
    }
}
