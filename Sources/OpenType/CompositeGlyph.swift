import FontModel

/// The components of a composite glyph (OpenType `glyf`, “Composite Glyph Description”).
package struct CompositeGlyph {
    /// The record of a component.
    package struct Part {
        package var glyph: Int
        package var flags: Int
        /// The start and the end of the record in the glyph's data.
        package var offset: Int
        package var end: Int
    }

    /// The components whose records lie within the data.
    package private(set) var parts: [Part] = []
    /// The end of the last record, or nil if it is outside of the data.
    package private(set) var end: Int?

    /// Reads the components from the data of a glyph.
    ///
    /// Reading stops when there are too many components for the glyph to be accepted, since a component takes several
    /// times its size in memory.
    package init(_ bytes: FontBytes) {
        var place = 10
        while true {
            guard let flags = bytes.u16(place), let component = bytes.u16(place + 2) else { return }
            // Two arguments of one or two bytes each, then one scale, two scales, or a matrix.
            let size =
                4 + (flags & 1 != 0 ? 4 : 2) + (flags & 8 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0)
            guard bytes.holds(size, of: 1, at: place) else { return }
            parts.append(Part(glyph: component, flags: flags, offset: place, end: place + size))
            place += size
            guard flags & 0x20 != 0, parts.count <= FontLimits.partsPerGlyph else {
                end = place
                return
            }
        }
    }
}
