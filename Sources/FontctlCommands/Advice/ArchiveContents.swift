import FontRegistry

/// The fonts in an archive that `register` reads.
struct ArchiveContents {
    /// The number of fonts; nil if the archive cannot be unpacked now.
    var fonts: Int?
    /// The error with which `register` would refuse the archive.
    var failure: FontError?

    /// - Returns: Nil for a file that is no such archive.
    init?(of path: String) {
        guard PackedFile.isReadable(path) else { return nil }
        let items = FoundFonts(at: [path]).items
        if case .failure(let error)? = items.first {
            // The archive itself may be sound.
            if error.code != .registrationFailed { failure = error }
        } else {
            fonts = items.count
        }
    }

    /// The archive in a few words.
    var text: String { Self.text(fonts) }

    static func text(_ fonts: Int?) -> String { "an archive" + (fonts.map { " with \(counted($0, "font"))" } ?? "") }
}
