/// The offsets of `loca`.
struct GlyphLocations {
    let table: FontBytes
    let isLong: Bool

    var width: Int { isLong ? 4 : 2 }

    /// Where a glyph begins in `glyf`; for the number of glyphs, where the last one ends.
    func offset(_ glyph: Int) -> Int? { isLong ? table.u32(4 * glyph) : table.u16(2 * glyph).map { 2 * $0 } }

    /// Where a glyph lies in `glyf`; nil where it has no outline or ends before it begins.
    func range(of glyph: Int) -> Range<Int>? {
        guard let start = offset(glyph), let end = offset(glyph + 1), start < end else { return nil }
        return start..<end
    }
}
