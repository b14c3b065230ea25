import FontModel
import OpenType

/// The maxima of all glyphs of a font, and the graph of components.
struct GlyphSurvey {
    /// A maximum that `maxp` declares, with the largest value found and its glyph.
    private struct Maximum {
        let part: Part
        let offset: Int
        var value = 0
        var glyph = 0

        /// Returns the sentence that says by what the glyph exceeds the declared maximum.
        func sentence(declared: Int) -> String {
            switch part {
            case .points: "Glyph \(glyph) has \(counted(value, "point")); 'maxp' allows \(declared)."
            case .contours: "Glyph \(glyph) has \(counted(value, "contour")); 'maxp' allows \(declared)."
            case .instructions:
                "Glyph \(glyph) has \(counted(value, "byte")) of instructions; 'maxp' allows \(declared)."
            case .components: "Glyph \(glyph) has \(counted(value, "component")); 'maxp' allows \(declared)."
            }
        }
    }

    /// A part of a glyph whose number `maxp` limits.
    private enum Part { case points, contours, instructions, components }

    private let glyphCount: Int
    private var components: GlyphComponents
    private var points = Maximum(part: .points, offset: 6)
    private var contours = Maximum(part: .contours, offset: 8)
    private var instructions = Maximum(part: .instructions, offset: 26)
    private var elements = Maximum(part: .components, offset: 28)

    init(glyphCount: Int) {
        self.glyphCount = glyphCount
        components = GlyphComponents(glyphCount: glyphCount)
    }

    mutating func note(_ glyph: Int, points: Int, contours: Int, instructions: Int) {
        Self.raise(&self.points, to: points, glyph)
        Self.raise(&self.contours, to: contours, glyph)
        Self.raise(&self.instructions, to: instructions, glyph)
    }

    mutating func note(_ glyph: Int, components: Int, instructions: Int) {
        Self.raise(&elements, to: components, glyph)
        Self.raise(&self.instructions, to: instructions, glyph)
    }

    mutating func note(_ glyph: Int, component: Int, at offset: Int) {
        components.add(component, to: glyph, at: offset)
    }

    private static func raise(_ maximum: inout Maximum, to value: Int, _ glyph: Int) {
        if value > maximum.value { (maximum.value, maximum.glyph) = (value, glyph) }
    }

    /// Reports glyphs that exceed the maxima in `maxp`.
    func checkProfile(_ profile: FontBytes?, log: inout FindingLog) {
        guard let profile, profile.u32(0) == 0x0001_0000, profile.count >= 32 else { return }
        for maximum in [points, contours, instructions, elements] {
            guard let declared = profile.u16(maximum.offset), maximum.value > declared else { continue }
            log.add(
                .profileExceeded, .table("maxp", profile.start + maximum.offset), glyph: maximum.glyph,
                maximum.sentence(declared: declared))
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
