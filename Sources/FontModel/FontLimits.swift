/// The limits of a font and of its registration data.
///
/// Anything beyond a limit is refused with ``FontError/Code/exceededResourceLimit`` (106).
public enum FontLimits {
    /// The maximum size of a font file, in bytes: 256 MiB.
    public static let fileSize = 256 * 1024 * 1024
    /// The maximum number of entries in an archive, of which the fonts are registered; the file may have ``fileSize``.
    public static let archiveEntries = 20_000
    /// The maximum number of fonts in an archive.
    public static let archiveFonts = 4_000
    /// The maximum size of all unpacked files of an archive together, in bytes: 512 MiB.
    public static let archiveUnpackedSize = 512 * 1024 * 1024
    /// The maximum ratio of the size of the unpacked files to that of the archive, which applies from 1 MiB on; real
    /// archives have at most 20.
    public static let archiveRatio = 100
    /// The maximum number of names in the path of an entry.
    public static let archiveDepth = 32
    /// The maximum size of a licence's text that is kept, in bytes: 256 KiB.
    public static let licenseTextSize = 256 * 1024
    /// The maximum size of the texts of licences that are kept from one archive or one search of folders, in bytes:
    /// 16 MiB, while a library of 1,500 families has 6.
    package static let licenseTextsSize = 16 * 1024 * 1024
    /// The maximum number of registrations in an export.
    public static let exportedRegistrations = 100_000
    /// The maximum size of the manifest of an export, and of all licence texts in it, in bytes: 64 MiB each.
    public static let exportedTextSize = 64 * 1024 * 1024
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
    /// The time for which removed bytes are kept to undo an operation, in seconds: 30 days.
    public static let removedAge = 30.0 * 86_400
    /// The maximum size of all removed bytes that are kept: 1 GiB.
    public static let removedBytes = 1 << 30
    /// The maximum number of operations that can be undone.
    public static let operationsKept = 100
    /// The maximum number of changed registrations, moved files, hidden fonts and names in changed collections in these
    /// operations together; one operation may have more.
    public static let changesKept = 50_000
    /// The maximum number of tags of one registration.
    public static let tagsPerRegistration = 64
    /// The maximum number of collections that are kept.
    public static let collections = 1_000
    /// The maximum number of families in these collections together; a family in several counts in each.
    public static let collectedFamilies = 20_000
    /// The maximum length of a display name, in characters.
    ///
    /// A longer name is cut at a character boundary and ends in an ellipsis.
    public static let displayNameLength = 256
}
