import FontModel
import OpenType

/// The maxima of all glyphs of a font, and the graph of components.
struct GlyphSurvey {
    /// A maximum that `maxp` declares, with the largest value found and its glyph.
    private struct Maximum {
        let offset: Int
        /// Returns a number with its noun.
        let counted: @Sendable (Int) -> Message
        var value = 0
        var glyph = 0

        init(offset: Int, counted: @escaping @Sendable (Int) -> Message) {
            self.offset = offset
            self.counted = counted
        }

        mutating func raise(to value: Int, _ glyph: Int) {
            if value > self.value { (self.value, self.glyph) = (value, glyph) }
        }
    }

    var components: GlyphComponents
    private var points = Maximum(offset: 6) { counted($0, "point") }
    private var contours = Maximum(offset: 8) { counted($0, "contour") }
    private var instructions = Maximum(offset: 26) {
        Message(for: $0, one: "\($0) byte of instructions", many: "\($0) bytes of instructions")
    }
    private var elements = Maximum(offset: 28) { counted($0, "component") }

    init(glyphCount: Int) {
        components = GlyphComponents(glyphCount: glyphCount)
    }

    mutating func note(_ glyph: Int, points: Int, contours: Int, instructions: Int) {
        self.points.raise(to: points, glyph)
        self.contours.raise(to: contours, glyph)
        self.instructions.raise(to: instructions, glyph)
    }

    mutating func note(_ glyph: Int, components: Int, instructions: Int) {
        elements.raise(to: components, glyph)
        self.instructions.raise(to: instructions, glyph)
    }

    /// Reports glyphs that exceed the maxima in `maxp`.
    func checkProfile(_ profile: FontBytes?, log: inout FindingLog) {
        guard let profile, profile.u32(0) == 0x0001_0000, profile.count >= 32 else { return }
        for maximum in [points, contours, instructions, elements] {
            guard let declared = profile.u16(maximum.offset), maximum.value > declared else { continue }
            log.add(
                .profileExceeded, .table("maxp", profile.start + maximum.offset), glyph: maximum.glyph,
                "Glyph \(maximum.glyph) has \(maximum.counted(maximum.value)); 'maxp' allows \(declared).")
        }
    }

    /// Reports glyphs that contain themselves, and glyphs nested more deeply than `maxp` declares.
    func checkComponents(profile: FontBytes?, log: inout FindingLog) {
        // FreeType always allows one level, whatever `maxp` declares.
        let allowed = max(1, profile?.u16(30) ?? 1)
        let nestings = components.nestings { glyph, part in
            log.add(
                .componentLoop, .table("glyf", part.offset + 2), glyph: glyph,
                "Glyph \(glyph) contains itself by its component, glyph \(part.glyph).")
        }
        let deepest = nestings.max { ($0.value.depth, $1.key) < ($1.value.depth, $0.key) }
        guard let deepest, deepest.value.depth > allowed, let profile, profile.count >= 32 else { return }
        log.add(
            .componentDepth, .table("maxp", profile.start + 30), glyph: deepest.key,
            "Glyph \(deepest.key) is nested \(deepest.value.depth) levels deep; 'maxp' allows \(allowed).")
    }
}
