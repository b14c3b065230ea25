internal import Gtk

/// A sentence about what a font lacks.
@UI
enum RemarkLabel {
    /// The class of its colour: that of warnings has too little contrast on the ground of a selected row.
    static let colorClass = "fonts-remark"

    private static let style = StyleSheet(
        ".\(colorClass) { color: mix(@warning_color, @window_fg_color, 0.4); }")

    /// Makes the colour known, for widgets that have it at times.
    static func prepare() { _ = style }

    static func make() -> Label {
        prepare()
        let label = Label()
        label.addClass("caption")
        label.addClass(colorClass)
        label.isVisible = false
        return label
    }
}
