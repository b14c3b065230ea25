import OpenType

/// The tables of a font with colours that cairo 1.16 does not draw.
///
/// For glyphs of `COLR` version 1 and of `SVG ` it draws nothing, and reports success. Without these tables it draws the
/// outlines in one colour. It draws `COLR` version 0 and bitmaps (`CBDT`, `sbix`) in colour.
enum ColorTables {
    /// The names of hidden tables `SVG ` and `COLR`.
    static let hiddenDrawings: Tag = "SVF "
    static let hiddenLayers: Tag = "COLQ"

    /// Renames these tables of a face in its directory, so that the libraries do not find them.
    ///
    /// - Parameter bytes: The file. Damaged ones are left as they are.
    static func hide(ofFace index: Int, in bytes: UnsafeMutableRawBufferPointer) {
        let (file, places) = directory(ofFace: index, in: bytes)
        // The new names have the places of the old ones in the order of the directory.
        if let place = places["SVG "] { rename(place, to: hiddenDrawings, in: bytes) }
        guard let layers = places["COLR"], let offset = file.u32(layers + 8), file.u16(offset) != 0 else { return }
        rename(layers, to: hiddenLayers, in: bytes)
        if let palettes = places["CPAL"] { rename(palettes, to: "CPAK", in: bytes) }
    }

    /// The tables of colours that cairo draws, and names that stand in for them.
    private static let drawn: [(tag: Tag, hidden: Tag)] = [
        ("CBDT", "CBDS"), ("CBLC", "CBLB"), ("COLR", hiddenLayers), ("CPAL", "CPAK"), ("sbix", "sbiw"),
    ]

    /// Calls a closure while a face has no tables of colours; nil if it has none in any case.
    ///
    /// For a face with colours cairo draws nothing for a glyph without one: it is drawn from the outlines of a face that
    /// was opened in this closure, since FreeType reads the directory when it opens one.
    static func without<Value>(
        ofFace index: Int, in bytes: UnsafeMutableRawBufferPointer, _ open: () -> Value?
    ) -> Value? {
        let places = directory(ofFace: index, in: bytes).places
        let found = drawn.compactMap { names in places[names.tag].map { (place: $0, names: names) } }
        guard !found.isEmpty else { return nil }
        for table in found { rename(table.place, to: table.names.hidden, in: bytes) }
        defer { for table in found { rename(table.place, to: table.names.tag, in: bytes) } }
        return open()
    }

    /// Returns the file, and the places of the tables in the directory of a face.
    static func directory(
        ofFace index: Int, in bytes: UnsafeMutableRawBufferPointer
    ) -> (file: FontBytes, places: [Tag: Int]) {
        let file = FontBytes(file: UnsafeRawBufferPointer(bytes))
        guard let start = file.tag(0) == "ttcf" ? file.u32(12 + 4 * index) : 0, let count = file.u16(start + 4),
            file.holds(count, of: 16, at: start + 12)
        else { return (file, [:]) }
        let places = (0..<count).map { start + 12 + 16 * $0 }
        return (file, Dictionary(places.compactMap { place in file.tag(place).map { ($0, place) } }) { $1 })
    }

    private static func rename(_ place: Int, to tag: Tag, in bytes: UnsafeMutableRawBufferPointer) {
        bytes.storeBytes(of: tag.rawValue.bigEndian, toByteOffset: place, as: UInt32.self)
    }
}
