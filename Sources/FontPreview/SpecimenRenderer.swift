import CCairo
import FontModel
package import FontSpecimens

/// Draws pictures of texts in fonts: HarfBuzz places the glyphs, cairo draws them from FreeType's outlines.
package enum SpecimenRenderer {
    /// The space around the text, and between columns, in points.
    private static let margin = 16.0
    /// The space between rows as a part of the height of horizontal lines, or the width of vertical ones.
    private static let leading = 0.1
    /// The space between vertical lines as a part of a line's width, which has no accents above and below.
    private static let verticalLeading = 0.5

    /// Rows on one ground.
    private struct Section {
        var palette: Palette
        var rows: [PlacedRow] = []
        var bottom: Double
    }

    private struct PlacedRow {
        var layouts: [LineLayout]
        /// The height of the baseline, or of the upper end of vertical lines.
        var baseline: Double
        var isVertical: Bool
    }

    /// Draws a picture.
    ///
    /// - Throws: The reason why it cannot be drawn. A hostile font may also end the process.
    package static func draw(_ specimen: Specimen, files: [FontMemory]) throws(DrawingFailure) -> DrawnSpecimen {
        var faces = OpenFaces(files: files)
        var sections: [Section] = []
        var columns: [Double] = []
        var widest = 0.0
        var isDark: Bool?
        for row in specimen.rows {
            if row.isDark != isDark {
                if let last = sections.indices.last { sections[last].bottom.round(.up) }
                let top = sections.last?.bottom ?? 0
                sections.append(Section(palette: Palette(isDark: row.isDark), bottom: top + 2 * margin))
                isDark = row.isDark
            }
            var layouts: [LineLayout] = []
            for line in row.cells {
                layouts.append(try LineLayout(line, isVertical: row.isVertical, &faces))
            }
            if row.isVertical {
                widest = max(widest, places(of: layouts).width)
            } else {
                for (place, layout) in layouts.enumerated() {
                    if place == columns.count { columns.append(0) }
                    columns[place] = max(columns[place], layout.width)
                }
            }
            let top = layouts.map(\.top).min() ?? 0
            let height = (layouts.map(\.bottom).max() ?? 0) - top
            let section = sections.count - 1
            let baseline = sections[section].bottom - margin - top
            sections[section].rows.append(
                PlacedRow(layouts: layouts, baseline: baseline, isVertical: row.isVertical))
            let across = row.isVertical ? layouts.map(\.width).max() ?? 0 : height
            sections[section].bottom += height + across * leading
            let width = max(columns.reduce(margin) { $0 + $1 + margin }, widest)
            let bottom = sections[section].bottom
            guard width.isFinite, width <= Double(Specimen.Limits.side),
                bottom.isFinite, bottom <= Double(Specimen.Limits.side)
            else { throw .tooLarge }
        }
        let size = (
            width: Int(max(columns.reduce(margin) { $0 + $1 + margin }, widest).rounded(.up)),
            height: Int((sections.last?.bottom ?? 2 * margin).rounded(.up))
        )
        guard size.width * size.height <= Specimen.Limits.area else { throw .tooLarge }
        let bytes = try Canvas.draw(specimen.format, width: size.width, height: size.height) { context in
            var top = 0.0
            for section in sections {
                Palette.set(section.palette.ground, on: context)
                cairo_rectangle(context, 0, top, Double(size.width), section.bottom.rounded(.up) - top)
                cairo_fill(context)
                for row in section.rows { draw(row, columns, section.palette, on: context) }
                top = section.bottom
            }
        }
        let layouts = sections.flatMap(\.rows).flatMap { $0.layouts }
        let texts = layouts.filter { !$0.line.isCaption }
        let missing = texts.flatMap(\.missing).unique.compactMap(Unicode.Scalar.init)
        return DrawnSpecimen(
            bytes: bytes, width: size.width, height: size.height,
            used: layouts.map(\.usedFaces),
            missing: Array(missing.prefix(Specimen.Limits.missing)),
            undrawn: Array(texts.flatMap(\.undrawn).unique.prefix(Specimen.Limits.missing)))
    }

    private static func draw(
        _ row: PlacedRow, _ columns: [Double], _ palette: Palette, on context: OpaquePointer
    ) {
        func draw(_ layout: LineLayout, x: Double, y: Double) {
            let color = layout.line.isCaption ? palette.caption : palette.text
            Palette.set(layout.line.color ?? color, on: context)
            layout.draw(on: context, x: x, y: y)
        }
        if row.isVertical {
            let lowest = row.layouts.map(\.bottom).max() ?? 0
            for (layout, x) in zip(row.layouts, places(of: row.layouts).middles) {
                draw(layout, x: x, y: row.baseline + (layout.isRightToLeft ? lowest - layout.bottom : 0))
            }
            return
        }
        var left = margin
        for (layout, width) in zip(row.layouts, columns) {
            draw(layout, x: layout.isRightToLeft ? left + width - layout.right : left - layout.left, y: row.baseline)
            left += width + margin
        }
    }

    /// Returns the places of the middles of vertical lines, the first of which is at the right, and the width of the picture
    /// that they need.
    private static func places(of layouts: [LineLayout]) -> (middles: [Double], width: Double) {
        var middles: [Double] = []
        var left = margin
        for (place, layout) in layouts.enumerated().reversed() {
            middles.append(left - layout.left)
            left += layout.width * (place == 0 ? 1 : 1 + verticalLeading)
        }
        return (middles.reversed(), left + margin)
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
