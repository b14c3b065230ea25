/// A rule `@font-face`, by which a page shows one font file (CSS Fonts Level 4, section 4).
public struct FontFaceRule: Sendable, Hashable, Codable {
    /// The slope of the letters.
    public enum Slope: Sendable, Hashable, Codable {
        case upright
        case italic
        /// Slanted to the right by an angle in degrees within a range.
        case oblique(ClosedRange<Double>)
    }

    /// The formats of font files, named as in CSS.
    public enum Format: String, Sendable, Hashable, Codable, CaseIterable {
        case trueType = "truetype"
        case openType = "opentype"
        case collection
        case woff
        case woff2
    }

    /// The name of the family in the page.
    public var family: String
    /// The address of the file: `file:`, `data:`, or one that the app answers.
    public var url: String
    public var format: Format
    /// The weights, 1…1000; one value for a static face.
    public var weight: ClosedRange<Double>
    /// The widths in percent of the normal width.
    public var width: ClosedRange<Double>
    public var slope: Slope
    /// The characters for which the file is used; empty for all.
    public var characters: [ClosedRange<UInt32>]

    public init(
        family: String, url: String, format: Format, weight: ClosedRange<Double> = 400...400,
        width: ClosedRange<Double> = 100...100, slope: Slope = .upright, characters: [ClosedRange<UInt32>] = []
    ) {
        self.family = family
        self.url = url
        self.format = format
        self.weight = weight
        self.width = width
        self.slope = slope
        self.characters = characters
    }

    /// The rule as CSS.
    ///
    /// The source is always an address. Engines disagree about the names in `local()`, and page processes do not see the
    /// fonts of an app.
    public var css: String {
        var lines = [
            "font-family: \(CSSText.string(family))",
            "src: url(\(CSSText.string(url))) format(\(CSSText.string(format.rawValue)))",
            "font-weight: \(CSSText.range(weight))",
            "font-stretch: \(CSSText.range(width, unit: "%"))",
            "font-style: \(style)",
            "font-display: swap",
        ]
        if !characters.isEmpty { lines.append("unicode-range: " + Self.text(of: characters)) }
        return CSSText.rule("@font-face", lines)
    }

    private var style: String {
        switch slope {
        case .upright: "normal"
        case .italic: "italic"
        case .oblique(let degrees): "oblique " + CSSText.range(degrees, unit: "deg")
        }
    }

    /// Returns characters as a value of `unicode-range`: `U+20-7E, U+A0`.
    package static func text(of characters: [ClosedRange<UInt32>]) -> String {
        characters.map(text).joined(separator: ", ")
    }

    private static func text(_ range: ClosedRange<UInt32>) -> String {
        func hex(_ value: UInt32) -> String { String(value, radix: 16, uppercase: true) }
        let (low, high) = (min(range.lowerBound, 0x10FFFF), min(range.upperBound, 0x10FFFF))
        return "U+" + hex(low) + (low == high ? "" : "-" + hex(high))
    }
}
