import CFontconfig
public import FontModel

/// What fontconfig makes of one font file, read without any configuration.
///
/// The corresponding C function is `FcFreeTypeQueryAll`.
public struct FontScan: Sendable, Hashable {
    /// All patterns: faces, named instances and variable faces.
    public var patternCount: Int
    /// What is said of each face, by its place in the file.
    ///
    /// In a collection whose first face is variable, 2.14 counts the first face's instances for every face.
    public var faces: [Int: ScannedFace]

    /// Reads a font file as fontconfig would when it scans a folder.
    ///
    /// The configuration's rules for scanning (`<match target="scan">`) are not applied. The file is opened by its path
    /// and mapped: scan only files that nobody can shorten meanwhile.
    /// - Parameter path: The path of the font file.
    /// - Returns: What was found.
    /// - Throws: 101 or 102 if the file cannot be opened; 104 if fontconfig finds no font in it; 301 if memory ran out.
    public static func scan(path: String) throws(FontError) -> FontScan {
        guard let raw = FcFontSetCreate() else { throw FontconfigFailure.noConfiguration }
        let set = FontSetHandle(adopting: raw)
        var faceCount: Int32 = 0
        // "If id is -1, then all patterns found in 'file' are added to 'set'. … The number of patterns added to 'set'
        // is returned" (FcFreeTypeQueryAll); but without memory fewer are added than returned (2.14.1, fcfreetype.c).
        let found = FcFreeTypeQueryAll(path, UInt32.max, nil, &faceCount, raw)
        guard found > 0 else { throw FontconfigFailure.noFont(path) }
        guard Int(found) == set.count else {
            throw FontError(.registrationFailed, "fontconfig ran out of memory while it read the file.", file: path)
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

/// What fontconfig says of one face of a font file.
public struct ScannedFace: Sendable, Hashable {
    /// The family, English if there is an English one; the file's name if the font has no name at all.
    public var family: String
    /// The style.
    public var style: String
    /// The PostScript name; made from the family where the font has none.
    public var postscriptName: String
    /// 1…1000, 400 regular; of a variable face the default.
    public var weight: Double
    /// Languages, as fontconfig names its orthographies, sorted.
    public var languages: [String]
    /// Named instances away from the default location.
    public var instanceCount: Int
    /// Whether weight, width or optical size vary; other axes alone do not make fontconfig say so.
    public var isVariable: Bool
    /// How many characters are mapped.
    public var coverageCount: Int

    /// Reads the pattern of the face as such, which comes before those of its instances.
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
