internal import CAdwaita
internal import CGio

extension Widget {
    /// Takes files and folders that are dropped.
    ///
    /// - Parameters:
    ///   - hover: Told when something that can be dropped is above the widget, and when it is no more.
    ///   - drop: Answers whether the files are taken.
    package func onDrop(
        hover: (@UI (Bool) -> Void)? = nil, _ drop: @escaping @UI ([File]) -> Bool
    ) {
        addDropTarget(gdk_file_list_get_type(), GDK_ACTION_COPY, hover) { arguments in
            guard let list = arguments.dropped.flatMap({ g_value_get_boxed($0) }) else { return false }
            var files: [File] = []
            let items = gdk_file_list_get_files(OpaquePointer(list))
            var entry = items
            while let present = entry {
                files.append(File(present.pointee.data.map { OpaquePointer($0) }))
                entry = present.pointee.next
            }
            g_slist_free(items)
            return drop(files)
        }
    }

    /// Takes values of the program that are dropped; see `drags`.
    package func onDrop<Element>(
        of type: Element.Type, hover: (@UI (Bool) -> Void)? = nil, _ drop: @escaping @UI (Element) -> Bool
    ) {
        addDropTarget(ItemClass.type, GDK_ACTION_COPY, hover) { arguments in
            guard let object = arguments.dropped.flatMap({ g_value_get_object($0) }),
                let value = ItemClass.contents(of: object)?.value as? Element
            else { return false }
            return drop(value)
        }
    }

    private func addDropTarget(
        _ type: GType, _ action: GdkDragAction, _ hover: (@UI (Bool) -> Void)?,
        _ drop: @escaping @UI (Arguments) -> Bool
    ) {
        let target = AnyObjectHandle(Reference(adopting: gtk_drop_target_new(type, action)))
        target.connect(answering: "drop") { arguments in
            // GTK tells no leaving after a drop.
            hover?(false)
            return .bool(drop(arguments))
        }
        if let hover {
            target.connect(answering: "enter") { _ in
                hover(true)
                return .uint(GDK_ACTION_COPY.rawValue)
            }
            target.connect("leave") { _ in hover(false) }
        }
        add(controller: target)
    }

    /// Lets the widget be dragged.
    ///
    /// - Parameter value: What is dragged from a place of the widget: any Swift value, for `onDrop(of:)` of this program;
    ///   nil if there is nothing.
    package func drags(_ value: @escaping @UI (_ x: Double, _ y: Double) -> Any?) {
        let source = AnyObjectHandle(Reference(adopting: gtk_drag_source_new()))
        gtk_drag_source_set_actions(source.cast(), GDK_ACTION_COPY)
        source.connect(answering: "prepare") { arguments in
            guard let value = value(arguments.double(0), arguments.double(1)) else { return nil }
            let item = AnyObjectHandle(ItemClass.make(ItemContents(value)))
            return .object(
                AnyObjectHandle(
                    Reference(adopting: Value.object(item).withGValue { gdk_content_provider_new_for_value($0) })))
        }
        source.connect("drag-begin") { arguments in
            guard let source = arguments.instance.map({ OpaquePointer($0) }),
                let widget = gtk_event_controller_get_widget(source)
            else { return }
            let picture = AnyObjectHandle(Reference(adopting: gtk_widget_paintable_new(widget)))
            gtk_drag_source_set_icon(source, picture.cast(), 0, 0)
        }
        add(controller: source)
    }
}

extension Arguments {
    /// What is dropped: a value that is the contents of the argument's value.
    fileprivate var dropped: UnsafePointer<GValue>? {
        boxed(0).map { UnsafePointer($0.assumingMemoryBound(to: GValue.self)) }
    }
}
