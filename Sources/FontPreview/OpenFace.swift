import CCairo
import CFreeType
import CHarfBuzz
import FontSpecimens

/// A face at a size, for HarfBuzz, which places glyphs, and for cairo, which draws them.
///
/// Both have the axes of one FreeType face: axes in HarfBuzz alone give the advances of another weight than the outlines.
final class OpenFace {
    /// The `hb_font_t`, in 64ths of a point.
    let shaper: OpaquePointer
    /// The `cairo_scaled_font_t`.
    let drawer: OpaquePointer
    /// The `cairo_scaled_font_t` for glyphs without colours of a face that has some; nil if it has none, or no outlines.
    private let outlineDrawer: OpaquePointer?
    private let hiddenColors: HiddenColors
    /// The extents of a line above and below its baseline in points.
    let ascent: Double
    let descent: Double
    /// The extents of a vertical line to the right and to the left of its middle in points.
    let right: Double
    let left: Double

    /// Opens a face; nil if a library cannot use it.
    ///
    /// - Parameter size: The size in points.
    init?(_ face: Specimen.Face, of memory: FontMemory, size: Double) {
        let outlines = ColorTables.without(ofFace: face.index, in: memory.bytes) { LoadedFace(face, of: memory) }
        guard let loaded = LoadedFace(face, of: memory), let drawer = Self.drawer(loaded, size: size) else {
            return nil
        }
        self.drawer = drawer
        outlineDrawer = outlines.flatMap { Self.drawer($0, size: size) }
        // The drawer keeps the memory.
        hiddenColors = HiddenColors(ofFace: face.index, in: memory.bytes)
        let blob = hb_blob_create(
            memory.bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(memory.bytes.count),
            HB_MEMORY_MODE_READONLY, Unmanaged.passRetained(memory).toOpaque()
        ) { if let memory = $0 { Unmanaged<FontMemory>.fromOpaque(memory).release() } }
        defer { hb_blob_destroy(blob) }
        let shaped = hb_face_create(blob, UInt32(face.index))
        defer { hb_face_destroy(shaped) }
        // HarfBuzz returns an empty object without memory, never NULL.
        shaper = hb_font_create(shaped)
        let scale = Int32((size * 64).rounded())
        hb_font_set_scale(shaper, scale, scale)
        let variations = loaded.axes.map { hb_variation_t(tag: $0.tag, value: Float($0.value)) }
        if !variations.isEmpty { hb_font_set_variations(shaper, variations, UInt32(variations.count)) }
        var extents = hb_font_extents_t()
        hb_font_get_h_extents(shaper, &extents)
        // Fonts may claim any extents.
        let limits = 0...2 * size
        ascent = min(max(Double(extents.ascender) / 64, limits.lowerBound), limits.upperBound)
        descent = min(max(-Double(extents.descender) / 64, limits.lowerBound), limits.upperBound)
        // Half an em each for a font without vertical metrics.
        hb_font_get_extents_for_direction(shaper, HB_DIRECTION_TTB, &extents)
        right = min(max(Double(extents.ascender) / 64, limits.lowerBound), limits.upperBound)
        left = min(max(-Double(extents.descender) / 64, limits.lowerBound), limits.upperBound)
    }

    /// Sets the font of a context, also one that is turned: cairo uses a scaled font for its own transformation only.
    static func set(_ drawer: OpaquePointer, on context: OpaquePointer) {
        var matrix = cairo_matrix_t()
        cairo_scaled_font_get_font_matrix(drawer, &matrix)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_scaled_font_get_font_options(drawer, options)
        cairo_set_font_face(context, cairo_scaled_font_get_font_face(drawer))
        cairo_set_font_matrix(context, &matrix)
        cairo_set_font_options(context, options)
    }

    deinit {
        hb_font_destroy(shaper)
        cairo_scaled_font_destroy(drawer)
        cairo_scaled_font_destroy(outlineDrawer)
    }

    /// Returns the parts of a run that are drawn at once: the glyphs without colours, and those with colours.
    func parts(of run: ShapedRun) -> [(run: ShapedRun, drawer: OpaquePointer)] {
        guard let outlineDrawer else { return [(run, drawer)] }
        let (plain, colored) = run.divided { hasColors(UInt32($0)) }
        return [(plain, outlineDrawer), (colored, drawer)].filter { !$0.run.glyphs.isEmpty }
    }

    /// Whether a glyph has layers or a bitmap.
    private func hasColors(_ glyph: UInt32) -> Bool {
        if hb_ot_color_glyph_get_layers(hb_font_get_face(shaper), glyph, 0, nil, nil) > 0 { return true }
        let picture = hb_ot_color_glyph_reference_png(shaper, glyph)
        defer { hb_blob_destroy(picture) }
        return hb_blob_get_length(picture) > 0
    }

    /// Whether nothing is drawn for a glyph that has colours: cairo does not draw these, and it has no outline.
    func isUndrawn(_ glyph: cairo_glyph_t) -> Bool {
        guard hiddenColors.contains(Int(glyph.index)) else { return false }
        let drawer = hasColors(UInt32(glyph.index)) ? drawer : outlineDrawer ?? drawer
        var ink = cairo_text_extents_t()
        withUnsafePointer(to: glyph) { cairo_scaled_font_glyph_extents(drawer, $0, 1, &ink) }
        return ink.width <= 0 || ink.height <= 0
    }

    /// The key under which cairo keeps the FreeType face of its own face.
    ///
    /// cairo may use it after its last user has gone, so it must not end with this object (cairo_ft_font_face_create_for_ft_face).
    nonisolated(unsafe) private static let key = UnsafeMutablePointer<cairo_user_data_key_t>.allocate(capacity: 1)

    private static func drawer(_ loaded: LoadedFace, size: Double) -> OpaquePointer? {
        let face = cairo_ft_font_face_create_for_ft_face(loaded.raw, Int32(FT_LOAD_NO_HINTING))
        defer { cairo_font_face_destroy(face) }
        let kept = Unmanaged.passRetained(loaded)
        let status = cairo_font_face_set_user_data(face, key, kept.toOpaque()) {
            if let loaded = $0 { Unmanaged<LoadedFace>.fromOpaque(loaded).release() }
        }
        guard status == CAIRO_STATUS_SUCCESS else {
            kept.release()
            return nil
        }
        var (matrix, identity) = (cairo_matrix_t(), cairo_matrix_t())
        cairo_matrix_init_scale(&matrix, size, size)
        cairo_matrix_init_identity(&identity)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        guard let drawer = cairo_scaled_font_create(face, &matrix, &identity, options) else { return nil }
        guard cairo_scaled_font_status(drawer) == CAIRO_STATUS_SUCCESS else {
            cairo_scaled_font_destroy(drawer)
            return nil
        }
        return drawer
    }
}

/// The open faces of a picture, each opened once.
struct OpenFaces {
    private let files: [FontMemory]
    private var known: [Specimen.Face: [Double: OpenFace]] = [:]

    init(files: [FontMemory]) { self.files = files }

    /// Returns a face at a size.
    mutating func open(_ face: Specimen.Face, size: Double) throws(DrawingFailure) -> OpenFace {
        if let known = known[face]?[size] { return known }
        guard files.indices.contains(face.file), let opened = OpenFace(face, of: files[face.file], size: size) else {
            throw .unusableFace(file: face.file)
        }
        known[face, default: [:]][size] = opened
        return opened
    }
}
