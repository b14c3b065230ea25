import OpenType

/// The glyphs of a face with colours in the tables that ``ColorTables/hide(ofFace:in:)`` hid; cairo has only their outlines,
/// which may be empty.
struct HiddenColors {
    private let file: FontBytes
    /// The places of records in the order of their glyphs, which begin with a glyph, or with the first and the last one.
    private var lists: [(start: Int, count: Int, size: Int, hasRanges: Bool)] = []

    /// - Parameters:
    ///   - bytes: The file, after the tables were hidden. It must outlive this value.
    init(ofFace index: Int, in bytes: UnsafeMutableRawBufferPointer) {
        let (file, places) = ColorTables.directory(ofFace: index, in: bytes)
        self.file = file
        func start(_ tag: Tag) -> Int? { places[tag].flatMap { file.u32($0 + 8) } }
        if let table = start(ColorTables.hiddenDrawings), let offset = file.u32(table + 2),
            let count = file.u16(table + offset)
        {
            lists.append((table + offset + 2, count, 12, true))
        }
        guard let table = start(ColorTables.hiddenLayers) else { return }
        // The layers of version 0 are hidden, too.
        if let count = file.u16(table + 2), let offset = file.u32(table + 4) {
            lists.append((table + offset, count, 6, false))
        }
        if let offset = file.u32(table + 14), offset > 0, let count = file.u32(table + offset) {
            lists.append((table + offset + 4, count, 6, false))
        }
    }

    /// Whether a glyph has such colours; a damaged list has no glyphs.
    func contains(_ glyph: Int) -> Bool {
        lists.contains { list in
            guard file.holds(list.count, of: list.size, at: list.start) else { return false }
            var (low, high) = (0, list.count)
            while low < high {
                let middle = (low + high) / 2
                let place = list.start + middle * list.size
                guard let first = file.u16(place), let last = list.hasRanges ? file.u16(place + 2) : first else {
                    return false
                }
                if (min(first, last)...max(first, last)).contains(glyph) { return true }
                if glyph < first { high = middle } else { low = middle + 1 }
            }
            return false
        }
    }
}
