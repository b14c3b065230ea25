extension SyntheticGlyphs {
    /// Returns the `cmap` table: formats 4 and 12 for Unicode and Windows, or format 4 as a Windows symbol map.
    func characterMap(isSymbol: Bool) -> [UInt8] {
        let format4 = characterMapFormat4()
        var table = SyntheticWriter(capacity: 36 + format4.count + 16 + 12 * segments.count)
        table.u16(0)
        guard !isSymbol else {
            table.u16(1)
            table.u16(3)
            table.u16(0)
            table.u32(12)
            table.append(format4)
            return table.bytes
        }
        // Some readers refuse a format 12 without groups.
        let hasFormat12 = !segments.isEmpty
        let encodings = [(0, 3, false), (0, 4, true), (3, 1, false), (3, 10, true)].filter { hasFormat12 || !$0.2 }
        let start = 4 + 8 * encodings.count
        table.u16(encodings.count)
        for (platform, encoding, isFormat12) in encodings {
            table.u16(platform)
            table.u16(encoding)
            table.u32(isFormat12 ? start + format4.count : start)
        }
        table.append(format4)
        if hasFormat12 { table.append(characterMapFormat12()) }
        return table.bytes
    }

    private func characterMapFormat4() -> [UInt8] {
        var plane: [Segment] = []
        // The 16-bit length allows no more segments. 0xFFFF belongs to the last segment, which is fixed.
        for segment in segments.prefix(8_000) where segment.first < 0xFFFF {
            plane.append(Segment(first: segment.first, last: min(segment.last, 0xFFFE), glyph: segment.glyph))
        }
        plane.append(Segment(first: 0xFFFF, last: 0xFFFF, glyph: 0))
        let selector = Int.bitWidth - 1 - plane.count.leadingZeroBitCount
        let searchRange = 2 << selector
        var table = SyntheticWriter(capacity: 16 + 8 * plane.count)
        table.u16(4)
        table.u16(16 + 8 * plane.count)
        table.u16(0)
        table.u16(2 * plane.count)
        table.u16(searchRange)
        table.u16(selector)
        table.u16(2 * plane.count - searchRange)
        for segment in plane { table.u16(Int(segment.last)) }
        table.u16(0)
        for segment in plane { table.u16(Int(segment.first)) }
        for segment in plane { table.u16(segment.glyph - Int(segment.first)) }
        table.zeros(2 * plane.count)
        return table.bytes
    }

    private func characterMapFormat12() -> [UInt8] {
        var table = SyntheticWriter(capacity: 16 + 12 * segments.count)
        table.u16(12)
        table.u16(0)
        table.u32(16 + 12 * segments.count)
        table.u32(0)
        table.u32(segments.count)
        for segment in segments {
            table.u32(Int(segment.first))
            table.u32(Int(segment.last))
            table.u32(segment.glyph)
        }
        return table.bytes
    }
}
