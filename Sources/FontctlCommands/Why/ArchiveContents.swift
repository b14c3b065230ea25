import FontRegistry

/// The fonts in an archive or a folder that `register` reads.
enum ArchiveContents {
    /// Returns the archive or folder in a few words.
    ///
    /// - Parameters:
    ///   - fonts: The number of fonts; nil if the archive cannot be unpacked now.
    ///   - others: The number of other files that `register` tries.
    ///   - registered: The number of registered fonts.
    static func text(_ fonts: Int?, others: Int, registered: Int, in container: String) -> String {
        let contents = fonts.map { " with \(counted($0 + others, others == 0 ? "font" : "file"))" } ?? ""
        let parts = [
            others == 0 ? nil : "\(others) of which cannot be registered",
            registered == 0 ? nil : "\(registered) of which \(registered == 1 ? "is" : "are") registered",
        ].compactMap(\.self)
        return container + contents + (parts.isEmpty ? "" : ", " + parts.joined(separator: " and "))
    }
}
