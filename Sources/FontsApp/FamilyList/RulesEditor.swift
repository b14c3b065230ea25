internal import FontModel
internal import FontsModel
internal import Gtk
internal import ReaderFonts

/// The popover in which rules of a filter are made.
@UI
final class RulesEditor: Widget {
    nonisolated let reference: Reference
    private let session: AppSession
    private let kinds: DropDown
    private let choices = DropDown()
    private let entry = Entry()
    private let numbers: Box
    private let from = SpinButton(Adjustment(value: 400, in: 1...1_000, step: 100, page: 100))
    private let to = SpinButton(Adjustment(value: 700, in: 1...1_000, step: 100, page: 100))
    private let days = SpinButton(Adjustment(value: 7, in: 1...3_650))
    private let isReversed = CheckButton(tr("_Not"))
    private let addButton = Button(tr("_Add Filter"))
    private let any = CheckButton(tr("_Match any filter"))
    private let saveButton = Button(tr("_Save as Smart Collection…"))
    private var toggled: Connection?
    private var added: (@UI (FilterRule) -> Void)?
    /// The values of the choices that are shown.
    private var values: [String] = []

    init(_ session: AppSession) {
        self.session = session
        kinds = DropDown(RuleKind.allCases.map(\.title))
        kinds.setAccessibleLabel(tr("Kind of filter"))
        choices.setAccessibleLabel(tr("Value of the filter"))
        entry.setAccessibleLabel(tr("Value of the filter"))
        from.setAccessibleLabel(tr("Least weight"))
        to.setAccessibleLabel(tr("Greatest weight"))
        days.setAccessibleLabel(tr("Number of days"))
        numbers = Box(.horizontal, spacing: 6, [from, Label("–"), to])
        addButton.addClass("suggested-action")
        let column = Box(
            .vertical, spacing: 8,
            [kinds, choices, entry, numbers, days, isReversed, addButton, Separator(.horizontal), any, saveButton])
        column.setMargins(all: 8)
        column.setLeastSize(width: 240)
        reference = column.reference
        kinds.onSelect { [weak self] in self?.showValue() }
        addButton.onClick { [weak self] in self?.add() }
        entry.onEnter { [weak self] in self?.add() }
        entry.onEdit { [weak self] in self?.showValidity() }
        onMap { [weak self] in self?.showValue() }
        saveButton.isSensitive = false
        showValue()
    }

    /// Called with a new rule.
    func onAdd(_ handler: @escaping @UI (FilterRule) -> Void) { added = handler }
    func onMatch(_ handler: @escaping @UI (Bool) -> Void) {
        toggled = any.onToggle { [weak self] in if let self { handler(any.isChecked) } }
    }
    func onSave(_ handler: @escaping @UI () -> Void) { saveButton.onClick(handler) }

    func show(matchesAny: Bool, canSave: Bool) {
        toggled?.silently { any.isChecked = matchesAny }
        saveButton.isSensitive = canSave
    }

    private var kind: RuleKind { RuleKind.allCases[min(kinds.selected ?? 0, RuleKind.allCases.count - 1)] }

    /// Shows the control for the value of the kind.
    private func showValue() {
        let offered = kind.choices(in: session.state.snapshot ?? LibrarySnapshot())
        if let offered, offered.map(\.value) != values {
            values = offered.map(\.value)
            choices.set(choices: offered.map(\.title))
        }
        choices.isVisible = offered != nil
        entry.isVisible = kind.placeholder != nil
        entry.placeholder = kind.placeholder ?? ""
        numbers.isVisible = kind == .weight
        days.isVisible = kind == .newer
        showValidity()
    }

    private func showValidity() { addButton.isSensitive = condition != nil }

    private func add() {
        guard let condition else { return }
        added?(FilterRule(condition, isReversed: isReversed.isChecked))
        entry.text = ""
        isReversed.isChecked = false
    }

    private var condition: FilterRule.Condition? {
        switch kind {
        case .weight: return .weight(min(from.value, to.value)...max(from.value, to.value))
        case .newer: return .newerThan(days: Int(days.value))
        default: break
        }
        if kind.placeholder != nil { return kind.condition(entry.text) }
        guard choices.isVisible else { return kind.condition("") }
        return choices.selected.flatMap { values.indices.contains($0) ? kind.condition(values[$0]) : nil }
    }
}
