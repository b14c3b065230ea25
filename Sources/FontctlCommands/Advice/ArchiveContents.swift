import FontRegistry

/// The fonts in an archive that `register` reads.
struct ArchiveContents {
    /// The number of fonts; nil if the archive cannot be unpacked now.
    var fonts: Int?

    /// - Returns: Nil for a file that is no such archive.
    init?(of path: String) {
        guard PackedFile.isReadable(path) else { return nil }
        let items = FoundFonts(at: [path]).items
        if case .failure? = items.first { return }
        fonts = items.count
    }

    /// The archive in a few words.
    var text: String { Self.text(fonts) }

    static func text(_ fonts: Int?, in container: String = "an archive") -> String {
        container + (fonts.map { " with \(counted($0, "font"))" } ?? "")
    }
}
