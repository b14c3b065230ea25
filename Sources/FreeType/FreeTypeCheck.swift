import CFreeType
public import FontModel

/// Checks of font files with FreeType, the rasteriser that every Linux desktop uses.
///
/// Each call has a library of its own, so calls from several threads do not meet. Nothing here runs a font's hinting
/// program.
public enum FreeTypeCheck {
    /// FreeType's version, such as `2.12.1`.
    ///
    /// The corresponding C function is `FT_Library_Version`.
    public static var version: String {
        guard let library = LibraryHandle() else { return "unknown" }
        return library.version
    }

    /// Opens every face in the bytes of a font file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - expectedFaces: How many faces the file's header announces.
    ///   - file: The file's name, for the error.
    /// - Returns: One record per face, in file order.
    /// - Throws: 104 with the face's index and FreeType's number if a face does not open, or without a number if
    ///   FreeType sees another count of faces; 301 if there is no memory for FreeType.
    ///
    /// The corresponding C function is `FT_Open_Face`.
    public static func openEveryFace(
        _ bytes: UnsafeRawBufferPointer, expectedFaces: Int, file: String?
    ) throws(FontError) -> [FreeTypeFace] {
        guard let library = LibraryHandle() else { throw noLibrary(file: file) }
        var faces: [FreeTypeFace] = []
        // At least one: a file that announces no face is judged by FreeType too.
        for index in 0..<max(expectedFaces, 1) {
            let (face, count): (FreeTypeFace, Int)
            do throws(OpenFailure) {
                (face, count) = try FaceHandle.with(index, of: bytes, in: library) {
                    (FreeTypeFace($0, index: index), Int($0.raw.pointee.num_faces))
                }
            } catch {
                throw doesNotOpen(index, error.code, file: file)
            }
            guard count == expectedFaces else {
                throw FontError(
                    .invalidFontData,
                    "The file announces \(expectedFaces) faces, but FreeType finds \(count). The file is damaged.",
                    file: file)
            }
            faces.append(face)
        }
        return faces
    }

    static func noLibrary(file: String?) -> FontError {
        FontError(.registrationFailed, "FreeType could not start; the memory may have run out.", file: file)
    }

    private static func doesNotOpen(_ index: Int, _ error: FT_Error, file: String?) -> FontError {
        FontError(
            .invalidFontData, "FreeType cannot open face \(index): \(FreeTypeFailure.clause(error)).", file: file,
            faceIndex: index, cause: .freeType(code: Int(error)))
    }
}
