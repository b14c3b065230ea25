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
