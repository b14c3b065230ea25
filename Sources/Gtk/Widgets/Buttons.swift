internal import CAdwaita
internal import CGio

/// Something that shows a label or an icon, and is pressed.
@UI
package protocol Pressable: Widget {}

extension Pressable {
    private var button: UnsafeMutablePointer<GtkButton> { cast() }

    package var label: String {
        get { gtk_button_get_label(button).map { String(cString: $0) } ?? "" }
        set { gtk_button_set_label(button, newValue) }
    }
    package func set(icon: String) { gtk_button_set_icon_name(button, icon) }
    package func set(child: any Widget) { gtk_button_set_child(button, child.cast()) }

    /// The action that is called, such as `win.undo`.
    ///
    /// The button is sensitive while the action is enabled.
    package func set(action: String, _ target: Variant? = nil) {
        gtk_actionable_set_action_name(cast(), action)
        gtk_actionable_set_action_target_value(cast(), target?.floating())
    }

    /// Whether the button has a frame.
    package var isFlat: Bool {
        get { gtk_button_get_has_frame(button) == 0 }
        set { gtk_button_set_has_frame(button, newValue ? 0 : 1) }
    }

    @discardableResult
    package func onClick(_ handler: @escaping @UI () -> Void) -> Connection { connect("clicked") { _ in handler() } }
}

/// A button.
@UI
package final class Button: Pressable {
    package nonisolated let reference: Reference

    /// - Parameter label: The text, with “_” before the letter that is its key.
    package init(_ label: String) { reference = Reference(sinking: gtk_button_new_with_mnemonic(label)) }

    /// - Parameter hint: The tooltip, which is the name for a screen reader, too.
    package init(icon: String, hint: String) {
        reference = Reference(sinking: gtk_button_new_from_icon_name(icon))
        setHint(hint)
    }

    package init(child: any Widget) {
        reference = Reference(sinking: gtk_button_new())
        set(child: child)
    }

    /// A button with an icon and a text.
    package init(icon: String, label: String) {
        reference = Reference(sinking: gtk_button_new())
        let content: UnsafeMutablePointer<GtkWidget> = adw_button_content_new()
        adw_button_content_set_icon_name(OpaquePointer(content), icon)
        adw_button_content_set_label(OpaquePointer(content), label)
        adw_button_content_set_use_underline(OpaquePointer(content), 1)
        gtk_button_set_child(cast(), content)
    }
}

/// A button that stays pressed.
@UI
package final class ToggleButton: Pressable {
    package nonisolated let reference: Reference

    package init(_ label: String) { reference = Reference(sinking: gtk_toggle_button_new_with_mnemonic(label)) }

    package init(icon: String, hint: String) {
        reference = Reference(sinking: gtk_toggle_button_new())
        set(icon: icon)
        setHint(hint)
    }

    package var isPressed: Bool {
        get { gtk_toggle_button_get_active(cast()) != 0 }
        set { gtk_toggle_button_set_active(cast(), newValue ? 1 : 0) }
    }

    /// Makes one of several, of which one is pressed.
    package func group(with other: ToggleButton?) { gtk_toggle_button_set_group(cast(), other?.cast()) }

    @discardableResult
    package func onToggle(_ handler: @escaping @UI () -> Void) -> Connection { connect("toggled") { _ in handler() } }
}

/// A box that is checked; in a group, one of several.
@UI
package final class CheckButton: Widget {
    package nonisolated let reference: Reference

    package init(_ label: String = "") {
        reference = Reference(sinking: gtk_check_button_new_with_mnemonic(label.isEmpty ? nil : label))
    }

    package var isChecked: Bool {
        get { gtk_check_button_get_active(cast()) != 0 }
        set { gtk_check_button_set_active(cast(), newValue ? 1 : 0) }
    }
    /// Whether what the box stands for is partly on.
    package var isMixed: Bool {
        get { gtk_check_button_get_inconsistent(cast()) != 0 }
        set { gtk_check_button_set_inconsistent(cast(), newValue ? 1 : 0) }
    }

    @discardableResult
    package func onToggle(_ handler: @escaping @UI () -> Void) -> Connection { connect("toggled") { _ in handler() } }
}

/// A switch.
@UI
package final class Switch: Widget {
    package nonisolated let reference: Reference

    package init() {
        reference = Reference(sinking: gtk_switch_new())
        verticalAlign = .center
    }

    package var isOn: Bool {
        get { gtk_switch_get_active(cast()) != 0 }
        set { gtk_switch_set_active(cast(), newValue ? 1 : 0) }
    }

    /// After each change, also by `isOn`; see `Connection.silently`.
    @discardableResult
    package func onSwitch(_ handler: @escaping @UI () -> Void) -> Connection { onChange(of: "active", handler) }
}

/// A button with a menu or a popover.
@UI
package final class MenuButton: Widget {
    package nonisolated let reference: Reference

    package init(icon: String, hint: String) {
        reference = Reference(sinking: gtk_menu_button_new())
        gtk_menu_button_set_icon_name(cast(), icon)
        setHint(hint)
    }

    package init(_ label: String) {
        reference = Reference(sinking: gtk_menu_button_new())
        gtk_menu_button_set_label(cast(), label)
        gtk_menu_button_set_use_underline(cast(), 1)
    }

    /// A tooltip would lie above the first entry of the menu.
    private func hideTooltipWhileOpen() {
        guard let popover = gtk_menu_button_get_popover(cast()) else { return }
        let shown = AnyWidget(Reference(retaining: UnsafeMutableRawPointer(popover)))
        // The handles may go before the widgets, and so the signal names its own.
        shown.connect("notify::visible") { arguments in
            guard let instance = arguments.instance else { return }
            let popover = AnyWidget(Reference(retaining: instance))
            guard let button = gtk_widget_get_parent(popover.widget), gtk_widget_get_tooltip_text(button) != nil else {
                return
            }
            gtk_widget_set_has_tooltip(button, popover.isVisible ? 0 : 1)
        }
    }

    package func set(menu: Menu?) {
        gtk_menu_button_set_menu_model(cast(), menu?.cast())
        hideTooltipWhileOpen()
    }
    package func set(popover: Popover?) {
        gtk_menu_button_set_popover(cast(), popover?.widget)
        hideTooltipWhileOpen()
    }
    package func set(label: String) { gtk_menu_button_set_label(cast(), label) }
    package func set(isFlat: Bool) { gtk_menu_button_set_has_frame(cast(), isFlat ? 0 : 1) }
    /// F10 opens the menu of the primary button.
    package func set(isPrimary: Bool) { gtk_menu_button_set_primary(cast(), isPrimary ? 1 : 0) }
    package func open() { gtk_menu_button_popup(cast()) }
    package func close() { gtk_menu_button_popdown(cast()) }
}

/// A text that opens an address.
@UI
package final class LinkButton: Pressable {
    package nonisolated let reference: Reference

    package init(_ label: String, uri: String) {
        reference = Reference(sinking: gtk_link_button_new_with_label(uri, label))
    }

    /// Called instead of opening, if it answers true.
    @discardableResult
    package func onLink(_ handler: @escaping @UI () -> Bool) -> Connection {
        connect(answering: "activate-link") { _ in .bool(handler()) }
    }
}
