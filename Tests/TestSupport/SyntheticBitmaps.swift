extension SyntheticGlyphs {
    /// The number of pixels on each side of a bitmap, and the number of bytes in it.
    private static let side = 8

    /// Returns the `EBLC` table: one strike of 8 pixels, all glyphs of one size.
    func bitmapLocations() -> [UInt8] {
        let side = SyntheticGlyphs.side
        var table = SyntheticWriter(capacity: 84)
        table.u32(0x0002_0000)
        table.u32(1)
        table.u32(56)
        table.u32(28)
        table.u32(1)
        table.u32(0)
        // Line metrics, horizontal and vertical: ascender, descender, maximum width, caret, bearings, extents.
        for _ in 0..<2 { for value in [side, 0, side, 1, 0, 0, 0, 0, side, 0, 0, 0] { table.u8(value) } }
        table.u16(0)
        table.u16(count - 1)
        // Pixels per em in both directions, one bit per pixel, horizontal.
        for value in [side, side, 1, 1] { table.u8(value) }
        table.u16(0)
        table.u16(count - 1)
        table.u32(8)
        // Index format 2: bitmaps of one size. Image format 5: only pixels.
        table.u16(2)
        table.u16(5)
        table.u32(4)
        table.u32(side)
        for value in [side, side, 0, side, side, 0, 0, side] { table.u8(value) }
        return table.bytes
    }

    /// Returns the `EBDT` table.
    func bitmapData() -> [UInt8] {
        var table = SyntheticWriter(capacity: 4 + SyntheticGlyphs.side * count)
        table.u32(0x0002_0000)
        for glyph in 0..<count {
            // A frame that contains the glyph's number.
            for line in [0xFF, 0x81, 0x81 | glyph >> 7 & 0x7E, 0x81, 0x81 | glyph << 1 & 0x7E, 0x81, 0x81, 0xFF] {
                table.u8(line)
            }
        }
        return table.bytes
    }
}

extension SyntheticFont {
    /// A `COLR` table of version 0: glyph 0 has itself as its only layer.
    static var colorLayers: [UInt8] {
        var table = SyntheticWriter(capacity: 24)
        table.u16(0)
        table.u16(1)
        table.u32(14)
        table.u32(20)
        table.u16(1)
        for value in [0, 0, 1, 0, 0] { table.u16(value) }
        return table.bytes
    }

    /// A `CPAL` table of version 0 with one palette of one colour.
    static var colorPalette: [UInt8] {
        var table = SyntheticWriter(capacity: 18)
        for value in [0, 1, 1, 1] { table.u16(value) }
        table.u32(14)
        table.u16(0)
        for value in [0x33, 0x66, 0xCC, 0xFF] { table.u8(value) }
        return table.bytes
    }
}
