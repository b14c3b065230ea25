import FontModel

/// The name of a font file in the projection: readable, unique, and never copied unchecked from the font or the caller.
enum ProjectedName {
    /// Returns the cleaned PostScript name (family name for a collection), followed by twelve digits of the content
    /// hash.
    ///
    /// A replacement keeps the name of the replaced content, see ``PlacementPlanner``.
    ///
    /// - Parameter isTaken: Whether another content already has a name; the next twelve digits are used then.
    static func make(
        sha256: String, format: FontFormat, faces: [FontFace], isTaken: (String) throws -> Bool
    ) rethrows -> String {
        let readable = format == .collection ? faces.first?.family : faces.first?.postscriptName
        let suffix = suffix(format: format, faces: faces)
        // A face without a family already has a name in this format.
        if let face = faces.first, face.family.hasSuffix("-\(sha256.prefix(12))") { return "\(face.family).\(suffix)" }
        var digits = sha256[...]
        func name() -> String { "\(FontFace.fileName(readable: readable ?? "", contentHash: digits)).\(suffix)" }
        while digits.utf8.count >= 24, try isTaken(name()) { digits = digits.dropFirst(12) }
        return name()
    }

    /// Returns the suffix of the names of a font's files.
    static func suffix(format: FontFormat, faces: [FontFace]) -> String {
        switch format {
        case .collection: faces.first?.outlines == .cff ? "otc" : "ttc"
        case .openType: "otf"
        default: "ttf"
        }
    }

    /// Returns the name of a file in its own folder.
    static func make(sha256: String, format: FontFormat, faces: [FontFace]) -> String {
        make(sha256: sha256, format: format, faces: faces) { _ in false }
    }
}
