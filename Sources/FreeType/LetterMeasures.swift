import CFreeType
package import FontModel

/// Measures of letters, from which the kind of a typeface follows.
package struct LetterMeasures: Sendable, Hashable {
    /// The advances in font units by letter; letters that the face lacks are missing.
    package var advances: [Character: Int] = [:]
    /// By letter, the width of the left stem at 2 % of the letter's height divided by its width at 25 %.
    package var stems: [Character: Double] = [:]
    /// How regular the outlines are; nil if the face lacks `H`.
    package var shape: LetterShape?

    /// The height in pixels at which letters are drawn, at which a thin stem has about 10 pixels.
    private static let size: FT_UInt = 600

    /// Measures letters of a face.
    ///
    /// - Parameters:
    ///   - index: The index of the face in the file.
    ///   - bytes: The whole file.
    ///   - letters: The letters of which the advances are measured.
    ///   - stems: The letters of which the stems are measured.
    /// - Returns: Nil if FreeType cannot open the face or it has no outlines.
    package init?(
        ofFace index: Int, of bytes: UnsafeRawBufferPointer, advances letters: [Character], stems: [Character]
    ) {
        guard let library = LibraryHandle() else { return nil }
        let measured = try? FaceHandle.with(index, of: bytes, in: library) { face -> LetterMeasures? in
            guard face.raw.pointee.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0,
                FT_Set_Pixel_Sizes(face.raw, 0, Self.size) == 0
            else { return nil }
            var measures = LetterMeasures()
            for letter in letters { measures.advances[letter] = Self.advance(letter, face) }
            for letter in stems { measures.stems[letter] = Self.stem(letter, face) }
            measures.shape = LetterShape(face)
            return measures
        }
        guard let measured = measured ?? nil else { return nil }
        self = measured
    }

    private init() {}

    private static func advance(_ letter: Character, _ face: borrowing FaceHandle) -> Int? {
        face.load(letter, FT_LOAD_NO_SCALE).map { Int($0.pointee.metrics.horiAdvance) }
    }

    private static func stem(_ letter: Character, _ face: borrowing FaceHandle) -> Double? {
        guard let slot = face.load(letter, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP),
            FT_Render_Glyph(slot, FT_RENDER_MODE_MONO) == 0
        else { return nil }
        let bitmap = slot.pointee.bitmap
        let (rows, width) = (Int(bitmap.rows), Int(bitmap.width))
        guard rows > 50, let buffer = bitmap.buffer else { return nil }
        /// Returns the width of the left run of black pixels at a height above the lower end, as a share of the height.
        func run(at height: Double) -> Int {
            let line = buffer + (rows - 1 - Int(height * Double(rows))) * Int(bitmap.pitch)
            func isBlack(_ column: Int) -> Bool { line[column >> 3] & (0x80 >> (column & 7)) != 0 }
            guard let start = (0..<width).first(where: isBlack) else { return 0 }
            return ((start..<width).first { !isBlack($0) } ?? width) - start
        }
        let (foot, stem) = (run(at: 0.02), run(at: 0.25))
        return foot > 0 && stem > 0 ? Double(foot) / Double(stem) : nil
    }
}
