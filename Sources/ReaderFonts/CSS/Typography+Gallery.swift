import StyleSheets

extension Typography {
    /// Returns a page in HTML with a sample of every style at all categories, on a light and on a dark ground.
    ///
    /// - Parameters:
    ///   - fontFaces: The rules `@font-face` of the fonts, as CSS.
    ///   - font: The font of a style; nil if it is not available.
    public func gallery(fontFaces: String = "", font: (StyleFont) -> EmittedFont?) -> String {
        let names = styles.keys.sorted()
        let sections = ColorScheme.allCases.map { scheme in
            let rows = names.compactMap { styles[$0] }.map { style in
                let cells = ContentSizeCategory.allCases.map { category in
                    let size = style.pointSize(at: category).map { "font-size: \(CSSText.number($0))px; " } ?? ""
                    let color = style.textColor.map { "color: \($0[scheme].hex); " } ?? ""
                    let text = style.letterCase.applied(to: "Sample text")
                    return "<td><span class=\"\(MarkupText.escaped(style.name))\" style=\"\(size + color)\">"
                        + "\(MarkupText.escaped(text))</span></td>"
                }
                return "<tr><th>\(MarkupText.escaped(style.name))</th>\(cells.joined())</tr>\n"
            }
            let heads = ContentSizeCategory.allCases.map { "<th>\($0.rawValue)</th>" }
            return
                "<table class=\"\(scheme.rawValue)\">\n<tr><th></th>\(heads.joined())</tr>\n\(rows.joined())</table>\n"
        }
        let style = """
            \(fontFaces)\(css(.category(.large), font: font))table { width: 100%; white-space: nowrap; }
            table.light { background: #ffffff; color: #000000; }
            table.dark { background: #1c1c1e; color: #ffffff; }
            td, th { padding: 4px 12px; text-align: start; }

            """
        return MarkupText.page("Text styles", style: style, body: sections.joined())
    }
}
