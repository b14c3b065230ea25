public import FontModel

/// The contents of one font file.
public struct FontContents: Sendable {
    /// The format according to the first bytes.
    public var format: FontFormat
    /// The faces in file order; one unless the file is a collection.
    public var faces: [FaceContents]
    /// The warnings: faults and unexpected properties for which the file is not refused.
    public var findings: [FontFinding] = []
}

/// The contents of one face of a font file.
public struct FaceContents: Sendable {
    /// The properties that are stored and matched.
    ///
    /// The languages are empty, since fontconfig determines them later.
    public var face: FontFace
    /// All readable records of the `name` table in file order, including license and description.
    public var names: [NameRecord] = []
    /// The characters that the best Unicode subtable of `cmap` maps to a glyph.
    ///
    /// A symbol subtable (platform 3, encoding 0) covers U+F000…U+F0FF. A Macintosh Roman subtable covers the
    /// characters of that encoding.
    public var coverage: CharacterCoverage = CharacterCoverage()
    /// The table directory, in file order.
    public var tables: [TableRecord] = []
    /// The legal texts, classification and metrics.
    public var details: FontDetails = FontDetails(texts: [])
}

/// One entry of a face's table directory.
public struct TableRecord: Sendable, Hashable {
    /// The tag: four characters, such as `glyf`, with escapes for bytes that are not printable ASCII.
    public var tag: String
    /// The offset of the table, in bytes from the start of the file.
    public var offset: Int
    /// The length of the table in bytes, without padding.
    public var length: Int

    /// Creates an entry from its parts.
    package init(tag: String, offset: Int, length: Int) {
        self.tag = tag
        self.offset = offset
        self.length = length
    }
}

/// The vertical spacing of lines, in font units.
package struct LineMetrics: Sendable, Hashable {
    package var ascender: Int
    package var descender: Int
    package var lineGap: Int
}
