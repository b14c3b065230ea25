/// What fontconfig has recorded of one folder.
public struct FolderCache: Sendable, Hashable {
    /// Patterns in the cache: one per face, one per named instance away from the default, one per variable face.
    public var patternCount: Int
    /// How many of the patterns come from each file, by file name.
    ///
    /// fontconfig answers short, without an error, when memory runs out, and leaves out files it finds no font in.
    /// Compare with what the files' own headers say.
    public var patternsByFile: [String: Int]
    /// Folders inside the folder; one that is missing here is hidden from programs, with all that is in it.
    public var folderCount: Int
    /// The cache file that programs will read; nil if none could be written, or if the folder changed again meanwhile:
    /// then each program scans for itself.
    public var cacheFile: String?
    /// Whether the folder was scanned; false when a valid cache was there.
    public var wasScanned: Bool

    /// Makes a record.
    public init(
        patternCount: Int, patternsByFile: [String: Int], folderCount: Int = 0, cacheFile: String?, wasScanned: Bool
    ) {
        self.patternCount = patternCount
        self.patternsByFile = patternsByFile
        self.folderCount = folderCount
        self.cacheFile = cacheFile
        self.wasScanned = wasScanned
    }

    /// The names of the files fontconfig found fonts in.
    public var files: Set<String> { Set(patternsByFile.keys) }
}
