/// The limits beyond which a font, or what a caller says of it, is refused with ``FontError/Code/exceededResourceLimit`` (106).
public enum FontLimits {
    /// Bytes in one font file: 256 MiB.
    public static let fileSize = 256 * 1024 * 1024
    /// Faces in one collection.
    public static let facesPerFile = 512
    /// Axes (`fvar`) of one face; real ones have up to some dozens.
    public static let axesPerFace = 128
    /// Named instances (`fvar`) in one face.
    public static let instancesPerFace = 1_000
    /// Faces plus named instances in one file.
    public static let facesAndInstancesPerFile = 4_096
    /// Glyphs that are drawn for one composite glyph, through all levels of its components.
    ///
    /// Sound fonts have tens at most; FreeType has no limit and needs half a minute for a hostile kilobyte.
    public static let partsPerGlyph = 1_000
    /// Bytes in one identifying name (`name` IDs 1, 2, 4, 6, 16, 17, 21, 22, 25 and instance names), as stored in the file.
    public static let nameLength = 1_024
    /// Bytes of a provider's id in UTF-8, 1 or more, on one line and without control characters; as long as a path can be.
    public static let providerLength = 4_096
    /// Bytes of a tag in UTF-8, on one line and without control characters.
    public static let tagLength = 1_024
    /// Characters of a display name; a longer one is cut at a character and ends in an ellipsis.
    public static let displayNameLength = 256
}
