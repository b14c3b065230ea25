internal import FontModel
internal import FontsModel
internal import Gtk

/// The axes of a variable face: named instances, and a slider and a field for each axis.
@UI
final class AxesView: Widget {
    nonisolated let reference: Reference
    private let box = Box(.vertical, spacing: 4)
    private let grid = Grid(columnSpacing: 12, rowSpacing: 2)
    private let instances = DropDown()
    private let reset = Button(tr("_Reset"))
    private let head: Box
    private let state: FamilyState
    private var sliders: [(axis: VariationAxis, adjustment: Adjustment, connection: Connection)] = []
    private var selection: Connection?
    private var shown: [VariationAxis] = []

    init(_ state: FamilyState) {
        self.state = state
        reference = box.reference
        let title = Label(tr("Axes"))
        title.addClass("heading")
        title.expandsHorizontally = true
        instances.setAccessibleLabel(tr("Named style of the axes"))
        // The longest name would make a narrow window wider.
        instances.cutLongChoices()
        reset.setAccessibleLabel(tr("Reset all axes"))
        head = Box(.horizontal, spacing: 6, [title, instances, reset])
        box.setMargins(top: 6, start: 12, end: 12)
        box.append(head)
        box.append(grid)
        reset.onClick { [weak state] in state?.change { $0.axes?.reset() } }
        selection = instances.onSelect { [weak self] in self?.chooseInstance() }
        state.observe(self) { view, _ in view.update() }
        update()
    }

    private func update() {
        let axes = state.settings.axes
        box.isVisible = axes?.axes.isEmpty == false
        if (axes?.axes ?? []) != shown { make(axes) }
        guard let axes else { return }
        for slider in sliders where slider.adjustment.value != axes.value(of: slider.axis) {
            slider.connection.silently { slider.adjustment.value = axes.value(of: slider.axis) }
        }
        reset.isSensitive = !axes.isDefault
        // The last entry stands for any other place.
        let place = axes.instance.flatMap { axes.instances.firstIndex(of: $0) } ?? axes.instances.count
        if !axes.instances.isEmpty, instances.selected != place {
            selection?.silently { instances.selected = place }
        }
    }

    private func make(_ axes: AxisSettings?) {
        grid.removeAll()
        sliders = []
        shown = axes?.axes ?? []
        guard let axes else { return }
        let names = axes.instances.map(\.name)
        selection?.silently { instances.set(choices: names + [tr("Custom")]) }
        instances.isVisible = !names.isEmpty
        for (row, axis) in axes.axes.prefix(AxisSettings.mostSliders).enumerated() {
            let name = AxisName.text(axis)
            let step = AxisSettings.step(of: axis)
            let digits = step < 1 ? 2 : 0
            let adjustment = Adjustment(
                value: axes.value(of: axis), in: axis.minimum...axis.maximum, step: step, page: step * 10)
            let slider = Scale(adjustment, digits: digits)
            slider.expandsHorizontally = true
            slider.setLeastSize(width: 80)
            slider.add(mark: axis.defaultValue)
            slider.setAccessibleLabel(name)
            // The slider and the field have one value.
            let field = SpinButton(adjustment, digits: digits)
            field.setWidth(characters: 5)
            field.setAccessibleLabel(tr("Value of {axis}", ["axis": name]))
            // The wheel scrolls the axes and features below the specimen.
            for control in [slider, field] as [any Widget] { control.ignoreWheel() }
            let label = Label(name)
            label.tooltip = tr("{name} ({tag})", ["name": name, "tag": axis.tag])
            label.ellipsis = .end
            label.setWidth(most: 14)
            grid.attach(label, column: 0, row: row)
            grid.attach(slider, column: 1, row: row)
            grid.attach(field, column: 2, row: row)
            let connection = adjustment.onValue { [weak state, weak adjustment] in
                guard let value = adjustment?.value else { return }
                state?.change { $0.axes?.set(axis, to: value) }
            }
            sliders.append((axis, adjustment, connection))
        }
    }

    private func chooseInstance() {
        guard let place = instances.selected, let axes = state.settings.axes, axes.instances.indices.contains(place)
        else { return }
        state.change { $0.axes?.set(axes.instances[place]) }
    }
}
