/// A colour in sRGB with components from 0 to 1.
public struct Color: Sendable, Hashable, Codable {
    public var red: Double
    public var green: Double
    public var blue: Double
    /// The opacity, 1 for opaque.
    public var alpha: Double

    /// Creates a colour; values outside of 0…1 count as the nearest of these.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        func limited(_ value: Double) -> Double { min(max(value, 0), 1) }
        (self.red, self.green, self.blue, self.alpha) = (limited(red), limited(green), limited(blue), limited(alpha))
    }

    /// The components as bytes, halves rounded up.
    public var bytes: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
        func byte(_ value: Double) -> UInt8 { UInt8((value * 255 + 0.5).rounded(.down)) }
        return (byte(red), byte(green), byte(blue), byte(alpha))
    }

    /// The notation `#RRGGBB`, or `#RRGGBBAA` if the colour is not opaque.
    public var hex: String {
        func digits(_ byte: UInt8) -> String {
            let text = String(byte, radix: 16, uppercase: true)
            return text.count == 1 ? "0" + text : text
        }
        let (red, green, blue, alpha) = bytes
        return "#" + digits(red) + digits(green) + digits(blue) + (alpha == 255 ? "" : digits(alpha))
    }
}

/// The appearance of the desktop (`UIUserInterfaceStyle`).
public enum ColorScheme: String, Sendable, Hashable, Codable, CaseIterable {
    case light, dark
}

/// A colour for each appearance (`UIColor(dynamicProvider:)`).
public struct AdaptiveColor: Sendable, Hashable, Codable {
    public var light: Color
    public var dark: Color

    public init(light: Color, dark: Color) {
        self.light = light
        self.dark = dark
    }

    /// A colour that is the same in both appearances.
    public init(_ color: Color) { self.init(light: color, dark: color) }

    /// Whether the appearances differ.
    public var isDynamic: Bool { light != dark }

    public subscript(scheme: ColorScheme) -> Color { scheme == .light ? light : dark }
}
