internal import CAdwaita
internal import CGio

extension CheckButton {
    /// Shows a widget beside the box, such as a label that is cut; gtk_check_button_set_child is of GTK 4.8.
    package func set(content: any Widget) { gtk_check_button_set_child(cast(), content.cast()) }
}
