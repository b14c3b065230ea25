import FontModel
import OpenType

extension FaceExamination {
    /// Checks the tables for substitution, positioning, glyph definitions, baselines, mathematics and kerning.
    mutating func checkLayout() {
        for tag: Tag in ["GSUB", "GPOS"] {
            guard let table = once(tag, glyphCount) else { continue }
            checkLists(table, tag)
        }
        checkDefinitions()
        for tag: Tag in ["BASE", "MATH"] {
            guard let table = once(tag) else { continue }
            checkOffsets(table, tag, fields: tag == "BASE" ? [4, 6] : [4, 6, 8])
        }
        checkKerning()
    }

    private mutating func checkOffsets(_ table: FontBytes, _ tag: Tag, fields: [Int]) {
        for field in fields {
            guard let offset = table.u16(field) else {
                return warn(.layoutPastEnd, tag, table.start, "The table '\(tag.text)' ends within its header.")
            }
            guard offset == 0 || table.holds(1, of: 2, at: offset) else {
                warn(
                    .layoutPastEnd, tag, table.start + field,
                    "An offset of \(offset) points past the \(table.count) bytes of '\(tag.text)'.")
                continue
            }
        }
    }

    private mutating func checkDefinitions() {
        guard let table = once("GDEF", axisCount), let minor = table.u16(2) else { return }
        checkOffsets(table, "GDEF", fields: [4, 6, 8, 10] + (minor >= 2 ? [12] : []))
        if minor >= 3, axisCount > 0 { checkStore(table, "GDEF", at: table.u32(14), field: 14) }
    }

    private mutating func checkLists(_ table: FontBytes, _ tag: Tag) {
        checkOffsets(table, tag, fields: [4, 6, 8])
        let features = FontList(table, at: table.u16(6), recordSize: 6)
        let lookups = FontList(table, at: table.u16(8), recordSize: 2)
        let scripts = FontList(table, at: table.u16(4), recordSize: 6)
        for (list, field) in [(scripts, 4), (features, 6), (lookups, 8)] where list?.isWhole == false {
            warn(
                .layoutPastEnd, tag, table.start + field,
                "A list of \(list?.count ?? 0) records runs past the end of '\(tag.text)'.")
        }
        if let scripts, scripts.isWhole { checkScripts(scripts, tag) }
        if let features, features.isWhole { checkFeatures(features, tag, lookupCount: lookups?.count ?? 0) }
        if let lookups, lookups.isWhole { checkLookups(lookups, tag) }
    }

    private mutating func checkScripts(_ list: FontList, _ tag: Tag) {
        for index in 0..<list.count where budget.spend(8) {
            let record = list.bytes.start + 2 + 6 * index
            guard let offset = list.bytes.u16(2 + 6 * index + 4), let script = list.bytes.slice(from: offset),
                let count = script.u16(2), count == 0 || script.holds(count, of: 6, at: 4)
            else {
                warn(.layoutPastEnd, tag, record + 4, "Script \(index) runs past the end of '\(tag.text)'.")
                continue
            }
            guard budget.spend(8 * count) else { return }
            let systems = [script.u16(0) ?? 0] + (0..<count).map { script.u16(8 + 6 * $0) ?? 0 }
            for system in systems where system != 0 {
                guard let count = script.u16(system + 4), count == 0 || script.holds(count, of: 2, at: system + 6)
                else {
                    warn(
                        .layoutPastEnd, tag, record + 4,
                        "A language of script \(index) runs past the end of '\(tag.text)'.")
                    break
                }
            }
        }
    }

    private mutating func checkFeatures(_ list: FontList, _ tag: Tag, lookupCount: Int) {
        for index in 0..<list.count where budget.spend(8) {
            let record = 2 + 6 * index
            let name = list.bytes.tag(record)?.text ?? ""
            guard let offset = list.bytes.u16(record + 4), let feature = list.bytes.slice(from: offset),
                let count = feature.u16(2), count == 0 || feature.holds(count, of: 2, at: 4), budget.spend(count)
            else {
                warn(
                    .layoutPastEnd, tag, list.bytes.start + record + 4,
                    "The feature '\(name)' runs past the end of '\(tag.text)'.")
                continue
            }
            for place in 0..<count {
                guard let lookup = feature.u16(4 + 2 * place), lookup >= lookupCount else { continue }
                warn(
                    .featureLookup, tag, feature.start + 4 + 2 * place,
                    "The feature '\(name)' refers to lookup \(lookup); there are \(lookupCount).")
                break
            }
        }
    }

    private mutating func checkLookups(_ list: FontList, _ tag: Tag) {
        for index in 0..<list.count where budget.spend(8) {
            guard let offset = list.bytes.u16(2 + 2 * index), let lookup = list.bytes.slice(from: offset),
                let kind = lookup.u16(0), let count = lookup.u16(4), count == 0 || lookup.holds(count, of: 2, at: 6)
            else {
                warn(
                    .layoutPastEnd, tag, list.bytes.start + 2 + 2 * index,
                    "Lookup \(index) runs past the end of '\(tag.text)'.")
                continue
            }
            guard budget.spend(8 * count) else { return }
            for place in 0..<count {
                guard let offset = lookup.u16(6 + 2 * place), let subtable = lookup.slice(from: offset),
                    checkSubtable(subtable, tag, kind: kind, lookup: index)
                else {
                    warn(
                        .layoutPastEnd, tag, lookup.start + 6 + 2 * place,
                        "Subtable \(place) of lookup \(index) runs past the end of '\(tag.text)'.")
                    break
                }
            }
        }
    }

    /// Checks the beginning of a subtable, and whether its glyph coverage lies within the table.
    private mutating func checkSubtable(_ subtable: FontBytes, _ tag: Tag, kind: Int, lookup: Int) -> Bool {
        guard let format = subtable.u16(0) else { return false }
        let isSubstitution = tag == "GSUB"
        // An extension refers to the actual subtable by an offset of four bytes.
        if kind == (isSubstitution ? 7 : 9) {
            guard let kind = subtable.u16(2), kind != (isSubstitution ? 7 : 9), let offset = subtable.u32(4),
                let proper = subtable.slice(from: offset)
            else { return false }
            return checkSubtable(proper, tag, kind: kind, lookup: lookup)
        }
        // Context by coverage has several coverage lists, at other positions.
        if format == 3, kind == 5 || kind == 6 || kind == 7 || kind == 8 { return true }
        guard let offset = subtable.u16(2), let coverage = GlyphCoverage(subtable, at: offset) else { return false }
        if let last = coverage.last, last >= glyphCount {
            warn(
                .coverageBeyondGlyphs, tag, coverage.start, glyph: last,
                "Lookup \(lookup) covers glyph \(last); the font has \(glyphCount).")
        }
        return true
    }

    private mutating func checkKerning() {
        // Apple's version has four-byte fields instead of two-byte fields here.
        guard let table = once("kern"), table.u16(0) == 0, let count = table.u16(2) else { return }
        var place = 4
        for index in 0..<count where budget.spend(4) {
            guard let length = table.u16(place + 2), let coverage = table.u16(place + 4) else {
                return warn(
                    .layoutPastEnd, "kern", table.start + 2, "The \(count) subtables run past the end of 'kern'.")
            }
            // The length of a large table does not fit its two bytes, so the number of pairs is used.
            if coverage >> 8 == 0 {
                guard let pairs = table.u16(place + 6), table.holds(pairs, of: 6, at: place + 14) || pairs == 0 else {
                    return warn(
                        .layoutPastEnd, "kern", table.start + place + 6,
                        "The pairs of subtable \(index) run past the end of 'kern'.")
                }
                place += max(length, 14 + 6 * pairs)
            } else {
                place += max(length, 6)
            }
        }
    }
}

/// A list of fixed-size records preceded by their count.
private struct FontList {
    let bytes: FontBytes
    let count: Int
    /// Whether all records lie within the table.
    let isWhole: Bool

    /// Reads the list; nil if there is none.
    init?(_ table: FontBytes, at offset: Int?, recordSize: Int) {
        guard let offset, offset != 0, let bytes = table.slice(from: offset), let count = bytes.u16(0) else {
            return nil
        }
        self.bytes = bytes
        self.count = count
        isWhole = count == 0 || bytes.holds(count, of: recordSize, at: 2)
    }
}

/// The glyphs that a layout subtable covers (OpenType, “Coverage Table”).
private struct GlyphCoverage {
    /// The offset of the coverage table in the file.
    let start: Int
    /// The last glyph; nil if there is none.
    let last: Int?

    /// Reads the coverage table; nil unless it lies entirely within the table.
    init?(_ subtable: FontBytes, at offset: Int) {
        guard let bytes = subtable.slice(from: offset), let format = bytes.u16(0), let count = bytes.u16(2),
            format == 1 || format == 2, count == 0 || bytes.holds(count, of: format == 1 ? 2 : 6, at: 4)
        else { return nil }
        start = bytes.start
        last = count == 0 ? nil : format == 1 ? bytes.u16(2 + 2 * count) : bytes.u16(4 + 6 * (count - 1) + 2)
    }
}
