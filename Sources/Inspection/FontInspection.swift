package import FontModel
import Fontconfig
import FreeType
package import OpenType

/// The properties of one file, read by this package's own parser and confirmed by FreeType and fontconfig.
package struct FontInspection: Sendable {
    package var sha256: String
    package var size: Int
    package var format: FontFormat
    package var faces: [FontFace]
    /// The coverage of each face.
    package var coverages: [CharacterCoverage]
    /// The number of patterns that fontconfig creates for the file and stores in its cache.
    package var patternCount: Int
    /// The estimated time that fontconfig needs to scan the file, in microseconds.
    package var scanCost: Int {
        // Fitted to measurements: opening, patterns, and the characters of every face that is scanned again.
        110 + 20 * patternCount + faces.reduce(0) { $0 + $1.glyphCount } / 25
    }
}

extension FontInspection {
    /// Reads a file and confirms it with FreeType and fontconfig.
    ///
    /// The memory-safe parser comes first and rejects damaged files; only then do the C libraries read the bytes.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - sha256: The SHA-256 hash of the file.
    ///   - path: The path at which fontconfig can open the same bytes.
    ///   - given: The file as the caller named it, for messages.
    /// - Throws: `unrecognizedFormat` (103), `invalidFontData` (104) or `exceededResourceLimit` (106).
    package init(
        _ bytes: UnsafeRawBufferPointer, sha256: String, readableAt path: String, given: String
    ) throws(FontError) {
        let contents = try unsafe FontReader.read(bytes, contentHash: sha256, file: given, isDetailed: false)
        try unsafe self.init(contents, of: bytes, sha256: sha256, readableAt: path, given: given)
    }

    /// Confirms the parser's results with FreeType and fontconfig.
    package init(
        _ contents: FontContents, of bytes: UnsafeRawBufferPointer, sha256: String, readableAt path: String,
        given: String
    ) throws(FontError) {
        try unsafe FreeTypeCheck.openEveryFace(bytes, expectedFaces: contents.faces.count, file: given)
        // A few glyphs of each face are drawn as a sample; `validate` draws all of them.
        let sample = unsafe FreeTypeCheck.loadGlyphs(bytes, everyGlyph: false)
        if let broken = sample.first(where: { $0.severity == .error }),
            let located = unsafe FontReader.locate([broken], in: bytes).first
        {
            throw FontError(
                .invalidFontData, located.text, file: given, faceIndex: located.faceIndex,
                cause: .table(tag: located.table ?? "glyf", offset: located.offset ?? 0, reason: located.message))
        }
        // fontconfig reports a file without fonts, one that it cannot open, and a lack of memory in the same way. FreeType
        // has opened every face, so the fault was probably the machine's: it may have passed.
        let scan: FontScan
        do throws(FontError) {
            if let first = try? FontScan.scan(path: path) { scan = first } else { scan = try FontScan.scan(path: path) }
        } catch {
            throw error.of(given)
        }
        // Under memory pressure fontconfig returns fewer faces without an error.
        for index in contents.faces.indices where scan.languages[index] == nil {
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
            face.languages = scan.languages[index] ?? []
            return face
        }
        coverages = contents.faces.map(\.coverage)
        patternCount = scan.patternCount
    }
}
