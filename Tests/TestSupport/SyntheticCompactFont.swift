/// A writer of the numbers and indexes of the Compact Font Format.
private struct CompactWriter {
    var out = SyntheticWriter()

    /// Appends a number in a form that is the same in charstrings and dictionaries.
    mutating func number(_ value: Int) {
        switch value {
        case -107...107: out.u8(value + 139)
        case 108...1_131:
            out.u8(247 + (value - 108) >> 8)
            out.u8(value - 108)
        default:
            out.u8(28)
            out.u16(value)
        }
    }

    /// Appends an offset to a dictionary, always in five bytes, so that the dictionary's size is known in advance.
    mutating func offset(_ value: Int) {
        out.u8(29)
        out.u32(value)
    }

    /// Appends a real number to a dictionary.
    mutating func real(_ value: Double) {
        var nibbles: [Int] = []
        for character in value.description.utf8 {
            switch character {
            case UInt8(ascii: "."): nibbles.append(0xA)
            case UInt8(ascii: "e"): nibbles.append(0xB)
            // A minus sign can only follow an E here; together they are one nibble.
            case UInt8(ascii: "-"): nibbles[nibbles.count - 1] = 0xC
            default: nibbles.append(Int(character) - 0x30)
            }
        }
        nibbles.append(0xF)
        if !nibbles.count.isMultiple(of: 2) { nibbles.append(0xF) }
        out.u8(30)
        for pair in stride(from: 0, to: nibbles.count, by: 2) { out.u8(nibbles[pair] << 4 | nibbles[pair + 1]) }
    }

    mutating func `operator`(_ code: Int) { if code > 0xFF { out.u16(code) } else { out.u8(code) } }

    /// Appends an index; the count takes two bytes in version 1 and four in version 2.
    mutating func index(_ items: [[UInt8]], isVersion2: Bool = false) {
        if isVersion2 { out.u32(items.count) } else { out.u16(items.count) }
        guard !items.isEmpty else { return }
        out.u8(4)
        var offset = 1
        out.u32(offset)
        for item in items {
            offset += item.count
            out.u32(offset)
        }
        for item in items { out.append(item) }
    }
}

extension SyntheticGlyphs {
    /// Returns the `CFF ` table, or the contents of a bare CFF file, with boxes and glyph names `g1`, `g2` ….
    func compactFont(name: String) -> [UInt8] {
        let names = (1..<max(count, 2)).map { Array("g\($0)".utf8) }
        let firstOwnString = 391
        // The highest string number is 64,999. Further glyphs have numbers without a string.
        let strings = Array(names.prefix(64_999 - firstOwnString + 1))

        var head = CompactWriter()
        for byte in [1, 0, 4, 4] { head.out.u8(byte) }
        // The name is at most 127 bytes of printable ASCII without delimiters.
        let safe = name.utf8.filter { (0x21...0x7E).contains($0) && !"[](){}<>/%".utf8.contains($0) }.prefix(127)
        head.index([safe.isEmpty ? Array("Synthetic".utf8) : Array(safe)])

        var tail = CompactWriter()
        tail.index(strings)
        tail.index([])

        let dictionarySize = topDictionary(charset: 0, charstrings: 0, privateOffset: 0).count
        let indexOverhead = 2 + 1 + 8
        let charset = head.out.count + indexOverhead + dictionarySize + tail.out.count
        // Format 2: one range of consecutive names without glyph 0. Format 0 if there is no other glyph.
        var body = CompactWriter()
        body.out.u8(count > 1 ? 2 : 0)
        if count > 1 {
            body.out.u16(firstOwnString)
            body.out.u16(count - 2)
        }
        let charstrings = charset + body.out.count
        body.index((0..<count).map { charstring($0, isVersion2: false) })
        let privateOffset = charset + body.out.count

        head.index([topDictionary(charset: charset, charstrings: charstrings, privateOffset: privateOffset)])
        head.out.append(tail.out.bytes)
        head.out.append(body.out.bytes)
        head.out.append(SyntheticGlyphs.privateDictionary)
        return head.out.bytes
    }

    /// Returns the `CFF2` table with the same boxes and without variations.
    func compactFont2() -> [UInt8] {
        var top = CompactWriter()
        let headerSize = 5
        let topSize = 6 + 7 + (unitsPerEm == 1_000 ? 0 : fontMatrix.count)
        let charstrings = headerSize + topSize + 4
        var body = CompactWriter()
        body.index((0..<count).map { charstring($0, isVersion2: true) }, isVersion2: true)
        let privateOffset = charstrings + body.out.count
        let dictionaries = privateOffset + SyntheticGlyphs.privateDictionary2.count
        if unitsPerEm != 1_000 { top.out.append(fontMatrix) }
        top.offset(charstrings)
        top.operator(17)
        top.offset(dictionaries)
        top.operator(0x0C24)
        var font = CompactWriter()
        font.number(SyntheticGlyphs.privateDictionary2.count)
        font.offset(privateOffset)
        font.operator(18)

        var table = CompactWriter()
        for byte in [2, 0, headerSize] { table.out.u8(byte) }
        table.out.u16(top.out.count)
        table.out.append(top.out.bytes)
        table.index([], isVersion2: true)
        table.out.append(body.out.bytes)
        table.out.append(SyntheticGlyphs.privateDictionary2)
        table.index([font.out.bytes], isVersion2: true)
        return table.out.bytes
    }

    /// Default and nominal width 0: charstrings begin with their width.
    private static let privateDictionary: [UInt8] = [139, 20, 139, 21]
    /// BlueScale 0.039625, the default; an empty dictionary would be valid, but is rare in real fonts.
    private static let privateDictionary2: [UInt8] = [30, 0x0A, 0x03, 0x96, 0x25, 0xFF, 12, 9]

    private var fontMatrix: [UInt8] {
        var writer = CompactWriter()
        for entry in [1, 0, 0, 1, 0, 0] {
            if entry == 0 { writer.number(0) } else { writer.real(1 / Double(unitsPerEm)) }
        }
        writer.operator(0x0C07)
        return writer.out.bytes
    }

    private func topDictionary(charset: Int, charstrings: Int, privateOffset: Int) -> [UInt8] {
        var writer = CompactWriter()
        if unitsPerEm != 1_000 { writer.out.append(fontMatrix) }
        // FontBBox
        for edge in [bearing, 0, bearing + maximumBoxWidth, maximumBoxHeight] { writer.offset(edge) }
        writer.operator(5)
        writer.offset(charset)
        writer.operator(15)
        writer.offset(charstrings)
        writer.operator(17)
        writer.number(SyntheticGlyphs.privateDictionary.count)
        writer.offset(privateOffset)
        writer.operator(18)
        return writer.out.bytes
    }

    private func charstring(_ glyph: Int, isVersion2: Bool) -> [UInt8] {
        var writer = CompactWriter()
        if !isVersion2 { writer.number(advance(glyph)) }
        writer.number(bearing)
        writer.number(0)
        writer.operator(21)
        // `hlineto` draws right, up, left; the contour is closed implicitly. Version 2 has neither widths nor
        // `endchar`.
        writer.number(boxWidth(glyph))
        writer.number(boxHeight(glyph))
        writer.number(-boxWidth(glyph))
        writer.operator(6)
        if !isVersion2 { writer.operator(14) }
        return writer.out.bytes
    }
}
