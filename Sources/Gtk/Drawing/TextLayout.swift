internal import CAdwaita
internal import CGio
internal import CPango

/// A text that is set in lines, for drawing.
@UI
package final class TextLayout: Object {
    package nonisolated let reference: Reference
    private var features: [String: Int] = [:]
    /// Whether the text can be drawn as it is now, without and with the dots for what is cut; empty if it was not tried.
    private var tried: [Bool: Bool] = [:]

    init(_ reference: Reference) { self.reference = reference }

    package var string: String {
        get { String(cString: pango_layout_get_text(cast())) }
        set {
            pango_layout_set_text(cast(), newValue, Int32(clamping: newValue.utf8.count))
            tried = [:]
        }
    }

    /// Whether other fonts may be taken for characters that the first lacks.
    package var allowsFallback = true { didSet { setAttributes() } }

    /// The language of the text as a BCP 47 tag, for forms of letters that depend on it.
    package var language: String? { didSet { setAttributes() } }

    package func set(_ face: Face) {
        face.withDescription { pango_layout_set_font_description(cast(), $0) }
        features = face.features
        setAttributes()
    }

    private func setAttributes() {
        guard let list = pango_attr_list_new() else { return }
        defer { pango_attr_list_unref(list) }
        pango_attr_list_insert(list, pango_attr_fallback_new(allowsFallback ? 1 : 0))
        // A word that is wider than a line breaks as it is written.
        pango_attr_list_insert(list, pango_attr_insert_hyphens_new(0))
        if !features.isEmpty { pango_attr_list_insert(list, pango_attr_font_features_new(Face.notation(features))) }
        if let language {
            pango_attr_list_insert(list, pango_attr_language_new(pango_language_from_string(language)))
        }
        pango_layout_set_attributes(cast(), list)
        tried = [:]
    }

    /// The width in pixels at which lines break or are cut; nil for one line of any width.
    package var width: Double? {
        didSet {
            pango_layout_set_width(cast(), width.map { Int32(clamping: Int($0 * Double(PANGO_SCALE))) } ?? -1)
            pango_layout_set_wrap(cast(), PANGO_WRAP_WORD_CHAR)
        }
    }

    package var ellipsis: Ellipsis = .none {
        didSet { pango_layout_set_ellipsize(cast(), PangoEllipsizeMode(ellipsis.rawValue)) }
    }

    /// The most lines, if lines are cut.
    package func set(lines: Int) { pango_layout_set_height(cast(), Int32(-lines)) }

    package func set(isCentered: Bool) {
        pango_layout_set_alignment(cast(), isCentered ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT)
    }

    /// The distance of the lines as a multiple of the font's.
    package func set(lineSpacing factor: Double) { pango_layout_set_line_spacing(cast(), Float(factor)) }

    /// The size of the text in pixels.
    package var size: (width: Double, height: Double) {
        var width: Int32 = 0
        var height: Int32 = 0
        pango_layout_get_size(cast(), &width, &height)
        return (Double(width) / Double(PANGO_SCALE), Double(height) / Double(PANGO_SCALE))
    }

    /// The distance of the first line's ground from the top, in pixels.
    package var baseline: Double { Double(pango_layout_get_baseline(cast())) / Double(PANGO_SCALE) }

    /// Whether the text can be drawn.
    ///
    /// FreeType refuses outlines of some fonts only when they are drawn. Such an error of cairo stays, and takes the picture of
    /// the whole window with it, so a text is tried apart first; what that reads of the fonts is kept for the window.
    package var isDrawable: Bool {
        let hasDots = ellipsis != .none
        if let known = tried[hasDots] { return known }
        let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 256, 64)
        let cairo = cairo_create(surface)
        pango_cairo_show_layout(cairo, cast())
        let isSound = cairo_status(cairo) == CAIRO_STATUS_SUCCESS
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
        tried[hasDots] = isSound
        return isSound
    }

    /// The number of characters that the fonts lack.
    package var missingCharacters: Int { Int(pango_layout_get_unknown_glyphs_count(cast())) }
}
