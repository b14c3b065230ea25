import CFontconfig
package import FontModel

/// The patterns that fontconfig creates for one font file, read without any configuration.
///
/// The corresponding C function is `FcFreeTypeQueryAll`.
package struct FontScan: Sendable, Hashable {
    /// The number of patterns: for faces, named instances and variable faces.
    package var patternCount: Int
    /// The properties of each face, by its index in the file.
    ///
    /// In a collection whose first face is variable, fontconfig 2.14 counts the first face's instances for every face.
    package var faces: [Int: ScannedFace]

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
        guard Int(found) == set.count else {
            throw FontconfigFailure.noMemory(path)
        }
        var scan = FontScan(patternCount: set.count, faces: [:])
        set.forEach { scan.add($0) }
        return scan
    }

    private mutating func add(_ pattern: PatternView) {
        let index = pattern.faceIndex
        var face = faces[index] ?? ScannedFace(pattern)
        if pattern.instanceNumber != 0 { face.instanceCount += 1 }
        if pattern.isVariable { face.isVariable = true }
        faces[index] = face
    }
}

/// The properties of one face of a font file according to fontconfig.
package struct ScannedFace: Sendable, Hashable {
    /// The family, in English if there is an English name; the name of the file if the font has no name.
    package var family: String
    /// The style.
    package var style: String
    /// The PostScript name; formed from the family if the font has none.
    package var postscriptName: String
    /// The weight, 1…1000, 400 for regular; the default of a variable face.
    package var weight: Double
    /// The languages, as fontconfig names its orthographies, sorted.
    package var languages: [String]
    /// The number of named instances other than at the default location.
    package var instanceCount: Int
    /// Whether weight, width or optical size varies; fontconfig ignores other axes.
    package var isVariable: Bool
    /// The number of mapped characters.
    package var coverageCount: Int

    /// Reads the pattern of the face itself, which precedes those of its instances.
    init(_ pattern: PatternView) {
        let face = FontFace(pattern, languages: pattern.languages.map(languageNames(of:)) ?? [])
        family = face.family
        style = face.style
        postscriptName = face.postscriptName
        weight = face.weight
        languages = face.languages
        instanceCount = 0
        isVariable = false
        coverageCount = pattern.characters.map { Int(FcCharSetCount($0)) } ?? 0
    }
}
