public import FontModel
public import FontRegistry

/// The fonts that the styles of a typography have on this machine.
public struct TypographyFonts: Sendable, Hashable {
    /// The fonts by the names that styles have.
    public var fonts: [StyleFont: FontDescriptor]
    /// The names of styles that no font has.
    public var missing: [String]

    /// Returns a font for style sheets; nil if it is not available.
    public func emitted(_ font: StyleFont) -> EmittedFont? {
        guard let found = fonts[font] else { return nil }
        switch font {
        case .postScriptName:
            return EmittedFont(
                family: found.face.family, weight: found.weight, isItalic: found.traits.contains(.italic))
        case .system(let weight, let isItalic, _):
            return EmittedFont(family: found.face.family, weight: weight, isItalic: isItalic)
        }
    }

    /// The families, sorted.
    public var families: [String] { Set(fonts.values.map(\.face.family)).sorted() }
}

extension FontManager {
    /// Returns the fonts of all styles of a typography.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the store or fontconfig cannot be
    ///   used.
    public func fonts(of typography: Typography) async throws(FontError) -> TypographyFonts {
        var result = TypographyFonts(fonts: [:], missing: [])
        for font in Set(typography.styles.values.compactMap(\.font)) {
            switch font {
            case .postScriptName(let name):
                result.fonts[font] = try await resolve(name).match
                if result.fonts[font] == nil { result.missing.append(name) }
            case .system(let weight, let isItalic, _):
                let family = try await family(of: FontChoice(key: "system"), for: .interface).family
                guard let family else { continue }
                let style = FontStyle(weight: weight, slope: isItalic ? .italic : .upright)
                result.fonts[font] = try await match(family: family, style: style)?.font
            }
        }
        result.missing.sort()
        return result
    }
}
