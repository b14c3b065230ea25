/// A picture that was drawn.
public struct DrawnSpecimen: Sendable, Hashable {
    /// The bytes of a file in the format of the request.
    public var bytes: [UInt8]
    /// The width in pixels, or in points for formats without pixels.
    public var width: Int
    /// The height in pixels or points.
    public var height: Int
    /// For each line the places of the faces in its list that drew part of it, in the order of the list.
    public var used: [[Int]]
    /// The characters that no face of their line has, in their order, each once.
    public var missing: [Unicode.Scalar]
    /// The characters for which nothing was drawn, as their glyphs have colours of `COLR` version 1 or `SVG ` and no
    /// outlines; each once.
    public var undrawn: [Unicode.Scalar]

    package init(
        bytes: [UInt8], width: Int, height: Int, used: [[Int]], missing: [Unicode.Scalar],
        undrawn: [Unicode.Scalar] = []
    ) {
        self.bytes = bytes
        self.width = width
        self.height = height
        self.used = used
        self.missing = missing
        self.undrawn = undrawn
    }

    /// Whether the places in ``used`` are those of faces in a request, which a process that a font took over may not
    /// respect.
    package func isAnswer(to request: Specimen) -> Bool {
        let lines = request.lines
        return used.count == lines.count
            && zip(used, lines).allSatisfy { places, line in places.allSatisfy(line.faces.indices.contains) }
    }
}

/// The reason why a picture cannot be drawn.
package enum DrawingFailure: Error, Sendable, Hashable {
    /// The picture exceeds the limits.
    case tooLarge
    /// FreeType or HarfBuzz cannot use a face of the file with this place.
    case unusableFace(file: Int)
    /// There is no memory for the file with this place.
    case memory(file: Int)
    /// cairo failed, with its status.
    case cairo(status: Int)
}
