import StyleSheets

extension Typography {
    /// Returns the colours as custom properties and the styles as classes, sorted by name, as CSS for pages.
    ///
    /// Final sizes are in CSS pixels, others in points. Letter cases that change more than letters, such as
    /// ``LetterCase/kebab``, are not in the style sheet: apply them to the text.
    /// - Parameters:
    ///   - size: The sizes to write.
    ///   - font: The font of a style; nil if it is not available, and the class has no family then.
    public func css(_ size: EmittedSize, font: (StyleFont) -> EmittedFont?) -> String {
        let sorted = colors.sorted { $0.key < $1.key }
        var sheet = CSSText.rule(":root", sorted.map { "--\(CSSText.identifier($0)): \($1.light.hex)" })
        var dark = CSSText.rule(
            ":root", sorted.filter(\.value.isDynamic).map { "--\(CSSText.identifier($0)): \($1.dark.hex)" })
        for (name, style) in styles.sorted(by: { $0.key < $1.key }) {
            let selector = "." + CSSText.identifier(name)
            sheet += CSSText.rule(selector, style.declarations(size, .page, font, .light))
            if let color = style.textColor, color.isDynamic {
                dark += CSSText.rule(selector, ["color: \(color.dark.hex)"])
            }
        }
        return dark.isEmpty ? sheet : sheet + "@media (prefers-color-scheme: dark) {\n" + dark + "}\n"
    }

    /// Returns the colours as `@define-color` and the styles as classes, sorted by name, as CSS for GTK 4.
    ///
    /// - Parameters:
    ///   - size: The sizes to write.
    ///   - scheme: The appearance, which GTK's CSS cannot distinguish.
    ///   - font: The font of a style; nil if it is not available.
    public func gtkCSS(
        _ size: EmittedSize = .byToolkit, scheme: ColorScheme, font: (StyleFont) -> EmittedFont?
    ) -> String {
        let colors = colors.sorted { $0.key < $1.key }
            .map { "@define-color \(CSSText.identifier($0)) \($1[scheme].functionalNotation);\n" }
        let rules = styles.sorted { $0.key < $1.key }
            .map { CSSText.rule("." + CSSText.identifier($0), $1.declarations(size, .gtk, font, scheme)) }
        return colors.joined() + rules.joined()
    }
}

extension TypographyStyle {
    /// The programs that read the CSS.
    fileprivate enum Reader {
        case page, gtk
    }

    fileprivate func declarations(
        _ size: EmittedSize, _ reader: Reader, _ font: (StyleFont) -> EmittedFont?, _ scheme: ColorScheme
    ) -> [String] {
        var lines: [String] = []
        if let font = self.font.flatMap(font) {
            lines.append("font-family: \(CSSText.string(font.family))")
            lines.append("font-weight: \(CSSText.number(font.weight))")
            if font.isItalic { lines.append("font-style: italic") }
        }
        if hasMonospacedDigits { lines.append("font-feature-settings: \"tnum\"") }
        // A page's point is 4/3 pixels; GTK's depends on the desktop's text factor, so final sizes are in pixels there, too.
        func length(_ points: Double) -> String {
            size == .byToolkit ? CSSText.number(points) + "pt" : CSSText.number(points * 4 / 3) + "px"
        }
        if let points = pointSize(size) { lines.append("font-size: " + length(points)) }
        if let letterSpacing { lines.append("letter-spacing: " + length(letterSpacing)) }
        if let height = emittedLineHeight { lines.append("line-height: " + CSSText.number(height)) }
        if let textTransform { lines.append("text-transform: " + textTransform) }
        if let color = textColor?[scheme] {
            lines.append("color: " + (reader == .page ? color.hex : color.functionalNotation))
        }
        return lines
    }
}
