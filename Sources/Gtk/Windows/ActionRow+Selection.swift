internal import CAdwaita
internal import CGio

extension ActionRow {
    /// Lets people select and copy the subtitle: libadwaita has a property for that from 1.3 on, and the label before.
    package func setSubtitleSelectable() { select(in: AnyWidget(Reference(retaining: reference.pointer))) }

    private func select(in part: AnyWidget) {
        for child in part.children {
            if child.className == "GtkLabel", child.hasClass("subtitle") {
                gtk_label_set_selectable(child.cast(), 1)
            } else {
                select(in: child)
            }
        }
    }
}
