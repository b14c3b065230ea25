package import FontModel
import Fontconfig
import FreeType
package import OpenType

/// All facts of one file, read by our reader and agreed to by FreeType and fontconfig.
package struct FontInspection: Sendable {
    package var sha256: String
    package var size: Int
    package var format: FontFormat
    package var faces: [FontFace]
    /// By face.
    package var coverages: [CharacterCoverage]
    /// How many patterns fontconfig makes of the file; what its cache must hold.
    package var patternCount: Int
    /// What fontconfig needs to scan the file, in microseconds, estimated.
    package var scanCost: Int {
        // Fitted to measurements: opening, patterns, and the characters of every face that is scanned anew.
        110 + 20 * patternCount + faces.reduce(0) { $0 + $1.glyphCount } / 25
    }

    /// Takes over what a worker found.
    package init(
        sha256: String, size: Int, format: FontFormat, faces: [FontFace], coverages: [CharacterCoverage],
        patternCount: Int
    ) {
        self.sha256 = sha256
        self.size = size
        self.format = format
        self.faces = faces
        self.coverages = coverages
        self.patternCount = patternCount
    }

    /// Reads a file and has FreeType and fontconfig confirm it.
    ///
    /// Our own memory-safe reader comes first and refuses what is damaged; only then do the C libraries see the bytes.
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: Where fontconfig can open the same bytes.
    ///   - given: The file as the caller named it, for messages.
    /// - Throws: 103, 104, 106.
    package init(
        _ bytes: UnsafeRawBufferPointer, sha256: String, readableAt path: String, given: String
    ) throws(FontError) {
        let contents = try FontReader.read(bytes, contentHash: sha256, file: given)
        try self.init(contents, of: bytes, sha256: sha256, readableAt: path, given: given)
    }

    /// Has FreeType and fontconfig confirm what our reader found.
    package init(
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
        let scan = try Self.scan(path, given: given)
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
    }

    /// fontconfig's scan; it cannot tell a file without fonts from one that it could not open or had no memory for.
    private static func scan(_ path: String, given: String) throws(FontError) -> FontScan {
        // FreeType has opened every face, so the fault was probably the machine's: it may have passed.
        if let scan = try? FontScan.scan(path: path) { return scan }
        do throws(FontError) {
            return try FontScan.scan(path: path)
        } catch {
            var error = error
            error.file = given
            throw error
        }
    }
}
