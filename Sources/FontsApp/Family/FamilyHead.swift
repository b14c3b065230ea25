internal import FontModel
internal import FontsModel
internal import Gtk

/// The head of a family's page: name, origin, what the family is, the style and the switch.
@UI
final class FamilyHead: Widget {
    nonisolated let reference: Reference
    private let box = Box(.vertical, spacing: 6)
    private let state: FamilyState
    private let title = Label(role: .heading)
    private let subtitle = Label()
    private let badges = Box(.horizontal, spacing: 6)
    private let styles = DropDown()
    private let control = Switch()
    private var selection: Connection?
    private var switching: Connection?
    private var shown: [String] = []

    init(_ state: FamilyState, menu: Menu?) {
        self.state = state
        reference = box.reference
        title.addClass("title-1")
        subtitle.addClass("dim-label")
        for label in [title, subtitle] {
            label.wraps = true
            label.setLines(2)
            label.ellipsis = .end
            label.expandsHorizontally = true
        }
        styles.setAccessibleLabel(tr("Style"))
        styles.horizontalAlign = .start
        styles.expandsHorizontally = true
        styles.cutLongChoices()
        box.setMargins(top: 12, bottom: 6, start: 18, end: 18)
        let more = MenuButton(icon: "view-more-symbolic", hint: tr("Menu of the family"))
        more.set(menu: menu)
        more.set(isFlat: true)
        more.verticalAlign = .center
        box.append(Box(.horizontal, spacing: 12, [title, more, control]))
        box.append(subtitle)
        badges.verticalAlign = .center
        box.append(Box(.horizontal, spacing: 12, [styles, badges]))
        selection = styles.onSelect { [weak self] in
            if let place = self?.styles.selected { self?.state.choose(place) }
        }
        switching = control.onSwitch { [weak self] in self?.turn() }
        state.observe(self) { view, change in
            switch change {
            case .style: view.update()
            case .look: view.updateStyle()
            case .facts: break
            }
        }
        update()
    }

    private func update() {
        guard let family = state.family else { return }
        title.text = family.title
        let row = state.session.state.snapshot?.row(family.id)
        subtitle.text = family.subtitle(state.session.state.snapshot?.providers ?? [])
        updateStyle()
        let isOn = family.files.contains(where: \.isOn)
        control.setAccessibleLabel(tr("{family} is turned on", ["family": family.title]))
        control.tooltip = isOn ? tr("Turn the family off") : tr("Turn the family on")
        switching?.silently { control.isOn = isOn }
        badges.removeAll()
        var names: [String] = []
        if !isOn { names.append(tr("Off")) }
        if isOn, family.files.contains(where: { !$0.isOn }) { names.append(tr("Partly off")) }
        if row?.isVariable ?? !(state.style?.font.face.axes.isEmpty ?? true) { names.append(tr("Variable")) }
        if row?.isColor == true { names.append(tr("Colour")) }
        badges.isVisible = !names.isEmpty
        for name in names {
            let badge = Label(name)
            badge.addClass("fonts-badge")
            badge.addClass("caption")
            badge.ellipsis = .end
            badges.append(badge)
        }
    }

    /// Shows the style, or that the axes are those of none that has a name.
    private func updateStyle() {
        guard let family = state.family else { return }
        let place = state.shownPlace
        let titles = family.styles.map(\.title) + (place == nil ? [tr("Custom")] : [])
        selection?.silently {
            if titles != shown {
                shown = titles
                styles.set(choices: titles)
            }
            styles.selected = place ?? family.styles.count
        }
    }

    private func turn() {
        guard let family = state.family, let commands = state.session.commands else { return }
        let isOn = control.isOn
        Task { @UI [weak self, session = state.session] in
            do throws(FontError) {
                let result = try await commands.run(.setFamilies([family.id], isOn: isOn))
                session.tell(result)
                // Nothing that is followed has changed.
                if result.operation == nil { self?.update() }
            } catch {
                session.report(error)
                self?.update()
            }
        }
    }
}
