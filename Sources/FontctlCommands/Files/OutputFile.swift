import FontRegistry

/// A file that a command writes at the user's request.
///
/// It replaces no font: the path may have been mistaken for that of an input, or be a link to one.
enum OutputFile {
    /// Writes a file that is no font as a whole: another file at the path remains until its replacement is complete.
    ///
    /// - Throws: The errors of ``NewFile``; `invalidFilePath` (306) if there is a font or an archive at the path,
    ///   `insufficientPermissions` (102) if there is a file that cannot be read.
    static func write(_ bytes: [UInt8], to path: String) throws(FontError) {
        let file = try NewFile(at: path)
        // What cannot be read may be a font.
        let format = AbsolutePath.isFile(path) ? try FontFile.format(at: path) : nil
        guard format == nil, FontFile.archive(at: path) == nil else {
            throw FontError(
                .invalidFilePath, "The file at this path is a font or an archive. Specify another path.", file: path)
        }
        try file.write(bytes)
        try file.complete()
    }

    /// Writes a font as a whole, also in the place of a font that neither fontd nor programs use, such as an earlier copy.
    ///
    /// - Parameter manager: Has the fonts that are in use.
    /// - Throws: The errors of ``NewFile``; `invalidFilePath` (306) if there is a font in use, or an archive, at the path.
    static func write(font bytes: [UInt8], to path: String, by manager: FontManager) async throws(FontError) {
        let file = try NewFile(at: path)
        if AbsolutePath.exists(path) {
            let isUsed = try await isUsed(path, by: manager)
            guard !isUsed, FontFile.archive(at: path) == nil else {
                throw FontError(
                    .invalidFilePath, "The file at this path is a font in use or an archive. Specify another path.",
                    file: path)
            }
        }
        try file.write(bytes)
        try file.complete()
    }

    /// Whether the file at a path, which may be a link, is one of a registered, shown or hidden font.
    private static func isUsed(_ path: String, by manager: FontManager) async throws(FontError) -> Bool {
        guard let identity = AbsolutePath.identity(path) else { return false }
        // Of a registered font, its original too, from which it was copied.
        let registered = try await manager.registered().flatMap { [$0.path, $0.file] }
        let seen = try await manager.fonts(matching: FontQuery()) + (try await manager.hiddenFonts())
        return Set((registered + seen.map(\.path)).compactMap { $0.map(ExactText.init) })
            .contains { AbsolutePath.identity($0.string) == identity }
    }
}
