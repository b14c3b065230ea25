/// A size of text, and whether it was scaled for the user.
public struct TextSize: Sendable, Hashable, Codable {
    /// The size in points.
    public var points: Double
    /// Whether the size already depends on the user's category; such a size is not scaled again.
    public var isScaled: Bool
}

extension TextSize {
    /// A designed size, for the default category.
    public init(points: Double) { self.init(points: points, isScaled: false) }

    /// The size of a text style at a category.
    public init(_ style: TextStyle, at category: ContentSizeCategory) {
        self.init(points: style.pointSize(at: category), isScaled: true)
    }
}

/// The rule by which sizes and lengths follow the user's category (`UIFontMetrics`).
///
/// They grow as the leading of a text style does: by `leading(category) / leading(L)`.
public struct TextMetrics: Sendable, Hashable, Codable {
    /// The text style whose leading is the measure; ``TextStyle/body`` for `UIFontMetrics.default`.
    public var style: TextStyle

    public init(for style: TextStyle = .body) { self.style = style }

    /// Returns the size of a font, in whole points, halves rounded up (`scaledFont(for:maximumPointSize:)`).
    ///
    /// - Parameters:
    ///   - size: The designed size. One that is already scaled is returned unchanged.
    ///   - category: The category of text sizes.
    ///   - maximum: The largest result, in points; nil for no limit.
    public func scaled(_ size: TextSize, at category: ContentSizeCategory, maximum: Double? = nil) -> TextSize {
        guard !size.isScaled else { return size }
        let points = (size.points * factor(at: category) + 0.5).rounded(.down)
        return TextSize(points: min(points, maximum ?? points), isScaled: true)
    }

    /// Returns a length in points, rounded to the nearest pixel (`scaledValue(for:)`).
    ///
    /// - Parameters:
    ///   - value: The designed length, in points.
    ///   - category: The category of text sizes.
    ///   - displayScale: The pixels per point.
    public func scaled(_ value: Double, at category: ContentSizeCategory, displayScale: Double = 1) -> Double {
        (value * factor(at: category) * displayScale + 0.5).rounded(.down) / displayScale
    }

    private func factor(at category: ContentSizeCategory) -> Double {
        style.leading(at: category) / style.leading(at: .large)
    }
}
