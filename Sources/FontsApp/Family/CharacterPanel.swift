internal import FontModel
internal import FontsModel
internal import Gtk

/// The facts of one character, and what copies it.
@UI
final class CharacterPanel: Widget {
    nonisolated let reference: Reference
    private let box = Box(.horizontal, spacing: 12)
    private let state: FamilyState
    private let pane: SpecimenPane
    private let name = Label()
    private let facts = Label()
    private var shown: CharacterDetails?

    init(_ state: FamilyState) {
        self.state = state
        pane = SpecimenPane(state.library, state.fonts, isScrolled: false)
        reference = box.reference
        box.setMargins(all: 12)
        box.isVisible = false
        pane.setLeastSize(width: 110)
        pane.expandsHorizontally = false
        pane.verticalAlign = .center
        name.addClass("heading")
        for label in [name, facts] {
            label.wraps = true
            label.isSelectable = true
        }
        facts.addClass("dim-label")
        let copy = Button(tr("_Copy Character"))
        copy.onClick { [weak self] in self?.copyShown() }
        let code = Button(tr("Copy C_ode Point"))
        code.onClick { [weak self] in
            guard let self, let shown else { return }
            Clipboard.copy(shown.codePoint)
            tell(shown.codePoint)
        }
        let buttons = FlowBox(columns: 1...2, spacing: 6)
        buttons.append(copy)
        buttons.append(code)
        let text = Box(.vertical, spacing: 4, [name, facts, buttons])
        text.expandsHorizontally = true
        box.append(pane)
        box.append(text)
    }

    /// Shows a character; nil hides the panel.
    func show(_ scalar: Unicode.Scalar?) {
        shown = scalar.map(CharacterDetails.init)
        box.isVisible = shown != nil
        guard let shown, let style = state.style else { return }
        name.text = shown.name
        let lines = [
            shown.codePoint, shown.block, tr("UTF-8: {bytes}", ["bytes": shown.utf8]),
            tr("HTML: {entity}", ["entity": shown.entity]),
        ]
        facts.text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
        var settings = state.settings
        (settings.form, settings.size, settings.text, settings.isVertical) = (.paragraph, 48, shown.cell, false)
        pane.isVisible = shown.hasShape
        if shown.hasShape { pane.show(style, settings, sample: shown.cell) }
    }

    /// Copies a character, and tells it.
    func copy(_ character: CharacterDetails) {
        Clipboard.copy(character.text)
        tell(character.hasShape ? character.text : character.codePoint)
    }

    private func copyShown() { if let shown { copy(shown) } }

    private func tell(_ text: String) {
        state.session.window?.show(Toast(tr("“{text}” was copied.", ["text": text]), seconds: 2))
    }
}
