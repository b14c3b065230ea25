public import StyleSheets

/// A colour of a module's palette, as generated code declares it.
///
/// ```swift
/// let color = ColorName.ink[.dark]
/// ```
public struct ColorName: Sendable, Hashable, CustomStringConvertible {
    /// The name in the palette.
    public let rawValue: String
    /// The values at normal contrast.
    public let normal: AdaptiveColor
    /// The values for users who want more contrast.
    public let highContrast: AdaptiveColor

    /// Creates a colour; for generated code.
    ///
    /// - Parameters:
    ///   - name: The name in the palette.
    ///   - light: The value on light grounds, as in ``Color/rgba``; and so the others.
    ///   - dark: The value on dark grounds.
    ///   - lightHighContrast: The value on light grounds for users who want more contrast.
    ///   - darkHighContrast: The value on dark grounds for users who want more contrast.
    public init(_ name: String, light: UInt32, dark: UInt32, lightHighContrast: UInt32, darkHighContrast: UInt32) {
        rawValue = name
        normal = AdaptiveColor(light: Color(rgba: light), dark: Color(rgba: dark))
        highContrast = AdaptiveColor(light: Color(rgba: lightHighContrast), dark: Color(rgba: darkHighContrast))
    }

    /// The value in an appearance.
    public subscript(appearance: ColorAppearance) -> Color {
        (appearance.isHighContrast ? highContrast : normal)[appearance.scheme]
    }

    public var description: String { rawValue }
}
