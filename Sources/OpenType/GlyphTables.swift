import FontModel

/// Checks that the tables with glyphs are consistent with the number of glyphs.
///
/// Outlines are not decoded. The components of composite glyphs are counted.
enum GlyphTables {
    static func check(
        _ tables: TableDirectory, head: HeadTable, glyphCount: Int, log: inout FindingLog,
        budget: inout WorkBudget, shared: inout SharedTables
    ) {
        if let locations = tables["loca"], let glyphs = tables["glyf"] {
            let key = SharedTables.Key(locations, glyphs.count, head.indexToLocFormat, glyphCount)
            if shared.checkedLocations.insert(key).inserted, budget.spend(4 * glyphCount) {
                checkLocations(locations, glyphs, head: head, glyphCount: glyphCount, log: &log)
                let places = GlyphLocations(table: locations, isLong: head.indexToLocFormat == 1)
                GlyphComponents.checkCounts(places, glyphs, glyphCount: glyphCount, log: &log, budget: &budget)
            }
        }
        for tag: Tag in ["CFF ", "CFF2"] {
            guard let bytes = tables[tag] else { continue }
            CFFTable(bytes: bytes, tag: tag).check(glyphCount: glyphCount, log: &log)
        }
    }

    /// Checks `loca`: it has one offset for each glyph and one for the end, none of them past the end of `glyf`.
    private static func checkLocations(
        _ table: FontBytes, _ glyphs: FontBytes, head: HeadTable, glyphCount: Int, log: inout FindingLog
    ) {
        let format = head.indexToLocFormat
        guard format == 0 || format == 1 else {
            return log.add(
                .locationFormat, .table("head", head.start + 50),
                "The offsets in 'loca' have the unknown format \(format).")
        }
        let width = format == 0 ? 2 : 4
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
            guard let offset = format == 0 ? table.u16(2 * index).map({ 2 * $0 }) : table.u32(4 * index)
            else { return }
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
}
