internal import CAdwaita
internal import CGio

/// The window that lists keys, in groups.
///
/// It has no constructor with contents, and so comes from GTK's notation in XML.
@UI
package final class ShortcutsWindow: Window {
    package nonisolated let reference: Reference

    package struct Group {
        let title: String
        let entries: [(keys: String, title: String)]

        /// - Parameter entries: Keys in GTK's notation, several separated by spaces, and what they do.
        package init(_ title: String, _ entries: [(keys: String, title: String)]) {
            self.title = title
            self.entries = entries
        }
    }

    package init(_ groups: [Group]) {
        func property(_ name: String, _ value: String) -> String {
            "<property name=\"\(name)\">\(value.escapedForMarkup)</property>"
        }
        let contents = groups.map { group in
            let entries = group.entries.map { entry in
                "<child><object class=\"GtkShortcutsShortcut\">\(property("accelerator", entry.keys))"
                    + "\(property("title", entry.title))</object></child>"
            }
            return "<child><object class=\"GtkShortcutsGroup\">\(property("title", group.title))"
                + "\(entries.joined())</object></child>"
        }
        let xml =
            "<interface><object class=\"GtkShortcutsWindow\" id=\"window\"><property name=\"modal\">1</property>"
            + "<child><object class=\"GtkShortcutsSection\"><property name=\"section-name\">all</property>"
            + "<property name=\"max-height\">12</property>"
            + "\(contents.joined())</object></child></object></interface>"
        let builder = Reference(adopting: gtk_builder_new_from_string(xml, gssize(xml.utf8.count)))
        reference = Reference(retaining: UnsafeMutableRawPointer(gtk_builder_get_object(builder.cast(), "window")))
    }
}
