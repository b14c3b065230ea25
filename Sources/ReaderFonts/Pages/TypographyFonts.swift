public import DesktopSettings
public import FontModel
public import FontRegistry

/// The fonts that the styles of a typography have on this machine.
public struct TypographyFonts: Sendable, Hashable {
    /// The fonts by the names that styles have.
    public var fonts: [StyleFont: FontDescriptor] = [:]
    /// The names of styles that no font has.
    public var missing: [String] = []
    /// The fonts that fontconfig uses in place of ``missing`` ones.
    public var substitutes: [StyleFont: FontDescriptor] = [:]

    /// Returns a font or its substitute for style sheets; nil if there is neither.
    public func emitted(_ font: StyleFont) -> EmittedFont? {
        guard let found = fonts[font] ?? substitutes[font] else { return nil }
        switch font {
        case .postScriptName:
            return EmittedFont(
                family: found.face.family, weight: found.weight, isItalic: found.traits.contains(.italic))
        case .system(let weight, let isItalic, _):
            return EmittedFont(family: found.face.family, weight: weight, isItalic: isItalic)
        }
    }

    /// The families, sorted.
    public var families: [String] {
        Set((Array(fonts.values) + substitutes.values).map(\.face.family)).sorted()
    }
}

extension FontManager {
    /// Returns the fonts of all styles of a typography.
    ///
    /// The system's font is that of the desktop's interface, or else one that is made for interfaces, or else the sans
    /// serif of fontconfig. Its italic is a face of its family.
    /// - Parameters:
    ///   - typography: The styles.
    ///   - desktop: The desktop's settings.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store or fontconfig cannot be
    ///   used.
    public func fonts(
        of typography: Typography, desktop: DesktopAppearance = DesktopAppearance()
    ) async throws(FontError) -> TypographyFonts {
        var result = TypographyFonts()
        for font in Set(typography.styles.values.compactMap(\.font)) {
            switch font {
            case .postScriptName(let name):
                let resolution = try await resolve(name)
                result.fonts[font] = resolution.match
                if resolution.match == nil {
                    result.missing.append(name)
                    result.substitutes[font] = resolution.substitute
                }
            case .system(let weight, let isItalic, _):
                guard let family = try await interfaceFamily(desktop) else { continue }
                let style = FontStyle(weight: weight, slope: isItalic ? .italic : .upright)
                result.fonts[font] = try await match(family: family, style: style)?.font
            }
        }
        result.missing.sort()
        return result
    }

    /// Returns the family of the system's font; nil if fontconfig has no fonts.
    private func interfaceFamily(_ desktop: DesktopAppearance) async throws(FontError) -> String? {
        let choice = try await family(of: FontChoice(key: "system"), for: .interface, desktop: desktop)
        if let family = choice.family { return family }
        return try await resolve("sans-serif").substitute?.face.family
    }
}
