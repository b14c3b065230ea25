/// The limits of a font and of its registration data.
///
/// Anything beyond a limit is refused with ``FontError/Code/exceededResourceLimit`` (106).
public enum FontLimits {
    /// The maximum size of a font file, in bytes: 256 MiB.
    public static let fileSize = 256 * 1024 * 1024
    /// The maximum number of faces in one collection.
    public static let facesPerFile = 512
    /// The maximum number of axes (`fvar`) of one face; real fonts have at most a few dozen.
    public static let axesPerFace = 128
    /// The maximum number of named instances (`fvar`) of one face.
    public static let instancesPerFace = 1_000
    /// The maximum number of faces plus named instances in one file.
    public static let facesAndInstancesPerFile = 4_096
    /// The maximum number of glyphs drawn for one composite glyph, through all levels of its components.
    ///
    /// Sound fonts have tens at most. FreeType has no limit, and takes half a minute for a hostile font of one
    /// kilobyte.
    public static let partsPerGlyph = 1_000
    /// The maximum length of an identifying name, in bytes as stored in the file.
    ///
    /// Applies to `name` IDs 1, 2, 4, 6, 16, 17, 21, 22 and 25 and to instance names.
    public static let nameLength = 1_024
    /// The maximum length of a provider's id, in bytes of UTF-8; equal to the maximum length of a path.
    ///
    /// An id has at least 1 byte, is a single line and contains no control characters.
    public static let providerLength = 4_096
    /// The maximum length of a tag, in bytes of UTF-8; a tag is a single line without control characters.
    public static let tagLength = 1_024
    /// The maximum number of tags of one registration.
    public static let tagsPerRegistration = 64
    /// The maximum length of a display name, in characters.
    ///
    /// A longer name is cut at a character boundary and ends in an ellipsis.
    public static let displayNameLength = 256
}
