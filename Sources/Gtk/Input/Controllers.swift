internal import CAdwaita
internal import CGio

/// Keys that are held while another is pressed.
package struct Modifiers: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1 << 0)
    package static let control = Modifiers(rawValue: 1 << 2)
    package static let alt = Modifiers(rawValue: 1 << 3)
}

/// When a controller sees events: before the widgets inside of its own, or after them.
package enum Phase: UInt32 {
    case capture = 1, bubble, target
}

extension Widget {
    /// Adds a controller, which the widget then owns.
    func add(controller: AnyObjectHandle) { gtk_widget_add_controller(widget, controller.retained()) }

    /// Calls a handler for keys that are pressed in the widget.
    ///
    /// The name is GDK's, such as `Escape`; true ends the key's way.
    package func onKey(_ phase: Phase = .bubble, _ handler: @escaping @UI (_ name: String, Modifiers) -> Bool) {
        let controller = AnyObjectHandle(Reference(adopting: gtk_event_controller_key_new()))
        gtk_event_controller_set_propagation_phase(controller.cast(), GtkPropagationPhase(phase.rawValue))
        controller.connect(answering: "key-pressed") { arguments in
            let key = UInt32(clamping: arguments.int(0))
            let name = gdk_keyval_name(key).map { String(cString: $0) } ?? ""
            return .bool(handler(name, Modifiers(rawValue: UInt32(clamping: arguments.int(2)))))
        }
        add(controller: controller)
    }

    /// Calls a handler for Tab and Shift+Tab in a list, with which GTK 4.8 goes from row to row: maybe thousands of stops.
    ///
    /// - Parameter handler: Moves the focus to the widget after the list, or before it; returns whether it did.
    package func onTab(_ handler: @escaping @UI (FocusDirection) -> Bool) {
        onKey { name, modifiers in
            guard modifiers.isDisjoint(with: [.control, .alt]) else { return false }
            switch name {
            case "Tab": return handler(.forward)
            case "ISO_Left_Tab": return handler(.backward)
            default: return false
            }
        }
    }

    /// Calls a handler for clicks.
    ///
    /// - Parameters:
    ///   - button: 1 is the first, 3 that for menus; 0 is any.
    ///   - handler: With the number of clicks in a row, and the place in the widget.
    package func onClick(
        button: Int = 1, _ handler: @escaping @UI (_ count: Int, _ x: Double, _ y: Double) -> Void
    ) {
        let controller = AnyObjectHandle(Reference(adopting: gtk_gesture_click_new()))
        gtk_gesture_single_set_button(controller.cast(), UInt32(button))
        controller.connect("pressed") { arguments in
            handler(arguments.int(0), arguments.double(1), arguments.double(2))
        }
        add(controller: controller)
    }

    /// Calls a handler for a single click of the first button without other keys.
    ///
    /// It comes when the button is released, and not after a drag.
    package func onPlainClick(_ handler: @escaping @UI () -> Void) {
        let controller = AnyObjectHandle(Reference(adopting: gtk_gesture_click_new()))
        controller.connect("released") { arguments in
            let state = arguments.instance.map {
                gtk_event_controller_get_current_event_state(OpaquePointer($0)).rawValue
            }
            let keys = Modifiers(rawValue: state ?? 0).intersection([.shift, .control, .alt])
            if arguments.int(0) == 1, keys.isEmpty { handler() }
        }
        add(controller: controller)
    }

    /// Calls a handler where a menu is asked for: by the second button, a long touch, or the keys Menu and Shift+F10.
    package func onMenu(_ handler: @escaping @UI (_ x: Double, _ y: Double) -> Void) {
        onClick(button: 3) { _, x, y in handler(x, y) }
        let touch = AnyObjectHandle(Reference(adopting: gtk_gesture_long_press_new()))
        gtk_gesture_single_set_touch_only(touch.cast(), 1)
        touch.connect("pressed") { arguments in handler(arguments.double(0), arguments.double(1)) }
        add(controller: touch)
        for keys in ["Menu", "<Shift>F10"] {
            add(
                Shortcut(keys: keys) {
                    handler(0, 0)
                    return true
                })
        }
    }

    /// Calls a handler when the focus of the keyboard enters or leaves the widget and what is in it.
    package func onFocus(_ handler: @escaping @UI (_ isInside: Bool) -> Void) {
        let controller = AnyObjectHandle(Reference(adopting: gtk_event_controller_focus_new()))
        controller.connect("enter") { _ in handler(true) }
        controller.connect("leave") { _ in handler(false) }
        add(controller: controller)
    }

    /// Calls a handler when the pointer moves above the widget; nil when it leaves.
    package func onPointer(_ handler: @escaping @UI (_ place: (x: Double, y: Double)?) -> Void) {
        let controller = AnyObjectHandle(Reference(adopting: gtk_event_controller_motion_new()))
        controller.connect("motion") { arguments in handler((arguments.double(0), arguments.double(1))) }
        controller.connect("leave") { _ in handler(nil) }
        add(controller: controller)
    }

    /// Calls a handler for turns of the wheel, in its steps; true ends the event's way.
    package func onScroll(_ handler: @escaping @UI (_ x: Double, _ y: Double, Modifiers) -> Bool) {
        let controller = AnyObjectHandle(
            Reference(adopting: gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)))
        controller.connect(answering: "scroll") { arguments in
            let state = arguments.instance.map {
                gtk_event_controller_get_current_event_state(OpaquePointer($0)).rawValue
            }
            return .bool(handler(arguments.double(0), arguments.double(1), Modifiers(rawValue: state ?? 0)))
        }
        add(controller: controller)
    }

    /// Calls handlers while the first button is held and the pointer moves.
    package func onDrag(
        begin: @escaping @UI (_ x: Double, _ y: Double) -> Void,
        move: @escaping @UI (_ dx: Double, _ dy: Double) -> Void, end: @escaping @UI () -> Void = {}
    ) {
        let controller = AnyObjectHandle(Reference(adopting: gtk_gesture_drag_new()))
        controller.connect("drag-begin") { arguments in begin(arguments.double(0), arguments.double(1)) }
        controller.connect("drag-update") { arguments in move(arguments.double(0), arguments.double(1)) }
        controller.connect("drag-end") { _ in end() }
        add(controller: controller)
    }
}

/// Keys with a function.
@UI
package struct Shortcut {
    /// Where the keys work.
    package enum Scope: UInt32 {
        /// While the focus is in the widget.
        case local = 0
        /// While the focus is anywhere in the window.
        case global = 2
    }

    let keys: String
    let scope: Scope
    let action: @UI () -> Bool

    /// - Parameters:
    ///   - keys: In GTK's notation, such as `<Control>f` or `Menu|<Shift>F10`.
    ///   - action: Answers whether it did something; if not, the keys go on.
    package init(keys: String, scope: Scope = .local, _ action: @escaping @UI () -> Bool) {
        self.keys = keys
        self.scope = scope
        self.action = action
    }
}

extension Widget {
    package func add(_ shortcut: Shortcut) {
        guard let trigger = gtk_shortcut_trigger_parse_string(shortcut.keys) else {
            preconditionFailure("no keys of GTK: \(shortcut.keys)")
        }
        let action = gtk_callback_action_new(
            { _, _, data in
                guard let data else { return 0 }
                return UI.assumeIsolated(data) {
                    Unmanaged<ShortcutAction>.fromOpaque($0).takeUnretainedValue().call() ? 1 : 0
                }
            }, Unmanaged.passRetained(ShortcutAction(shortcut.action)).toOpaque()
        ) { data in
            if let data { Unmanaged<ShortcutAction>.fromOpaque(data).release() }
        }
        let controller = AnyObjectHandle(Reference(adopting: gtk_shortcut_controller_new()))
        gtk_shortcut_controller_set_scope(controller.cast(), GtkShortcutScope(shortcut.scope.rawValue))
        // The shortcut takes over trigger and action, the controller the shortcut.
        gtk_shortcut_controller_add_shortcut(controller.cast(), gtk_shortcut_new(trigger, action))
        add(controller: controller)
    }

    /// Adds actions with a prefix, for the widget and what is in it.
    package func add(_ group: ActionGroup, prefix: String) {
        gtk_widget_insert_action_group(widget, prefix, group.cast())
    }
}

private final class ShortcutAction {
    let call: @UI () -> Bool
    init(_ call: @escaping @UI () -> Bool) { self.call = call }
}
