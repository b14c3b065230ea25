public import StyleSheets

/// A style with the values that are in force at one text size, in one appearance.
public struct ResolvedStyle: Sendable, Hashable, Codable {
    public var font: StyleFont?
    /// The desktop's family for the system's font; nil for other fonts, or if it is unknown.
    public var systemFamily: String?
    /// The size in points.
    public var pointSize: Double?
    public var letterCase: LetterCase
    public var letterSpacing: Double?
    public var lineSpacing: Double?
    public var lineHeight: Double?
    public var color: Color?

    init(_ style: TypographyStyle, _ inputs: TypographyInputs) {
        font = style.font
        if case .system? = style.font { systemFamily = inputs.interfaceFamily }
        pointSize = style.pointSize(inputs.emittedSize)
        letterCase = style.letterCase
        letterSpacing = style.letterSpacing
        lineSpacing = style.lineSpacing
        lineHeight = style.lineHeight
        color = style.textColor?[inputs.effectiveScheme]
    }
}
