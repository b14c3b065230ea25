internal import FontsModel
internal import Gtk

/// The field for searching, with the rules that narrow the list.
@UI
final class SearchBarView: Widget {
    nonisolated let reference: Reference
    private let session: AppSession
    private let entry: SearchEntry
    private let rulesButton: MenuButton
    private let viewButton: MenuButton
    private let chips = FlowBox(columns: 1...8, spacing: 4)
    private let editor: RulesEditor
    private var edited: Connection?
    private var rules: [FilterRule] = []
    private var matchesAny = false
    private var changed: (@UI (String, [FilterRule], Bool) -> Void)?
    private var left: (@UI () -> Void)?
    private var entered: (@UI () -> Void)?

    init(_ session: AppSession) {
        self.session = session
        entry = SearchEntry(placeholder: tr("Search families"))
        entry.tooltip = tr("A name, a language, a designer, a character, the tag of an axis or of a feature")
        entry.expandsHorizontally = true
        entry.setWidth(characters: 8)
        rulesButton = MenuButton(icon: FontsProgram.filterIcon, hint: tr("Filters"))
        viewButton = MenuButton(icon: "view-list-symbolic", hint: tr("View"))
        editor = RulesEditor(session)
        rulesButton.set(popover: Popover(editor))
        let row = Box(.horizontal, spacing: 6, [entry, rulesButton, viewButton])
        row.setMargins(all: 6)
        chips.setMargins(bottom: 6, start: 6, end: 6)
        chips.setAccessibleLabel(tr("Filters"))
        chips.isVisible = false
        let column = Box(.vertical, role: .search, [row, chips])
        reference = column.reference
        setAccessibleLabel(tr("Search"))
        edited = entry.onEdit { [weak self] in self?.tell() }
        entry.onStop { [weak self] in
            guard let self else { return }
            if !entry.text.isEmpty { entry.text = "" }
            left?()
        }
        entry.onEnter { [weak self] in self?.entered?() }
        entry.add(
            Shortcut(keys: "Down") { [weak self] in
                self?.left?()
                return true
            })
        editor.onAdd { [weak self] rule in
            guard let self, !rules.contains(rule) else { return }
            rules.append(rule)
            rulesChanged()
        }
        editor.onMatch { [weak self] matchesAny in
            guard let self else { return }
            self.matchesAny = matchesAny
            tell()
        }
        editor.onSave { [weak self] in self?.save() }
    }

    /// Called with the search, the rules and whether one suffices, after each change.
    func onFilter(_ handler: @escaping @UI (String, [FilterRule], Bool) -> Void) { changed = handler }

    /// Called when a person wants to go on in the list.
    func onLeave(_ handler: @escaping @UI () -> Void) { left = handler }

    /// Called when a person wants the first of what was found.
    func onEnter(_ handler: @escaping @UI () -> Void) { entered = handler }

    func set(viewMenu: Menu) { viewButton.set(menu: viewMenu) }

    /// Keys that are pressed in a widget begin a search.
    func captureKeys(of widget: any Widget) { entry.captureKeys(of: widget) }

    func focus() {
        entry.grabFocus()
        entry.selectAll()
    }

    func openFilters() { rulesButton.open() }

    /// Shows a filter without telling it.
    func show(_ filter: LibraryFilter) {
        edited?.silently { entry.text = filter.search }
        (rules, matchesAny) = (filter.rules, filter.matchesAny)
        showChips()
        editor.show(matchesAny: matchesAny, canSave: filter.isNarrowed)
    }

    func clear() {
        rules = []
        edited?.silently { entry.text = "" }
        rulesChanged()
    }

    private func rulesChanged() {
        showChips()
        tell()
    }

    private func tell() {
        changed?(entry.text, rules, matchesAny)
        editor.show(matchesAny: matchesAny, canSave: filter.isNarrowed)
    }

    private var filter: LibraryFilter { LibraryFilter(search: entry.text, rules: rules, matchesAny: matchesAny) }

    /// Shows each rule as a button that takes it away.
    private func showChips() {
        chips.removeAll()
        chips.isVisible = !rules.isEmpty
        let snapshot = session.state.snapshot ?? LibrarySnapshot()
        for rule in rules {
            let text = rule.text(in: snapshot)
            let chip = Button(icon: "window-close-symbolic", label: text.escapingMnemonic)
            chip.setHint(tr("Remove the filter “{rule}”", ["rule": text]))
            chip.addClass("caption")
            chip.onClick { [weak self] in
                guard let self else { return }
                rules.removeAll { $0 == rule }
                // The button goes with its own click.
                UI.whenIdle { [weak self] in self?.rulesChanged() }
            }
            chips.append(chip)
        }
    }

    private func save() {
        rulesButton.close()
        let filter = filter
        Task { @UI [weak self] in
            guard let self, let window = session.window?.window else { return }
            let name = await NameDialog.ask(
                tr("Save as Smart Collection"), text: tr("It always has the families that the search finds."),
                name: entry.text, button: tr("_Save"), parent: window)
            guard let name else { return }
            let saved = session.settings.keep(filter, as: name)
            session.window?.choose(.smart(saved.id))
            clear()
        }
    }
}
