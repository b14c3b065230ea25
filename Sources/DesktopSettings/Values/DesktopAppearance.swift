/// The user's settings of the desktop for text and colours; nil for each that the desktop does not state.
public struct DesktopAppearance: Sendable, Hashable, Codable {
    /// The appearances that a user can prefer.
    public enum Scheme: String, Sendable, Hashable, Codable, CaseIterable {
        case light, dark
    }

    /// A colour in sRGB with components from 0 to 1.
    public struct Accent: Sendable, Hashable, Codable {
        public var red: Double
        public var green: Double
        public var blue: Double

        /// Creates a colour; nil if a component is outside of 0…1, by which the portal says that there is none.
        public init?(red: Double, green: Double, blue: Double) {
            guard [red, green, blue].allSatisfy((0.0...1.0).contains) else { return nil }
            (self.red, self.green, self.blue) = (red, green, blue)
        }
    }

    /// The factor of text, from 0.5 to 3, 1 for normal.
    public private(set) var textScale: Double?
    /// The font of the interface.
    public var interfaceFont: FontSetting?
    /// The font of documents.
    public var documentFont: FontSetting?
    /// The font of code and terminals.
    public var monospaceFont: FontSetting?
    public var scheme: Scheme?
    public var prefersHighContrast: Bool?
    public var prefersReducedMotion: Bool?
    public var accent: Accent?

    /// The settings of no desktop.
    public init() {}

    /// Sets the factor of text; values outside of 0.5…3 count as the nearest, and all but positive numbers as none.
    public mutating func setTextScale(_ scale: Double?) {
        textScale = scale.flatMap { $0 > 0 && $0.isFinite ? min(max($0, 0.5), 3) : nil }
    }

    /// Returns the settings with those of another source where they state none.
    public func over(_ other: DesktopAppearance) -> DesktopAppearance {
        var result = self
        result.textScale = textScale ?? other.textScale
        result.interfaceFont = interfaceFont ?? other.interfaceFont
        result.documentFont = documentFont ?? other.documentFont
        result.monospaceFont = monospaceFont ?? other.monospaceFont
        result.scheme = scheme ?? other.scheme
        result.prefersHighContrast = prefersHighContrast ?? other.prefersHighContrast
        result.prefersReducedMotion = prefersReducedMotion ?? other.prefersReducedMotion
        result.accent = accent ?? other.accent
        return result
    }
}
