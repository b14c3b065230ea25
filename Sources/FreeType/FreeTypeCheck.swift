import CFreeType
public import FontModel

/// Checks font files with FreeType, the rasterizer that every Linux desktop uses.
///
/// Each call uses its own library, so calls from several threads are independent. No hinting program of a font is run.
public enum FreeTypeCheck {
    /// Opens every face of a font file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - expectedFaces: The number of faces that the file's header declares.
    ///   - file: The file's name, for the error.
    /// - Throws: `FontError` with code ``FontError/Code/invalidFontData`` (104) if a face does not open, with its index
    ///   and FreeType's error number, or if FreeType finds another number of faces;
    ///   ``FontError/Code/registrationFailed`` (301) if there is no memory for FreeType.
    ///
    /// The corresponding C function is `FT_Open_Face`.
    public static func openEveryFace(
        _ bytes: UnsafeRawBufferPointer, expectedFaces: Int, file: String?
    ) throws(FontError) {
        guard let library = LibraryHandle() else {
            throw FontError(.registrationFailed, noLibrary, file: file, cause: .memory(concernsStore: false))
        }
        // At least one face, so that FreeType also checks a file that declares none.
        for index in 0..<max(expectedFaces, 1) {
            let count: Int
            do throws(FontError) {
                count = try FaceHandle.with(index, of: bytes, in: library) { Int($0.raw.pointee.num_faces) }
            } catch {
                var error = error
                error.file = file
                throw error
            }
            guard count == expectedFaces else {
                throw FontError(
                    .invalidFontData,
                    "The file announces \(expectedFaces) faces, but FreeType finds \(count). The file is damaged.",
                    file: file)
            }
        }
    }

    static let noLibrary: Message = "FreeType could not start; the memory may have run out."
}
