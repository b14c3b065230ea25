package import FontModel
package import StyleSheets

/// A page in HTML with texts in fonts.
package struct SpecimenPage: Sendable, Hashable {
    /// The texts of one font.
    package struct Sample: Sendable, Hashable {
        /// The name that is shown above the texts; nil for none.
        package var caption: String?
        package var lines: [String]
        /// The rules of the font, whose family is that of the texts.
        package var rules: [FontFaceRule]
        /// The values of the font's axes by tag.
        package var axes: [String: Double]

        package init(caption: String?, lines: [String], rules: [FontFaceRule], axes: [String: Double]) {
            self.caption = caption
            self.lines = lines
            self.rules = rules
            self.axes = axes
        }
    }

    package var samples: [Sample]
    /// The sizes of the texts in points; each line is shown in all of them.
    package var sizes: [Double]
    package var isDark: Bool
    /// The settings of OpenType features for all texts.
    package var features: [FontFeatureSetting]
    /// Whether texts run from top to bottom.
    package var isVertical: Bool

    package init(
        samples: [Sample], sizes: [Double], isDark: Bool, features: [FontFeatureSetting] = [], isVertical: Bool = false
    ) {
        self.samples = samples
        self.sizes = sizes
        self.isDark = isDark
        self.features = features
        self.isVertical = isVertical
    }

    package var html: String {
        let title = samples.compactMap { $0.rules.first?.family }.joined(separator: ", ")
        let sheet = """
            \(samples.flatMap(\.rules).map(\.css).joined())\(samples.enumerated().map(style).joined())\
            body { margin: 16px; background: \(isDark ? "#1c1c1e" : "#ffffff"); color: \(isDark ? "#ffffff" : "#000000"); }
            h2 { font: 12px sans-serif; color: \(isDark ? "#a1a1a6" : "#6b6b70"); }
            p { font-size: \(CSSText.number(sizes.first ?? 12))pt; font-synthesis: none; white-space: pre; margin: 0; }
            \(direction)
            """
        return MarkupText.page(title, style: sheet, body: samples.enumerated().map(section).joined())
    }

    /// The rule for vertical texts: the lines of a font are beside each other in a part of the page.
    private var direction: String { isVertical ? "div { writing-mode: vertical-rl; }\n" : "" }

    private func style(_ place: Int, _ sample: Sample) -> String {
        guard let family = sample.rules.first?.family else { return "" }
        var declarations = ["font-family: \(CSSText.string(family))"]
        if !sample.axes.isEmpty {
            let settings = sample.axes.sorted { $0.key < $1.key }.map {
                "\(CSSText.string($0.key)) \(CSSText.number($0.value))"
            }
            declarations.append("font-variation-settings: " + settings.joined(separator: ", "))
        }
        if !features.isEmpty {
            let settings = features.map { "\(CSSText.string($0.tag)) \($0.value)" }
            declarations.append("font-feature-settings: " + settings.joined(separator: ", "))
        }
        return "p.font\(place) { \(declarations.joined(separator: "; ")); }\n"
    }

    private func section(_ place: Int, _ sample: Sample) -> String {
        let caption = sample.caption.map { "<h2 dir=\"auto\">\(MarkupText.escaped($0))</h2>\n" } ?? ""
        let lines = sample.lines.flatMap { line in
            sizes.enumerated().map { number, size in
                let style = number == 0 ? "" : " style=\"font-size: \(CSSText.number(size))pt\""
                return "<p class=\"font\(place)\" dir=\"auto\"\(style)>\(MarkupText.escaped(line))</p>\n"
            }
        }.joined()
        return caption + (isVertical ? "<div>\n\(lines)</div>\n" : lines)
    }
}
