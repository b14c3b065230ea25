import FontModel

/// The name of a font file in the projection: readable, unique, and never what the font or the caller wrote.
enum ProjectedName {
    /// Cleaned PostScript name (family name for a collection), then twelve digits of the content hash.
    ///
    /// Of the content that was there first: a replacement takes over the name, see ``PlacementPlanner``. A font without names
    /// is called by its content alone: fontconfig shows it under the name of its file, and so do we.
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
        let derived = FontFace.derivedName(contentHash: sha256, faceIndex: 0)
        if let face = faces.first, face.hasDerivedName, face.family == derived { return "\(derived).\(suffix)" }
        var digits = sha256[...]
        func name() -> String { "\(cleaned(readable ?? ""))-\(digits.prefix(12)).\(suffix)" }
        while digits.utf8.count >= 24, try isTaken(name()) { digits = digits.dropFirst(12) }
        return name()
    }

    /// The name of a file in a folder of its own.
    static func make(sha256: String, format: FontFormat, faces: [FontFace]) -> String {
        make(sha256: sha256, format: format, faces: faces) { _ in false }
    }

    private static func cleaned(_ text: String) -> String {
        let kept = text.unicodeScalars.filter {
            ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
        }.prefix(64)
        // A leading dash would read as an option, and a leading dot would hide the file from some fontconfigs.
        let trimmed = kept.drop { $0 == "-" }
        return trimmed.isEmpty ? "font" : String(String.UnicodeScalarView(trimmed))
    }
}
