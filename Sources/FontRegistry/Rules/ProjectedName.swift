import FontModel

/// The name of a font file in the projection: readable, unique, and never what the font or the caller wrote.
enum ProjectedName {
    /// Cleaned PostScript name (family name for a collection), then twelve digits of the content hash.
    ///
    /// Of the content that was there first: a replacement takes over the name, see ``PlacementPlanner``.
    /// - Parameter isTaken: Whether a name stands for another content already; the next twelve digits are taken then.
    static func make(
        sha256: String, format: FontFormat, faces: [FontFace], isTaken: (String) throws -> Bool
    ) rethrows -> String {
        let (readable, suffix) =
            switch format {
            case .collection: (faces.first?.family, faces.first?.outlines == .cff ? "otc" : "ttc")
            case .openType: (faces.first?.postscriptName, "otf")
            default: (faces.first?.postscriptName, "ttf")
            }
        // A face without a family has the file's name for one already.
        if let face = faces.first, face.family.hasSuffix("-\(sha256.prefix(12))") { return "\(face.family).\(suffix)" }
        var digits = sha256[...]
        func name() -> String { "\(FontFace.fileName(readable: readable ?? "", contentHash: digits)).\(suffix)" }
        while digits.utf8.count >= 24, try isTaken(name()) { digits = digits.dropFirst(12) }
        return name()
    }

    /// The name of a file in a folder of its own.
    static func make(sha256: String, format: FontFormat, faces: [FontFace]) -> String {
        make(sha256: sha256, format: format, faces: faces) { _ in false }
    }
}
