internal import CAdwaita
internal import CGio

/// A view of a list that makes widgets for what is visible only.
///
/// It belongs directly into a `ScrolledWindow`.
@UI
package protocol ListBaseView: Widget {}

extension ListBaseView {
    /// Scrolls until an element is visible; the focus stays where it is.
    package func scroll(to position: Int) {
        activate(action: "list.scroll-to-item", .uint32(UInt32(clamping: position)))
    }

    /// Gives the focus to the selected element, the first of those that are visible.
    ///
    /// By itself the view gives it to the element that had it last, also if another was selected meanwhile; scrolling moves
    /// no focus, either.
    ///
    /// - Returns: Whether one is visible.
    @discardableResult
    package func focusSelected() -> Bool {
        var child = gtk_widget_get_first_child(widget)
        while let present = child {
            let isSelected = gtk_widget_get_state_flags(present).rawValue & GTK_STATE_FLAG_SELECTED.rawValue != 0
            if isSelected, gtk_widget_get_mapped(present) != 0 { return gtk_widget_grab_focus(present) != 0 }
            child = gtk_widget_get_next_sibling(present)
        }
        return false
    }

    /// Gives the focus to the selected element once it is visible, as after scrolling to it: views lay out in a later frame.
    ///
    /// It ends when a person moves the focus, and after some frames.
    package func focusSelectedSoon() {
        guard !focusSelected() else { return }
        let before = window?.focus
        var rest = 30
        onFrame { [weak self] _ in
            guard let self else { return false }
            let focus = window?.focus
            let isSame = focus.map { focus in before.map(focus.isSame) ?? false } ?? (before == nil)
            rest -= 1
            return isSame && rest > 0 && !focusSelected()
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
