import StyleSheets

extension TypographyStyle {
    /// Returns the attributes of Pango's element `<span>` that show a text in the style.
    ///
    /// Sizes and letter spacing are in Pango units, 1/1024 point.
    /// - Parameters:
    ///   - size: The sizes to write.
    ///   - scheme: The appearance.
    ///   - font: The font of a style; nil if it is not available.
    public func pangoAttributes(
        _ size: EmittedSize = .byToolkit, scheme: ColorScheme, font: (StyleFont) -> EmittedFont?
    ) -> [(name: String, value: String)] {
        func units(_ points: Double) -> String { String(Int((min(max(points, -100_000), 100_000) * 1024).rounded())) }
        var attributes: [(name: String, value: String)] = []
        if let font = self.font.flatMap(font) {
            attributes.append(("font_family", font.family))
            attributes.append(("font_weight", CSSText.number(font.weight.rounded())))
            if font.isItalic { attributes.append(("font_style", "italic")) }
        }
        if hasMonospacedDigits { attributes.append(("font_features", "tnum=1")) }
        if let points = pointSize(size) { attributes.append(("font_size", units(points))) }
        if let letterSpacing { attributes.append(("letter_spacing", units(letterSpacing))) }
        if let height = emittedLineHeight { attributes.append(("line_height", CSSText.number(height))) }
        if let textTransform { attributes.append(("text_transform", textTransform)) }
        if let color = textColor?[scheme] {
            attributes.append(("foreground", String(color.hex.prefix(7))))
            if color.alpha < 1 { attributes.append(("fgalpha", String(max(1, Int((color.alpha * 65_535).rounded()))))) }
        }
        return attributes
    }

    /// Returns a text as Pango markup in the style, in its letter case.
    public func pangoMarkup(
        _ text: String, _ size: EmittedSize = .byToolkit, scheme: ColorScheme, font: (StyleFont) -> EmittedFont?
    ) -> String {
        let attributes = pangoAttributes(size, scheme: scheme, font: font).filter { $0.name != "text_transform" }
            .map { " \($0)=\"\(MarkupText.escaped($1))\"" }
        return "<span\(attributes.joined())>\(MarkupText.escaped(letterCase.applied(to: text)))</span>"
    }
}
