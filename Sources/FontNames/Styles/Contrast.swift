import Glibc
import StyleSheets

extension Color {
    /// The contrast with another colour, 1…21 (WCAG 2.2, "contrast ratio"); both are opaque.
    func contrast(with other: Color) -> Double {
        let (own, others) = (relativeLuminance, other.relativeLuminance)
        return (max(own, others) + 0.05) / (min(own, others) + 0.05)
    }

    /// The colour that results where the colour is painted on an opaque one.
    func painted(on ground: Color) -> Color {
        func mixed(_ part: KeyPath<Color, Double>) -> Double {
            self[keyPath: part] * alpha + ground[keyPath: part] * (1 - alpha)
        }
        return Color(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue))
    }

    /// The luminance, 0…1 (WCAG 2.2, "relative luminance").
    private var relativeLuminance: Double {
        0.2126 * ColorComponent.linear(red) + 0.7152 * ColorComponent.linear(green)
            + 0.0722 * ColorComponent.linear(blue)
    }
}

/// The transfer function of sRGB (IEC 61966-2-1).
enum ColorComponent {
    /// Returns the amount of light of a component.
    static func linear(_ component: Double) -> Double {
        component <= 0.04045 ? component / 12.92 : pow((component + 0.055) / 1.055, 2.4)
    }

    /// Returns the component for an amount of light, which may be outside of 0…1.
    static func encoded(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}
