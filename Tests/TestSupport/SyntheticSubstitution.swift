extension SyntheticFont {
    /// Adds an OpenType feature that shows the glyph of another character in place of a character's.
    ///
    /// It is a single substitution for all scripts (`GSUB`), and replaces a feature that was added before.
    /// The characters are those of ``characters``, which must not change afterwards.
    public mutating func addFeature(_ tag: String, showing other: Unicode.Scalar, for scalar: Unicode.Scalar) {
        func glyph(_ scalar: Unicode.Scalar) -> Int {
            1 + Set(characters.flatMap { $0 }).count { $0 < scalar.value }
        }
        var table = SyntheticWriter(capacity: 72)
        // The version, and the lists of scripts, features and lookups.
        for number in [1, 0, 10, 30, 44] { table.u16(number) }
        // One script whose default language has feature 0.
        table.u16(1)
        table.tag("DFLT")
        for number in [8, 4, 0, 0, 0xFFFF, 1, 0] { table.u16(number) }
        // One feature with lookup 0.
        table.u16(1)
        table.tag(tag)
        for number in [8, 0, 1, 0] { table.u16(number) }
        // One lookup with one subtable: the difference of the glyphs, and the first of them.
        for number in [1, 4, 1, 0, 1, 8] { table.u16(number) }
        for number in [1, 6, glyph(other) - glyph(scalar), 1, 1, glyph(scalar)] { table.u16(number) }
        extraTables["GSUB"] = table.bytes
    }
}
