public import StyleSheets

/// A lighter or darker variant of a colour, of the same opacity.
public enum ColorShade: Sendable, Hashable {
    case light, lighter, lightest, dark, darker, darkest
    /// All components 0.
    case black
    /// All components 1.
    case white
    /// The components times a factor; no effect if it is below 1.
    case lightness(Double)
    /// The components times a factor; no effect if it is above 1.
    case darkness(Double)

    /// Creates a shade from its word in a configuration document, such as `darker`; nil for any other text.
    public init?(word: some StringProtocol) {
        switch word {
        case "light": self = .light
        case "lighter": self = .lighter
        case "lightest": self = .lightest
        case "dark": self = .dark
        case "darker": self = .darker
        case "darkest": self = .darkest
        default: return nil
        }
    }

    /// Returns the shade of a colour.
    public func applied(to color: Color) -> Color {
        func times(_ factor: Double) -> Color {
            Color(red: color.red * factor, green: color.green * factor, blue: color.blue * factor, alpha: color.alpha)
        }
        return switch self {
        case .light: times(1.25)
        case .lighter: times(1.5)
        case .lightest: times(1.75)
        case .dark: times(0.75)
        case .darker: times(0.5)
        case .darkest: times(0.25)
        case .black: times(0)
        case .white: Color(red: 1, green: 1, blue: 1, alpha: color.alpha)
        case .lightness(let factor): factor < 1 ? color : times(factor)
        case .darkness(let factor): factor > 1 ? color : times(factor)
        }
    }

    /// Returns the shade of a colour in each appearance.
    public func applied(to color: AdaptiveColor) -> AdaptiveColor {
        AdaptiveColor(light: applied(to: color.light), dark: applied(to: color.dark))
    }
}
