import FontRegistry

/// The fonts in an archive or a folder that `register` reads.
enum ArchiveContents {
    /// Returns the archive in a few words.
    ///
    /// - Parameter fonts: The number of fonts; nil if the archive cannot be unpacked now.
    static func text(_ fonts: Int?, in container: String) -> String {
        container + (fonts.map { " with \(counted($0, "font"))" } ?? "")
    }
}
