internal import CAdwaita
internal import CGio

/// Widgets that lie above a window, with an arrow to what they belong to.
@UI
package final class Popover: Widget {
    package nonisolated let reference: Reference

    package init(_ child: any Widget) {
        reference = Reference(sinking: gtk_popover_new())
        gtk_popover_set_child(cast(), child.cast())
    }

    /// A menu at a place, such as the pointer's.
    ///
    /// It belongs to a widget until `unparent()`.
    package init(menu: Menu) {
        reference = Reference(sinking: gtk_popover_menu_new_from_model(menu.cast()))
        // GTK moves the focus by way of the window, and a list to which the menu belongs takes it before the menu does.
        onKey(.capture) { [weak self] name, modifiers in
            guard let self, modifiers.isDisjoint(with: [.control, .alt]) else { return false }
            switch name {
            case "Down", "KP_Down": return moveFocus(.down)
            case "Up", "KP_Up": return moveFocus(.up)
            case "Tab": return moveFocus(.forward)
            case "ISO_Left_Tab": return moveFocus(.backward)
            default: return false
            }
        }
    }

    /// Makes the popover belong to a widget that is no `MenuButton`.
    ///
    /// It must be taken away by `unparent()` before that widget goes.
    package func setParent(_ parent: any Widget) { gtk_widget_set_parent(widget, parent.cast()) }

    /// The place in the parent to which the arrow points.
    package func pointTo(x: Double, y: Double) {
        var place = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(cast(), &place)
    }
    package func set(hasArrow: Bool) { gtk_popover_set_has_arrow(cast(), hasArrow ? 1 : 0) }
    package func open() { gtk_popover_popup(cast()) }
    package func close() { gtk_popover_popdown(cast()) }
    @discardableResult
    package func onClose(_ handler: @escaping @UI () -> Void) -> Connection { connect("closed") { _ in handler() } }
}

extension Widget {
    /// Shows a menu at a place of the widget until it is closed.
    package func show(menu: Menu, x: Double, y: Double) {
        let holder = attached(MenuHolder.key) as? MenuHolder ?? MenuHolder(of: self)
        let popover = Popover(menu: menu)
        holder.popover?.unparent()
        holder.popover = popover
        popover.setParent(self)
        popover.pointTo(x: x, y: y)
        popover.set(hasArrow: false)
        // The chosen entry may move the focus itself.
        let before = window?.focus
        popover.onClose { [weak self, weak popover] in
            self?.endPress()
            UI.whenIdle {
                guard let popover, let window = popover.window, let before else { return }
                if window.focus?.isInside(popover) ?? true { before.grabFocus() }
            }
        }
        popover.open()
    }

    /// Ends the look of what is pressed, of the widget and of those around it.
    ///
    /// The button that opened a menu is released over the menu, of which GTK does not tell the widgets below.
    private func endPress() {
        var pressed: UnsafeMutablePointer<GtkWidget>? = widget
        while let present = pressed {
            gtk_widget_unset_state_flags(present, GTK_STATE_FLAG_ACTIVE)
            pressed = gtk_widget_get_parent(present)
        }
    }
}

/// The menu that a widget showed last.
///
/// It stays the widget's until the next one, or until the widget goes: the action of the chosen entry comes after the menu is
/// closed and needs its parent, and GTK 4.8 asks for the pointer's place in a popover that was just taken away, and crashes.
@UI
private final class MenuHolder {
    static let key = "fontd-menu"
    var popover: Popover?

    init(of widget: some Widget) {
        widget.attach(self, as: Self.key)
        widget.connect("destroy") { [weak self] _ in
            self?.popover?.unparent()
            self?.popover = nil
        }
    }
}
