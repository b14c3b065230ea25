internal import CAdwaita
internal import CGio

/// A list of texts.
@UI
final class StringList: Object {
    nonisolated let reference: Reference

    init(_ strings: [String]) {
        reference = Reference(adopting: gtk_string_list_new(nil))
        for string in strings { gtk_string_list_append(cast(), string) }
    }
}

/// One of several texts, such as a named instance of a font.
@UI
package final class DropDown: Widget {
    package nonisolated let reference: Reference

    package init(_ choices: [String] = []) {
        // The constructor takes over the list.
        reference = Reference(sinking: gtk_drop_down_new(StringList(choices).retained(), nil))
    }

    package func set(choices: [String]) {
        let list = StringList(choices)
        gtk_drop_down_set_model(cast(), list.cast())
    }

    /// The position of the choice; nil for none.
    package var selected: Int? {
        get { index(gtk_drop_down_get_selected(cast())) }
        set { gtk_drop_down_set_selected(cast(), newValue.map { UInt32($0) } ?? UInt32.max) }
    }

    /// After another choice, also by `selected` and `set(choices:)`.
    @discardableResult
    package func onSelect(_ handler: @escaping @UI () -> Void) -> Connection { onChange(of: "selected", handler) }
}

/// A short list whose rows are all there: side bars, and lists of settings with the class `boxed-list`.
@UI
package final class ListBox: Widget {
    package nonisolated let reference: Reference

    package enum Selects: UInt32 {
        case nothing, one, oneAlways, several
    }

    package init(_ selects: Selects = .one) {
        reference = Reference(sinking: gtk_list_box_new())
        gtk_list_box_set_selection_mode(cast(), GtkSelectionMode(selects.rawValue))
    }

    /// Adds a row; a widget that is none gets one around it.
    package func append(_ row: any Widget) { gtk_list_box_append(cast(), row.cast()) }
    package func insert(_ row: any Widget, at position: Int) {
        gtk_list_box_insert(cast(), row.cast(), Int32(position))
    }
    package func remove(_ row: any Widget) { gtk_list_box_remove(cast(), row.cast()) }
    package func removeAll() {
        while let row = gtk_list_box_get_row_at_index(cast(), 0) {
            gtk_list_box_remove(cast(), UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self))
        }
    }

    /// What is shown if there is no row.
    package func set(placeholder: any Widget) { gtk_list_box_set_placeholder(cast(), placeholder.cast()) }

    /// The position of the selected row; nil for none.
    package var selected: Int? {
        get {
            let row: UnsafeMutablePointer<GtkListBoxRow>? = gtk_list_box_get_selected_row(cast())
            return row.map { Int(gtk_list_box_row_get_index($0)) }
        }
        set {
            gtk_list_box_select_row(
                cast(), newValue.flatMap { gtk_list_box_get_row_at_index(cast(), Int32($0)) })
        }
    }

    /// Rows before which there is a widget, such as the title of a section.
    ///
    /// Asked for each row when rows change.
    package func setHeaders(_ header: @escaping @UI (_ position: Int) -> (any Widget)?) {
        gtk_list_box_set_header_func(
            cast(),
            { row, _, data in
                guard let row, let data else { return }
                UI.assumeIsolated((row, data)) { row, data in
                    let headers = Unmanaged<Headers>.fromOpaque(data).takeUnretainedValue()
                    let widget = headers.header(Int(gtk_list_box_row_get_index(row)))
                    gtk_list_box_row_set_header(row, widget?.cast())
                }
            }, Unmanaged.passRetained(Headers(header)).toOpaque()
        ) { data in
            if let data { Unmanaged<Headers>.fromOpaque(data).release() }
        }
    }
    package func updateHeaders() { gtk_list_box_invalidate_headers(cast()) }

    /// When a row is clicked, or Enter is pressed on it.
    @discardableResult
    package func onActivate(_ handler: @escaping @UI (_ position: Int) -> Void) -> Connection {
        connect("row-activated") { arguments in
            guard let row = arguments.object(0) else { return }
            handler(Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self))))
        }
    }
    /// After another selection; nil if there is none.
    @discardableResult
    package func onSelect(_ handler: @escaping @UI (_ position: Int?) -> Void) -> Connection {
        connect("row-selected") { arguments in
            handler(
                arguments.object(0).map {
                    Int(gtk_list_box_row_get_index($0.assumingMemoryBound(to: GtkListBoxRow.self)))
                })
        }
    }
}

private final class Headers {
    let header: @UI (Int) -> (any Widget)?
    init(_ header: @escaping @UI (Int) -> (any Widget)?) { self.header = header }
}

/// A row of a `ListBox`, for what rows made by themselves cannot be told.
@UI
package final class ListBoxRow: Widget {
    package nonisolated let reference: Reference

    package init(_ child: any Widget) {
        reference = Reference(sinking: gtk_list_box_row_new())
        gtk_list_box_row_set_child(cast(), child.cast())
    }

    package func set(isSelectable: Bool) { gtk_list_box_row_set_selectable(cast(), isSelectable ? 1 : 0) }
    package func set(isActivatable: Bool) { gtk_list_box_row_set_activatable(cast(), isActivatable ? 1 : 0) }
    package var position: Int { Int(gtk_list_box_row_get_index(cast())) }
}

/// Widgets in lines that break, such as the switches of features.
@UI
package final class FlowBox: Widget {
    package nonisolated let reference: Reference

    /// - Parameter columns: The children in a line. The least height is that of the narrowest form, which has the lower
    ///   bound: with 1 a box of many children asks for much.
    package init(columns: ClosedRange<Int>, spacing: Int = 6) {
        reference = Reference(sinking: gtk_flow_box_new())
        gtk_flow_box_set_selection_mode(cast(), GTK_SELECTION_NONE)
        set(columns: columns)
        gtk_flow_box_set_column_spacing(cast(), UInt32(spacing))
        gtk_flow_box_set_row_spacing(cast(), UInt32(spacing))
    }

    /// Sets the children in a line: with places for more than there are, those in a homogeneous box leave some empty.
    package func set(columns: ClosedRange<Int>) {
        gtk_flow_box_set_max_children_per_line(cast(), UInt32(columns.upperBound))
        gtk_flow_box_set_min_children_per_line(cast(), UInt32(columns.lowerBound))
    }

    package func append(_ child: any Widget) {
        gtk_flow_box_insert(cast(), child.cast(), -1)
        // The focus goes to the child, not to the cell around it.
        if let cell = gtk_widget_get_parent(child.cast()) { gtk_widget_set_focusable(cell, 0) }
    }
    package func removeAll() { for child in children { gtk_flow_box_remove(cast(), child.cast()) } }
    package func setHomogeneous(_ isHomogeneous: Bool) { gtk_flow_box_set_homogeneous(cast(), isHomogeneous ? 1 : 0) }
}

/// A bar with a field for searching that comes and goes.
@UI
package final class SearchBar: Widget {
    package nonisolated let reference: Reference

    package init(_ entry: SearchEntry, child: (any Widget)? = nil) {
        reference = Reference(sinking: gtk_search_bar_new())
        gtk_search_bar_set_child(cast(), (child ?? entry).cast())
        gtk_search_bar_connect_entry(cast(), entry.cast())
    }

    package var isOpen: Bool {
        get { gtk_search_bar_get_search_mode(cast()) != 0 }
        set { gtk_search_bar_set_search_mode(cast(), newValue ? 1 : 0) }
    }
    /// Keys that are pressed anywhere in the widget open the bar.
    package func captureKeys(of widget: (any Widget)?) {
        gtk_search_bar_set_key_capture_widget(cast(), widget?.widget)
    }
    @discardableResult
    package func onOpen(_ handler: @escaping @UI () -> Void) -> Connection {
        onChange(of: "search-mode-enabled", handler)
    }
}

/// A bar of buttons at the end of a window.
@UI
package final class ActionBar: Widget {
    package nonisolated let reference: Reference

    package init(start: [any Widget] = [], center: (any Widget)? = nil, end: [any Widget] = []) {
        reference = Reference(sinking: gtk_action_bar_new())
        for widget in start { gtk_action_bar_pack_start(cast(), widget.cast()) }
        if let center { gtk_action_bar_set_center_widget(cast(), center.cast()) }
        for widget in end { gtk_action_bar_pack_end(cast(), widget.cast()) }
    }

    package var isRevealed: Bool {
        get { gtk_action_bar_get_revealed(cast()) != 0 }
        set { gtk_action_bar_set_revealed(cast(), newValue ? 1 : 0) }
    }
}
