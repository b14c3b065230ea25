import CFreeType
import FontModel

/// A separate FreeType library for one task.
///
/// "In multi-threaded applications it is easiest to use one FT_Library object per thread" (freetype.h): two threads
/// must not create or destroy faces of one library at the same time. A library takes 20 µs to create.
struct LibraryHandle: ~Copyable {
    let raw: FT_Library

    /// Creates a library; nil if there is no memory.
    init?() {
        var made: FT_Library?
        guard FT_Init_FreeType(&made) == 0, let made else { return nil }
        raw = made
    }

    deinit { FT_Done_FreeType(raw) }
}

/// An open face.
struct FaceHandle: ~Copyable {
    let raw: FT_Face

    /// Takes ownership of a face, which must be destroyed before its library and its bytes.
    init(adopting raw: FT_Face) { self.raw = raw }

    deinit { FT_Done_Face(raw) }

    /// Opens a face of a font file in memory for the duration of a call; throws `invalidFontData` (104) if FreeType refuses
    /// it.
    ///
    /// Uses FT_OPEN_MEMORY, because FreeType's path functions map the file: if it is truncated meanwhile, the process
    /// gets SIGBUS. "You must not deallocate the memory before calling FT_Done_Face" (FT_New_Memory_Face).
    static func with<R>(
        _ index: Int, of bytes: UnsafeRawBufferPointer, in library: borrowing LibraryHandle,
        _ body: (borrowing FaceHandle) -> R
    ) throws(FontError) -> R {
        func failure(_ error: FT_Error) -> FontError {
            FontError(
                .invalidFontData, "FreeType cannot open face \(index): \(FreeTypeFailure.clause(error)).",
                faceIndex: index, cause: .freeType(code: Int(error)))
        }
        guard let base = bytes.baseAddress, !bytes.isEmpty else {
            throw failure(FT_Error(FT_Err_Unknown_File_Format))
        }
        var arguments = FT_Open_Args()
        arguments.flags = FT_UInt(FT_OPEN_MEMORY)
        arguments.memory_base = base.assumingMemoryBound(to: FT_Byte.self)
        arguments.memory_size = FT_Long(bytes.count)
        var made: FT_Face?
        let error = FT_Open_Face(library.raw, &arguments, FT_Long(index), &made)
        guard error == 0, let made else { throw failure(error) }
        let face = FaceHandle(adopting: made)
        return body(face)
    }

    /// Loads the glyph of a letter; nil if the face lacks it.
    func load(_ letter: Character, _ flags: Int) -> FT_GlyphSlot? {
        let glyph = letter.unicodeScalars.first.map { FT_Get_Char_Index(raw, FT_ULong($0.value)) } ?? 0
        return glyph != 0 && FT_Load_Glyph(raw, glyph, FT_Int32(flags)) == 0 ? raw.pointee.glyph : nil
    }
}
