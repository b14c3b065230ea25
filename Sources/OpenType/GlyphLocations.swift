/// The offsets of `loca`.
package struct GlyphLocations {
    package let table: FontBytes
    package let isLong: Bool

    package init(table: FontBytes, isLong: Bool) {
        self.table = table
        self.isLong = isLong
    }

    package var width: Int { isLong ? 4 : 2 }

    /// Returns the offset of a glyph in `glyf`; for an index equal to the number of glyphs, the end of the last one.
    package func offset(_ glyph: Int) -> Int? { isLong ? table.u32(4 * glyph) : table.u16(2 * glyph).map { 2 * $0 } }

    /// Returns the range of a glyph in `glyf`, or nil if it has no outline or its end precedes its start.
    package func range(of glyph: Int) -> Range<Int>? {
        guard let start = offset(glyph), let end = offset(glyph + 1), start < end else { return nil }
        return start..<end
    }
}
