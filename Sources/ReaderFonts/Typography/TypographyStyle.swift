public import StyleSheets

/// A text style with the values that it inherits.
public struct TypographyStyle: Sendable, Hashable, Codable {
    /// The keys of a style in a document.
    public enum Key: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
        case fontName = "font-name"
        case pointSize = "point-size"
        case minimumPointSize = "minimum-point-size"
        case maximumPointSize = "maximum-point-size"
        case letterCase = "letter-case"
        case letterSpacing = "letter-spacing"
        case lineSpacing = "line-spacing"
        case lineHeight = "line-height"
        case scalingMode = "scaling-mode"
        case textColor = "text-color"
    }

    public var name: String
    public var font: StyleFont?
    /// The size in points at the default category.
    public var pointSize: Double?
    public var scaling: SizeScaling
    public var letterCase = LetterCase.regular
    /// Additional space between letters, in points.
    public var letterSpacing: Double?
    /// Additional space between lines, in points.
    public var lineSpacing: Double?
    /// The height of a line as a multiple of the size.
    public var lineHeight: Double?
    public var textColor: AdaptiveColor?
    /// The place of each value that a document gives.
    public var origins: [Key: ValueOrigin] = [:]

    /// Returns the size at a category; nil if the style has none.
    public func pointSize(at category: ContentSizeCategory) -> Double? {
        pointSize.map { scaling.size(of: $0, at: category) }
    }
}
