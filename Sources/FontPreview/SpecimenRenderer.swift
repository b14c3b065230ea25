import CCairo
import FontModel
package import Specimens

/// Draws pictures of texts in fonts: HarfBuzz places the glyphs, cairo draws them from FreeType's outlines.
package enum SpecimenRenderer {
    /// The space around the text, and between columns, in points.
    private static let margin = 16.0
    /// The space between rows as a part of the row's height.
    private static let leading = 0.1

    /// Rows on one ground.
    private struct Section {
        var palette: Palette
        /// The rows with the places of their baselines.
        var rows: [(layouts: [LineLayout], baseline: Double)] = []
        var bottom: Double
    }

    /// Draws a picture.
    ///
    /// - Throws: The reason why it cannot be drawn. A hostile font may also end the process.
    package static func draw(_ specimen: Specimen, files: [FontMemory]) throws(DrawingFailure) -> DrawnSpecimen {
        var faces = OpenFaces(files: files)
        var sections: [Section] = []
        var columns: [Double] = []
        var isDark: Bool?
        for row in specimen.rows {
            if row.isDark != isDark {
                if let last = sections.indices.last { sections[last].bottom.round(.up) }
                let top = sections.last?.bottom ?? 0
                sections.append(Section(palette: Palette(isDark: row.isDark), bottom: top + 2 * margin))
                isDark = row.isDark
            }
            var layouts: [LineLayout] = []
            for line in row.cells { layouts.append(try LineLayout(line, &faces)) }
            for (place, layout) in layouts.enumerated() {
                if place == columns.count { columns.append(0) }
                columns[place] = max(columns[place], layout.width)
            }
            let top = layouts.map(\.top).min() ?? 0
            let height = (layouts.map(\.bottom).max() ?? 0) - top
            let section = sections.count - 1
            sections[section].rows.append((layouts, sections[section].bottom - margin - top))
            sections[section].bottom += height * (1 + leading)
            let width = columns.reduce(margin) { $0 + $1 + margin }
            let bottom = sections[section].bottom
            guard width.isFinite, width <= Double(Specimen.Limits.side),
                bottom.isFinite, bottom <= Double(Specimen.Limits.side)
            else { throw .tooLarge }
        }
        let size = (
            width: Int(columns.reduce(margin) { $0 + $1 + margin }.rounded(.up)),
            height: Int((sections.last?.bottom ?? 2 * margin).rounded(.up))
        )
        guard size.width * size.height <= Specimen.Limits.area else { throw .tooLarge }
        let bytes = try Canvas.draw(specimen.format, width: size.width, height: size.height) { context in
            var top = 0.0
            for section in sections {
                Palette.set(section.palette.ground, on: context)
                cairo_rectangle(context, 0, top, Double(size.width), section.bottom.rounded(.up) - top)
                cairo_fill(context)
                for (layouts, baseline) in section.rows {
                    draw(layouts, at: baseline, columns, section.palette, on: context)
                }
                top = section.bottom
            }
        }
        let layouts = sections.flatMap(\.rows).flatMap { $0.layouts }
        let missing = layouts.filter { !$0.line.isCaption }.flatMap(\.missing).unique.compactMap(Unicode.Scalar.init)
        return DrawnSpecimen(
            bytes: bytes, width: size.width, height: size.height,
            used: layouts.map { layout in Set(layout.runs.map { $0.run.face }).sorted() },
            missing: Array(missing.prefix(Specimen.Limits.missing)))
    }

    private static func draw(
        _ row: [LineLayout], at baseline: Double, _ columns: [Double], _ palette: Palette, on context: OpaquePointer
    ) {
        var left = margin
        for (layout, width) in zip(row, columns) {
            let color = layout.line.isCaption ? palette.caption : palette.text
            Palette.set(layout.line.color ?? color, on: context)
            let x = layout.isRightToLeft ? left + width - layout.right : left - layout.left
            layout.draw(on: context, x: x, y: baseline)
            left += width + margin
        }
    }
}

/// The colours of a picture as 0xRRGGBBAA.
private struct Palette {
    let ground: UInt32
    let text: UInt32
    let caption: UInt32

    init(isDark: Bool) {
        ground = isDark ? 0x1C1C_1EFF : 0xFFFF_FFFF
        text = isDark ? 0xFFFF_FFFF : 0x0000_00FF
        caption = isDark ? 0xA1A1_A6FF : 0x6B6B_70FF
    }

    static func set(_ color: UInt32, on context: OpaquePointer) {
        func part(_ shift: Int) -> Double { Double(color >> shift & 0xFF) / 255 }
        cairo_set_source_rgba(context, part(24), part(16), part(8), part(0))
    }
}
