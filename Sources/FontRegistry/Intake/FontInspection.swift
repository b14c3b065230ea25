import FontModel
import Fontconfig
import FreeType
import OpenType

/// All facts of one file, read by our reader and agreed to by FreeType and fontconfig.
struct FontInspection: Sendable {
    var sha256: String
    var size: Int
    var format: FontFormat
    var faces: [FontFace]
    /// By face.
    var coverages: [CharacterCoverage]
    /// How many patterns fontconfig makes of the file; what its cache must hold.
    var patternCount: Int
    /// What fontconfig needs to scan the file, in microseconds, estimated; see ``FolderPlan``.
    var scanCost: Int

    /// Reads a file and has FreeType and fontconfig confirm it.
    ///
    /// Our own memory-safe reader comes first and refuses what is damaged; only then do the C libraries see the bytes.
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: Where fontconfig can open the same bytes.
    ///   - given: The file as the caller named it, for messages.
    /// - Throws: 103, 104, 106.
    init(
        _ bytes: UnsafeRawBufferPointer, sha256: String, readableAt path: String, given: String
    ) throws(FontError) {
        let contents = try FontReader.read(bytes, contentHash: sha256, file: given)
        try self.init(contents, of: bytes, sha256: sha256, readableAt: path, given: given)
    }

    /// Has FreeType and fontconfig confirm what our reader found.
    init(
        _ contents: FontContents, of bytes: UnsafeRawBufferPointer, sha256: String, readableAt path: String,
        given: String
    ) throws(FontError) {
        _ = try FreeTypeCheck.openEveryFace(bytes, expectedFaces: contents.faces.count, file: given)
        // A few glyphs of each face are drawn, as a reader would: `validate` draws all of them.
        let sample = FreeTypeCheck.loadGlyphs(bytes, everyGlyph: false, file: given)
        if let broken = sample.first(where: { $0.severity == .error }),
            let located = FontReader.locate([broken], in: bytes).first
        {
            throw FontError(
                .invalidFontData, located.message, file: given, faceIndex: located.faceIndex,
                cause: .table(tag: located.table ?? "glyf", offset: located.offset ?? 0, reason: located.message))
        }
        let scan = try Self.scan(path)
        // Under memory pressure fontconfig answers short, and says nothing of it.
        for index in contents.faces.indices where scan.faces[index] == nil {
            throw FontError(
                .invalidFontData,
                "fontconfig does not list face \(index) of \(contents.faces.count); programs would not see it.",
                file: given, faceIndex: index)
        }
        self.sha256 = sha256
        size = bytes.count
        format = contents.format
        faces = contents.faces.enumerated().map { index, contents in
            var face = contents.face
            face.languages = scan.faces[index]?.languages ?? []
            return face
        }
        coverages = contents.faces.map(\.coverage)
        patternCount = scan.patternCount
        // Fitted to measurements: opening, patterns, and the characters of every face that is scanned anew.
        let glyphs = contents.faces.reduce(0) { $0 + $1.face.glyphCount }
        scanCost = 110 + 20 * patternCount + glyphs / 25
    }

    /// fontconfig's scan; it cannot tell a file without fonts from one that it could not open or had no memory for.
    private static func scan(_ path: String) throws(FontError) -> FontScan {
        do throws(FontError) {
            return try FontScan.scan(path: path)
        } catch {
            // FreeType has opened every face, so the surroundings are the likelier cause: they may be better now.
            return try FontScan.scan(path: path)
        }
    }
}
