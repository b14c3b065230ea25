import FontModel
import OpenType

extension FaceExamination {
    /// Checks the order of the records of `name`.
    mutating func checkNames() {
        guard let table = once("name"), let count = table.u16(2), table.holds(count, of: 12, at: 6),
            budget.spend(count)
        else { return }
        var last = [0, 0, 0, 0]
        for index in 0..<count {
            let place = 6 + 12 * index
            let key = [0, 2, 4, 6].compactMap { table.u16(place + $0) }
            if key.lexicographicallyPrecedes(last) {
                return warn(
                    .nameOrder, "name", table.start + place,
                    "The record of platform \(key[0]), encoding \(key[1]), language \(key[2]) and name \(key[3]) comes "
                        + "after a larger one.")
            }
            last = key
        }
    }

    /// Checks the glyph names in `post`.
    mutating func checkGlyphNames() {
        guard let table = once("post", glyphCount), table.count >= 32, let version = table.u32(0) else { return }
        switch version {
        case 0x0001_0000:
            guard glyphCount != 258 else { return }
            warn(
                .glyphNamesCount, "post", table.start,
                "The table 'post' of version 1 names 258 glyphs; the font has \(glyphCount).")
        case 0x0002_0000: checkOwnNames(table)
        case 0x0002_5000, 0x0003_0000, 0x0004_0000: break
        default:
            warn(
                .glyphNamesVersion, "post", table.start,
                "The table 'post' has the unknown version 0x\(String(version, radix: 16)).")
        }
    }

    private mutating func checkOwnNames(_ table: FontBytes) {
        guard let count = table.u16(32), table.holds(count, of: 2, at: 34), budget.spend(table.count) else {
            return warn(
                .glyphNamesPastEnd, "post", table.start + 32, "The indices of names run past the end of 'post'.")
        }
        if count != glyphCount {
            warn(
                .glyphNamesCount, "post", table.start + 32,
                "The table 'post' names \(count) glyphs; the font has \(glyphCount).")
        }
        var names = 0
        var place = 34 + 2 * count
        while let length = table.u8(place), table.holds(length, of: 1, at: place + 1) {
            names += 1
            place += 1 + length
        }
        for glyph in 0..<count {
            // The first 258 names are standard names, which `post` does not store.
            guard let number = table.u16(34 + 2 * glyph), number >= 258 + names else { continue }
            return warn(
                .glyphNamesPastEnd, "post", table.start + 34 + 2 * glyph, glyph: glyph,
                "Glyph \(glyph) uses the name with index \(number - 258); 'post' has \(names) names.")
        }
    }
}
