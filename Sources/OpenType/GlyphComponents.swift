import FontModel

/// The graph of composite glyphs and their components (OpenType `glyf`, “Composite Glyph Description”).
package struct GlyphComponents {
    package struct Part {
        package var glyph: Int
        /// The offset of the component record in the file.
        package var offset: Int
    }

    /// The nesting of a composite glyph.
    package struct Nesting {
        /// The number of levels of components; 0 for a simple glyph.
        package var depth = 0
        /// The number of glyphs drawn for it, including itself and all repetitions.
        var count = 1
    }

    private var parts: [Int: [Part]] = [:]
    private var room: Int

    /// Creates an empty graph that takes as many components as the font may have; further ones are dropped.
    package init(glyphCount: Int) { room = Self.limit(glyphCount: glyphCount) }

    /// Returns the maximum number of components in a font, counted through all levels.
    static func limit(glyphCount: Int) -> Int { FontLimits.partsPerGlyph * 100 + 32 * glyphCount }

    var isFull: Bool { room == 0 }

    package mutating func add(_ component: Int, to glyph: Int, at offset: Int) {
        guard room > 0 else { return }
        room -= 1
        parts[glyph, default: []].append(Part(glyph: component, offset: offset))
    }

    /// Returns the nesting of every composite glyph; each component is visited once.
    ///
    /// - Parameter loop: Called with a glyph and the component of it that contains it.
    package func nestings(loop: (Int, Part) -> Void = { _, _ in }) -> [Int: Nesting] {
        var known: [Int: Nesting] = [:]
        for glyph in parts.keys.sorted() where known[glyph] == nil { visit(glyph, &known, loop) }
        return known.filter { parts[$0.key] != nil }
    }

    private func visit(_ glyph: Int, _ known: inout [Int: Nesting], _ loop: (Int, Part) -> Void) {
        // Iterative, since a hostile font can nest 65,535 levels.
        var path = [(glyph: glyph, next: 0, nesting: Nesting())]
        var isOpen: Set = [glyph]
        func include(_ nesting: Nesting) {
            guard let top = path.indices.last else { return }
            path[top].nesting.depth = max(path[top].nesting.depth, nesting.depth + 1)
            // Capped, since the count could double 65,535 times and overflow.
            path[top].nesting.count = min(path[top].nesting.count + nesting.count, 1 << 32)
        }
        while let top = path.last {
            let own = parts[top.glyph] ?? []
            guard top.next < own.count else {
                known[top.glyph] = top.nesting
                isOpen.remove(top.glyph)
                path.removeLast()
                include(top.nesting)
                continue
            }
            path[path.count - 1].next += 1
            let part = own[top.next]
            if isOpen.contains(part.glyph) {
                loop(top.glyph, part)
            } else if let nesting = known[part.glyph] {
                include(nesting)
            } else {
                isOpen.insert(part.glyph)
                path.append((glyph: part.glyph, next: 0, nesting: Nesting()))
            }
        }
    }
}

extension GlyphComponents {
    /// Reports glyphs with more components than any program should draw.
    ///
    /// FreeType has no limit of its own: a kilobyte of glyphs, each containing the next one twice, takes it half a
    /// minute.
    static func checkCounts(
        _ locations: GlyphLocations, _ glyphs: FontBytes, glyphCount: Int, log: inout FindingLog,
        budget: inout WorkBudget
    ) {
        var components = GlyphComponents(glyphCount: glyphCount)
        for glyph in 0..<glyphCount {
            guard let range = locations.range(of: glyph), range.upperBound <= glyphs.count,
                let bytes = glyphs.slice(at: range.lowerBound, count: range.count),
                let contours = bytes.i16(0), contours < 0
            else { continue }
            guard budget.spend(bytes.count) else { return }
            for part in CompositeGlyph(bytes).parts where part.glyph < glyphCount {
                components.add(part.glyph, to: glyph, at: bytes.start + part.offset)
            }
            guard !components.isFull else {
                return log.add(
                    .tooManyParts, .table("glyf", bytes.start), glyph: glyph,
                    "The composite glyphs up to glyph \(glyph) have far more parts than there are glyphs.")
            }
        }
        let nestings = components.nestings()
        let largest = nestings.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
        let sum = nestings.values.reduce(0) { $0 + $1.count }
        guard let largest, let range = locations.range(of: largest.key) else { return }
        let place = FindingLog.Place.table("glyf", glyphs.start + range.lowerBound)
        if largest.value.count > FontLimits.partsPerGlyph {
            log.add(
                .tooManyParts, place, glyph: largest.key,
                "Glyph \(largest.key) has \(largest.value.count) parts through all levels; at most "
                    + "\(FontLimits.partsPerGlyph) are accepted.")
        } else if sum > Self.limit(glyphCount: glyphCount) {
            log.add(
                .tooManyParts, place, glyph: largest.key,
                "The composite glyphs have \(sum) parts through all levels, far more than the \(glyphCount) glyphs.")
        }
    }
}
