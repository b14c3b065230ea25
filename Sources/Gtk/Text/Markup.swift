internal import CAdwaita
internal import CGio

extension String {
    /// The text with Pango's markup escaped, for texts of toasts and others that are markup.
    package var escapedForMarkup: String {
        guard let escaped = g_markup_escape_text(self, gssize(utf8.count)) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}
