/// The contents of fontconfig's cache of one folder.
package struct FolderCache: Sendable, Hashable {
    /// The number of patterns: one per face, per named instance other than at the default location, and per variable
    /// face.
    package var patternCount: Int
    /// The number of patterns of each file, by file name.
    ///
    /// If memory is exhausted, fontconfig returns fewer patterns without an error. It also omits files in which it
    /// finds no font. Compare the numbers with the headers of the files.
    package var patternsByFile: [String: Int]
    /// The number of subfolders; a subfolder that is not counted is hidden from programs, with all its contents.
    package var folderCount: Int
    /// The cache file that programs will read.
    ///
    /// Nil if it could not be written or if the folder changed again meanwhile. In that case each program scans the
    /// folder itself.
    package var cacheFile: String?
    /// Whether the folder was scanned; false if there was a valid cache.
    package var wasScanned: Bool

    init(_ cache: borrowing CacheHandle, file: String?, wasScanned: Bool) {
        patternCount = cache.patternCount
        patternsByFile = cache.patternsByFile()
        folderCount = cache.folderCount
        cacheFile = file
        self.wasScanned = wasScanned
    }
}
