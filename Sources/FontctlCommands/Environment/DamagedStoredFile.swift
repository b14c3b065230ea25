import FontRegistry

extension FontctlContext {
    /// Returns an error of reading a font, as one of its stored file if that differs from the registered one.
    ///
    /// The reader of a damaged file reports a defect of its tables, for which it cannot know another cause.
    func explained(_ error: FontError) async -> FontError {
        guard error.code == .invalidFontData || error.code == .unrecognizedFormat, let file = error.file,
            let paths = try? readingRegistry().paths, paths.isAmongFonts(file) || file.hasPrefix(paths.objects + "/"),
            let registered = try? await readingManager().registered()
        else { return error }
        let owner = registered.first { $0.path == file || paths.object($0.sha256) == file }
        guard let owner, let found = ByteCopy.sha256(ofFile: file), found != owner.sha256 else { return error }
        let name = owner.faces.first?.postscriptName ?? owner.file
        return FontError(
            error.code,
            "The stored file of \(name) is damaged: it has other bytes than the registered ones. Run `fontctl doctor --repair`, which restores it from an intact copy, such as \(owner.file), or removes it if there is none.",
            file: file)
    }
}
