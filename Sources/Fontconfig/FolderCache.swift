/// The contents of fontconfig's cache of one folder.
package struct FolderCache: Sendable, Hashable {
    /// The number of patterns: one per face, per named instance other than at the default location, and per variable
    /// face.
    ///
    /// If memory is exhausted, fontconfig returns fewer patterns without an error. It also omits files in which it
    /// finds no font. Compare the number with the headers of the files.
    package var patternCount: Int
    /// The number of subfolders; a subfolder that is not counted is hidden from programs, with all its contents.
    package var folderCount: Int
}
