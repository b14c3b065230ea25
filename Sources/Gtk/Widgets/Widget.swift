internal import CAdwaita
internal import CGio

/// A handle of a widget.
///
/// A view that consists of several is a class that conforms by the `reference` of its outermost widget, and can be used
/// where widgets can.
///
/// The parent owns its children: a handle can go once its widget is in a parent, and with the handle of a widget without
/// parent the widget goes. See `Object` for the rules of pointers, and for how a class is added.
@UI
package protocol Widget: Object {}

extension Widget {
    var widget: UnsafeMutablePointer<GtkWidget> { cast() }

    /// Sets properties in an expression.
    @discardableResult
    package func with(_ change: @UI (Self) -> Void) -> Self {
        change(self)
        return self
    }

    package var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        set { gtk_widget_set_visible(widget, newValue ? 1 : 0) }
    }

    /// Whether a person can use the widget; the widgets in one that is not sensitive are not, either.
    package var isSensitive: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }

    package var tooltip: String? {
        get { gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } }
        set { gtk_widget_set_tooltip_text(widget, newValue) }
    }

    package var opacity: Double {
        get { gtk_widget_get_opacity(widget) }
        set { gtk_widget_set_opacity(widget, newValue) }
    }

    /// Whether the focus of the keyboard can be on the widget itself.
    package var isFocusable: Bool {
        get { gtk_widget_get_focusable(widget) != 0 }
        set { gtk_widget_set_focusable(widget, newValue ? 1 : 0) }
    }

    /// Whether the focus can be on the widget or in it.
    package var canFocus: Bool {
        get { gtk_widget_get_can_focus(widget) != 0 }
        set { gtk_widget_set_can_focus(widget, newValue ? 1 : 0) }
    }

    /// Whether clicks reach the widget, and not what is below it.
    package var canTarget: Bool {
        get { gtk_widget_get_can_target(widget) != 0 }
        set { gtk_widget_set_can_target(widget, newValue ? 1 : 0) }
    }

    package var hasFocus: Bool { gtk_widget_has_focus(widget) != 0 }
    package var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }
    package var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }
    /// The number of pixels of the screen to one of the widget.
    package var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }

    /// Whether the widget has the focus of its window, which itself may be behind another one.
    package var isFocus: Bool { gtk_widget_is_focus(widget) != 0 }

    @discardableResult
    package func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

    /// Moves the focus within the widget, or into it.
    ///
    /// - Returns: Whether there is a place for it in this direction.
    @discardableResult
    package func moveFocus(_ direction: FocusDirection) -> Bool {
        gtk_widget_child_focus(widget, GtkDirectionType(direction.rawValue)) != 0
    }

    /// Moves the focus out of the widget to the next place behind or before it, past all that are in it.
    ///
    /// - Returns: Whether there is a place for it in this direction.
    @discardableResult
    package func moveFocusOut(_ direction: FocusDirection) -> Bool {
        guard let root = gtk_widget_get_root(widget) else { return false }
        canFocus = false
        defer { canFocus = true }
        let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self)
        return gtk_widget_child_focus(window, GtkDirectionType(direction.rawValue)) != 0
    }

    /// Whether the widget is another one, or somewhere in it.
    package func isInside(_ other: any Widget) -> Bool {
        widget == other.widget || gtk_widget_is_ancestor(widget, other.widget) != 0
    }

    /// The action that Enter or a click has.
    @discardableResult
    package func activate() -> Bool { gtk_widget_activate(widget) != 0 }

    /// Calls an action of the widget, of its parents or of the application, such as `app.undo`.
    @discardableResult
    package func activate(action: String, _ parameter: Variant? = nil) -> Bool {
        Variant.borrowing(parameter) { gtk_widget_activate_action_variant(widget, action, $0) != 0 }
    }

    package func addClass(_ name: String) { gtk_widget_add_css_class(widget, name) }
    package func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }
    package func hasClass(_ name: String) -> Bool { gtk_widget_has_css_class(widget, name) != 0 }
    package func set(class name: String, to isSet: Bool) { if isSet { addClass(name) } else { removeClass(name) } }

    /// The name by which style sheets and tests find the widget.
    package var name: String {
        get { String(cString: gtk_widget_get_name(widget)) }
        set { gtk_widget_set_name(widget, newValue) }
    }

    /// The form of the pointer above the widget, by its name in CSS.
    package func setCursor(_ name: String?) { gtk_widget_set_cursor_from_name(widget, name) }

    /// Draws the widget's texts with the fonts of one file; nil goes back to the system's.
    package func set(fonts: FontMap?) { gtk_widget_set_font_map(widget, fonts?.cast()) }

    package func queueDraw() { gtk_widget_queue_draw(widget) }
    package func queueResize() { gtk_widget_queue_resize(widget) }

    /// Takes the widget from a parent that has no function for that.
    package func unparent() { if gtk_widget_get_parent(widget) != nil { gtk_widget_unparent(widget) } }

    package var parent: AnyWidget? {
        gtk_widget_get_parent(widget).map { AnyWidget(Reference(retaining: UnsafeMutableRawPointer($0))) }
    }

    /// The children, for tests and for what GTK puts in between.
    package var children: [AnyWidget] {
        var children: [AnyWidget] = []
        var child = gtk_widget_get_first_child(widget)
        while let present = child {
            children.append(AnyWidget(Reference(retaining: UnsafeMutableRawPointer(present))))
            child = gtk_widget_get_next_sibling(present)
        }
        return children
    }

    /// The name of the widget's class in C, such as `GtkLabel`.
    package var className: String { String(cString: g_type_name_from_instance(cast())) }

    /// The window in which the widget is; nil as long as it is in none.
    package var window: AnyWindow? {
        guard let root = gtk_widget_get_root(widget) else { return nil }
        return AnyWindow(Reference(retaining: root))
    }

    /// After the widget becomes visible on the screen, each time.
    @discardableResult
    package func onMap(_ handler: @escaping @UI () -> Void) -> Connection { connect("map") { _ in handler() } }
    @discardableResult
    package func onUnmap(_ handler: @escaping @UI () -> Void) -> Connection { connect("unmap") { _ in handler() } }
    /// Calls a function before each frame as long as it answers true.
    ///
    /// The time is the frame's, in microseconds.
    package func onFrame(_ handler: @escaping @UI (_ time: Int64) -> Bool) {
        let box = Unmanaged.passRetained(FrameHandler(handler)).toOpaque()
        gtk_widget_add_tick_callback(
            widget,
            { _, clock, data in
                guard let clock, let data else { return 0 }
                let time = Int64(gdk_frame_clock_get_frame_time(clock))
                return UI.assumeIsolated(data) {
                    Unmanaged<FrameHandler>.fromOpaque($0).takeUnretainedValue().call(time) ? 1 : 0
                }
            }, box
        ) { data in
            if let data { Unmanaged<FrameHandler>.fromOpaque(data).release() }
        }
    }

    /// Calls a function after each frame that was drawn, with the frame's time in microseconds: for measurements.
    ///
    /// The widget must be in a window that is shown.
    package func onFrameDrawn(_ handler: @escaping @UI (_ time: Int64) -> Void) {
        guard let clock = gtk_widget_get_frame_clock(widget) else { return }
        let handle = AnyObjectHandle(Reference(retaining: UnsafeMutableRawPointer(clock)))
        handle.connect("after-paint") { arguments in
            guard let clock = arguments.instance else { return }
            handler(Int64(gdk_frame_clock_get_frame_time(OpaquePointer(clock))))
        }
    }
}

/// The way in which keys move the focus.
package enum FocusDirection: UInt32 {
    /// To the next widget, as Tab does, and to the one before.
    case forward, backward
    case up, down, left, right
}

private final class FrameHandler {
    let call: @UI (Int64) -> Bool
    init(_ call: @escaping @UI (Int64) -> Bool) { self.call = call }
}

/// A widget of any class.
@UI
package final class AnyWidget: Widget {
    package nonisolated let reference: Reference

    nonisolated init(_ reference: Reference) { self.reference = reference }
}
