internal import CAdwaita
internal import CGio

/// A window of settings, with pages and a search.
@UI
package final class PreferencesWindow: Window {
    package nonisolated let reference: Reference

    package init(parent: (any Window)?, title: String) {
        reference = Reference(sinking: adw_preferences_window_new())
        self.title = title
        setParent(parent)
        isModal = parent != nil
    }

    package func add(_ page: PreferencesPage) { adw_preferences_window_add(cast(), page.cast()) }
    package func remove(_ page: PreferencesPage) { adw_preferences_window_remove(cast(), page.cast()) }
    package func show(_ toast: Toast) { adw_preferences_window_add_toast(cast(), toast.retained()) }
}

/// A page of groups of settings or facts.
@UI
package final class PreferencesPage: Widget {
    package nonisolated let reference: Reference

    package init(title: String = "", icon: String? = nil, _ groups: [PreferencesGroup] = []) {
        reference = Reference(sinking: adw_preferences_page_new())
        adw_preferences_page_set_title(cast(), title)
        if let icon { adw_preferences_page_set_icon_name(cast(), icon) }
        for group in groups { add(group) }
    }

    package func add(_ group: PreferencesGroup) { adw_preferences_page_add(cast(), group.cast()) }
    package func remove(_ group: PreferencesGroup) { adw_preferences_page_remove(cast(), group.cast()) }
}

/// Rows with a title.
@UI
package final class PreferencesGroup: Widget {
    package nonisolated let reference: Reference

    package init(title: String = "", text: String = "", _ rows: [any Widget] = []) {
        reference = Reference(sinking: adw_preferences_group_new())
        set(title: title)
        set(text: text)
        for row in rows { add(row) }
    }

    package func set(title: String) { adw_preferences_group_set_title(cast(), title.escapedForMarkup) }
    package func set(text: String) { adw_preferences_group_set_description(cast(), text.escapedForMarkup) }
    /// A widget beside the title, such as a button that adds a row.
    package func set(button: (any Widget)?) { adw_preferences_group_set_header_suffix(cast(), button?.cast()) }
    package func add(_ row: any Widget) { adw_preferences_group_add(cast(), row.cast()) }
    package func remove(_ row: any Widget) { adw_preferences_group_remove(cast(), row.cast()) }
}

/// A row of a list with a title.
@UI
package protocol PreferencesRow: Widget {}

extension PreferencesRow {
    /// The title, as plain text.
    package var title: String {
        get { String(cString: adw_preferences_row_get_title(cast())) }
        set {
            adw_preferences_row_set_use_markup(cast(), 0)
            adw_preferences_row_set_title(cast(), newValue)
        }
    }
    /// Whether “_” in the title marks a key.
    package func set(usesMnemonic: Bool) { adw_preferences_row_set_use_underline(cast(), usesMnemonic ? 1 : 0) }
    package func set(isActivatable: Bool) { gtk_list_box_row_set_activatable(cast(), isActivatable ? 1 : 0) }
    package func set(isSelectable: Bool) { gtk_list_box_row_set_selectable(cast(), isSelectable ? 1 : 0) }
}

/// A row with a title, a subtitle, and widgets at both ends.
@UI
package final class ActionRow: PreferencesRow {
    package nonisolated let reference: Reference

    package init(_ title: String, subtitle: String = "", icon: String? = nil) {
        reference = Reference(sinking: adw_action_row_new())
        self.title = title
        self.subtitle = subtitle
        if let icon { adw_action_row_set_icon_name(cast(), icon) }
    }

    /// As plain text.
    ///
    /// The row's title must have been set before: markup is off for both.
    package var subtitle: String {
        get { adw_action_row_get_subtitle(cast()).map { String(cString: $0) } ?? "" }
        set { adw_action_row_set_subtitle(cast(), newValue) }
    }
    /// The most lines; nil for all.
    package func setLines(title: Int?, subtitle: Int?) {
        adw_action_row_set_title_lines(cast(), Int32(title ?? 0))
        adw_action_row_set_subtitle_lines(cast(), Int32(subtitle ?? 0))
    }
    package func append(start widget: any Widget) { adw_action_row_add_prefix(cast(), widget.cast()) }
    package func append(end widget: any Widget) { adw_action_row_add_suffix(cast(), widget.cast()) }
    package func remove(_ widget: any Widget) { adw_action_row_remove(cast(), widget.cast()) }
    /// The widget that a click on the row activates, and that the row's title names.
    package func set(activates widget: (any Widget)?) {
        adw_action_row_set_activatable_widget(cast(), widget?.cast())
        if let widget { widget.setAccessibleLabel(title) }
    }
    @discardableResult
    package func onActivate(_ handler: @escaping @UI () -> Void) -> Connection {
        set(isActivatable: true)
        return connect("activated") { _ in handler() }
    }
}

/// A row with a switch.
@UI
package final class SwitchRow: PreferencesRow {
    package nonisolated let reference: Reference
    private let control = Switch()

    package init(_ title: String, subtitle: String = "") {
        let row = ActionRow(title, subtitle: subtitle)
        reference = row.reference
        row.append(end: control)
        row.set(activates: control)
    }

    package var isOn: Bool {
        get { control.isOn }
        set { control.isOn = newValue }
    }
    @discardableResult
    package func onSwitch(_ handler: @escaping @UI () -> Void) -> Connection { control.onSwitch(handler) }
}

/// A row that shows more rows.
@UI
package final class ExpanderRow: PreferencesRow {
    package nonisolated let reference: Reference

    package init(_ title: String, subtitle: String = "") {
        reference = Reference(sinking: adw_expander_row_new())
        self.title = title
        self.subtitle = subtitle
    }

    package var subtitle: String {
        get { String(cString: adw_expander_row_get_subtitle(cast())) }
        set { adw_expander_row_set_subtitle(cast(), newValue) }
    }
    package var isExpanded: Bool {
        get { adw_expander_row_get_expanded(cast()) != 0 }
        set { adw_expander_row_set_expanded(cast(), newValue ? 1 : 0) }
    }
    package func add(_ row: any Widget) { adw_expander_row_add_row(cast(), row.cast()) }
    package func remove(_ row: any Widget) { adw_expander_row_remove(cast(), row.cast()) }
    package func append(end widget: any Widget) { adw_expander_row_add_action(cast(), widget.cast()) }
    @discardableResult
    package func onExpand(_ handler: @escaping @UI () -> Void) -> Connection { onChange(of: "expanded", handler) }
}

/// A row with a choice.
@UI
package final class ComboRow: PreferencesRow {
    package nonisolated let reference: Reference

    package init(_ title: String, subtitle: String = "", _ choices: [String]) {
        reference = Reference(sinking: adw_combo_row_new())
        self.title = title
        adw_action_row_set_subtitle(cast(), subtitle)
        set(choices: choices)
    }

    package func set(choices: [String]) {
        let list = StringList(choices)
        adw_combo_row_set_model(cast(), list.cast())
    }
    /// The position of the choice; nil for none.
    package var selected: Int? {
        get { index(adw_combo_row_get_selected(cast())) }
        set { adw_combo_row_set_selected(cast(), newValue.map { UInt32($0) } ?? UInt32.max) }
    }
    @discardableResult
    package func onSelect(_ handler: @escaping @UI () -> Void) -> Connection { onChange(of: "selected", handler) }
}

/// A row with a text that can be changed.
///
/// `onEnter` comes with the row's button, too.
@UI
package final class EntryRow: PreferencesRow, Editable {
    package nonisolated let reference: Reference

    package init(_ title: String, _ text: String = "", hasButton: Bool = true) {
        reference = Reference(sinking: adw_entry_row_new())
        self.title = title
        self.text = text
        adw_entry_row_set_show_apply_button(cast(), hasButton ? 1 : 0)
    }
}

/// Position of GTK's lists; its greatest number is none.
func index(_ position: UInt32) -> Int? { position == UInt32.max ? nil : Int(position) }
