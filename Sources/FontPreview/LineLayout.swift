import CCairo
import FontSpecimens

/// One line of a picture: its runs from left to right or from top to bottom, and the extents of their ink and of the line.
struct LineLayout {
    /// A run at the place of its origin, from the line's origin.
    private struct PlacedRun {
        var run: ShapedRun
        var x: Double
        var y: Double
        var face: OpenFace
    }

    let line: Specimen.Line
    let isRightToLeft: Bool
    private var placed: [PlacedRun] = []
    private(set) var missing: [UInt32] = []
    /// The characters whose glyphs have colours that are not drawn, and no outlines.
    private(set) var undrawn: [Unicode.Scalar] = []
    /// The extents from the origin, y downwards: that of a horizontal line is on the baseline at its left end, that of a
    /// vertical one in the middle of its upper end.
    private(set) var left = 0.0
    private(set) var right = 0.0
    private(set) var top = 0.0
    private(set) var bottom = 0.0

    var width: Double { right - left }
    /// The places in the line's list of the faces that draw part of it.
    var usedFaces: [Int] { Set(placed.map(\.run.face)).sorted() }

    init(_ line: Specimen.Line, isVertical: Bool, _ faces: inout OpenFaces) throws(DrawingFailure) {
        self.line = line
        var chain: [OpenFace] = []
        for face in line.faces { chain.append(try faces.open(face, size: line.size)) }
        guard let first = chain.first else { throw .unusableFace(file: 0) }
        let text = ItemizedText(line.text, isVertical: isVertical)
        isRightToLeft = text.isRightToLeft
        let shaper = Shaper(text, chain: chain, spacing: line.spacing, features: line.features)
        missing = shaper.missing
        if isVertical {
            (left, right) = (-first.left, first.right)
        } else {
            (top, bottom) = (-first.ascent, first.descent)
        }
        var pen = 0.0
        for run in ItemizedText.visual(shaper.runs, level: \.level) {
            let face = chain[run.face]
            let origin: (x: Double, y: Double) =
                switch run.orientation {
                case .horizontal: (pen, 0)
                case .upright: (0, pen)
                // The middle between ascent and descent is that of the line.
                case .sideways: ((face.descent - face.ascent) / 2, pen)
                }
            placed.append(PlacedRun(run: run, x: origin.x, y: origin.y, face: face))
            include(placed[placed.count - 1])
            undrawn += run.characters { face.isUndrawn($0) }
            pen += run.advance
        }
        if isVertical {
            (top, bottom) = (min(top, pen), max(bottom, pen))
        } else {
            (left, right) = (min(left, pen), max(right, pen))
        }
    }

    /// Extends the line by the ink of a run: marks reach beyond the advances and the ascent of a font.
    private mutating func include(_ placed: PlacedRun) {
        for (part, drawer) in placed.face.parts(of: placed.run) {
            var ink = cairo_text_extents_t()
            cairo_scaled_font_glyph_extents(drawer, part.glyphs, Int32(part.glyphs.count), &ink)
            guard ink.width > 0, ink.height > 0 else { continue }
            var (x, y, width, height) = (ink.x_bearing, ink.y_bearing, ink.width, ink.height)
            if part.orientation == .sideways { (x, y, width, height) = (-y - height, x, height, width) }
            left = min(left, placed.x + x)
            right = max(right, placed.x + x + width)
            top = min(top, placed.y + y)
            bottom = max(bottom, placed.y + y + height)
        }
    }

    /// Draws the line with its origin at a point.
    func draw(on context: OpaquePointer, x: Double, y: Double) {
        for placed in placed {
            let isTurned = placed.run.orientation == .sideways
            var origin = (x: x + placed.x, y: y + placed.y)
            if isTurned {
                cairo_save(context)
                cairo_translate(context, origin.x, origin.y)
                cairo_rotate(context, .pi / 2)
                origin = (0, 0)
            }
            for (run, drawer) in placed.face.parts(of: placed.run) where !run.glyphs.isEmpty {
                let glyphs = run.glyphs.map { glyph in
                    cairo_glyph_t(index: glyph.index, x: origin.x + glyph.x, y: origin.y + glyph.y)
                }
                if isTurned { OpenFace.set(drawer, on: context) } else { cairo_set_scaled_font(context, drawer) }
                run.text.withUnsafeBytes { text in
                    cairo_show_text_glyphs(
                        context, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count), glyphs,
                        Int32(glyphs.count), run.clusters, Int32(run.clusters.count),
                        run.isBackward ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : cairo_text_cluster_flags_t(0))
                }
            }
            if isTurned { cairo_restore(context) }
        }
    }
}
