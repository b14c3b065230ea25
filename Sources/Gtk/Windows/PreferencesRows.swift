internal import CAdwaita
internal import CGio

extension ExpanderRow {
    /// Adds a widget before the title, such as an icon.
    package func append(start widget: any Widget) { adw_expander_row_add_prefix(cast(), widget.cast()) }
}

extension ComboRow {
    /// As plain text.
    package var subtitle: String {
        get { adw_action_row_get_subtitle(cast()).map { String(cString: $0) } ?? "" }
        set { adw_action_row_set_subtitle(cast(), newValue) }
    }
}

extension ListBoxRow {
    /// The widget in the row.
    package func set(child: (any Widget)?) { gtk_list_box_row_set_child(cast(), child?.cast()) }
}

extension PreferencesWindow {
    /// Shows one of the pages.
    package func show(_ page: PreferencesPage) { adw_preferences_window_set_visible_page(cast(), page.cast()) }
}

extension PreferencesWindow {
    /// Names the button and the field of the window's search for screen readers, which libadwaita does not.
    package func setSearchName(_ name: String) {
        func visit(_ widget: AnyWidget) {
            if ["GtkSearchEntry", "GtkToggleButton"].contains(widget.className) { widget.setAccessibleLabel(name) }
            for child in widget.children { visit(child) }
        }
        for child in children { visit(child) }
    }
}
