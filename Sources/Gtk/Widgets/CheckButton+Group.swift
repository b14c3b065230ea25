internal import CAdwaita
internal import CGio

extension CheckButton {
    /// Makes one of several, of which one is checked; arrows go to the next one and check it, wherever it is.
    ///
    /// GTK's own arrows do not leave a container around one button, such as the cell of a flow box.
    ///
    /// - Parameter other: One of the group; nil for its first button.
    package func group(with other: CheckButton?) {
        gtk_check_button_set_group(cast(), other?.cast())
        let group = other?.attached(ChoiceGroup.key) as? ChoiceGroup ?? ChoiceGroup()
        group.add(self)
    }
}

/// The buttons of a group in their order.
@UI
private final class ChoiceGroup {
    static let key = "fontd-group"
    private var buttons: [UnsafeMutablePointer<GtkWidget>] = []

    func add(_ button: CheckButton) {
        let widget = button.widget
        buttons.append(widget)
        button.attach(self, as: Self.key)
        button.connect("destroy") { [weak self] _ in self?.buttons.removeAll { $0 == widget } }
        button.onKey(.capture) { [weak self] name, modifiers in
            guard let self, modifiers.isDisjoint(with: [.shift, .control, .alt]) else { return false }
            let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
            switch name {
            case "Down", "KP_Down": return choose(after: widget, by: 1)
            case "Up", "KP_Up": return choose(after: widget, by: -1)
            case "Right", "KP_Right": return choose(after: widget, by: isMirrored ? -1 : 1)
            case "Left", "KP_Left": return choose(after: widget, by: isMirrored ? 1 : -1)
            default: return false
            }
        }
    }

    private func choose(after widget: UnsafeMutablePointer<GtkWidget>, by step: Int) -> Bool {
        guard let place = buttons.firstIndex(of: widget) else { return false }
        for distance in 1..<max(1, buttons.count) {
            let next = buttons[(place + distance * step + buttons.count * distance) % buttons.count]
            guard gtk_widget_get_mapped(next) != 0, gtk_widget_is_sensitive(next) != 0 else { continue }
            gtk_widget_grab_focus(next)
            gtk_widget_activate(next)
            return true
        }
        return false
    }
}
