import StyleSheets

/// The colours of a module, and their notation in style sheets.
public struct ColorPalette: Sendable, Hashable {
    /// The colours, in the order of the generator.
    public var colors: [ColorName]

    public init(_ colors: [ColorName]) { self.colors = colors }

    /// The colours as custom properties, as CSS for pages.
    ///
    /// The engine chooses the values by `prefers-color-scheme` and `prefers-contrast`. A rule has only the colours that it
    /// changes. A colour `ink` is `var(--ink)`.
    public var css: String {
        let contrast = "(prefers-contrast: more)"
        let dark = "(prefers-color-scheme: dark)"
        return Self.rule(colors, .light)
            + Self.media(dark, Self.rule(colors.filter { $0[.dark] != $0[.light] }, .dark))
            + Self.media(
                contrast, Self.rule(colors.filter { $0[.lightHighContrast] != $0[.light] }, .lightHighContrast))
            // The rule before this one applies to dark grounds as well.
            + Self.media(
                "\(dark) and \(contrast)",
                Self.rule(
                    colors.filter { color in
                        let isReplaced = color[.lightHighContrast] != color[.light]
                        return color[.darkHighContrast] != color[isReplaced ? .lightHighContrast : .dark]
                    }, .darkHighContrast))
    }

    /// Returns the colours as `@define-color`, as CSS for GTK 3 and 4.
    ///
    /// A colour `ink` is `@ink`.
    /// - Parameter appearance: The appearance, which versions of GTK before 4.20 do not distinguish: load the text again
    ///   when it changes.
    public func gtkCSS(_ appearance: ColorAppearance) -> String {
        colors.map { color in
            "@define-color \(CSSText.identifier(color.rawValue, isASCII: true)) \(color[appearance].functionalNotation);\n"
        }.joined()
    }

    private static func rule(_ colors: [ColorName], _ appearance: ColorAppearance) -> String {
        CSSText.rule(":root", colors.map { "--\(CSSText.identifier($0.rawValue)): \($0[appearance].hex)" })
    }

    private static func media(_ query: String, _ rule: String) -> String {
        rule.isEmpty ? "" : "@media \(query) {\n\(rule)}\n"
    }
}
