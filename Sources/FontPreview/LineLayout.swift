import CCairo
import Specimens

/// One line of a picture: its runs from left to right, and the extents of their ink and of the line.
struct LineLayout {
    let line: Specimen.Line
    let isRightToLeft: Bool
    /// The runs with the places of their origins, from the line's origin.
    private(set) var runs: [(run: ShapedRun, x: Double, face: OpenFace)] = []
    private(set) var missing: [UInt32] = []
    /// The extents from the origin on the baseline, y downwards.
    private(set) var left = 0.0
    private(set) var right = 0.0
    private(set) var top = 0.0
    private(set) var bottom = 0.0

    var width: Double { right - left }

    init(_ line: Specimen.Line, _ faces: inout OpenFaces) throws(DrawingFailure) {
        self.line = line
        var chain: [OpenFace] = []
        for face in line.faces { chain.append(try faces.open(face, size: line.size)) }
        guard let first = chain.first else { throw .unusableFace(file: 0) }
        let text = ItemizedText(line.text)
        isRightToLeft = text.isRightToLeft
        let shaper = Shaper(text, chain: chain, spacing: line.spacing)
        missing = shaper.missing
        (top, bottom) = (-first.ascent, first.descent)
        var x = 0.0
        for run in ItemizedText.visual(shaper.runs, level: \.level) {
            let face = chain[run.face]
            runs.append((run, x, face))
            include(run, at: x, face)
            x += run.advance
        }
        (left, right) = (min(left, x), max(right, x))
    }

    /// Extends the line by the ink of a run: marks reach beyond the advances and the ascent of a font.
    private mutating func include(_ run: ShapedRun, at x: Double, _ face: OpenFace) {
        for (part, drawer) in face.parts(of: run) {
            var ink = cairo_text_extents_t()
            cairo_scaled_font_glyph_extents(drawer, part.glyphs, Int32(part.glyphs.count), &ink)
            guard ink.width > 0, ink.height > 0 else { continue }
            left = min(left, x + ink.x_bearing)
            right = max(right, x + ink.x_bearing + ink.width)
            top = min(top, ink.y_bearing)
            bottom = max(bottom, ink.y_bearing + ink.height)
        }
    }

    /// Draws the line with its origin at a point.
    func draw(on context: OpaquePointer, x: Double, y: Double) {
        for placed in runs {
            for (run, drawer) in placed.face.parts(of: placed.run) where !run.glyphs.isEmpty {
                let glyphs = run.glyphs.map { glyph in
                    cairo_glyph_t(index: glyph.index, x: x + placed.x + glyph.x, y: y + glyph.y)
                }
                cairo_set_scaled_font(context, drawer)
                run.text.withUnsafeBytes { text in
                    cairo_show_text_glyphs(
                        context, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count), glyphs,
                        Int32(glyphs.count), run.clusters, Int32(run.clusters.count),
                        run.isBackward ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : cairo_text_cluster_flags_t(0))
                }
            }
        }
    }
}
