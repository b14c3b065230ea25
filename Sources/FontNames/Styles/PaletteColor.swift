package import FontResources
package import StyleSheets

/// A colour that a palette or a colour set defines.
package struct PaletteColor: Sendable, Hashable {
    /// The name.
    package var name: String
    /// A sentence for the documentation; nil for none.
    package var explanation: String?
    /// The value for each appearance.
    ///
    /// A dark value that is missing is the light one, and the values for high contrast are those for normal contrast.
    package var values: [ColorAppearance: Color]
    /// The path of the file that defines the colour, for messages.
    package var path: String

    /// Creates a colour from the values that a file states, of which it states one for light grounds.
    init(_ name: String, light: Color, others: [ColorAppearance: Color], explanation: String? = nil, path: String) {
        let dark = others[.dark] ?? light
        self.name = name
        self.explanation = explanation
        values = [
            .light: light, .dark: dark, .lightHighContrast: others[.lightHighContrast] ?? light,
            .darkHighContrast: others[.darkHighContrast] ?? dark,
        ]
        self.path = path
    }

    /// The value in an appearance.
    package subscript(appearance: ColorAppearance) -> Color { values[appearance] ?? Color(rgba: 0) }
}

/// Two colours that a palette lists because people must tell them apart.
struct ColorPair: Sendable, Hashable {
    /// What the foreground is used for, with the least contrast by WCAG 2.2, level AA.
    enum Use: String, Sendable, Hashable, CaseIterable {
        /// Text (success criterion 1.4.3).
        case text
        /// Text of 18 points or more, or of 14 points or more if it is bold (1.4.3).
        case largeText
        /// Icons and parts of controls (1.4.11).
        case graphics

        var leastContrast: Double { self == .text ? 4.5 : 3 }
    }

    var foreground: String
    var background: String
    var use: Use
    /// The path of the palette, for messages.
    var path: String
}
