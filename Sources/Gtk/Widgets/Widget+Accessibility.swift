internal import CAdwaita
internal import CGio

/// What a widget is for a screen reader.
///
/// It can be set only when a widget is made.
package enum Role: Int32 {
    case alert = 0, alertDialog, banner, button, caption, cell, checkbox, columnHeader, comboBox, command, composite
    case dialog, document, feed, form, generic, grid, gridCell, group, heading, image, input, label, landmark, legend
    case link, list, listBox, listItem, log, main, marquee, math, meter, menu, menuBar, menuItem, menuItemCheckbox
    case menuItemRadio, navigation, none, note, option, presentation, progressBar, radio, radioGroup, range, region
    case row, rowGroup, rowHeader, scrollbar, search, searchBox, section, sectionHead, select, separator, slider
    case spinButton, status, structure, `switch`, tab, table, tabList, tabPanel, textBox, time, timer, toolbar, tooltip
    case tree, treeGrid, treeItem, widget, window
}

extension Reference {
    /// Makes a widget with a role, by the class's number.
    static func widget(_ type: GType, role: Role) -> Reference {
        guard let name = g_strdup("accessible-role") else { preconditionFailure("no memory") }
        defer { g_free(name) }
        var names: [UnsafePointer<CChar>?] = [UnsafePointer(name)]
        var value = GValue()
        g_value_init(&value, gtk_accessible_role_get_type())
        g_value_set_enum(&value, role.rawValue)
        defer { g_value_unset(&value) }
        return Reference(sinking: g_object_new_with_properties(type, 1, &names, &value))
    }
}

extension Widget {
    package var role: Role? {
        Role(rawValue: Int32(gtk_accessible_get_accessible_role(cast()).rawValue))
    }

    /// The name that a screen reader says: for controls without a text of their own, such as buttons with an icon.
    package func setAccessibleLabel(_ label: String) { update(GTK_ACCESSIBLE_PROPERTY_LABEL, label) }

    /// What a screen reader says after the name.
    package func setAccessibleDescription(_ text: String) { update(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text) }

    /// The text of a value that is no number, such as that of a slider in words.
    package func setAccessibleValueText(_ text: String) { update(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text) }

    /// Sets a tooltip that is the name for a screen reader, too.
    package func setHint(_ text: String) {
        tooltip = text
        setAccessibleLabel(text)
    }

    private func update(_ property: GtkAccessibleProperty, _ text: String) {
        var property = property
        Value.string(text).withGValue { gtk_accessible_update_property_value(cast(), 1, &property, $0) }
    }

    /// Names the widget by another: the label beside a control.
    package func setLabelled(by label: some Widget) {
        var relation = GTK_ACCESSIBLE_RELATION_LABELLED_BY
        // The value is a list of objects, which GTK takes over.
        var value = GValue()
        gtk_accessible_relation_init_value(relation, &value)
        defer { g_value_unset(&value) }
        g_value_set_pointer(&value, g_list_append(nil, label.reference.pointer))
        gtk_accessible_update_relation_value(cast(), 1, &relation, &value)
    }

    /// States that style sheets do not know from the widget itself.
    package func setAccessible(busy: Bool) {
        var state = GTK_ACCESSIBLE_STATE_BUSY
        Value.bool(busy).withGValue { gtk_accessible_update_state_value(cast(), 1, &state, $0) }
    }
    package func setAccessible(expanded: Bool) {
        var state = GTK_ACCESSIBLE_STATE_EXPANDED
        Value.int(expanded ? 1 : 0).withGValue { gtk_accessible_update_state_value(cast(), 1, &state, $0) }
    }
    package func setAccessible(selected: Bool) {
        var state = GTK_ACCESSIBLE_STATE_SELECTED
        Value.int(selected ? 1 : 0).withGValue { gtk_accessible_update_state_value(cast(), 1, &state, $0) }
    }
}

/// An invisible text whose changes a screen reader says.
///
/// GTK has announcements from 4.14 on; before, a label with the role of an alert is the nearest: its name changes,
/// which assistive programs are told.
@UI
package final class Announcer: Widget {
    package nonisolated let reference: Reference

    package init() {
        reference = Reference.widget(gtk_label_get_type(), role: .alert)
        opacity = 0
        canTarget = false
        canFocus = false
        setLeastSize(width: 1, height: 1)
        gtk_label_set_ellipsize(cast(), PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(cast(), 0)
    }

    /// The text that was said last.
    package var text: String { String(cString: gtk_label_get_text(cast())) }

    package func announce(_ text: String) {
        gtk_label_set_text(cast(), text)
        setAccessibleLabel(text)
    }
}
