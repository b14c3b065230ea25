import FontModel
import OpenType

extension FaceExamination {
    /// Checks every outline of `glyf`, its components, and the maxima in `maxp`.
    mutating func checkGlyphs() {
        let format = facts.head.indexToLocFormat
        guard tables.hasTrueTypeOutlines, let locations = tables["loca"], format == 0 || format == 1,
            let glyphs = once("glyf", locations.start, locations.count, format, glyphCount),
            locations.holds(glyphCount + 1, of: format == 0 ? 2 : 4, at: 0)
        else { return }
        let places = GlyphLocations(table: locations, isLong: format == 1)
        checkEnds(places, glyphs)
        var survey = GlyphSurvey(glyphCount: glyphCount)
        for glyph in 0..<glyphCount {
            guard let range = places.range(of: glyph), range.upperBound <= glyphs.count,
                let bytes = glyphs.slice(at: range.lowerBound, count: range.count)
            else { continue }
            guard budget.spend(8 + bytes.count) else { return }
            GlyphData(bytes: bytes, glyph: glyph).check(glyphCount: glyphCount, survey: &survey, log: &log)
        }
        survey.checkComponents(profile: tables["maxp"], log: &log)
        survey.checkProfile(tables["maxp"], log: &log)
    }

    private mutating func checkEnds(_ places: GlyphLocations, _ glyphs: FontBytes) {
        let table = places.table
        let end = places.width * glyphCount
        if let last = places.offset(glyphCount), last + 3 < glyphs.count {
            warn(
                .locationsLeftOver, "loca", table.start + end,
                "The last outline ends at byte \(last) of the table 'glyf', which has \(glyphs.count).")
        }
        if table.count > end + places.width + 3 {
            warn(
                .locationsLeftOver, "loca", table.start + end + places.width,
                "The table 'loca' has \(table.count / places.width) offsets; \(glyphCount) glyphs need "
                    + "\(glyphCount + 1).")
        }
    }
}
