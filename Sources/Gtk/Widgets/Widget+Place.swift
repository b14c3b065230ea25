internal import CAdwaita
internal import CGio

extension Widget {
    /// The distance of the widget's upper edge from that of a widget around it, in pixels; nil unless both are shown.
    package func place(in other: some Widget) -> Double? {
        var x = 0.0
        var y = 0.0
        return gtk_widget_translate_coordinates(widget, other.widget, 0, 0, &x, &y) != 0 ? y : nil
    }
}
