internal import CAdwaita
internal import CGio

extension DropDown {
    /// Cuts choices that are too long for the button, which is otherwise as wide as the longest of them.
    ///
    /// The list of choices shows them whole.
    package func cutLongChoices() {
        let factory = AnyObjectHandle(Reference(adopting: gtk_signal_list_item_factory_new()))
        factory.connect("setup") { arguments in
            guard let item = arguments.object(0) else { return }
            let label = Label()
            label.ellipsis = .end
            gtk_list_item_set_child(OpaquePointer(item), label.cast())
        }
        factory.connect("bind") { arguments in
            guard let item = arguments.object(0), let child = gtk_list_item_get_child(OpaquePointer(item)),
                let string = gtk_list_item_get_item(OpaquePointer(item))
            else { return }
            gtk_label_set_text(OpaquePointer(child), gtk_string_object_get_string(OpaquePointer(string)))
        }
        // The one factory is for the button and, unless there is another, for the list.
        let whole = gtk_drop_down_get_factory(cast())
        if let whole { gtk_drop_down_set_list_factory(cast(), whole) }
        gtk_drop_down_set_factory(cast(), factory.cast())
    }
}
