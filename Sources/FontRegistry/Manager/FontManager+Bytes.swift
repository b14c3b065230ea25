public import FontModel

extension FontManager {
    /// Opens the bytes of a font for reading, to draw with it or to copy it.
    ///
    /// It works for every font: registered ones in any scope, also disabled ones and those that were replaced or removed
    /// as long as their bytes are kept; those of the system; and files that were only read. The bytes do not change while
    /// the file is open, except those of a file outside of fontd's folders.
    ///
    /// In a sandbox, the bytes of registered fonts that the sandbox does not show come from the service, for fonts of the
    /// program's own, and with the user's authority for all.
    /// - Returns: The file, with the hash of a registered font. A collection is the whole file; see ``FontFace/index``.
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101) if the font is gone or was read from data,
    ///   ``FontError/Code/insufficientPermissions`` (102), ``FontError/Code/exceededResourceLimit`` (106),
    ///   ``FontError/Code/invalidFilePath`` (306) if there is something else at its path, or
    ///   ``FontError/Code/registrationFailed`` (301) if it cannot be opened now.
    public func open(_ font: FontDescriptor) async throws(FontError) -> OpenedFile {
        // A program in a sandbox need not ask for what it sees.
        if serviceAnswers != nil, let path = font.path, let file = try? await opened(path) { return file }
        var failure: FontError?
        if let id = font.registrationID, let scope = font.scope {
            do throws(FontError) {
                if let file = try await backend(of: scope).openBytes(ofRegistration: id) { return file }
            } catch {
                failure = error
            }
        }
        if let path = font.path { return try await opened(path) }
        if let failure { throw failure }
        throw font.origin == .file
            ? FontError(
                .fileNotFound,
                "\(font.postscriptName) was read from data and has no file. Use the FontFile with which it was read.")
            : .noBytes(of: font.postscriptName)
    }

    /// Opens the bytes of a registration, as ``open(_:)-(FontDescriptor)`` does.
    public func open(_ registration: Registration) async throws(FontError) -> OpenedFile {
        guard let face = registration.faces.first else { throw .noBytes(of: registration.file) }
        return try await open(registration.descriptor(of: face))
    }

    /// Opens the bytes of a registration by its id.
    ///
    /// - Throws: `fileNotFound` (101) if the caller may see none.
    package func openBytes(ofRegistration id: String) async throws(FontError) -> OpenedFile {
        guard let file = try await backend.openBytes(ofRegistration: id) else { throw .noBytes(of: id) }
        return file
    }

    private func opened(_ path: String) async throws(FontError) -> OpenedFile {
        try await queue.perform { () throws(FontError) in try SourceFile(opening: path).file }
    }
}

extension FontError {
    /// Returns the error for a font whose bytes are gone.
    package static func noBytes(of name: String) -> FontError {
        FontError(.fileNotFound, "\(name) is not registered any more, and its bytes are not kept. Register it again.")
    }
}
