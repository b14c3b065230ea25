import FontModel
import OpenType

/// The data of one glyph in `glyf` (OpenType `glyf`, “Simple Glyph Description” and “Composite Glyph Description”).
struct GlyphData {
    let bytes: FontBytes
    let glyph: Int

    /// Reports faults of the data, and adds the size and the components of the glyph to the survey.
    func check(glyphCount: Int, survey: inout GlyphSurvey, log: inout FindingLog) {
        guard let contours = bytes.i16(0), bytes.count >= 10 else {
            return warn(.glyphPastEnd, 0, "Glyph \(glyph) has \(bytes.count) of the 10 bytes of its header.", &log)
        }
        if contours >= 0 {
            checkSimple(contours: contours, survey: &survey, log: &log)
        } else {
            checkComposite(glyphCount: glyphCount, survey: &survey, log: &log)
        }
    }

    private func warn(_ kind: FontFinding.Kind, _ offset: Int, _ message: Message, _ log: inout FindingLog) {
        log.add(kind, .table("glyf", bytes.start + offset), glyph: glyph, message)
    }

    private func checkSimple(contours: Int, survey: inout GlyphSurvey, log: inout FindingLog) {
        guard contours > 0 else { return }
        guard bytes.holds(contours, of: 2, at: 10) else {
            return warn(.glyphPastEnd, 10, "Glyph \(glyph) ends before the list of its \(contours) contours.", &log)
        }
        var points = 0
        for contour in 0..<contours {
            guard let end = bytes.u16(10 + 2 * contour) else { return }
            guard end + 1 >= points else {
                return warn(
                    .glyphContours, 10 + 2 * contour,
                    "Glyph \(glyph) has a contour that ends at point \(end), before point \(points - 1) of the previous one.",
                    &log)
            }
            points = end + 1
        }
        let header = 10 + 2 * contours
        guard let instructions = bytes.u16(header) else {
            return warn(.glyphPastEnd, header, "Glyph \(glyph) ends before the number of its instructions.", &log)
        }
        guard bytes.holds(instructions, of: 1, at: header + 2) else {
            return warn(
                .glyphInstructions, header,
                "Glyph \(glyph) declares \(instructions) bytes of instructions; \(bytes.count - header - 2) are left.",
                &log)
        }
        survey.note(glyph, points: points, contours: contours, instructions: instructions)
        let start = header + 2 + instructions
        let end = endOfPoints(points, at: start)
        // FreeType substitutes zeros for missing coordinates only in part, and rejects a glyph with missing flags.
        guard let end, end <= bytes.count else {
            return warn(.glyphPastEnd, start, "Glyph \(glyph) ends before its \(points) points do.", &log)
        }
    }

    /// Returns the end of the coordinates, or nil if the flags are incomplete.
    private func endOfPoints(_ points: Int, at start: Int) -> Int? {
        var place = start
        var coordinates = 0
        var seen = 0
        while seen < points {
            guard let flags = bytes.u8(place) else { return nil }
            place += 1
            var count = 1
            if flags & 8 != 0 {
                guard let repeats = bytes.u8(place) else { return nil }
                place += 1
                count += repeats
            }
            count = min(count, points - seen)
            // A coordinate takes one byte, none (same as the previous one) or two. The x coordinates precede the y
            // coordinates.
            let x = flags & 2 != 0 ? 1 : flags & 0x10 != 0 ? 0 : 2
            let y = flags & 4 != 0 ? 1 : flags & 0x20 != 0 ? 0 : 2
            coordinates += count * (x + y)
            seen += count
        }
        return place + coordinates
    }

    private func checkComposite(glyphCount: Int, survey: inout GlyphSurvey, log: inout FindingLog) {
        let composite = CompositeGlyph(bytes)
        let parts = composite.parts
        guard let end = composite.end else {
            return warn(
                .glyphPastEnd, parts.last?.end ?? 10, "Glyph \(glyph) ends before its component \(parts.count) does.",
                &log)
        }
        for part in parts where part.glyph < glyphCount {
            survey.components.add(part.glyph, to: glyph, at: bytes.start + part.offset)
        }
        // Only the first one of a glyph is reported, since a message for each would dominate the running time.
        if let part = parts.first(where: { $0.glyph >= glyphCount }) {
            warn(
                .componentBeyondGlyphs, part.offset + 2,
                "Glyph \(glyph) has glyph \(part.glyph) as a component; the font has \(glyphCount) glyphs.", &log)
        }
        // If there are too many components, reading stopped before the last one.
        guard parts.count <= FontLimits.partsPerGlyph else { return }
        var instructions = 0
        if let last = parts.last, last.flags & 0x100 != 0 {
            guard let length = bytes.u16(end), bytes.holds(length, of: 1, at: end + 2) else {
                return warn(
                    .glyphInstructions, end, "Glyph \(glyph) declares more bytes of instructions than are left.", &log)
            }
            instructions = length
        }
        survey.note(glyph, components: parts.count, instructions: instructions)
    }
}
