import FontModel

/// The structure of a `CFF ` table (Adobe TN 5176) or a `CFF2` table (OpenType `CFF2`); glyphs are not decoded.
struct CFFTable {
    let bytes: FontBytes
    let tag: Tag

    private var isVersion2: Bool { tag == "CFF2" }

    /// Checks the header, the structures after it, and that there are as many glyphs as `maxp` declares.
    func check(glyphCount: Int, log: inout FindingLog) {
        func report(_ kind: FontFinding.Kind, _ offset: Int, _ message: Message) {
            log.add(kind, .table(tag, bytes.start + offset), message)
        }
        guard let major = bytes.u8(0), let header = bytes.u8(2), major == (isVersion2 ? 2 : 1),
            header >= (isVersion2 ? 5 : 4)
        else { return report(.compactFont, 0, "The table '\(tag.text)' does not begin with its header.") }
        guard let dictionary = topDictionary(at: header) else {
            return report(
                .compactFont, header, "The table '\(tag.text)' ends before its dictionaries and subroutines do.")
        }
        guard let offset = charStringsOffset(in: dictionary), let glyphs = index(at: offset) else {
            return report(
                .compactFont, dictionary.start - bytes.start,
                "The offset of the glyphs in the table '\(tag.text)' is wrong.")
        }
        if glyphs.count < glyphCount {
            report(
                .compactGlyphsMissing, offset,
                "The table '\(tag.text)' has \(glyphs.count) glyphs of the \(glyphCount) that 'maxp' declares.")
        } else if glyphs.count > glyphCount {
            report(
                .compactGlyphsLeftOver, offset,
                "The table '\(tag.text)' has \(glyphs.count) glyphs, more than the \(glyphCount) that 'maxp' declares.")
        }
    }

    /// Returns the offset of a glyph's charstring from the start of the table, or nil if it cannot be found.
    func place(ofGlyph glyph: Int) -> Int? {
        guard let header = bytes.u8(2),
            let dictionary = topDictionary(at: header),
            let glyphs = charStringsOffset(in: dictionary).flatMap(index), (0..<glyphs.count).contains(glyph),
            let offset = number(at: glyphs.offsets.start + glyph * glyphs.offsets.width, width: glyphs.offsets.width)
        else { return nil }
        return glyphs.offsets.start + (glyphs.count + 1) * glyphs.offsets.width - 1 + offset
    }

    /// Returns the first top dictionary.
    ///
    /// - Returns: Nil unless the dictionary and the names, strings and global subroutines around it (in version 2, the
    ///   global subroutines) lie within the table.
    private func topDictionary(at header: Int) -> FontBytes? {
        if isVersion2 {
            guard let length = bytes.u16(3), index(at: header + length) != nil else { return nil }
            return bytes.slice(at: header, count: length)
        }
        guard let names = index(at: header), let dictionaries = index(at: names.end),
            let strings = index(at: dictionaries.end), index(at: strings.end) != nil
        else { return nil }
        return dictionaries.first
    }

    /// Returns the operand of operator 17 (`CharStrings`) in a dictionary.
    private func charStringsOffset(in dictionary: FontBytes) -> Int? {
        var place = 0
        var operand: Int?
        while let byte = dictionary.u8(place) {
            switch byte {
            case 17: return operand
            case 12: place += 2
            case 0...21: place += 1
            case 28:
                operand = dictionary.i16(place + 1)
                place += 3
            case 29:
                // A negative offset would lie outside of every table.
                operand = dictionary.u32(place + 1)
                place += 5
            case 30:
                // A real number ends with the nibble 15.
                repeat { place += 1 } while dictionary.u8(place).map { $0 & 0xF != 0xF && $0 >> 4 != 0xF } ?? false
                place += 1
            case 32...246:
                operand = byte - 139
                place += 1
            case 247...254:
                guard let low = dictionary.u8(place + 1) else { return nil }
                operand = byte < 251 ? (byte - 247) * 256 + low + 108 : -(byte - 251) * 256 - low - 108
                place += 2
            default: place += 1
            }
        }
        return nil
    }

    /// An INDEX that lies within the table.
    private struct Index {
        var count: Int
        var end: Int
        /// The position of the offsets of the elements, and the width of each offset.
        var offsets = (start: 0, width: 1)
        /// The first element.
        var first: FontBytes?
    }

    /// Returns the INDEX at a position, or nil unless it lies within the table.
    ///
    /// The last offset gives the end of the INDEX, so the work is constant.
    private func index(at start: Int) -> Index? {
        let countWidth = isVersion2 ? 4 : 2
        guard start >= 0, let count = isVersion2 ? bytes.u32(start) : bytes.u16(start) else { return nil }
        guard count > 0 else { return Index(count: 0, end: start + countWidth) }
        let offsets = start + countWidth + 1
        guard let width = bytes.u8(offsets - 1), (1...4).contains(width), bytes.holds(count, of: width, at: offsets),
            let last = number(at: offsets + count * width, width: width),
            let second = number(at: offsets + width, width: width)
        else { return nil }
        // Offsets count from the byte before the data.
        let data = offsets + (count + 1) * width - 1
        guard last >= 1, bytes.holds(last, of: 1, at: data) else { return nil }
        return Index(
            count: count, end: data + last, offsets: (offsets, width),
            first: second >= 1 ? bytes.slice(at: data + 1, count: second - 1) : nil)
    }

    private func number(at offset: Int, width: Int) -> Int? {
        guard bytes.holds(width, of: 1, at: offset) else { return nil }
        return (0..<width).reduce(0) { $0 << 8 | (bytes.u8(offset + $1) ?? 0) }
    }
}
