internal import CAdwaita
internal import CGio

/// A message above a window's contents that goes by itself, with one button.
@UI
package final class Toast: Object {
    package nonisolated let reference: Reference

    /// The seconds for a toast whose button takes something back: what people get who need time (WCAG 2.2.1).
    package static let undoable = 20

    /// - Parameters:
    ///   - text: A sentence, as plain text.
    ///   - seconds: How long it is shown; 0 until it is closed.
    package init(_ text: String, seconds: Int = 5) {
        // Titles of toasts are markup.
        reference = Reference(adopting: adw_toast_new(text.escapedForMarkup))
        adw_toast_set_timeout(cast(), UInt32(seconds))
    }

    package func set(button label: String, _ handler: @escaping @UI () -> Void) {
        adw_toast_set_button_label(cast(), label)
        connect("button-clicked") { _ in handler() }
    }
    /// Shows the toast before those that wait.
    package func setUrgent() { adw_toast_set_priority(cast(), ADW_TOAST_PRIORITY_HIGH) }
    package func dismiss() { adw_toast_dismiss(cast()) }
    @discardableResult
    package func onDismiss(_ handler: @escaping @UI () -> Void) -> Connection {
        connect("dismissed") { _ in handler() }
    }
}

/// The place of toasts, around the contents of a window.
@UI
package final class ToastOverlay: Widget {
    package nonisolated let reference: Reference

    package init(_ child: any Widget) {
        reference = Reference(sinking: adw_toast_overlay_new())
        adw_toast_overlay_set_child(cast(), child.cast())
    }

    package func show(_ toast: Toast) { adw_toast_overlay_add_toast(cast(), toast.retained()) }
}
