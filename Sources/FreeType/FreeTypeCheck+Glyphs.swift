import CFreeType
public import FontModel

extension FreeTypeCheck {
    /// How many findings one face gives before its check ends.
    public static let findingsPerFace = 20
    /// How many glyphs of each face registration looks at.
    ///
    /// Half of them that do not load refuse the file. A font that lost a glyph or two serves all the same, and programs
    /// show it: those are warned of.
    public static let registrationSample = 16
    /// How many glyphs of one file registration looks at; collections of many faces have fewer of each looked at, and of
    /// very many not every face.
    ///
    /// FreeType ends the work on one glyph only after millions of steps, and a collection may have 512 such faces.
    static let registrationSampleOfFile = 128
    /// How many glyphs of one file the deep check loads at the default location.
    static let glyphsPerFile = 4_000_000

    /// Loads glyphs of every face in the bytes of a font file, unscaled and unhinted, at the default location.
    ///
    /// All outlines of a Latin font take a few milliseconds, those of a CJK collection several seconds: give a sample
    /// where somebody waits. Of faces without outlines the bitmaps' sizes are read in one strike, not their pictures.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - everyGlyph: Whether to load all of them; otherwise ``registrationSample`` of each face, spread evenly, the
    ///     first and the last among them.
    ///   - file: The file's name, for errors.
    /// - Returns: An error with code 104 for each face that does not open, and for each glyph of the
    ///   ``registrationSample`` that does not load if half of them do not; a warning for each other glyph. At most
    ///   ``findingsPerFace`` of a face, errors first. Tables and glyphs are named, places in the file are not known here.
    ///
    /// The corresponding C functions are `FT_Open_Face` and `FT_Load_Glyph`.
    public static func loadGlyphs(_ bytes: UnsafeRawBufferPointer, everyGlyph: Bool, file: String?) -> [FontFinding] {
        guard let library = LibraryHandle() else {
            let message = "The glyphs were not checked: \(noLibrary(file: file).message)"
            return [FontFinding(.notConfirmed, message: message)]
        }
        var findings: [FontFinding] = []
        var faceCount = 1
        var index = 0
        while index < faceCount {
            do throws(OpenFailure) {
                findings += try FaceHandle.with(index, of: bytes, in: library) { face in
                    // A damaged count cannot make this loop long: files with more faces are refused elsewhere.
                    if index == 0 { faceCount = min(Int(face.raw.pointee.num_faces), FontLimits.facesPerFile) }
                    return loadGlyphs(of: face, index: index, of: faceCount, everyGlyph: everyGlyph)
                }
            } catch {
                let message = "FreeType cannot open face \(index): \(FreeTypeFailure.clause(error.code))."
                findings.append(FontFinding(.cannotOpen, faceIndex: index, message: message))
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
        let looked = Array(GlyphSample(glyphCount: count, limit: registrationSample(of: index, of: faceCount)))
        let broken = looked.compactMap { glyph in failure(glyph).map { (glyph, $0) } }
        let kind: FontFinding.Kind = 2 * broken.count >= looked.count ? .glyphRefused : .glyphDoesNotLoad
        var findings = broken.map { finding(kind, $0, $1) }
        guard everyGlyph else { return findings }
        let limit = glyphsPerFile / faceCount
        if count > limit {
            let message = "Of the \(count) glyphs \(limit) were loaded: the file has too many for all."
            findings.append(FontFinding(.uncheckedTables, faceIndex: index, table: table, message: message))
        }
        for glyph in GlyphSample(glyphCount: count, limit: limit) where !looked.contains(glyph) {
            if findings.count >= findingsPerFace { break }
            if let error = failure(glyph) { findings.append(finding(.glyphDoesNotLoad, glyph, error)) }
        }
        return findings
    }

    /// How many glyphs of a face registration looks at.
    static func registrationSample(of index: Int, of faceCount: Int) -> Int {
        guard faceCount > registrationSampleOfFile else {
            return min(registrationSample, registrationSampleOfFile / max(1, faceCount))
        }
        // Every so manieth face, evenly.
        let isLooked = index * registrationSampleOfFile % faceCount < registrationSampleOfFile
        return isLooked ? 1 : 0
    }

    /// Outlines in font units, without any hinting.
    ///
    /// FreeType runs the hinting program of "tricky" fonts, which it knows by their names, although FT_LOAD_NO_HINTING
    /// is set: "You have to set both FT_LOAD_NO_HINTING and FT_LOAD_NO_AUTOHINT to really disable hinting"
    /// (freetype.h, FT_FACE_FLAG_TRICKY).
    static let outlineFlags = FT_Int32(
        FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP | FT_LOAD_NO_AUTOHINT | FT_LOAD_IGNORE_TRANSFORM)

    /// "The metrics and bitmap image information of a (possibly embedded) bitmap glyph without allocating or copying
    /// the bitmap image data itself" (FT_LOAD_BITMAP_METRICS_ONLY).
    private static let bitmapFlags = FT_Int32(
        FT_LOAD_NO_HINTING | FT_LOAD_NO_AUTOHINT | FT_LOAD_COLOR | FT_LOAD_BITMAP_METRICS_ONLY)

    /// Chooses the first strike; false if there is none.
    private static func selectStrike(of face: borrowing FaceHandle) -> Bool {
        face.raw.pointee.num_fixed_sizes > 0 && FT_Select_Size(face.raw, 0) == 0
    }

    /// Whether the error only says that the strike has no picture of the glyph, as is usual for the space.
    private static func isAbsentBitmap(_ error: FT_Error) -> Bool {
        error == FT_Error(FT_Err_Missing_Bitmap) || error == FT_Error(FT_Err_Invalid_Argument)
    }

    /// The table the glyphs come from.
    static func outlineTable(of face: borrowing FaceHandle) -> String? {
        for (name, tag) in [("glyf", 0x676C_7966), ("CFF ", 0x4346_4620), ("CFF2", 0x4346_4632)] {
            // "If *length is 0, exit immediately while returning the table's … full size in it" (FT_Load_Sfnt_Table).
            var length: FT_ULong = 0
            if FT_Load_Sfnt_Table(face.raw, FT_ULong(tag), 0, nil, &length) == 0 { return name }
        }
        return nil
    }
}

/// Glyph numbers spread evenly over a face, the first and the last among them.
struct GlyphSample: Sequence, IteratorProtocol {
    private let glyphCount: Int
    private let size: Int
    private var position = 0

    /// All glyphs if `limit` is nil, else at most that many.
    init(glyphCount: Int, limit: Int?) {
        self.glyphCount = glyphCount
        size = Swift.max(0, Swift.min(glyphCount, limit ?? glyphCount))
    }

    mutating func next() -> Int? {
        guard position < size else { return nil }
        defer { position += 1 }
        return size == 1 ? 0 : position * (glyphCount - 1) / (size - 1)
    }
}
