import CFreeType
public import FontModel

extension FreeTypeCheck {
    /// The maximum number of findings per face, after which its check ends.
    public static let findingsPerFace = 20
    /// The number of glyphs of each face that registration checks.
    ///
    /// If at least half of them do not load, the file is refused. If fewer do not load, there are only warnings, since
    /// the font is still usable and programs show it.
    public static let registrationSample = 16
    /// The maximum number of glyphs of one file that registration checks.
    ///
    /// In collections of many faces, fewer glyphs of each face are checked. In very large collections, some faces are
    /// skipped. FreeType ends the work on one glyph only after millions of steps, and a collection may have 512 such
    /// faces.
    static let registrationSampleOfFile = 128
    /// The maximum number of glyphs of one file that the deep check loads at the default location.
    static let glyphsPerFile = 4_000_000

    /// Loads glyphs of every face of a font file, unscaled and unhinted, at the default location.
    ///
    /// All outlines of a Latin font take a few milliseconds, those of a CJK collection several seconds. Load only a
    /// sample when the user is waiting. For faces without outlines, only the sizes of the bitmaps in one strike are
    /// read, not the images.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - everyGlyph: Whether to load all glyphs. Otherwise ``registrationSample`` glyphs of each face are loaded,
    ///     spread evenly, including the first and the last.
    /// - Returns: An error with code ``FontError/Code/invalidFontData`` (104) for each face that does not open, and for
    ///   each glyph of the ``registrationSample`` that does not load if at least half of them do not load. A warning
    ///   for each other glyph. At most ``findingsPerFace`` findings per face, errors first. Findings include the table
    ///   and the glyph, but not the offset in the file.
    ///
    /// The corresponding C functions are `FT_Open_Face` and `FT_Load_Glyph`.
    public static func loadGlyphs(_ bytes: UnsafeRawBufferPointer, everyGlyph: Bool) -> [FontFinding] {
        guard let library = LibraryHandle() else {
            return [FontFinding(.notConfirmed, message: "The glyphs were not checked: \(noLibrary)")]
        }
        var findings: [FontFinding] = []
        var faceCount = 1
        var index = 0
        while index < faceCount {
            do throws(FontError) {
                findings += try FaceHandle.with(index, of: bytes, in: library) { face in
                    // A damaged count cannot make this loop long, since files with more faces are refused elsewhere.
                    if index == 0 { faceCount = min(Int(face.raw.pointee.num_faces), FontLimits.facesPerFile) }
                    return loadGlyphs(of: face, index: index, of: faceCount, everyGlyph: everyGlyph)
                }
            } catch {
                findings.append(FontFinding(.cannotOpen, faceIndex: index, message: error.text))
            }
            index += 1
        }
        return findings
    }

    private static func loadGlyphs(
        of face: borrowing FaceHandle, index: Int, of faceCount: Int, everyGlyph: Bool
    ) -> [FontFinding] {
        let isScalable = face.raw.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0
        guard isScalable || selectStrike(of: face) else { return [] }
        let flags = isScalable ? outlineFlags : bitmapFlags
        let table = outlineTable(of: face)
        let count = Int(face.raw.pointee.num_glyphs)
        func failure(_ glyph: Int) -> FT_Error? {
            let error = FT_Load_Glyph(face.raw, FT_UInt(glyph), flags)
            return error == 0 || !isScalable && isAbsentBitmap(error) ? nil : error
        }
        func finding(_ kind: FontFinding.Kind, _ glyph: Int, _ error: FT_Error) -> FontFinding {
            FontFinding(
                kind, faceIndex: index, table: table, glyph: glyph,
                message: "Glyph \(glyph) does not load: \(FreeTypeFailure.clause(error)).")
        }
        let looked = sample(of: count, limit: registrationSample(of: index, of: faceCount))
        let broken = looked.compactMap { glyph in failure(glyph).map { (glyph, $0) } }
        let kind: FontFinding.Kind = 2 * broken.count >= looked.count ? .glyphRefused : .glyphDoesNotLoad
        var findings = broken.map { finding(kind, $0, $1) }
        guard everyGlyph else { return findings }
        let limit = glyphsPerFile / faceCount
        if count > limit {
            let message: Message =
                "Only \(limit) of the \(count) glyphs were loaded: the file has too many to load all."
            findings.append(FontFinding(.uncheckedTables, faceIndex: index, table: table, message: message))
        }
        for glyph in sample(of: count, limit: limit) where !looked.contains(glyph) {
            if findings.count >= findingsPerFace { break }
            if let error = failure(glyph) { findings.append(finding(.glyphDoesNotLoad, glyph, error)) }
        }
        return findings
    }

    /// Returns the number of glyphs of a face that registration checks.
    static func registrationSample(of index: Int, of faceCount: Int) -> Int {
        guard faceCount > registrationSampleOfFile else {
            return min(registrationSample, registrationSampleOfFile / max(1, faceCount))
        }
        // An evenly spread selection of the faces.
        let isLooked = index * registrationSampleOfFile % faceCount < registrationSampleOfFile
        return isLooked ? 1 : 0
    }

    /// Returns at most so many indices of glyphs, spread evenly over a face and including the first and the last.
    static func sample(of glyphCount: Int, limit: Int) -> [Int] {
        let size = max(0, min(glyphCount, limit))
        return (0..<size).map { size == 1 ? 0 : $0 * (glyphCount - 1) / (size - 1) }
    }

    /// Flags to load outlines in font units without hinting.
    ///
    /// FreeType runs the hinting program of "tricky" fonts, which it recognizes by name, even if FT_LOAD_NO_HINTING is
    /// set: "You have to set both FT_LOAD_NO_HINTING and FT_LOAD_NO_AUTOHINT to really disable hinting" (freetype.h,
    /// FT_FACE_FLAG_TRICKY).
    static let outlineFlags = FT_Int32(
        FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP | FT_LOAD_NO_AUTOHINT | FT_LOAD_IGNORE_TRANSFORM)

    /// Flags to load the metrics of bitmaps without hinting.
    ///
    /// They load "the metrics and bitmap image information of a (possibly embedded) bitmap glyph without allocating or
    /// copying the bitmap image data itself" (FT_LOAD_BITMAP_METRICS_ONLY).
    private static let bitmapFlags = FT_Int32(
        FT_LOAD_NO_HINTING | FT_LOAD_NO_AUTOHINT | FT_LOAD_COLOR | FT_LOAD_BITMAP_METRICS_ONLY)

    /// Selects the first strike, and returns false if there is none.
    private static func selectStrike(of face: borrowing FaceHandle) -> Bool {
        face.raw.pointee.num_fixed_sizes > 0 && FT_Select_Size(face.raw, 0) == 0
    }

    /// Returns whether the error only means that the strike has no bitmap of the glyph, as is usual for the space.
    private static func isAbsentBitmap(_ error: FT_Error) -> Bool {
        error == FT_Error(FT_Err_Missing_Bitmap) || error == FT_Error(FT_Err_Invalid_Argument)
    }

    /// Returns the table that contains the outlines.
    static func outlineTable(of face: borrowing FaceHandle) -> String? {
        for (name, tag) in [("glyf", 0x676C_7966), ("CFF ", 0x4346_4620), ("CFF2", 0x4346_4632)] {
            // "If *length is 0, exit immediately while returning the table's … full size in it" (FT_Load_Sfnt_Table).
            var length: FT_ULong = 0
            if FT_Load_Sfnt_Table(face.raw, FT_ULong(tag), 0, nil, &length) == 0 { return name }
        }
        return nil
    }
}
