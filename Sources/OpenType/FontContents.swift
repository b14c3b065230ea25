public import FontModel

/// Everything that was read from one font file.
public struct FontContents: Sendable {
    /// What the first bytes say the file is.
    public var format: FontFormat
    /// Every face in the file, in file order; one unless the file is a collection.
    public var faces: [FaceContents]
    /// Warnings: what is wrong or surprising in the file and does not refuse it.
    public var findings: [FontFinding]

    /// Makes a value from its parts.
    public init(format: FontFormat, faces: [FaceContents], findings: [FontFinding] = []) {
        self.format = format
        self.faces = faces
        self.findings = findings
    }
}

/// Everything that was read from one face of a font file.
public struct FaceContents: Sendable {
    /// The facts that are stored and matched.
    ///
    /// Languages are empty: fontconfig judges them later.
    public var face: FontFace
    /// All records of the `name` table that could be read, in file order, license and description included.
    public var names: [NameRecord]
    /// The characters that the best Unicode subtable of `cmap` maps to a glyph.
    ///
    /// A symbol map (platform 3, encoding 0) counts as U+F000…U+F0FF, a Macintosh Roman one by that encoding.
    public var coverage: CharacterCoverage
    /// The table directory, in file order.
    public var tables: [TableRecord]
    /// `OS/2.fsType`, the embedding permissions; nil without a readable `OS/2`.
    public var embeddingFlags: Int?
    /// `head.unitsPerEm`: font units in the em square, 16…16,384.
    public var unitsPerEm: Int
    /// The line metrics of `hhea`, in font units; nil without that table.
    public var lineMetrics: LineMetrics?
    /// The typographic line metrics of `OS/2`, in font units; nil without them.
    public var typographicLineMetrics: LineMetrics?

    /// Makes a value from its parts.
    public init(
        face: FontFace, names: [NameRecord] = [], coverage: CharacterCoverage = CharacterCoverage(),
        tables: [TableRecord] = [], embeddingFlags: Int? = nil, unitsPerEm: Int = 1_000,
        lineMetrics: LineMetrics? = nil, typographicLineMetrics: LineMetrics? = nil
    ) {
        self.face = face
        self.names = names
        self.coverage = coverage
        self.tables = tables
        self.embeddingFlags = embeddingFlags
        self.unitsPerEm = unitsPerEm
        self.lineMetrics = lineMetrics
        self.typographicLineMetrics = typographicLineMetrics
    }
}

/// One entry of a face's table directory.
public struct TableRecord: Sendable, Hashable {
    /// Four characters, such as `glyf`; bytes that are not printable ASCII are escaped.
    public var tag: String
    /// Where the table begins, in bytes from the start of the file.
    public var offset: Int
    /// Bytes in the table, without padding.
    public var length: Int

    /// Makes an entry from its parts.
    public init(tag: String, offset: Int, length: Int) {
        self.tag = tag
        self.offset = offset
        self.length = length
    }
}

/// How lines of text are spaced, in font units.
public struct LineMetrics: Sendable, Hashable {
    /// Height above the base line.
    public var ascender: Int
    /// Depth below the base line; normally negative.
    public var descender: Int
    /// Extra space between lines.
    public var lineGap: Int

    /// Makes a value from its parts.
    public init(ascender: Int, descender: Int, lineGap: Int) {
        self.ascender = ascender
        self.descender = descender
        self.lineGap = lineGap
    }
}
