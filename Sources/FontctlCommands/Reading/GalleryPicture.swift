import FontPictures
import FontRegistry
import ReaderFonts
import Specimens

extension FontManager {
    /// Returns a picture with a sample of every style at all categories, on a light and on a dark ground.
    ///
    /// - Parameters:
    ///   - fonts: The fonts of the styles.
    /// - Throws: `exceededResourceLimit` (106) if there are too many styles, and the errors of finding fonts.
    func gallery(
        of typography: Typography, in fonts: TypographyFonts, as format: Specimen.Format
    ) async throws(FontError) -> PreviewPicture {
        var picture = PreviewPicture(format)
        let styles = typography.styles.values.sorted { $0.name < $1.name }
        var samples: [(style: TypographyStyle, name: [PreviewFont], text: String, faces: [PreviewFont])] = []
        for style in styles {
            let text = style.letterCase.applied(to: "Sample text")
            samples.append(
                (
                    style, try await faces(forCaption: style.name), text,
                    try await faces(of: style, in: fonts, for: text)
                ))
        }
        for scheme in ColorScheme.allCases {
            let isDark = scheme == .dark
            let heads = [scheme.rawValue] + ContentSizeCategory.allCases.map(\.rawValue)
            let faces = try await faces(forCaption: heads.joined())
            try picture.add(heads.map { .caption($0, faces: faces) }, isDark: isDark)
            for sample in samples {
                let cells = ContentSizeCategory.allCases.map { category in
                    PreviewPicture.Cell(
                        text: sample.text, size: sample.style.pointSize(at: category) ?? 16, faces: sample.faces,
                        color: sample.style.textColor.map { Self.number($0[scheme]) },
                        spacing: sample.style.letterSpacing ?? 0)
                }
                try picture.add([.caption(sample.style.name, faces: sample.name)] + cells, isDark: isDark)
            }
        }
        return picture
    }

    private static func number(_ color: Color) -> UInt32 {
        let (red, green, blue, alpha) = color.bytes
        return [red, green, blue, alpha].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns the fonts that draw a text in a style; those of captions for a style without a font.
    private func faces(
        of style: TypographyStyle, in fonts: TypographyFonts, for text: String
    ) async throws(FontError) -> [PreviewFont] {
        guard let name = style.font, let font = fonts.fonts[name] ?? fonts.substitutes[name], font.path != nil else {
            return try await faces(forCaption: text)
        }
        var coordinates = font.instance?.coordinates ?? [:]
        if case .system(let weight, let isItalic, _) = name {
            let wanted = FontStyle(weight: weight, slope: isItalic ? .italic : .upright)
            coordinates = try await match(family: font.face.family, style: wanted)?.coordinates ?? coordinates
        }
        return try await faces(for: text, of: PreviewFont(font, axes: coordinates))
    }
}
