/// The way in which the user's text size gets into emitted sizes.
public enum EmittedSize: Sendable, Hashable, Codable {
    /// The sizes are final: those of a category.
    case category(ContentSizeCategory)
    /// The sizes are final: those at the default category times the desktop's text factor.
    case factor(Double)
    /// The sizes are those at the default category, and the toolkit scales them.
    ///
    /// GTK and Qt do so in their own widgets, and WebKitGTK zooms pages.
    case byToolkit
}

/// The family of a style's font, and the face within it.
public struct EmittedFont: Sendable, Hashable, Codable {
    public var family: String
    /// The weight, 1…1000.
    public var weight: Double
    public var isItalic: Bool

    public init(family: String, weight: Double = 400, isItalic: Bool = false) {
        self.family = family
        self.weight = weight
        self.isItalic = isItalic
    }
}

extension TypographyStyle {
    /// Returns the size in points; nil if the style has none.
    func pointSize(_ size: EmittedSize) -> Double? {
        switch size {
        case .category(let category): pointSize(at: category)
        case .factor(let factor): pointSize.map { scaling.size(of: $0, times: factor) }
        case .byToolkit: pointSize
        }
    }

    /// The height of a line as a multiple of the size; nil for that of the font.
    ///
    /// The space between lines is added to a height of 1.2, the usual one, since the font's is not known here.
    var emittedLineHeight: Double? {
        if let lineHeight { return lineHeight }
        guard let lineSpacing, let pointSize, pointSize > 0 else { return nil }
        return 1.2 + lineSpacing / pointSize
    }

    /// Whether all digits have one width (OpenType feature `tnum`).
    var hasMonospacedDigits: Bool {
        if case .system(_, _, true)? = font { true } else { false }
    }

    /// The value of `text-transform` in CSS and Pango for the cases that only change letters.
    var textTransform: String? {
        switch letterCase {
        case .upper: "uppercase"
        case .lower: "lowercase"
        case .capitalized: "capitalize"
        default: nil
        }
    }
}
