public import StyleSheets

/// The appearances for which a palette has values: those of the desktop, each also with more contrast.
public enum ColorAppearance: String, Sendable, Hashable, Codable, CaseIterable {
    case light, dark, lightHighContrast, darkHighContrast

    /// Creates an appearance.
    ///
    /// - Parameters:
    ///   - scheme: Whether grounds are light or dark.
    ///   - isHighContrast: Whether the user wants more contrast.
    public init(_ scheme: ColorScheme, isHighContrast: Bool = false) {
        self =
            switch scheme {
            case .light: isHighContrast ? .lightHighContrast : .light
            case .dark: isHighContrast ? .darkHighContrast : .dark
            }
    }

    /// Whether grounds are light or dark.
    public var scheme: ColorScheme {
        switch self {
        case .light, .lightHighContrast: .light
        case .dark, .darkHighContrast: .dark
        }
    }

    /// Whether the user wants more contrast.
    public var isHighContrast: Bool {
        switch self {
        case .light, .dark: false
        case .lightHighContrast, .darkHighContrast: true
        }
    }
}
