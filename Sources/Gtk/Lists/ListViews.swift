internal import CAdwaita
internal import CGio

/// A view of a list that makes widgets for what is visible only.
///
/// It belongs directly into a `ScrolledWindow`.
@UI
package protocol ListBaseView: Widget {}

extension ListBaseView {
    /// Scrolls until an element is visible, and gives it the focus of the keyboard if the view has it.
    package func scroll(to position: Int) {
        activate(action: "list.scroll-to-item", .uint32(UInt32(clamping: position)))
    }

    /// Calls a handler for Tab and Shift+Tab, with which GTK 4.8 goes from element to element: thousands of stops.
    ///
    /// - Parameter handler: Moves the focus to the widget after the view, or before it; returns whether it did.
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

    /// When an element is activated, by Enter or a double click.
    @discardableResult
    package func onActivate(_ handler: @escaping @UI (_ position: Int) -> Void) -> Connection {
        connect("activate") { arguments in handler(arguments.int(0)) }
    }
}

/// Elements one below the other.
@UI
package final class ListView: ListBaseView {
    package nonisolated let reference: Reference

    package init<RowType: Row>(_ model: some SelectionModel<RowType.Element>, _ factory: RowFactory<RowType>) {
        reference = Reference(sinking: gtk_list_view_new(model.retained(), factory.retained()))
    }

    package func set(model: some SelectionModel) { gtk_list_view_set_model(cast(), model.cast()) }
    package func set(showsSeparators: Bool) { gtk_list_view_set_show_separators(cast(), showsSeparators ? 1 : 0) }
    /// Whether the pointer selects by drawing a frame.
    package func set(selectsByFrame: Bool) { gtk_list_view_set_enable_rubberband(cast(), selectsByFrame ? 1 : 0) }
    package func set(activatesByOneClick: Bool) {
        gtk_list_view_set_single_click_activate(cast(), activatesByOneClick ? 1 : 0)
    }
}

/// Elements in columns of equal width.
@UI
package final class GridView: ListBaseView {
    package nonisolated let reference: Reference

    package init<RowType: Row>(_ model: some SelectionModel<RowType.Element>, _ factory: RowFactory<RowType>) {
        reference = Reference(sinking: gtk_grid_view_new(model.retained(), factory.retained()))
    }

    package func set(model: some SelectionModel) { gtk_grid_view_set_model(cast(), model.cast()) }
    package func set(columns: ClosedRange<Int>) {
        // The least may not be above the most at any time.
        gtk_grid_view_set_min_columns(cast(), 1)
        gtk_grid_view_set_max_columns(cast(), UInt32(columns.upperBound))
        gtk_grid_view_set_min_columns(cast(), UInt32(columns.lowerBound))
    }
    package func set(selectsByFrame: Bool) { gtk_grid_view_set_enable_rubberband(cast(), selectsByFrame ? 1 : 0) }
    package func set(activatesByOneClick: Bool) {
        gtk_grid_view_set_single_click_activate(cast(), activatesByOneClick ? 1 : 0)
    }
}
