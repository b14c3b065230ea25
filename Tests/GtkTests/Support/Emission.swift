internal import CAdwaita
internal import CGio

@testable internal import Gtk

/// Emits a signal with one text, whose answer is a boolean.
@UI
func emitted(_ object: any Object, _ signal: String, _ text: String) -> Bool {
    let type = g_type_from_instance(object)
    var values = [GValue](repeating: GValue(), count: 2)
    g_value_init(&values[0], type)
    g_value_set_object(&values[0], object.reference.pointer)
    g_value_init(&values[1], Fundamental.string)
    g_value_set_string(&values[1], text)
    var answer = GValue()
    g_value_init(&answer, Fundamental.boolean)
    g_signal_emitv(&values, g_signal_lookup(signal, type), 0, &answer)
    defer {
        g_value_unset(&values[0])
        g_value_unset(&values[1])
    }
    return g_value_get_boolean(&answer) != 0
}

/// Emits a signal without arguments and answer.
@UI
func emit(_ object: any Object, _ signal: String) {
    let type = g_type_from_instance(object)
    var value = GValue()
    g_value_init(&value, type)
    g_value_set_object(&value, object.reference.pointer)
    g_signal_emitv(&value, g_signal_lookup(signal, type), 0, nil)
    g_value_unset(&value)
}

@UI
private func g_type_from_instance(_ object: any Object) -> GType {
    let instance: UnsafeMutablePointer<GTypeInstance> = object.reference.cast()
    return instance.pointee.g_class.pointee.g_type
}

/// Releases the first button above a widget, as far as its own controllers see clicks.
///
/// - Parameter count: The number of clicks in a row.
@UI
func release(on widget: some Widget, count: Int32 = 1) {
    guard let list = gtk_widget_observe_controllers(widget.cast()) else { return }
    let controllers = AnyObjectHandle(Reference(adopting: list))
    for place in 0..<g_list_model_get_n_items(controllers.cast()) {
        guard let item = g_list_model_get_item(controllers.cast(), place) else { continue }
        let controller = AnyObjectHandle(Reference(adopting: OpaquePointer(item)))
        let type = g_type_from_instance(controller)
        guard g_type_is_a(type, gtk_gesture_click_get_type()) != 0 else { continue }
        var values = [GValue](repeating: GValue(), count: 4)
        g_value_init(&values[0], type)
        g_value_set_object(&values[0], controller.reference.pointer)
        g_value_init(&values[1], g_type_from_name("gint"))
        g_value_set_int(&values[1], count)
        for place in 2..<4 { g_value_init(&values[place], g_type_from_name("gdouble")) }
        g_signal_emitv(&values, g_signal_lookup("released", type), 0, nil)
        for place in values.indices { g_value_unset(&values[place]) }
    }
}

/// Presses a key on a widget, as far as its own controllers see keys; whether one of them took it.
@UI
func press(_ key: Int32, on widget: some Widget, holding modifiers: Modifiers = []) -> Bool {
    guard let list = gtk_widget_observe_controllers(widget.cast()) else { return false }
    let controllers = AnyObjectHandle(Reference(adopting: list))
    for place in 0..<g_list_model_get_n_items(controllers.cast()) {
        guard let item = g_list_model_get_item(controllers.cast(), place) else { continue }
        let controller = AnyObjectHandle(Reference(adopting: OpaquePointer(item)))
        guard g_type_is_a(g_type_from_instance(controller), gtk_event_controller_key_get_type()) != 0 else { continue }
        var values = [GValue](repeating: GValue(), count: 4)
        g_value_init(&values[0], g_type_from_instance(controller))
        g_value_set_object(&values[0], controller.reference.pointer)
        for (place, number) in [UInt32(key), 0].enumerated() {
            g_value_init(&values[place + 1], g_type_from_name("guint"))
            g_value_set_uint(&values[place + 1], number)
        }
        g_value_init(&values[3], gdk_modifier_type_get_type())
        g_value_set_flags(&values[3], guint(modifiers.rawValue))
        var answer = GValue()
        g_value_init(&answer, Fundamental.boolean)
        g_signal_emitv(&values, g_signal_lookup("key-pressed", g_type_from_instance(controller)), 0, &answer)
        for place in values.indices { g_value_unset(&values[place]) }
        if g_value_get_boolean(&answer) != 0 { return true }
    }
    return false
}
