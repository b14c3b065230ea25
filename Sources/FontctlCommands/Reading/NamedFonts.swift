import FontAdvice
import FontPictures
import FontRegistry
import ReaderFonts

extension FontCopies {
    /// Unwraps the file that a target is; nil for one that is neither packed for the web nor a font in an archive.
    ///
    /// - Throws: The error of the file.
    convenience init?(unwrapping target: FontTarget) throws(FontError) {
        guard case .file(let path) = target.kind, PackedFile.isWebFont(path) || FontFile.isArchived(path) else {
            return nil
        }
        try self.init(of: path)
        // Several are those of a folder in the archive.
        if files.count > 1 { return nil }
    }

    /// Unwraps the only font that a target is or contains; nil for a target that is read as it is.
    ///
    /// - Throws: `insufficientInfo` (303) for several fonts, and the error of the file.
    convenience init?(unwrappingOne target: FontTarget) throws(FontError) {
        guard case .file(let path) = target.kind, PackedFile.isWebFont(path) || Self.areContents(path) else {
            return nil
        }
        try self.init(of: path)
        guard files.count == 1 else {
            throw FontError(
                .insufficientInfo,
                "There are \(counted(files.count, "font")) at this path. Specify one of them, such as \(files[0].name).",
                file: path)
        }
    }

    /// Whether a path means all fonts in it: that of a folder or an archive, or a path within an archive.
    static func areContents(_ path: String) -> Bool {
        AbsolutePath.isFolder(path) || PackedFile.isReadable(path) || FontFile.isArchived(path)
    }

    /// Returns the faces of the files, or all their styles.
    ///
    /// - Throws: The error of the first file that cannot be read.
    func fonts(areStyles: Bool) throws(FontError) -> [PreviewFont] {
        let (fonts, failures) = read { file throws(FontError) in
            try PreviewFont.fonts(ofFile: file.path, areStyles: areStyles)
        }
        if let failure = failures.first { throw failure }
        return fonts.flatMap(\.self)
    }
}

extension FontCopies.File {
    /// Returns the texts of licences that came with the font, as those of the file that it is from.
    func texts(from path: String) -> [Attribution.Text] {
        licenses.map { Attribution.Text(file: path, text: String(decoding: $0.bytes, as: UTF8.self)) }
    }
}

extension FontError {
    /// Returns the reason for which the font file at a path is not read; nil if it is.
    static func refusal(of path: String) -> FontError? {
        do throws(FontError) {
            _ = try FontFile(contentsOf: path)
            return nil
        } catch {
            return error.of(path)
        }
    }
}

extension FontManager {
    /// Returns the fonts that an argument names: all faces of a file, or the regular face of a family, or the one font
    /// of a name.
    ///
    /// - Parameters:
    ///   - texts: The texts of the command line, among which the name may lack quotation marks.
    ///   - areStyles: Whether a family or file means all its styles, also those of variable fonts.
    /// - Throws: `fileNotFound` (101) if there is none, and the errors of reading a file.
    func previewFonts(
        _ target: FontTarget, in texts: [String] = [], areStyles: Bool = false
    ) async throws(FontError) -> [PreviewFont] {
        if case .file(let path) = target.kind {
            return try PreviewFont.fonts(ofFile: path, areStyles: areStyles)
        }
        let name = target.text
        let found = try await previewFonts(named: name, areStyles: areStyles)
        guard found.isEmpty else { return found }
        if name.contains("/") {
            throw FontError(.fileNotFound, "No file and no font has that name. Check the name.", file: name)
        }
        let near = await nearNames(to: [name], in: texts)[name] ?? []
        throw FontError(
            .fileNotFound,
            "No font has the family or name “\(name)”.\(NearNames.question(near)) `fontctl families` lists the families; a file needs a slash, as in \(ShellWords.line(["./" + name]))."
        )
    }
}
