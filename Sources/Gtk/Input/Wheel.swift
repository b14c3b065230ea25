internal import CAdwaita
internal import CGio

extension Widget {
    /// Leaves turns of the wheel to what is around the widget, such as a part that is scrolled: sliders and fields for
    /// numbers would take them and change their values.
    package func ignoreWheel() {
        for controller in wheelControllers {
            gtk_event_controller_set_propagation_phase(controller.cast(), GTK_PHASE_NONE)
        }
    }

    /// Whether the widget itself takes turns of the wheel.
    var takesWheel: Bool {
        wheelControllers.contains { gtk_event_controller_get_propagation_phase($0.cast()) != GTK_PHASE_NONE }
    }

    private var wheelControllers: [AnyObjectHandle] {
        guard let list = gtk_widget_observe_controllers(widget) else { return [] }
        let controllers = AnyObjectHandle(Reference(adopting: list))
        return (0..<g_list_model_get_n_items(controllers.cast())).compactMap { place in
            guard let item = g_list_model_get_item(controllers.cast(), place) else { return nil }
            let isWheel =
                g_type_check_instance_is_a(
                    item.assumingMemoryBound(to: GTypeInstance.self), gtk_event_controller_scroll_get_type()) != 0
            let controller = AnyObjectHandle(Reference(adopting: OpaquePointer(item)))
            return isWheel ? controller : nil
        }
    }
}
