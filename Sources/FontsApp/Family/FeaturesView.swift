internal import FontsModel
internal import Gtk

/// The features of a face, each with its name and a switch.
@UI
final class FeaturesView: Widget {
    nonisolated let reference: Reference
    private let box = Box(.vertical, spacing: 4)
    private let flow = FlowBox(columns: 1...3, spacing: 2)
    private let reset = Button(tr("R_eset"))
    private let unfold = ToggleButton("")
    private let contents = Box(.vertical, spacing: 4)
    private let more: Button
    private let state: FamilyState
    private var checks: [(row: FeatureSettings.Row, check: CheckButton, connection: Connection)] = []
    private var shown: [FeatureSettings.Row] = []
    private var isWhole = false

    /// The features that are shown at first: a font may have hundreds.
    private static let first = 60

    init(_ state: FamilyState) {
        self.state = state
        reference = box.reference
        more = Button(tr("Show _All Features"))
        let arrow = Image(icon: "pan-down-symbolic")
        let title = Label(tr("Features"))
        title.addClass("heading")
        unfold.set(child: Box(.horizontal, spacing: 6, role: .presentation, [title, arrow]))
        unfold.setAccessibleLabel(title.text)
        unfold.isFlat = true
        let space = Box(.horizontal)
        space.expandsHorizontally = true
        reset.setAccessibleLabel(tr("Reset all features"))
        box.setMargins(top: 6, bottom: 12, start: 12, end: 12)
        box.append(Box(.horizontal, spacing: 6, [unfold, space, reset]))
        flow.setHomogeneous(true)
        contents.append(flow)
        contents.append(more)
        box.append(contents)
        unfold.isPressed = state.session.windowState.showsFeatures
        fold()
        unfold.onToggle { [weak self] in self?.fold() }
        more.isFlat = true
        more.onClick { [weak self] in
            self?.isWhole = true
            self?.make()
        }
        reset.onClick { [weak state] in state?.change { $0.features?.reset() } }
        state.observe(self) { view, _ in view.update() }
        update()
    }

    /// Shows the features on request: they would take the place of the specimen.
    private func fold() {
        contents.isVisible = unfold.isPressed
        reset.isVisible = unfold.isPressed
        state.session.windowState.showsFeatures = unfold.isPressed
    }

    private func update() {
        let rows = state.settings.features?.rows ?? []
        box.isVisible = !rows.isEmpty
        if rows != shown {
            shown = rows
            isWhole = false
            make()
        }
        guard let features = state.settings.features else { return }
        for (row, check, connection) in checks where check.isChecked != features.isOn(row) {
            connection.silently { check.isChecked = features.isOn(row) }
        }
        reset.isSensitive = !features.values.isEmpty
    }

    private func make() {
        flow.removeAll()
        let rows = isWhole ? shown : Array(shown.prefix(Self.first))
        more.isVisible = rows.count < shown.count
        checks = rows.map { row in
            let label = Label(row.title)
            label.ellipsis = .end
            label.setWidth(most: 20)
            let check = CheckButton()
            check.set(content: label)
            check.tooltip = tr("{name} ({tag})", ["name": row.title, "tag": row.tag])
            check.setAccessibleLabel(row.title)
            check.isChecked = state.settings.features?.isOn(row) ?? row.isDefault
            let connection = check.onToggle { [weak state, weak check] in
                guard let isOn = check?.isChecked else { return }
                state?.change { $0.features?.set(row, isOn: isOn) }
            }
            flow.append(check)
            return (row, check, connection)
        }
    }
}
