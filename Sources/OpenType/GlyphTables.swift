/// Checks that the tables with glyphs agree with the number of glyphs.
///
/// Glyphs themselves are not decoded.
enum GlyphTables {
    static func check(
        _ tables: TableDirectory, head: HeadTable, glyphCount: Int, log: inout FindingLog,
        budget: inout WorkBudget, shared: inout SharedTables
    ) {
        if let locations = tables["loca"], let glyphs = tables["glyf"] {
            let key = SharedTables.Key(locations, glyphs.count, head.indexToLocFormat, glyphCount)
            if shared.checkedLocations.insert(key).inserted, budget.spend(4 * glyphCount) {
                checkLocations(locations, glyphs, format: head.indexToLocFormat, glyphCount: glyphCount, log: &log)
            }
        }
        for tag: Tag in ["CFF ", "CFF2"] {
            guard let bytes = tables[tag] else { continue }
            CompactFont(bytes: bytes, tag: tag).check(glyphCount: glyphCount, log: &log)
        }
    }

    /// OpenType `loca`: one offset for each glyph and one for the end; never behind the end of `glyf`.
    private static func checkLocations(
        _ table: FontBytes, _ glyphs: FontBytes, format: Int, glyphCount: Int, log: inout FindingLog
    ) {
        guard format == 0 || format == 1 else {
            return log.damage("head", "The offsets in 'loca' have the unknown format \(format).")
        }
        let width = format == 0 ? 2 : 4
        guard table.holds(glyphCount + 1, of: width, at: 0) else {
            // Bitmap fonts announce all their glyphs and have no outline for any.
            if glyphs.count == 0 {
                return log.warn("loca", at: table.start, "The table 'loca' is short; there are no outlines.")
            }
            return log.damage(
                "loca", at: table.start,
                "The table 'loca' of \(table.count) bytes is too short for \(glyphCount) glyphs.")
        }
        var previous = 0
        var hasWarned = false
        for index in 0...glyphCount {
            guard let offset = format == 0 ? table.u16(2 * index).map({ 2 * $0 }) : table.u32(4 * index)
            else { return }
            if offset > glyphs.count {
                return log.damage(
                    "loca", at: table.start + width * index,
                    "The outline of glyph \(index) lies behind the end of the table 'glyf'.")
            }
            if offset < previous, !hasWarned {
                hasWarned = true
                log.warn(
                    "loca", at: table.start + width * index,
                    "The outline of glyph \(index) lies before that of the last one.")
            }
            previous = offset
        }
    }
}
