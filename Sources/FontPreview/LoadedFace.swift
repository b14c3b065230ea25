import CFreeType
import CHarfBuzz
import FontSpecimens

/// A face of FreeType on a font file in memory, at a location of its axes.
final class LoadedFace {
    private let memory: FontMemory
    private let library: FT_Library
    let raw: FT_Face
    /// The values of all axes by tag; empty for a static face.
    private(set) var axes: [(tag: UInt32, value: Double)] = []

    /// Opens a face; nil if FreeType cannot use it.
    init?(_ face: Specimen.Face, of memory: FontMemory) {
        ColorTables.hide(ofFace: face.index, in: memory.bytes)
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else { return nil }
        var raw: FT_Face?
        let start = memory.bytes.baseAddress?.assumingMemoryBound(to: FT_Byte.self)
        guard FT_New_Memory_Face(library, start, FT_Long(memory.bytes.count), FT_Long(face.index), &raw) == 0, let raw
        else {
            FT_Done_FreeType(library)
            return nil
        }
        self.memory = memory
        self.library = library
        self.raw = raw
        setAxes(face.axes)
    }

    deinit {
        FT_Done_Face(raw)
        FT_Done_FreeType(library)
    }

    private func setAxes(_ values: [String: Double]) {
        var found: UnsafeMutablePointer<FT_MM_Var>?
        guard FT_Get_MM_Var(raw, &found) == 0, let found else { return }
        defer { FT_Done_MM_Var(library, found) }
        let known = UnsafeBufferPointer(start: found.pointee.axis, count: Int(found.pointee.num_axis))
        let wanted = Dictionary(
            values.map { (hb_tag_from_string($0.key, -1), $0.value) }, uniquingKeysWith: { first, _ in first })
        // All axes, because FreeType takes those that are left out from the location before.
        var coordinates = known.map { axis in
            let tag = UInt32(truncatingIfNeeded: axis.tag)
            guard let value = wanted[tag] else { return axis.def }
            return min(max(FT_Fixed((min(max(value, -32_768), 32_767) * 65_536).rounded()), axis.minimum), axis.maximum)
        }
        guard FT_Set_Var_Design_Coordinates(raw, FT_UInt(coordinates.count), &coordinates) == 0 else { return }
        axes = zip(known, coordinates).map { (UInt32(truncatingIfNeeded: $0.tag), Double($1) / 65_536) }
    }
}
