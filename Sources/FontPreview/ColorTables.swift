/// The tables of a font with colours that cairo 1.16 does not draw.
///
/// For glyphs of `COLR` version 1 and of `SVG ` it draws nothing, and reports success. Without these tables it draws the
/// outlines in one colour. It draws `COLR` version 0 and bitmaps (`CBDT`, `sbix`) in colour.
enum ColorTables {
    /// Renames these tables of a face in its directory, so that the libraries do not find them.
    ///
    /// - Parameters:
    ///   - index: The index of the face.
    ///   - bytes: The file. Damaged ones are left as they are.
    static func hide(ofFace index: Int, in bytes: UnsafeMutableRawBufferPointer) {
        let places = places(ofFace: index, in: bytes)
        // The new names have the places of the old ones in the order of the directory.
        if let place = places["SVG "] { rename(place, to: "SVF ", in: bytes) }
        guard let layers = places["COLR"], let offset = number(layers + 8, 4, in: bytes),
            number(offset, 2, in: bytes) != 0
        else { return }
        rename(layers, to: "COLQ", in: bytes)
        if let palettes = places["CPAL"] { rename(palettes, to: "CPAK", in: bytes) }
    }

    /// The tables of colours that cairo draws, and names that stand in for them.
    private static let drawn: [(tag: StaticString, hidden: StaticString)] = [
        ("CBDT", "CBDS"), ("CBLC", "CBLB"), ("COLR", "COLQ"), ("CPAL", "CPAK"), ("sbix", "sbiw"),
    ]

    /// Calls a closure while a face has no tables of colours; nil if it has none in any case.
    ///
    /// For a face with colours cairo draws nothing for a glyph without one: it is drawn from the outlines of a face that
    /// was opened in this closure, since FreeType reads the directory when it opens one.
    static func without<Value>(
        ofFace index: Int, in bytes: UnsafeMutableRawBufferPointer, _ open: () -> Value?
    ) -> Value? {
        let places = places(ofFace: index, in: bytes)
        let found = drawn.compactMap { names in places["\(names.tag)"].map { (place: $0, names: names) } }
        guard !found.isEmpty else { return nil }
        for table in found { rename(table.place, to: table.names.hidden, in: bytes) }
        defer { for table in found { rename(table.place, to: table.names.tag, in: bytes) } }
        return open()
    }

    /// Returns the places of the tables in the directory of a face.
    private static func places(ofFace index: Int, in bytes: UnsafeMutableRawBufferPointer) -> [String: Int] {
        let isCollection = number(0, 4, in: bytes) == 0x7474_6366
        guard let start = isCollection ? number(12 + 4 * index, 4, in: bytes) : 0,
            let count = number(start + 4, 2, in: bytes)
        else { return [:] }
        var places: [String: Int] = [:]
        for record in 0..<count {
            let place = start + 12 + 16 * record
            guard place <= bytes.count - 16 else { return [:] }
            places[String(decoding: bytes[place..<place + 4], as: UTF8.self)] = place
        }
        return places
    }

    private static func number(_ offset: Int, _ size: Int, in bytes: UnsafeMutableRawBufferPointer) -> Int? {
        guard offset >= 0, offset <= bytes.count - size else { return nil }
        return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func rename(_ place: Int, to tag: StaticString, in bytes: UnsafeMutableRawBufferPointer) {
        tag.withUTF8Buffer { name in
            for (offset, byte) in name.enumerated() { bytes[place + offset] = byte }
        }
    }
}
