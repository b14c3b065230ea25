import CCairo
package import Specimens

/// Draws pictures of texts in fonts: HarfBuzz places the glyphs, cairo draws them from FreeType's outlines.
package enum SpecimenRenderer {
    /// The space around the text in points.
    private static let margin = 16.0
    /// The space between lines as a part of the line's height.
    private static let leading = 0.1

    /// Draws a picture.
    ///
    /// - Parameters:
    ///   - files: The font files of the picture's faces.
    /// - Throws: The reason why it cannot be drawn. A hostile font may also end the process.
    package static func draw(_ specimen: Specimen, files: [FontMemory]) throws(DrawingFailure) -> DrawnSpecimen {
        var faces = OpenFaces(files: files)
        var lines: [(layout: LineLayout, baseline: Double)] = []
        var (width, y) = (0.0, margin)
        for line in specimen.lines {
            let layout = try LineLayout(line, &faces)
            lines.append((layout, y - layout.top))
            y += layout.height * (1 + leading)
            width = max(width, layout.width)
            guard width.isFinite, width + 2 * margin <= Double(Specimen.Limits.side),
                y.isFinite, y + margin <= Double(Specimen.Limits.side)
            else { throw .tooLarge }
        }
        let size = (width: Int((width + 2 * margin).rounded(.up)), height: Int((y + margin).rounded(.up)))
        guard size.width * size.height <= Specimen.Limits.area else { throw .tooLarge }
        let bytes = try Canvas.draw(specimen.format, width: size.width, height: size.height) { context in
            Palette(isDark: specimen.isDark).ground.set(on: context)
            cairo_paint(context)
            for (layout, baseline) in lines {
                let palette = Palette(isDark: specimen.isDark)
                (layout.isCaption ? palette.caption : palette.text).set(on: context)
                let x = layout.isRightToLeft ? Double(size.width) - margin - layout.right : margin - layout.left
                layout.draw(on: context, x: x, y: baseline)
            }
        }
        return DrawnSpecimen(
            bytes: bytes, width: size.width, height: size.height,
            used: lines.map { line in Set(line.layout.runs.map(\.run.face)).sorted() },
            missing: missing(lines.map(\.layout)))
    }

    private static func missing(_ lines: [LineLayout]) -> [Unicode.Scalar] {
        var seen: Set<UInt32> = []
        let found = lines.filter { !$0.isCaption }.flatMap(\.missing).filter { seen.insert($0).inserted }
        return Array(found.compactMap(Unicode.Scalar.init).prefix(Specimen.Limits.missing))
    }
}

/// The colours of a picture.
private struct Palette {
    struct Color {
        var red: Double
        var green: Double
        var blue: Double

        init(_ hex: Int) {
            (red, green, blue) = (
                Double(hex >> 16 & 0xFF) / 255, Double(hex >> 8 & 0xFF) / 255, Double(hex & 0xFF) / 255
            )
        }

        func set(on context: OpaquePointer) { cairo_set_source_rgb(context, red, green, blue) }
    }

    let ground: Color
    let text: Color
    let caption: Color

    init(isDark: Bool) {
        ground = Color(isDark ? 0x1C1C1E : 0xFFFFFF)
        text = Color(isDark ? 0xFFFFFF : 0x000000)
        caption = Color(isDark ? 0xA1A1A6 : 0x6B6B70)
    }
}
