import FontRegistry

/// A file that a command writes at the user's request.
enum OutputFile {
    /// Writes a file as a whole: another file at the path remains until its replacement is complete.
    ///
    /// - Throws: The errors of ``NewFile``.
    static func write(_ bytes: [UInt8], to path: String) throws(FontError) {
        let file = try NewFile(at: path)
        try file.write(bytes)
        try file.complete()
    }
}
