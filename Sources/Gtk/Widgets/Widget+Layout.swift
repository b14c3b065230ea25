internal import CAdwaita
internal import CGio

/// Where a widget is in the space that its parent gives it.
package enum Align: UInt32 {
    case fill, start, end, center, baseline
}

package enum Orientation: UInt32 {
    case horizontal, vertical
}

extension Widget {
    /// Whether the widget takes space that is left over.
    ///
    /// A column whose rows expand needs an explicit false.
    package var expandsHorizontally: Bool {
        get { gtk_widget_get_hexpand(widget) != 0 }
        set { gtk_widget_set_hexpand(widget, newValue ? 1 : 0) }
    }
    package var expandsVertically: Bool {
        get { gtk_widget_get_vexpand(widget) != 0 }
        set { gtk_widget_set_vexpand(widget, newValue ? 1 : 0) }
    }

    package var horizontalAlign: Align {
        get { Align(rawValue: gtk_widget_get_halign(widget).rawValue) ?? .fill }
        set { gtk_widget_set_halign(widget, GtkAlign(newValue.rawValue)) }
    }
    package var verticalAlign: Align {
        get { Align(rawValue: gtk_widget_get_valign(widget).rawValue) ?? .fill }
        set { gtk_widget_set_valign(widget, GtkAlign(newValue.rawValue)) }
    }

    /// Sets the margins in pixels; start and end change sides with the direction of writing.
    package func setMargins(top: Int = 0, bottom: Int = 0, start: Int = 0, end: Int = 0) {
        gtk_widget_set_margin_top(widget, Int32(top))
        gtk_widget_set_margin_bottom(widget, Int32(bottom))
        gtk_widget_set_margin_start(widget, Int32(start))
        gtk_widget_set_margin_end(widget, Int32(end))
    }
    package func setMargins(all margin: Int) {
        setMargins(top: margin, bottom: margin, start: margin, end: margin)
    }

    /// Sets the least size in pixels; nil leaves what the contents need.
    package func setLeastSize(width: Int? = nil, height: Int? = nil) {
        gtk_widget_set_size_request(widget, Int32(width ?? -1), Int32(height ?? -1))
    }

    /// The size that the widget has on the screen, in pixels without margins.
    package var width: Int { Int(gtk_widget_get_width(widget)) }
    package var height: Int { Int(gtk_widget_get_height(widget)) }

    /// Whether contents beyond the widget's bounds are cut off.
    package var clips: Bool {
        get { gtk_widget_get_overflow(widget) == GTK_OVERFLOW_HIDDEN }
        set { gtk_widget_set_overflow(widget, newValue ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE) }
    }
}
