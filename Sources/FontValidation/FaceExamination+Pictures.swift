import FontModel
import OpenType

extension FaceExamination {
    /// Checks color layers, palettes, bitmaps and SVG documents.
    mutating func checkPictures() {
        if let table = once("COLR") { checkLayers(table) }
        if let table = once("CPAL") { checkPalettes(table) }
        for (sizes, data) in [("CBLC", "CBDT"), ("EBLC", "EBDT"), ("bloc", "bdat")] as [(Tag, Tag)] {
            guard let table = once(sizes), let pictures = tables[data] else { continue }
            checkStrikes(table, sizes, pictures)
        }
        if let table = once("sbix", glyphCount) { checkBitmaps(table) }
        if let table = once("SVG ") { checkDrawings(table) }
    }

    private mutating func pastEnd(_ table: FontBytes, _ tag: Tag, _ field: Int, _ message: Message) {
        warn(.picturesPastEnd, tag, table.start + field, message)
    }

    private mutating func checkLayers(_ table: FontBytes) {
        guard let version = table.u16(0), let bases = table.u16(2), let baseOffset = table.u32(4),
            let layerOffset = table.u32(8), let layers = table.u16(12)
        else { return pastEnd(table, "COLR", 0, "The table 'COLR' ends within its header.") }
        if bases > 0, !table.holds(bases, of: 6, at: baseOffset) {
            pastEnd(table, "COLR", 2, "The \(bases) glyphs with layers run past the end of 'COLR'.")
        }
        if layers > 0, !table.holds(layers, of: 4, at: layerOffset) {
            pastEnd(table, "COLR", 12, "The \(layers) layers run past the end of 'COLR'.")
        }
        guard version >= 1 else { return }
        // The offsets of paints, layers, clips, the variation index map and the variation store.
        for field in [14, 18, 22, 26, 30] {
            guard let offset = table.u32(field) else {
                return pastEnd(table, "COLR", 0, "The table 'COLR' ends within its header.")
            }
            if offset != 0, !table.holds(1, of: 4, at: offset) {
                pastEnd(table, "COLR", field, "An offset of \(offset) points past the end of 'COLR'.")
            }
        }
    }

    private mutating func checkPalettes(_ table: FontBytes) {
        guard let entries = table.u16(2), let palettes = table.u16(4), let colors = table.u16(6),
            let offset = table.u32(8), table.holds(palettes, of: 2, at: 12) || palettes == 0, budget.spend(palettes)
        else { return pastEnd(table, "CPAL", 0, "The table 'CPAL' ends within its header.") }
        if colors > 0, !table.holds(colors, of: 4, at: offset) {
            pastEnd(table, "CPAL", 6, "The \(colors) colors run past the end of 'CPAL'.")
        }
        for palette in 0..<palettes {
            guard let first = table.u16(12 + 2 * palette), first + entries > colors else { continue }
            return pastEnd(
                table, "CPAL", 12 + 2 * palette,
                "The \(entries) colors of palette \(palette) run past the end of 'CPAL'.")
        }
    }

    /// Checks the bitmaps of each size, which are organized in ranges of glyphs.
    private mutating func checkStrikes(_ table: FontBytes, _ tag: Tag, _ pictures: FontBytes) {
        guard let strikes = table.u32(4), strikes == 0 || table.holds(strikes, of: 48, at: 8), budget.spend(strikes)
        else { return pastEnd(table, tag, 4, "The list of sizes runs past the end of '\(tag.text)'.") }
        for strike in 0..<strikes {
            let place = 8 + 48 * strike
            guard let list = table.u32(place), let ranges = table.u32(place + 8),
                ranges == 0 || table.holds(ranges, of: 8, at: list), budget.spend(ranges)
            else {
                return pastEnd(table, tag, place, "The ranges of size \(strike) run past the end of '\(tag.text)'.")
            }
            for range in 0..<ranges {
                let record = list + 8 * range
                guard let offset = table.u32(record + 4), let image = table.u32(list + offset + 4) else {
                    return pastEnd(
                        table, tag, record + 4,
                        "Range \(range) of size \(strike) runs past the end of '\(tag.text)'.")
                }
                if image > pictures.count {
                    return warn(
                        .picturesPastEnd, tag, table.start + list + offset + 4,
                        "The pictures of range \(range) of size \(strike) are at byte \(image) of \(pictures.count).")
                }
            }
        }
    }

    private mutating func checkBitmaps(_ table: FontBytes) {
        guard let strikes = table.u32(4), strikes == 0 || table.holds(strikes, of: 4, at: 8), budget.spend(strikes)
        else { return pastEnd(table, "sbix", 4, "The list of sizes runs past the end of 'sbix'.") }
        for strike in 0..<strikes {
            guard let offset = table.u32(8 + 4 * strike), let bytes = table.slice(from: offset),
                bytes.holds(glyphCount + 1, of: 4, at: 4), budget.spend(glyphCount)
            else {
                return pastEnd(
                    table, "sbix", 8 + 4 * strike, "The pictures of size \(strike) run past the end of 'sbix'.")
            }
            for glyph in 0...glyphCount {
                guard let end = bytes.u32(4 + 4 * glyph), end > bytes.count else { continue }
                return warn(
                    .picturesPastEnd, "sbix", bytes.start + 4 + 4 * glyph, glyph: max(0, glyph - 1),
                    "The picture of glyph \(max(0, glyph - 1)) runs past the end of 'sbix'.")
            }
        }
    }

    private mutating func checkDrawings(_ table: FontBytes) {
        guard let offset = table.u32(2), let list = table.slice(from: offset), let count = list.u16(0),
            count == 0 || list.holds(count, of: 12, at: 2), budget.spend(count)
        else { return pastEnd(table, "SVG ", 2, "The list of drawings runs past the end of 'SVG '.") }
        for index in 0..<count {
            let record = 2 + 12 * index
            guard let place = list.u32(record + 4), let length = list.u32(record + 8),
                list.slice(at: place, count: length) == nil
            else { continue }
            return pastEnd(list, "SVG ", record + 4, "Drawing \(index) runs past the end of 'SVG '.")
        }
    }
}
