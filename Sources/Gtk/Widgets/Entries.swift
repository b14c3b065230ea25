internal import CAdwaita
internal import CGio

/// A line of text that a person can change.
@UI
package protocol Editable: Widget {}

extension Editable {
    package var text: String {
        get { String(cString: gtk_editable_get_text(cast())) }
        set { gtk_editable_set_text(cast(), newValue) }
    }
    package func setWidth(characters: Int) { gtk_editable_set_width_chars(cast(), Int32(characters)) }
    package func selectAll() { gtk_editable_select_region(cast(), 0, -1) }
    package var isEditable: Bool {
        get { gtk_editable_get_editable(cast()) != 0 }
        set { gtk_editable_set_editable(cast(), newValue ? 1 : 0) }
    }

    /// After each change of the text.
    @discardableResult
    package func onEdit(_ handler: @escaping @UI () -> Void) -> Connection { connect("changed") { _ in handler() } }
    /// When Enter is pressed.
    @discardableResult
    package func onEnter(_ handler: @escaping @UI () -> Void) -> Connection {
        // A row of libadwaita has another name for this signal.
        connect(self is EntryRow ? "apply" : "activate") { _ in handler() }
    }
}

@UI
package final class Entry: Editable {
    package nonisolated let reference: Reference

    package init(_ text: String = "", placeholder: String = "") {
        reference = Reference(sinking: gtk_entry_new())
        gtk_entry_set_placeholder_text(cast(), placeholder)
        self.text = text
    }

    package var placeholder: String {
        get { gtk_entry_get_placeholder_text(cast()).map { String(cString: $0) } ?? "" }
        set { gtk_entry_set_placeholder_text(cast(), newValue) }
    }

    /// The most characters; nil for any number.
    package func set(most characters: Int?) { gtk_entry_set_max_length(cast(), Int32(characters ?? 0)) }

    package func set(startIcon icon: String?) {
        gtk_entry_set_icon_from_icon_name(cast(), GTK_ENTRY_ICON_PRIMARY, icon)
        gtk_entry_set_icon_activatable(cast(), GTK_ENTRY_ICON_PRIMARY, 0)
    }

    /// An icon at the end that is a button.
    package func set(endIcon icon: String?, hint: String? = nil) {
        gtk_entry_set_icon_from_icon_name(cast(), GTK_ENTRY_ICON_SECONDARY, icon)
        gtk_entry_set_icon_tooltip_text(cast(), GTK_ENTRY_ICON_SECONDARY, hint)
    }
    @discardableResult
    package func onEndIcon(_ handler: @escaping @UI () -> Void) -> Connection {
        connect("icon-press") { arguments in
            if arguments.int(0) == Int(GTK_ENTRY_ICON_SECONDARY.rawValue) { handler() }
        }
    }

    /// The share that is done of what the entry shows.
    package func set(progress: Double) { gtk_entry_set_progress_fraction(cast(), progress) }
    package func activatesDefault(_ activates: Bool) { gtk_entry_set_activates_default(cast(), activates ? 1 : 0) }
}

/// A field for searching.
@UI
package final class SearchEntry: Editable {
    package nonisolated let reference: Reference

    package init(placeholder: String) {
        reference = Reference(sinking: gtk_search_entry_new())
        set("placeholder-text", .string(placeholder))
        setAccessibleLabel(placeholder)
    }

    /// Keys that are pressed anywhere in the widget begin a search.
    package func captureKeys(of widget: (any Widget)?) {
        gtk_search_entry_set_key_capture_widget(cast(), widget?.widget)
    }

    /// The time without a key after which `onSearch` is called; 150 ms at first.
    package func set(delay milliseconds: Int) { gtk_search_entry_set_search_delay(cast(), UInt32(milliseconds)) }

    /// After the text changed, and no key was pressed for the delay.
    @discardableResult
    package func onSearch(_ handler: @escaping @UI () -> Void) -> Connection {
        connect("search-changed") { _ in handler() }
    }
    /// When Escape is pressed.
    @discardableResult
    package func onStop(_ handler: @escaping @UI () -> Void) -> Connection { connect("stop-search") { _ in handler() } }
}

/// A text that becomes an entry when it is clicked, such as a collection's name.
@UI
package final class EditableLabel: Editable {
    package nonisolated let reference: Reference

    package init(_ text: String) { reference = Reference(sinking: gtk_editable_label_new(text)) }

    package func startEditing() { gtk_editable_label_start_editing(cast()) }
    package func stopEditing(keeping: Bool) { gtk_editable_label_stop_editing(cast(), keeping ? 1 : 0) }
    package var isEditing: Bool { gtk_editable_label_get_editing(cast()) != 0 }
    @discardableResult
    package func onEditing(_ handler: @escaping @UI () -> Void) -> Connection { onChange(of: "editing", handler) }
}

/// A number in a range, with steps.
@UI
package final class Adjustment: Object {
    package nonisolated let reference: Reference

    init(_ reference: Reference) { self.reference = reference }

    package init(value: Double, in range: ClosedRange<Double>, step: Double = 1, page: Double = 10) {
        reference = Reference(
            sinking: gtk_adjustment_new(value, range.lowerBound, range.upperBound, step, page, 0))
    }

    package var value: Double {
        get { gtk_adjustment_get_value(cast()) }
        set { gtk_adjustment_set_value(cast(), newValue) }
    }
    package var range: ClosedRange<Double> {
        let lower = gtk_adjustment_get_lower(cast())
        return lower...max(lower, gtk_adjustment_get_upper(cast()))
    }
    /// The visible part of the range, for scrolling.
    package var pageSize: Double { gtk_adjustment_get_page_size(cast()) }

    @discardableResult
    package func onValue(_ handler: @escaping @UI () -> Void) -> Connection {
        connect("value-changed") { _ in handler() }
    }
}

/// A number that is typed, or changed by buttons.
@UI
package final class SpinButton: Editable {
    package nonisolated let reference: Reference

    package init(_ adjustment: Adjustment, digits: Int = 0) {
        reference = Reference(sinking: gtk_spin_button_new(adjustment.cast(), 1, UInt32(digits)))
        gtk_spin_button_set_numeric(cast(), 1)
    }

    package var value: Double {
        get { gtk_spin_button_get_value(cast()) }
        set { gtk_spin_button_set_value(cast(), newValue) }
    }
    @discardableResult
    package func onValue(_ handler: @escaping @UI () -> Void) -> Connection {
        connect("value-changed") { _ in handler() }
    }
}

/// A slider, such as that of an axis.
@UI
package final class Scale: Widget {
    package nonisolated let reference: Reference

    package init(_ adjustment: Adjustment, digits: Int = 0, showsValue: Bool = false) {
        reference = Reference(sinking: gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, adjustment.cast()))
        gtk_scale_set_digits(cast(), Int32(digits))
        gtk_scale_set_draw_value(cast(), showsValue ? 1 : 0)
    }

    package var value: Double {
        get { gtk_range_get_value(cast()) }
        set { gtk_range_set_value(cast(), newValue) }
    }

    /// A mark at a value, with a text as markup: named instances and the default.
    package func add(mark value: Double, _ markup: String? = nil) {
        gtk_scale_add_mark(cast(), value, GTK_POS_BOTTOM, markup)
    }
    package func clearMarks() { gtk_scale_clear_marks(cast()) }

    @discardableResult
    package func onValue(_ handler: @escaping @UI () -> Void) -> Connection {
        connect("value-changed") { _ in handler() }
    }
}
