internal import CAdwaita
internal import CGio

/// A window of any kind.
@UI
package protocol Window: Widget {}

extension Window {
    private var gtkWindow: UnsafeMutablePointer<GtkWindow> { cast() }

    /// Shows the window, in front of the others of the application.
    package func present() { gtk_window_present(gtkWindow) }

    /// Asks the window to close, as its button does.
    package func close() { gtk_window_close(gtkWindow) }

    /// Closes the window without asking, takes its widgets out of it, and frees what it keeps.
    package func destroy() {
        gtk_window_destroy(gtkWindow)
        g_object_run_dispose(object)
    }

    package var title: String {
        get { gtk_window_get_title(gtkWindow).map { String(cString: $0) } ?? "" }
        set { gtk_window_set_title(gtkWindow, newValue) }
    }

    /// The size that the window has when it is not maximised, in pixels; what is stored between runs.
    package var defaultSize: (width: Int, height: Int) {
        get {
            var width: Int32 = 0
            var height: Int32 = 0
            gtk_window_get_default_size(gtkWindow, &width, &height)
            return (Int(width), Int(height))
        }
        set { gtk_window_set_default_size(gtkWindow, Int32(newValue.width), Int32(newValue.height)) }
    }

    package var isMaximized: Bool {
        get { gtk_window_is_maximized(gtkWindow) != 0 }
        set { if newValue { gtk_window_maximize(gtkWindow) } else { gtk_window_unmaximize(gtkWindow) } }
    }

    package var isActive: Bool { gtk_window_is_active(gtkWindow) != 0 }

    package var isModal: Bool {
        get { gtk_window_get_modal(gtkWindow) != 0 }
        set { gtk_window_set_modal(gtkWindow, newValue ? 1 : 0) }
    }

    /// Keeps the window in front of another.
    package func setParent(_ parent: (any Window)?) { gtk_window_set_transient_for(gtkWindow, parent?.cast()) }

    /// The widget that Enter activates.
    package func setDefault(_ widget: (any Widget)?) { gtk_window_set_default_widget(gtkWindow, widget?.cast()) }

    /// The widget that has the focus of the keyboard.
    package var focus: AnyWidget? {
        gtk_window_get_focus(gtkWindow).map { AnyWidget(Reference(retaining: UnsafeMutableRawPointer($0))) }
    }

    /// Takes the focus from the widget that has it.
    package func clearFocus() { gtk_window_set_focus(gtkWindow, nil) }

    /// Asked before the window closes; false keeps it open.
    @discardableResult
    package func onClose(_ handler: @escaping @UI () -> Bool) -> Connection {
        connect(answering: "close-request") { _ in .bool(!handler()) }
    }

    /// Once the window is closed for good, by whatever way; never for one that is only hidden.
    ///
    /// GTK's own signal comes when the last reference goes, of which the handle has one.
    package func onClosed(_ handler: @escaping @UI () -> Void) {
        let kept = Kept()
        kept.handler = handler
        let end: @UI (Arguments) -> Void = { _ in
            let handler = kept.handler
            kept.handler = nil
            handler?()
        }
        connect("unrealize", end)
        connect("destroy", end)
    }

    /// Keeps the Swift object that is behind the window until the window is closed.
    ///
    /// It may own handles of the window and of its widgets: the circle ends with the window.
    package func keep(_ owner: AnyObject) {
        let window = reference
        onClosed {
            // GTK is still at work with the window.
            UI.whenIdle {
                g_object_run_dispose(window.cast())
                withExtendedLifetime(owner) {}
            }
        }
    }
}

private final class Kept {
    var handler: (@UI () -> Void)?
}

/// A window of any class.
@UI
package final class AnyWindow: Window {
    package nonisolated let reference: Reference

    nonisolated init(_ reference: Reference) { self.reference = reference }
}

/// A main window.
///
/// It has no bar of its own: its content begins with a `HeaderBar`.
@UI
package final class ApplicationWindow: Window {
    package nonisolated let reference: Reference

    package init(_ application: Application) {
        reference = Reference(sinking: adw_application_window_new(application.cast()))
    }

    package func set(content: any Widget) { adw_application_window_set_content(cast(), content.cast()) }

    /// Adds an action with the prefix `win.`.
    package func add(_ action: SimpleAction) { g_action_map_add_action(cast(), action.cast()) }

    /// The window that the action `win.show-help-overlay` shows (Ctrl+?).
    package func set(help: ShortcutsWindow) { gtk_application_window_set_help_overlay(cast(), help.cast()) }
}

/// Another window, such as a sheet, with a `HeaderBar` of its own.
@UI
package final class SheetWindow: Window {
    package nonisolated let reference: Reference

    package init(parent: (any Window)? = nil, title: String) {
        reference = Reference(sinking: adw_window_new())
        self.title = title
        setParent(parent)
        isModal = parent != nil
        gtk_window_set_destroy_with_parent(cast(), parent == nil ? 0 : 1)
    }

    package func set(content: (any Widget)?) { adw_window_set_content(cast(), content?.cast()) }

    /// Closes with Escape, as dialogs do.
    package func closesWithEscape() {
        add(
            Shortcut(keys: "Escape") { [weak self] in
                self?.close()
                return true
            })
    }
}

/// The bar of a window, with its title and buttons.
@UI
package final class HeaderBar: Widget {
    package nonisolated let reference: Reference

    package init(title: (any Widget)? = nil, start: [any Widget] = [], end: [any Widget] = []) {
        reference = Reference(sinking: adw_header_bar_new())
        if let title { adw_header_bar_set_title_widget(cast(), title.cast()) }
        for widget in start { adw_header_bar_pack_start(cast(), widget.cast()) }
        for widget in end { adw_header_bar_pack_end(cast(), widget.cast()) }
    }

    package func append(start widget: any Widget) { adw_header_bar_pack_start(cast(), widget.cast()) }
    package func append(end widget: any Widget) { adw_header_bar_pack_end(cast(), widget.cast()) }
    package func remove(_ widget: any Widget) { adw_header_bar_remove(cast(), widget.cast()) }
    package func set(title: (any Widget)?) { adw_header_bar_set_title_widget(cast(), title?.cast()) }

    /// Whether the bar has the buttons of the window at its start and its end.
    package func setWindowButtons(start: Bool, end: Bool) {
        adw_header_bar_set_show_start_title_buttons(cast(), start ? 1 : 0)
        adw_header_bar_set_show_end_title_buttons(cast(), end ? 1 : 0)
    }
}

/// The title of a window in two lines.
@UI
package final class WindowTitle: Widget {
    package nonisolated let reference: Reference

    package init(_ title: String, subtitle: String = "") {
        reference = Reference(sinking: adw_window_title_new(title, subtitle))
    }

    package var title: String {
        get { String(cString: adw_window_title_get_title(cast())) }
        set { adw_window_title_set_title(cast(), newValue) }
    }
    package var subtitle: String {
        get { String(cString: adw_window_title_get_subtitle(cast())) }
        set { adw_window_title_set_subtitle(cast(), newValue) }
    }
}
