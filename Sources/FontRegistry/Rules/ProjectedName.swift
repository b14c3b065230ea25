import FontModel

/// The name of a font file in the projection: readable, unique, and never what the font or the caller wrote.
enum ProjectedName {
    /// Cleaned PostScript name (family name for a collection), then twelve digits of the content hash.
    ///
    /// A font without names is called by its content alone: fontconfig shows it under the name of its file, and so do we.
    /// New content so always comes under a new path, and programs that have the old file open keep it.
    static func make(sha256: String, format: FontFormat, faces: [FontFace]) -> String {
        let (readable, suffix) =
            switch format {
            case .collection: (faces.first?.family, faces.first?.outlines == .cff ? "otc" : "ttc")
            case .openType: (faces.first?.postscriptName, "otf")
            default: (faces.first?.postscriptName, "ttf")
            }
        let derived = FontFace.derivedName(contentHash: sha256, faceIndex: 0)
        if let face = faces.first, face.hasDerivedName, face.family == derived { return "\(derived).\(suffix)" }
        return "\(cleaned(readable ?? ""))-\(sha256.prefix(12)).\(suffix)"
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
