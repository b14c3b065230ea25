import FontModel
import FontResources
import FoundationEssentials
import Glibc
import StyleSheets

/// A colour in the form of Apple's asset catalogues: the document `Contents.json` of a folder `NAME.colorset`.
enum ColorSet {
    /// The ending of the folder's name.
    static let ending = ".colorset"

    /// Reads a document.
    ///
    /// Values for one kind of device or of screen are left out. Colours outside of sRGB become the nearest within it.
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - name: The name of the folder without its ending.
    ///   - path: The path of the file, for messages.
    static func color(_ bytes: [UInt8], name: String, path: String) throws(BuildProblem) -> PaletteColor {
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: Data(bytes))
        } catch {
            let reason = (error as? DecodingError)?.plainText.description ?? "the document is not valid"
            throw BuildProblem(
                .error, path, "The color set cannot be read: \(DisplayText.harmless(reason)). Correct it.")
        }
        var values: [ColorAppearance: Color] = [:]
        for entry in document.colors where entry.idiom == "universal" && entry.gamut != "display-P3" {
            guard let appearance = entry.appearance, values[appearance] == nil else { continue }
            values[appearance] = try entry.color(in: appearance, path)
        }
        guard let light = values[.light] else {
            throw BuildProblem(
                .error, path,
                "The color set has no value for all devices and appearances. Add an entry with the idiom “universal” and without appearances."
            )
        }
        return PaletteColor(name, light: light, others: values, path: path)
    }

    private struct Document: Decodable {
        var colors: [Entry]
    }

    private struct Entry: Decodable {
        var idiom: String
        var gamut: String?
        var appearances: [Appearance]?
        var value: Value?

        enum CodingKeys: String, CodingKey {
            case idiom, appearances
            case gamut = "display-gamut"
            case value = "color"
        }

        /// The appearance of the value; nil if it is none of ours.
        var appearance: ColorAppearance? {
            var (scheme, isHighContrast) = (ColorScheme.light, false)
            for part in appearances ?? [] {
                switch (part.appearance, part.value) {
                case ("luminosity", "light"): scheme = .light
                case ("luminosity", "dark"): scheme = .dark
                case ("contrast", "high"): isHighContrast = true
                default: return nil
                }
            }
            return ColorAppearance(scheme, isHighContrast: isHighContrast)
        }

        func color(in appearance: ColorAppearance, _ path: String) throws(BuildProblem) -> Color {
            if let name = value?.reference {
                throw BuildProblem(
                    .error, path,
                    "The value for \(appearance.rawValue) is “\(DisplayText.clean(name))”, a color of Apple’s systems. Write its components."
                )
            }
            guard let color = value?.color else {
                throw BuildProblem(
                    .error, path,
                    "The value for \(appearance.rawValue) has no components that can be read. Write them in one of the color spaces srgb, display-p3 and gray-gamma-22."
                )
            }
            return color
        }
    }

    private struct Appearance: Decodable {
        var appearance: String
        var value: String
    }

    /// The components of a value, or the name of a colour of the system.
    private struct Value: Decodable {
        var space: String?
        var components: [String: String]?
        var reference: String?

        enum CodingKeys: String, CodingKey {
            case components, reference
            case space = "color-space"
        }

        /// The colour; nil for an unknown space, and for components that are missing or not numbers.
        var color: Color? {
            guard let alpha = self["alpha"] else { return nil }
            if let white = self["white"] {
                guard space == "gray-gamma-22" || space == "extended-gray" else { return nil }
                let component = ColorComponent.encoded(pow(min(max(white, 0), 1), 2.2))
                return Color(red: component, green: component, blue: component, alpha: alpha)
            }
            guard let red = self["red"], let green = self["green"], let blue = self["blue"] else { return nil }
            switch space {
            case "srgb", "extended-srgb": return Color(red: red, green: green, blue: blue, alpha: alpha)
            case "extended-linear-srgb": return Self.encoded(red, green, blue, alpha)
            case "display-p3":
                let (red, green, blue) = (
                    ColorComponent.linear(red), ColorComponent.linear(green), ColorComponent.linear(blue)
                )
                // The primaries of Display P3 in those of sRGB; both have the white point D65.
                return Self.encoded(
                    1.2249401763 * red - 0.2249401763 * green, -0.0420569547 * red + 1.0420569547 * green,
                    -0.0196375546 * red - 0.0786360456 * green + 1.0982736002 * blue, alpha)
            default: return nil
            }
        }

        /// Whether a component other than the alpha value is a number with a point.
        private var isInFractions: Bool {
            components?.contains { $0.key != "alpha" && $0.value.contains(".") } == true
        }

        private static func encoded(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) -> Color {
            Color(
                red: ColorComponent.encoded(red), green: ColorComponent.encoded(green),
                blue: ColorComponent.encoded(blue), alpha: alpha)
        }

        /// A component from its text: a number with a point from 0 to 1, or an integer from 0 to 255, which may be
        /// hexadecimal.
        ///
        /// Some programs write 1 for 1.0, which is certain of an alpha value, and beside a number with a point.
        private subscript(name: String) -> Double? {
            guard let text = components?[name] else { return nil }
            if text.hasPrefix("0x") || text.hasPrefix("0X") {
                return Int(text.dropFirst(2), radix: 16).map { Double($0) / 255 }
            }
            if let integer = Int(text) {
                let isWhole = (0...1).contains(integer) && (name == "alpha" || isInFractions)
                return Double(integer) / (isWhole ? 1 : 255)
            }
            return Double(text).flatMap { $0.isFinite ? $0 : nil }
        }
    }
}
