internal import CAdwaita
internal import CGio
internal import CPango

/// How a text is drawn.
package struct Face: Hashable, Sendable {
    /// The family, as Pango names it; nil for that of the style.
    package var family: String?
    /// The size in points.
    package var size: Double
    /// From 1 to 1,000.
    package var weight: Int
    package var isItalic: Bool
    /// From 1 (ultra-condensed) to 9 (ultra-expanded); 5 is normal.
    package var stretch: Int
    /// The values of axes by their tags, such as `wght`.
    package var axes: [String: Double]
    /// The values of features by their tags, such as `onum`.
    package var features: [String: Int]

    package init(
        family: String? = nil, size: Double, weight: Int = 400, isItalic: Bool = false, stretch: Int = 5,
        axes: [String: Double] = [:], features: [String: Int] = [:]
    ) {
        self.family = family
        self.size = size
        self.weight = weight
        self.isItalic = isItalic
        self.stretch = stretch
        self.axes = axes
        self.features = features
    }
}

/// A text that is set in lines, for drawing.
@UI
package final class TextLayout: Object {
    package nonisolated let reference: Reference
    private var features: [String: Int] = [:]

    init(_ reference: Reference) { self.reference = reference }

    package var string: String {
        get { String(cString: pango_layout_get_text(cast())) }
        set { pango_layout_set_text(cast(), newValue, Int32(clamping: newValue.utf8.count)) }
    }

    /// Whether other fonts may be taken for characters that the first lacks.
    package var allowsFallback = true { didSet { setAttributes() } }

    /// The language of the text as a BCP 47 tag, for forms of letters that depend on it.
    package var language: String? { didSet { setAttributes() } }

    package func set(_ face: Face) {
        guard let description = pango_font_description_new() else { return }
        defer { pango_font_description_free(description) }
        if let family = face.family { pango_font_description_set_family(description, family) }
        pango_font_description_set_size(description, Int32(clamping: Int(face.size * Double(PANGO_SCALE))))
        pango_font_description_set_weight(description, PangoWeight(UInt32(max(face.weight, 1))))
        pango_font_description_set_style(description, face.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        pango_font_description_set_stretch(description, PangoStretch(UInt32(min(max(face.stretch, 1), 9) - 1)))
        if !face.axes.isEmpty {
            let axes = face.axes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            pango_font_description_set_variations(description, axes.joined(separator: ","))
        }
        pango_layout_set_font_description(cast(), description)
        features = face.features
        setAttributes()
    }

    private func setAttributes() {
        guard let list = pango_attr_list_new() else { return }
        defer { pango_attr_list_unref(list) }
        pango_attr_list_insert(list, pango_attr_fallback_new(allowsFallback ? 1 : 0))
        if !features.isEmpty {
            let text = features.sorted { $0.key < $1.key }.map { "\"\($0.key)\" \($0.value)" }
            pango_attr_list_insert(list, pango_attr_font_features_new(text.joined(separator: ", ")))
        }
        if let language {
            pango_attr_list_insert(list, pango_attr_language_new(pango_language_from_string(language)))
        }
        pango_layout_set_attributes(cast(), list)
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

    /// The number of characters that the fonts lack.
    package var missingCharacters: Int { Int(pango_layout_get_unknown_glyphs_count(cast())) }
}
