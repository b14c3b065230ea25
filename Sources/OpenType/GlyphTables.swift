import FontModel

extension FileParser {
    /// Checks that the tables with glyphs are consistent with the number of glyphs.
    ///
    /// Outlines are not decoded. The components of composite glyphs are counted.
    mutating func checkGlyphs(_ tables: TableDirectory, head: HeadTable, glyphCount: Int) {
        if let table = tables["loca"], let glyphs = tables["glyf"] {
            let key = SharedTables.Key(table, glyphs.count, head.indexToLocFormat, glyphCount)
            if shared.checkedLocations.insert(key).inserted, budget.spend(4 * glyphCount) {
                let locations = GlyphLocations(table: table, isLong: head.indexToLocFormat == 1)
                check(locations, glyphs, head: head, glyphCount: glyphCount)
                checkComponents(locations, glyphs, glyphCount: glyphCount)
            }
        }
        for tag: Tag in ["CFF ", "CFF2"] {
            guard let bytes = tables[tag] else { continue }
            CFFTable(bytes: bytes, tag: tag).check(glyphCount: glyphCount, log: &log)
        }
    }

    /// Checks `loca`: it has one offset for each glyph and one for the end, none of them past the end of `glyf`.
    private mutating func check(
        _ locations: GlyphLocations, _ glyphs: FontBytes, head: HeadTable, glyphCount: Int
    ) {
        let format = head.indexToLocFormat
        guard format == 0 || format == 1 else {
            return log.add(
                .locationFormat, .table("head", head.start + 50),
                "The offsets in 'loca' have the unknown format \(format).")
        }
        let (table, width) = (locations.table, locations.width)
        // Without the last offset, the end of the last outline is unknown. FreeType drops only that glyph.
        let lacksEnd = glyphs.count > 0 && table.count == glyphCount * width
        if lacksEnd {
            log.add(
                .lastOutlineEnd, .table("loca", table.start + table.count),
                "The table 'loca' lacks the end of the last outline.")
        }
        guard lacksEnd || table.holds(glyphCount + 1, of: width, at: 0) else {
            // Bitmap fonts declare all their glyphs but have no outlines.
            if glyphs.count == 0 {
                return log.add(
                    .noOutlines, .table("loca", table.start),
                    "The table 'loca' is too short, and the font has no outlines.")
            }
            return log.add(
                .locationsTooShort, .table("loca", table.start),
                "The table 'loca' of \(table.count) bytes is too short for \(glyphCount) glyphs.")
        }
        var previous = 0
        var hasWarned = false
        for index in 0...glyphCount {
            guard let offset = locations.offset(index) else { return }
            if offset > glyphs.count {
                return log.add(
                    .locationPastEnd, .table("loca", table.start + width * index), glyph: max(0, index - 1),
                    "The outline of glyph \(max(0, index - 1)) extends to byte \(offset) of the table 'glyf', which has "
                        + "\(glyphs.count).")
            }
            if offset < previous, !hasWarned {
                hasWarned = true
                log.add(
                    .locationOrder, .table("loca", table.start + width * index), glyph: max(0, index - 1),
                    "The outline of glyph \(index) is located before that of the previous one.")
            }
            previous = offset
        }
    }

    /// Reports glyphs with more components than any program should draw.
    ///
    /// FreeType has no limit of its own: a kilobyte of glyphs, each containing the next one twice, takes it half a
    /// minute.
    private mutating func checkComponents(_ locations: GlyphLocations, _ glyphs: FontBytes, glyphCount: Int) {
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
        } else if sum > GlyphComponents.limit(glyphCount: glyphCount) {
            log.add(
                .tooManyParts, place, glyph: largest.key,
                "The composite glyphs have \(sum) parts through all levels, far more than the \(glyphCount) glyphs.")
        }
    }
}

/// The offsets of `loca`.
package struct GlyphLocations {
    package let table: FontBytes
    package let isLong: Bool

    package init(table: FontBytes, isLong: Bool) {
        self.table = table
        self.isLong = isLong
    }

    package var width: Int { isLong ? 4 : 2 }

    /// Returns the offset of a glyph in `glyf`; for an index equal to the number of glyphs, the end of the last one.
    package func offset(_ glyph: Int) -> Int? { isLong ? table.u32(4 * glyph) : table.u16(2 * glyph).map { 2 * $0 } }

    /// Returns the range of a glyph in `glyf`, or nil if it has no outline or its end precedes its start.
    package func range(of glyph: Int) -> Range<Int>? {
        guard let start = offset(glyph), let end = offset(glyph + 1), start < end else { return nil }
        return start..<end
    }
}

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
        // Iterative, since a hostile font can nest 65,535 levels.
        var path: [(glyph: Int, next: Int, nesting: Nesting)] = []
        func include(_ nesting: Nesting) {
            guard let top = path.indices.last else { return }
            path[top].nesting.depth = max(path[top].nesting.depth, nesting.depth + 1)
            // Capped, since the count could double 65,535 times and overflow.
            path[top].nesting.count = min(path[top].nesting.count + nesting.count, 1 << 32)
        }
        for glyph in parts.keys.sorted() where known[glyph] == nil {
            path = [(glyph, 0, Nesting())]
            var isOpen: Set = [glyph]
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
                    path.append((part.glyph, 0, Nesting()))
                }
            }
        }
        return known.filter { parts[$0.key] != nil }
    }
}

/// The components of a composite glyph (OpenType `glyf`, “Composite Glyph Description”).
package struct CompositeGlyph {
    /// The record of a component.
    package struct Part {
        package var glyph: Int
        package var flags: Int
        /// The start and the end of the record in the glyph's data.
        package var offset: Int
        package var end: Int
    }

    /// The components whose records lie within the data.
    package private(set) var parts: [Part] = []
    /// The end of the last record, or nil if it is outside of the data.
    package private(set) var end: Int?

    /// Reads the components from the data of a glyph.
    ///
    /// Reading stops when there are too many components for the glyph to be accepted, since a component takes several
    /// times its size in memory.
    package init(_ bytes: FontBytes) {
        var place = 10
        while true {
            guard let flags = bytes.u16(place), let component = bytes.u16(place + 2) else { return }
            // Two arguments of one or two bytes each, then one scale, two scales, or a matrix.
            let size =
                4 + (flags & 1 != 0 ? 4 : 2) + (flags & 8 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0)
            guard bytes.holds(size, of: 1, at: place) else { return }
            parts.append(Part(glyph: component, flags: flags, offset: place, end: place + size))
            place += size
            guard flags & 0x20 != 0, parts.count <= FontLimits.partsPerGlyph else {
                end = place
                return
            }
        }
    }
}
