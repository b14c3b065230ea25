import FontModel
import OpenType

extension FaceExamination {
    /// Checks the axes of `fvar` against the names and `STAT`.
    mutating func checkAxes() {
        guard axisCount > 0 else {
            for tag: Tag in ["avar", "gvar", "cvar", "HVAR", "VVAR", "MVAR"] where !tables.contains("fvar") {
                guard let table = tables[tag] else { continue }
                warn(
                    .variationWithoutAxes, tag, table.start,
                    "The table '\(tag.text)' is present, but 'fvar', which has its axes, is missing.")
            }
            return
        }
        if let table = once("fvar"), let start = table.u16(4), let size = table.u16(10) {
            for (index, nameID) in facts.variations.axisNameIDs.enumerated() where facts.names.best(nameID) == nil {
                warn(
                    .axisUnnamed, "fvar", table.start + start + size * index + 18,
                    "The axis '\(facts.variations.axes[index].tag)' has the name ID \(nameID), which is not in 'name'.")
            }
        }
        checkDefaultWeight()
        checkDefaultWidth()
        checkStyleAttributes()
    }

    /// Compares the weight of the default with that by which fontconfig scales the weights of all styles.
    private mutating func checkDefaultWeight() {
        guard let table = tables["OS/2"], let weight = facts.os2.weightClass, (1...1_000).contains(weight),
            let value = facts.variations.axes.first(where: { $0.tag == "wght" })?.defaultValue,
            abs(value - Double(weight)) >= 1
        else { return }
        warn(
            .weightDefault, "OS/2", table.start + 4,
            "The weight is \(weight) in 'OS/2' and \(value) in the default of the axis 'wght'.")
    }

    /// Compares the width of the default with that by which fontconfig scales the widths of all styles.
    private mutating func checkDefaultWidth() {
        // In percent, by the class (OS/2); a default between two of them has the class of the nearest.
        let widths = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]
        guard let table = tables["OS/2"], let number = facts.os2.widthClass, (1...9).contains(number),
            let value = facts.variations.axes.first(where: { $0.tag == "wdth" })?.defaultValue, value > 0,
            let least = widths.map({ abs($0 - value) }).min(), abs(widths[number - 1] - value) > least
        else { return }
        warn(
            .widthDefault, "OS/2", table.start + 6,
            "The width is \(widths[number - 1]) in 'OS/2' and \(value) in the default of the axis 'wdth'.")
    }

    private mutating func checkStyleAttributes() {
        guard let table = once("STAT"), let size = table.u16(4), let count = table.u16(6),
            let offset = table.u32(8)
        else { return }
        guard count == 0 || size >= 8 && table.holds(count, of: size, at: offset) else {
            return warn(
                .layoutPastEnd, "STAT", table.start + 6, "The \(count) axes run past the end of the table 'STAT'.")
        }
        guard budget.spend(count + axisCount) else { return }
        let tags = Set((0..<count).compactMap { table.tag(offset + size * $0)?.text })
        for axis in facts.variations.axes where !tags.contains(axis.tag) {
            warn(
                .axisWithoutStyle, "STAT", table.start + 6,
                "The axis '\(axis.tag)' is not among the \(count) axes of 'STAT'.")
        }
    }

    /// Checks the tables that vary along the axes.
    mutating func checkVariations() {
        guard axisCount > 0 else { return }
        if let table = once("avar", axisCount) { checkAxisMappings(table) }
        if let table = once("gvar", axisCount, glyphCount) { checkGlyphVariations(table) }
        for tag: Tag in ["HVAR", "VVAR"] {
            guard let table = once(tag, axisCount) else { continue }
            checkStore(table, tag, at: table.u32(4), field: 4)
            // Mappings from glyphs to rows: of advances and bearings, and in VVAR also of origins.
            for field in stride(from: 8, to: tag == "HVAR" ? 20 : 24, by: 4) {
                guard let offset = table.u32(field), offset != 0 else { continue }
                checkMapping(table, tag, at: offset, field: field)
            }
        }
        if let table = once("MVAR", axisCount) {
            checkStore(table, "MVAR", at: table.u16(10), field: 10)
            if let size = table.u16(6), let count = table.u16(8),
                !(count == 0 || size >= 8 && table.holds(count, of: size, at: 12))
            {
                warn(.variationPastEnd, "MVAR", table.start + 8, "The \(count) records run past the end of 'MVAR'.")
            }
        }
    }

    private mutating func checkCount(_ count: Int?, _ tag: Tag, _ offset: Int) -> Bool {
        guard let count else {
            warn(.variationPastEnd, tag, offset, "The table '\(tag.text)' ends within its header.")
            return false
        }
        guard count != axisCount else { return true }
        warn(.axisCount, tag, offset, "The table '\(tag.text)' is for \(count) axes; 'fvar' has \(axisCount).")
        return false
    }

    private mutating func checkAxisMappings(_ table: FontBytes) {
        guard checkCount(table.u16(6), "avar", table.start + 6) else { return }
        var place = 8
        for axis in facts.variations.axes {
            guard let count = table.u16(place), table.holds(count, of: 4, at: place + 2) else {
                return warn(
                    .variationPastEnd, "avar", table.start + min(place, table.count),
                    "The mapping of the axis '\(axis.tag)' runs past the end of 'avar'.")
            }
            guard budget.spend(count) else { return }
            let pairs = (0..<count).compactMap { index -> (Int, Int)? in
                guard let from = table.i16(place + 2 + 4 * index), let to = table.i16(place + 4 + 4 * index) else {
                    return nil
                }
                return (from, to)
            }
            // Values are 2.14 fixed-point numbers. Without any pair, the axis is unchanged.
            let keepsEnds = [-0x4000, 0, 0x4000].allSatisfy { end in pairs.contains { $0 == (end, end) } }
            let isOrdered = zip(pairs, pairs.dropFirst()).allSatisfy { $0.0 < $1.0 && $0.1 <= $1.1 }
            if count > 0, !(keepsEnds && isOrdered) {
                warn(
                    .axisMapping, "avar", table.start + place,
                    isOrdered
                        ? "The mapping of the axis '\(axis.tag)' does not keep -1, 0 and 1."
                        : "The mapping of the axis '\(axis.tag)' is not in order."
                )
            }
            place += 2 + 4 * count
        }
    }

    private mutating func checkGlyphVariations(_ table: FontBytes) {
        guard checkCount(table.u16(4), "gvar", table.start + 4), let shared = table.u16(6),
            let sharedOffset = table.u32(8), let count = table.u16(12), let flags = table.u16(14),
            let data = table.u32(16)
        else { return }
        if count != glyphCount {
            warn(
                .variedGlyphCount, "gvar", table.start + 12,
                "The table 'gvar' is for \(count) glyphs; the font has \(glyphCount).")
        }
        if shared > 0, !table.holds(shared, of: 2 * axisCount, at: sharedOffset) {
            warn(.variationPastEnd, "gvar", table.start + 8, "The shared locations run past the end of 'gvar'.")
        }
        let width = flags & 1 == 0 ? 2 : 4
        guard table.holds(count + 1, of: width, at: 20), data <= table.count, budget.spend(count) else {
            return warn(.variationPastEnd, "gvar", table.start + 16, "The offsets run past the end of 'gvar'.")
        }
        var last = 0
        for index in 0...count {
            let place = 20 + width * index
            guard let offset = width == 2 ? table.u16(place).map({ 2 * $0 }) : table.u32(place) else { return }
            if offset < last || offset > table.count - data {
                let glyph = max(0, index - 1)
                return warn(
                    .variationPastEnd, "gvar", table.start + place, glyph: glyph,
                    "The variations of glyph \(glyph) extend from byte \(last) to \(offset) of \(table.count - data).")
            }
            last = offset
        }
    }

    /// Checks a map from glyphs to rows of a store: format, width of entries, count.
    private mutating func checkMapping(_ table: FontBytes, _ tag: Tag, at offset: Int, field: Int) {
        guard let format = table.u8(offset), let entry = table.u8(offset + 1),
            let count = format == 0 ? table.u16(offset + 2) : table.u32(offset + 2),
            count == 0 || table.holds(count, of: (entry >> 4 & 3) + 1, at: offset + (format == 0 ? 4 : 6))
        else {
            return warn(.variationPastEnd, tag, table.start + field, "A mapping runs past the end of '\(tag.text)'.")
        }
    }

    /// Checks an item variation store (OpenType, “Item Variation Store”).
    mutating func checkStore(_ table: FontBytes, _ tag: Tag, at offset: Int?, field: Int) {
        guard let offset, offset != 0 else { return }
        guard let store = table.slice(from: offset), let regions = store.u32(2), let count = store.u16(6),
            count == 0 || store.holds(count, of: 4, at: 8), let regionCount = store.u16(regions + 2)
        else {
            return warn(
                .variationPastEnd, tag, table.start + field, "The variations run past the end of '\(tag.text)'.")
        }
        guard checkCount(store.u16(regions), tag, store.start + regions) else { return }
        guard store.holds(regionCount, of: 6 * axisCount, at: regions + 4), budget.spend(count) else {
            return warn(
                .variationPastEnd, tag, store.start + regions + 2,
                "The \(regionCount) regions run past the end of '\(tag.text)'.")
        }
        for index in 0..<count {
            guard let place = store.u32(8 + 4 * index), place != 0 else { continue }
            // The number of items, the number of two-byte deltas (four-byte ones if the high bit is set), and the
            // number of regions.
            guard let items = store.u16(place), let words = store.u16(place + 2), let used = store.u16(place + 4) else {
                return warn(
                    .variationPastEnd, tag, store.start + 8 + 4 * index, "Deltas run past the end of '\(tag.text)'.")
            }
            let isLong = words & 0x8000 != 0
            let wide = min(words & 0x7FFF, used)
            let row = isLong ? 4 * wide + 2 * (used - wide) : 2 * wide + (used - wide)
            if items > 0, row > 0, !store.holds(items, of: row, at: place + 6 + 2 * used) {
                return warn(
                    .variationPastEnd, tag, store.start + place,
                    "\(items) rows of \(row) bytes run past the end of '\(tag.text)'.")
            }
        }
    }
}
