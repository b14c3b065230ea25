import CFontconfig
package import FontModel

/// The patterns that fontconfig creates for one font file, read without any configuration.
package struct FontScan: Sendable, Hashable {
    /// The number of patterns: for faces, named instances and variable faces.
    package var patternCount: Int
    /// The languages of each face, by its index in the file.
    package var languages: [Int: [String]]

    /// Reads a font file as fontconfig does when it scans a folder.
    ///
    /// The configuration's rules for scanning (`<match target="scan">`) are not applied. The file is opened by its path
    /// and mapped into memory, so scan only files that cannot be truncated meanwhile.
    ///
    /// - Parameter path: The path of the font file.
    /// - Returns: The patterns found.
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101) or
    ///   ``FontError/Code/insufficientPermissions`` (102) if the file cannot be opened,
    ///   ``FontError/Code/invalidFontData`` (104) if fontconfig finds no font in it, or
    ///   ``FontError/Code/registrationFailed`` (301) if memory is exhausted.
    package static func scan(path: String) throws(FontError) -> FontScan {
        guard let raw = FcFontSetCreate() else { throw FontconfigFailure.noMemory(path) }
        let set = FontSetHandle(adopting: raw)
        var faceCount: Int32 = 0
        // "If id is -1, then all patterns found in 'file' are added to 'set'. … The number of patterns added to 'set'
        // is returned" (FcFreeTypeQueryAll). If memory is exhausted, fewer are added than returned (2.14.1,
        // fcfreetype.c).
        let found = FcFreeTypeQueryAll(path, UInt32.max, nil, &faceCount, raw)
        guard found > 0 else { throw FontconfigFailure.noFont(path) }
        guard Int(found) == set.count else { throw FontconfigFailure.noMemory(path) }
        var scan = FontScan(patternCount: set.count, languages: [:])
        set.forEach { pattern in
            // The pattern of the face itself precedes those of its instances.
            guard scan.languages[pattern.faceIndex] == nil else { return }
            scan.languages[pattern.faceIndex] = pattern.languageNames
        }
        return scan
    }
}
