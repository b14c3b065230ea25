internal import FontFiles
internal import FontModel
internal import FontsModel
internal import Gtk

/// What is about to be installed, with the decisions that are a person's.
@UI
final class InstallPlanView: Widget {
    nonisolated let reference: Reference
    /// Called with the plan after each decision.
    var onChange: (@UI (InstallPlan) -> Void)?
    /// Called when the fonts are to stay for another time, which needs another examination.
    var onScope: (@UI (FontScope) -> Void)?

    private unowned let session: AppSession
    private unowned let window: SheetWindow
    private var plan: InstallPlan
    private let families = Box(.vertical, spacing: 18)
    private let conflicts = Box(.vertical, spacing: 18)
    private let webFonts: SwitchRow
    private let scope: ComboRow
    private var conflictViews: [ConflictView] = []

    init(_ plan: InstallPlan, in session: AppSession, of window: SheetWindow) {
        self.session = session
        self.window = window
        self.plan = plan
        webFonts = SwitchRow(
            tr("Install Web Fonts"),
            subtitle: trn(
                "{count} file is packed for web pages. It is unpacked, and the font in it installed.",
                "{count} files are packed for web pages. They are unpacked, and the fonts in them installed.",
                plan.webFonts.count))
        scope = ComboRow(tr("Keep the Fonts"), [tr("Until I remove them"), tr("Until I log out")])
        let contents = Box(.vertical, spacing: 18)
        contents.setMargins(top: 18, bottom: 24, start: 12, end: 12)
        reference = ScrolledWindow(Clamp(contents)).reference
        contents.append(families)
        contents.append(conflicts)
        if !plan.webFonts.isEmpty { contents.append(PreferencesGroup([webFonts])) }
        for sentence in [plan.presentSentence, plan.skippedSentence].compactMap(\.self) {
            contents.append(Label(sentence).with { $0.wraps = true })
        }
        if !plan.refused.isEmpty {
            contents.append(FailureRows.make(plan.refused, title: tr("Cannot be installed")))
        }
        if !plan.families.isEmpty || !plan.conflicts.isEmpty || !plan.webFonts.isEmpty {
            contents.append(PreferencesGroup([scope]))
        }
        showFonts()
        webFonts.isOn = plan.installsWebFonts
        scope.selected = plan.scope == .session ? 1 : 0
        webFonts.onSwitch { [weak self] in self?.switchWebFonts() }
        scope.onSelect { [weak self] in
            guard let self, let place = scope.selected else { return }
            onScope?(place == 1 ? .session : .persistent)
        }
    }

    private func showFonts() {
        families.removeAll()
        for widget in FamilyCards.make(plan.families, in: session, above: window) { families.append(widget) }
        families.isVisible = !plan.families.isEmpty
        showConflicts()
    }

    private func switchWebFonts() {
        guard plan.installsWebFonts != webFonts.isOn else { return }
        plan.installsWebFonts = webFonts.isOn
        showFonts()
        onChange?(plan)
    }

    // MARK: Conflicts

    private func showConflicts() {
        conflicts.removeAll()
        let rows = plan.conflicts
        conflicts.isVisible = !rows.isEmpty
        conflictViews = rows.map { ConflictView($0, isExpanded: rows.count <= 3, in: session) }
        guard !rows.isEmpty else { return }
        let group = PreferencesGroup(
            title: trn("{count} Name Is Taken", "{count} Names Are Taken", rows.count),
            text: tr("Programs can use one of two fonts with the same name."))
        for view in conflictViews {
            view.onChoice = { [weak self] id, choice in self?.choose { $0.choose(choice, for: id) } }
        }
        conflicts.append(group)
        if rows.count > 1 { conflicts.append(choicesForAll()) }
        for view in conflictViews { conflicts.append(view) }
    }

    private func choicesForAll() -> any Widget {
        let buttons = FlowBox(columns: 1...3)
        for choice in InstallPlan.Choice.allCases {
            let label =
                switch choice {
                case .keep: tr("Keep All Installed Fonts")
                case .replace: tr("Replace All")
                case .installOff: tr("Install All Turned Off")
                }
            let button = Button(label)
            button.onClick { [weak self] in self?.choose { $0.chooseForAll(choice) } }
            buttons.append(button)
        }
        return buttons
    }

    private func choose(_ change: (inout InstallPlan) -> Void) {
        change(&plan)
        // Fonts of one archive have one choice.
        for (view, row) in zip(conflictViews, plan.conflicts) { view.show(row.choice) }
        onChange?(plan)
    }
}
