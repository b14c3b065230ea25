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

    /// Calls a function with Pango's description, which the function copies.
    func withDescription(_ body: (OpaquePointer) -> Void) {
        guard let description = pango_font_description_new() else { return }
        defer { pango_font_description_free(description) }
        if let family { pango_font_description_set_family(description, family) }
        pango_font_description_set_size(description, Int32(clamping: Int(size * Double(PANGO_SCALE))))
        pango_font_description_set_weight(description, PangoWeight(UInt32(min(max(weight, 1), 1_000))))
        pango_font_description_set_style(description, isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        pango_font_description_set_stretch(description, PangoStretch(UInt32(min(max(stretch, 1), 9) - 1)))
        if !axes.isEmpty {
            let values = axes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            pango_font_description_set_variations(description, values.joined(separator: ","))
        }
        body(description)
    }

    /// Calls a function with the face as attributes of a text, to which the function adds a reference.
    func withAttributes(allowsFallback: Bool, _ body: (OpaquePointer) -> Void) {
        guard let list = pango_attr_list_new() else { return }
        defer { pango_attr_list_unref(list) }
        withDescription { pango_attr_list_insert(list, pango_attr_font_desc_new($0)) }
        pango_attr_list_insert(list, pango_attr_fallback_new(allowsFallback ? 1 : 0))
        if !features.isEmpty { pango_attr_list_insert(list, pango_attr_font_features_new(Self.notation(features))) }
        body(list)
    }

    /// Features in the notation of CSS, which is Pango's.
    static func notation(_ features: [String: Int]) -> String {
        features.sorted { $0.key < $1.key }.map { "\"\($0.key)\" \($0.value)" }.joined(separator: ", ")
    }

    /// The face as declarations of GTK's CSS.
    var css: String {
        var css = "font-size: \(size)pt; font-weight: \(min(max(weight, 1), 1_000)); "
        css += "font-style: \(isItalic ? "italic" : "normal"); "
        if let family {
            // Names are hostile: quotation marks and backslashes end a text of CSS, and line breaks.
            let name = family.unicodeScalars.map { scalar in
                "\"\\".unicodeScalars.contains(scalar) || scalar.value < 0x20
                    ? "\\\(String(scalar.value, radix: 16)) " : String(scalar)
            }
            css += "font-family: \"\(name.joined())\"; "
        }
        let widths = [
            "ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "normal", "semi-expanded", "expanded",
            "extra-expanded", "ultra-expanded",
        ]
        css += "font-stretch: \(widths[min(max(stretch, 1), 9) - 1]); "
        if !axes.isEmpty {
            let values = axes.sorted { $0.key < $1.key }.map { "\"\($0.key)\" \($0.value)" }
            css += "font-variation-settings: \(values.joined(separator: ", ")); "
        }
        if !features.isEmpty { css += "font-feature-settings: \(Self.notation(features)); " }
        return css
    }
}
