internal import CAdwaita
internal import CGio

/// Something that menus, keys, buttons and other programs can start, by its name.
@UI
package final class SimpleAction: Object {
    package nonisolated let reference: Reference

    package init(_ name: String, _ handler: @escaping @UI () -> Void) {
        reference = Reference(adopting: g_simple_action_new(name, nil))
        connect("activate") { _ in handler() }
    }

    /// - Parameter type: The type of the parameter, such as `s`.
    package init(_ name: String, parameter type: String, _ handler: @escaping @UI (Variant) -> Void) {
        reference = Variant.withType(type) { Reference(adopting: g_simple_action_new(name, $0)) }
        connect("activate") { arguments in
            if let parameter = Variant(arguments.variant(0)) { handler(parameter) }
        }
    }

    /// An action with a state: a check mark for a boolean, a choice for a string, whose menu entries have targets.
    package init(_ name: String, state: Variant, _ handler: @escaping @UI (Variant) -> Void) {
        let initial = state.floating()
        let isBool = state.bool != nil
        // A boolean is toggled, and has no parameter.
        reference = Reference(
            adopting: g_simple_action_new_stateful(name, isBool ? nil : g_variant_get_type(initial), initial))
        // The handle may go before the action, which a map of actions owns.
        connect("change-state") { arguments in
            guard let action = arguments.instance, let state = Variant(arguments.variant(0)) else { return }
            g_simple_action_set_state(OpaquePointer(action), state.floating())
            handler(state)
        }
    }

    package var name: String { String(cString: g_action_get_name(cast())) }

    package var isEnabled: Bool {
        get { g_action_get_enabled(cast()) != 0 }
        set { g_simple_action_set_enabled(cast(), newValue ? 1 : 0) }
    }

    /// Setting it does not call the handler.
    package var state: Variant? {
        get {
            guard let state = g_action_get_state(cast()) else { return nil }
            defer { g_variant_unref(state) }
            return Variant(state)
        }
        set { if let newValue { g_simple_action_set_state(cast(), newValue.floating()) } }
    }

    package func activate(_ parameter: Variant? = nil) { g_action_activate(cast(), parameter?.floating()) }
}

/// Actions with a prefix for a part of a window.
@UI
package final class ActionGroup: Object {
    package nonisolated let reference: Reference

    package init() { reference = Reference(adopting: g_simple_action_group_new()) }

    package func add(_ action: SimpleAction) { g_action_map_add_action(cast(), action.cast()) }
    package func remove(_ name: String) { g_action_map_remove_action(cast(), name) }
    package func activate(_ name: String, _ parameter: Variant? = nil) {
        g_action_group_activate_action(cast(), name, parameter?.floating())
    }
}
