internal import CAdwaita
internal import CGio
internal import CPango

/// A text that is only read.
@UI
package final class Label: Widget {
    package nonisolated let reference: Reference

    package init(_ text: String = "", role: Role = .label) {
        reference = Reference.widget(gtk_label_get_type(), role: role)
        gtk_label_set_text(cast(), text)
        gtk_label_set_xalign(cast(), 0)
    }

    package var text: String {
        get { String(cString: gtk_label_get_text(cast())) }
        set { gtk_label_set_text(cast(), newValue) }
    }

    /// Shows Pango's markup.
    ///
    /// Texts from elsewhere in it are `escapedForMarkup`.
    package func set(markup: String) { gtk_label_set_markup(cast(), markup) }

    /// Shows a text with a letter, after “_”, that moves to a control.
    package func set(mnemonic text: String, for control: any Widget) {
        gtk_label_set_text_with_mnemonic(cast(), text)
        gtk_label_set_mnemonic_widget(cast(), control.cast())
    }

    /// Where the text is cut if it is too long.
    package var ellipsis: Ellipsis {
        get { Ellipsis(rawValue: gtk_label_get_ellipsize(cast()).rawValue) ?? .none }
        set { gtk_label_set_ellipsize(cast(), PangoEllipsizeMode(newValue.rawValue)) }
    }

    /// Whether long texts take several lines.
    package var wraps: Bool {
        get { gtk_label_get_wrap(cast()) != 0 }
        set {
            gtk_label_set_wrap(cast(), newValue ? 1 : 0)
            gtk_label_set_wrap_mode(cast(), PANGO_WRAP_WORD_CHAR)
        }
    }

    /// The position in the line: 0 is the start, 1 the end.
    package var alignment: Float {
        get { gtk_label_get_xalign(cast()) }
        set { gtk_label_set_xalign(cast(), newValue) }
    }

    package func setJustification(centered: Bool) {
        gtk_label_set_justify(cast(), centered ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT)
    }

    /// The most lines of a text that wraps and is cut; nil for all.
    package func setLines(_ lines: Int?) { gtk_label_set_lines(cast(), Int32(lines ?? -1)) }

    /// The natural and the greatest width in characters; nil leaves it to the text.
    package func setWidth(characters: Int? = nil, most: Int? = nil) {
        gtk_label_set_width_chars(cast(), Int32(characters ?? -1))
        gtk_label_set_max_width_chars(cast(), Int32(most ?? -1))
    }

    package var isSelectable: Bool {
        get { gtk_label_get_selectable(cast()) != 0 }
        set { gtk_label_set_selectable(cast(), newValue ? 1 : 0) }
    }

    /// Draws the text in a face, of the widget's fonts.
    package func set(_ face: Face, allowsFallback: Bool = false) {
        face.withAttributes(allowsFallback: allowsFallback) { gtk_label_set_attributes(cast(), $0) }
    }

    /// Called when a link of the markup is activated; answers whether that was all.
    @discardableResult
    package func onLink(_ handler: @escaping @UI (String) -> Bool) -> Connection {
        connect(answering: "activate-link") { arguments in .bool(handler(arguments.string(0) ?? "")) }
    }
}

/// Where a text that is too long is cut.
package enum Ellipsis: UInt32 {
    case none, start, middle, end
}

/// A text that takes no space of its own, and so costs nothing in long lists.
@UI
package final class Inscription: Widget {
    package nonisolated let reference: Reference

    package init(_ text: String = "") {
        reference = Reference(sinking: gtk_inscription_new(text))
        // The widths are in characters of the row's font, which is huge for emoji.
        gtk_inscription_set_min_chars(cast(), 0)
        gtk_inscription_set_nat_chars(cast(), 0)
        gtk_inscription_set_text_overflow(cast(), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END)
    }

    package var text: String {
        get { gtk_inscription_get_text(cast()).map { String(cString: $0) } ?? "" }
        set { gtk_inscription_set_text(cast(), newValue) }
    }

    /// Draws the text in a face, of the widget's fonts.
    package func set(_ face: Face, allowsFallback: Bool = false) {
        face.withAttributes(allowsFallback: allowsFallback) { gtk_inscription_set_attributes(cast(), $0) }
    }

    package func set(lines: Int) {
        gtk_inscription_set_min_lines(cast(), UInt32(lines))
        gtk_inscription_set_nat_lines(cast(), UInt32(lines))
    }
}

/// A long text that a person can change, such as the own paragraph.
@UI
package final class TextView: Widget {
    package nonisolated let reference: Reference
    private let buffer: AnyObjectHandle
    private var faceStyle: AnyObjectHandle?

    package init(_ text: String = "", isEditable: Bool = true) {
        reference = Reference(sinking: gtk_text_view_new())
        buffer = AnyObjectHandle(
            Reference(retaining: UnsafeMutableRawPointer(gtk_text_view_get_buffer(reference.cast()))))
        gtk_text_view_set_wrap_mode(cast(), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_editable(cast(), isEditable ? 1 : 0)
        gtk_text_view_set_cursor_visible(cast(), isEditable ? 1 : 0)
        // Tab moves to the next control; Ctrl+Tab always does.
        gtk_text_view_set_accepts_tab(cast(), 0)
        self.text = text
    }

    package var text: String {
        get {
            var start = GtkTextIter()
            var end = GtkTextIter()
            gtk_text_buffer_get_bounds(buffer.cast(), &start, &end)
            guard let text = gtk_text_buffer_get_text(buffer.cast(), &start, &end, 0) else { return "" }
            defer { g_free(text) }
            return String(cString: text)
        }
        set { gtk_text_buffer_set_text(buffer.cast(), newValue, Int32(clamping: newValue.utf8.count)) }
    }

    /// The space around the text in pixels.
    package func setPadding(_ padding: Int) {
        gtk_text_view_set_left_margin(cast(), Int32(padding))
        gtk_text_view_set_right_margin(cast(), Int32(padding))
        gtk_text_view_set_top_margin(cast(), Int32(padding))
        gtk_text_view_set_bottom_margin(cast(), Int32(padding))
    }

    /// Draws the text in a face, of the widget's fonts.
    package func set(_ face: Face) {
        let style = faceStyle ?? AnyObjectHandle(Reference(adopting: gtk_css_provider_new()))
        if faceStyle == nil {
            // Above the theme and the program's rules, below the user's own.
            gtk_style_context_add_provider(gtk_widget_get_style_context(widget), style.cast(), 700)
            faceStyle = style
        }
        let css = "textview { \(face.css) }"
        gtk_css_provider_load_from_data(style.cast(), css, gssize(css.utf8.count))
    }

    package func setMonospace(_ isMonospace: Bool) { gtk_text_view_set_monospace(cast(), isMonospace ? 1 : 0) }

    @discardableResult
    package func onEdit(_ handler: @escaping @UI () -> Void) -> Connection {
        buffer.connect("changed") { _ in handler() }
    }
}
