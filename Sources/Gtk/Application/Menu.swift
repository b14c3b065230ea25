internal import CAdwaita
internal import CGio

/// A menu whose entries are actions.
@UI
package final class Menu: Object {
    package nonisolated let reference: Reference

    package init() { reference = Reference(adopting: g_menu_new()) }

    /// Adds an entry; “_” before a letter makes it the entry's key.
    ///
    /// - Parameter keys: Keys that are shown beside the label, such as `<Control>z`, if they are not those of the action, which
    ///   the menu shows itself.
    package func append(_ label: String, action: String, _ target: Variant? = nil, keys: String? = nil) {
        let item = AnyObjectHandle(Reference(adopting: g_menu_item_new(label, nil)))
        if let keys { g_menu_item_set_attribute_value(item.cast(), "accel", Variant.string(keys).floating()) }
        g_menu_item_set_action_and_target_value(item.cast(), action, target?.floating())
        g_menu_append_item(cast(), item.cast())
    }

    package func append(section: Menu, title: String? = nil) { g_menu_append_section(cast(), title, section.cast()) }
    package func append(submenu: Menu, title: String) { g_menu_append_submenu(cast(), title, submenu.cast()) }
    package func removeAll() { g_menu_remove_all(cast()) }
    package var count: Int { Int(g_menu_model_get_n_items(cast())) }
}
