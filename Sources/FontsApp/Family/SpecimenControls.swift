internal import FontsModel
internal import Gtk

/// The controls above a specimen: waterfall or paragraph, the text, size, ground and direction.
@UI
final class SpecimenControls: Widget {
    nonisolated let reference: Reference
    private let box = Box(.vertical, role: .toolbar)
    private let state: FamilyState
    private let text: SpecimenTextEditor
    private let size: SpinButton

    /// The grounds in the order of the choice.
    private static let grounds: [Bool?] = [nil, false, true]

    init(_ state: FamilyState) {
        self.state = state
        text = SpecimenTextEditor(state)
        size = SpinButton(Adjustment(value: state.settings.size, in: 6...200, step: 1, page: 8))
        size.setAccessibleLabel(tr("Size of the paragraph in points"))
        reference = box.reference
        box.setMargins(top: 6, bottom: 6, start: 12, end: 12)
        let forms = forms()
        forms.horizontalAlign = .start
        let others = Box(.horizontal, spacing: 6)
        others.horizontalAlign = .end
        // In a narrow window there are two lines.
        let flow = FlowBox(columns: 1...2, spacing: 6)
        flow.append(forms)
        flow.append(others)
        box.append(flow)
        let textButton = MenuButton(tr("_Text"))
        textButton.set(popover: Popover(text))
        textButton.tooltip = tr("Write a text of your own")
        others.append(textButton)
        let options = MenuButton(icon: "document-properties-symbolic", hint: tr("Size, background and direction"))
        options.set(popover: Popover(self.options()))
        others.append(options)
        size.onValue { [weak self] in
            guard let self else { return }
            let size = self.size.value
            self.state.change {
                $0.size = size
                $0.form = .paragraph
            }
        }
    }

    /// Changes the size of a paragraph by steps, as keys do.
    func resize(_ steps: Double) { size.value += steps * 2 }

    private func forms() -> Box {
        let forms = Box(.horizontal, role: .radioGroup)
        forms.addClass("linked")
        forms.setAccessibleLabel(tr("Form of the specimen"))
        var buttons: [(form: SpecimenSettings.Form, button: ToggleButton)] = []
        for form in SpecimenSettings.Form.allCases {
            let button = ToggleButton(form.title)
            button.group(with: buttons.first?.button)
            button.isPressed = form == state.settings.form
            let toggle = button.onToggle { [weak state, weak button] in
                if button?.isPressed == true { state?.change { $0.form = form } }
            }
            state.observe(button) { [weak state] button, _ in
                toggle.silently { button.isPressed = state?.settings.form == form }
            }
            forms.append(button)
            forms.attach(button, as: "fonts-form-\(form.rawValue)")
            buttons.append((form, button))
        }
        return forms
    }

    private func options() -> Grid {
        let grid = Grid(columnSpacing: 12, rowSpacing: 8)
        grid.setMargins(all: 6)
        func add(_ text: String, _ control: any Widget, row: Int) {
            let label = Label()
            label.set(mnemonic: text, for: control)
            grid.attach(label, column: 0, row: row)
            grid.attach(control, column: 1, row: row)
        }
        add(tr("_Size"), size, row: 0)
        let ground = DropDown([tr("As the desktop"), tr("Light"), tr("Dark")])
        ground.setAccessibleLabel(tr("Background of the specimen"))
        ground.selected = Self.grounds.firstIndex(of: state.settings.isDark)
        ground.onSelect { [weak state, weak ground] in
            guard let place = ground?.selected, Self.grounds.indices.contains(place) else { return }
            state?.change { $0.isDark = Self.grounds[place] }
        }
        grid.attach(ground, as: "fonts-ground")
        add(tr("_Background"), ground, row: 1)
        let vertical = Switch()
        vertical.horizontalAlign = .start
        vertical.setAccessibleLabel(tr("Lines from top to bottom"))
        vertical.isOn = state.settings.isVertical
        vertical.onSwitch { [weak state, weak vertical] in
            guard let vertical else { return }
            state?.change { $0.isVertical = vertical.isOn }
        }
        grid.attach(vertical, as: "fonts-vertical")
        add(tr("_Vertical"), vertical, row: 2)
        return grid
    }
}
