package import FontModel
package import FontRegistry
package import FontSpecimens

/// Fonts that are shown one below the other, each with its lines.
package struct PreviewSheet: Sendable {
    /// The number of fonts of one preview.
    package static let fontLimit = 64

    package var fonts: [PreviewFont]
    /// The size of texts in points, within `Specimen.Limits.sizes`; nil for the usual one.
    package var size: Double?
    /// Whether the first line of each font is shown in sizes from 8 to 72 points.
    package var isWaterfall: Bool
    /// Whether the text is light on a dark ground.
    package var isDark: Bool
    /// The settings of OpenType features for texts, not for captions.
    package var features: [FontFeatureSetting]
    /// Whether texts run from top to bottom.
    package var isVertical: Bool

    package init(
        _ fonts: [PreviewFont], size: Double? = nil, isWaterfall: Bool = false, isDark: Bool = false,
        features: [FontFeatureSetting] = [], isVertical: Bool = false
    ) {
        self.fonts = fonts
        self.size = size
        self.isWaterfall = isWaterfall
        self.isDark = isDark
        self.features = features
        self.isVertical = isVertical
    }

    /// The sizes in which each line is shown, in points.
    package var sizes: [Double] {
        isWaterfall
            ? [8, 9, 10, 11, 12, 14, 18, 24, 36, 48, 60, 72] : [size ?? (fonts.count <= 8 ? 48 : 28)]
    }

    /// Sets the axes and the lines of all fonts.
    ///
    /// - Parameters:
    ///   - axes: The values of axes of variable fonts.
    ///   - text: The text; nil for samples of the fonts' scripts.
    ///   - isBrief: Whether samples have one line for each font.
    ///   - isTolerant: Whether fonts that cannot be shown are left out, as long as others can.
    ///   - manager: Finds the characters of fonts.
    /// - Returns: The reasons for which fonts are left out.
    /// - Throws: `insufficientInfo` (303) if a font lacks an axis or has no characters, and the errors of reading files.
    @discardableResult
    package mutating func prepare(
        axes: [(tag: String, value: Double)], text: String?, isBrief: Bool, isTolerant: Bool = false,
        by manager: FontManager
    ) async throws(FontError) -> [FontError] {
        var (prepared, failures): ([PreviewFont], [FontError]) = ([], [])
        for var font in fonts {
            do throws(FontError) {
                try font.set(axes)
                if text == nil, font.coverage == nil { font.coverage = try await manager.coverage(of: font.font) }
                try font.setLines(text)
            } catch {
                guard isTolerant else { throw error }
                failures.append(error)
                continue
            }
            if isBrief, text == nil { font.lines = Array(font.lines.prefix(1)) }
            prepared.append(font)
        }
        if prepared.isEmpty, let failure = failures.first { throw failure }
        fonts = prepared
        return failures
    }

    /// Returns the picture.
    ///
    /// - Parameters:
    ///   - manager: Finds the fonts of captions and of characters that a font lacks.
    ///   - isAllowed: Whether such a font may be shown.
    /// - Throws: `exceededResourceLimit` (106) if it has too many lines or files, and the errors of finding fonts.
    package func picture(
        _ format: Specimen.Format, by manager: FontManager,
        where isAllowed: @Sendable (FontDescriptor) -> Bool = { _ in true }
    ) async throws(FontError) -> PreviewPicture {
        var picture = PreviewPicture(format)
        for preview in fonts {
            if fonts.count > 1 {
                let faces = try await manager.faces(forCaption: preview.name, where: isAllowed)
                try picture.add([PreviewPicture.caption(preview.name, fonts: faces)], isDark: isDark)
            }
            var cells: [PreviewPicture.Cell] = []
            for line in isWaterfall ? Array(preview.lines.prefix(1)) : preview.lines {
                let faces = try await manager.faces(for: line, of: preview, where: isAllowed)
                cells += sizes.map { (.init(text: line, size: $0, features: features), faces) }
            }
            // Vertical lines are beside each other.
            for row in isVertical ? [cells] : cells.map({ [$0] }) {
                try picture.add(row, isDark: isDark, isVertical: isVertical)
            }
        }
        return picture
    }
}
