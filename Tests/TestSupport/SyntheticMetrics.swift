extension SyntheticGlyphs {
    /// Returns the `maxp` table: version 1.0 for TrueType outlines, else 0.5.
    func maximumProfile(isTrueType: Bool) -> [UInt8] {
        var table = SyntheticWriter(capacity: 32)
        table.u32(isTrueType ? 0x0001_0000 : 0x0000_5000)
        table.u16(count)
        guard isTrueType else { return table.bytes }
        // Points, contours, the same for composite glyphs, zones. The rest is for instructions, which are not present.
        for value in [4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0] { table.u16(value) }
        return table.bytes
    }

    /// Returns the `hhea` or `vhea` table.
    func metricsHeader(isVertical: Bool) -> [UInt8] {
        let extent = isVertical ? maximumBoxHeight : maximumBoxWidth
        let advance = isVertical ? unitsPerEm : maximumAdvance
        var table = SyntheticWriter(capacity: 36)
        table.u32(isVertical ? 0x0001_1000 : 0x0001_0000)
        table.u16(unitsPerEm * (isVertical ? 500 : 800) / 1_000)
        table.u16(-unitsPerEm * (isVertical ? 500 : 200) / 1_000)
        table.u16(unitsPerEm * (isVertical ? 0 : 100) / 1_000)
        table.u16(advance)
        table.u16(bearing)
        table.u16(isVertical ? unitsPerEm - bearing - maximumBoxHeight : bearing)
        table.u16(bearing + extent)
        table.u16(isVertical ? 0 : 1)
        table.u16(isVertical ? 1 : 0)
        table.zeros(12)
        table.u16(isVertical || isFixedPitch ? 1 : count)
        return table.bytes
    }

    /// Returns the `hmtx` or `vmtx` table; an advance common to all glyphs is written once.
    func metrics(isVertical: Bool) -> [UInt8] {
        var table = SyntheticWriter(capacity: 4 * count)
        for glyph in 0..<count {
            if !isVertical && !isFixedPitch || glyph == 0 { table.u16(isVertical ? unitsPerEm : advance(glyph)) }
            table.u16(bearing)
        }
        return table.bytes
    }

    /// Returns the `glyf` and `loca` tables, with one box of four points for each glyph.
    func trueTypeBoxes() -> (glyf: [UInt8], loca: [UInt8], hasLongOffsets: Bool) {
        let size = 26
        let hasLongOffsets = count * size > 2 * 0xFFFF
        var glyf = SyntheticWriter(capacity: count * size)
        var loca = SyntheticWriter(capacity: 4 * (count + 1))
        for glyph in 0...count {
            if hasLongOffsets { loca.u32(glyph * size) } else { loca.u16(glyph * size / 2) }
            guard glyph < count else { break }
            let width = boxWidth(glyph)
            let height = boxHeight(glyph)
            glyf.u16(1)
            glyf.u16(bearing)
            glyf.u16(0)
            glyf.u16(bearing + width)
            glyf.u16(height)
            glyf.u16(3)
            glyf.u16(0)
            // On-curve points. In turn, y and x are unchanged, so that each point takes one 16-bit number.
            for flag in [0x21, 0x11, 0x21, 0x11] { glyf.u8(flag) }
            glyf.u16(bearing)
            glyf.u16(width)
            glyf.u16(height)
            glyf.u16(-height)
        }
        return (glyf.bytes, loca.bytes, hasLongOffsets)
    }
}
