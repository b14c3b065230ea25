import FontRegistry
package import Inspection

/// The fonts of files that are shown, and of files that another process opened.
package struct PassedFonts: Sendable {
    package var fonts: [PreviewFont] = []
    /// The files that another process opened, under names that no path has.
    package private(set) var files: [String: OpenedFile] = [:]
    /// Their names as passed.
    private(set) var names: [String: String] = [:]
    /// The size of these files in bytes.
    package private(set) var size = 0

    package init() {}

    /// Reads open files by the process that a context names for that.
    ///
    /// - Parameter areStyles: Whether the files are shown with all their styles.
    /// - Throws: The errors of reading fonts.
    package init(
        _ files: [(name: String, file: OpenedFile)], areStyles: Bool, readingBy context: RegistryContext
    ) async throws(FontError) {
        let inspector = FileInspector(context)
        for (name, file) in files {
            let (inspection, copy) = try await BlockingWork.perform { () throws(FontError) in
                let memory = try SealedMemory(copying: try SourceFile(opened: file, name: name))
                return (try inspector.inspect(memory, given: name), memory.file)
            }
            add(inspection, copy, name: name, areStyles: areStyles)
        }
    }

    /// Adds the fonts of a file that another process opened.
    package mutating func add(_ inspection: FontInspection, _ file: OpenedFile, name: String, areStyles: Bool) {
        let key = "passed file \(files.count)"
        files[key] = file
        names[key] = name
        size += inspection.size
        fonts += PreviewFont.fonts(ofFaces: inspection.faces, path: key, areStyles: areStyles) { index in
            inspection.coverages.indices.contains(index) ? inspection.coverages[index] : CharacterCoverage()
        }
    }
}

extension FontDescriptor {
    /// Returns the font with the name of its file in place of a path that has one.
    package func naming(_ names: [String: String]) -> FontDescriptor {
        var font = self
        font.path = path.map { names[$0] ?? $0 }
        return font
    }
}

extension FontError {
    /// Returns the error with the name of its file in place of a path that has one.
    package func naming(_ names: [String: String]) -> FontError {
        var error = self
        error.file = file.map { names[$0] ?? $0 }
        return error
    }
}
