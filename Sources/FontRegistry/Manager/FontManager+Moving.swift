public import FontModel
public import Foundation

extension FontManager {
    /// Writes all registrations in persistent scope to a file, to import them on another machine; see ``FontExport``.
    ///
    /// The bytes of the file depend on the registrations and the policy only. An earlier export at the path is replaced
    /// when the new one is complete; no other file is.
    /// - Parameters:
    ///   - url: The file to write.
    ///   - includesFonts: Whether the fonts and their licences are written, and not only the manifest.
    /// - Throws: `FontError` with code ``FontError/Code/insufficientPermissions`` (102) if the file cannot be written;
    ///   ``FontError/Code/invalidFilePath`` (306) if the path is not that of a regular file of this machine, or of a file
    ///   that is no export;
    ///   ``FontError/Code/missingEntitlement`` (302) without the user's authority;
    ///   ``FontError/Code/exceededResourceLimit`` (106) if there are more registrations than an export can have;
    ///   ``FontError/Code/registrationFailed`` (301) if the store or the policy cannot be read, or the disk is full.
    @discardableResult
    public func export(
        to url: URL, includesFonts: Bool = true
    ) async throws(FontError) -> ExportedFonts {
        let path = try url.localPath()
        if let prefix = try? FontFile.prefix(of: path), !prefix.isEmpty, !FontExport.begins(with: prefix) {
            throw FontError(
                .invalidFilePath, "The file at this path is not an export. Specify another path.", file: path)
        }
        let new = try NewFile(at: path)
        let exported = try await export(to: new.file, path: path, includesFonts: includesFonts)
        try new.complete()
        return exported
    }

    /// Writes all registrations in persistent scope to an open file, such as a pipe.
    ///
    /// - Parameter path: The path of the file for messages.
    package func export(
        to file: OpenedFile, path: String, includesFonts: Bool
    ) async throws(FontError) -> ExportedFonts {
        try await backend.export(to: file, path: path, includesFonts: includesFonts)
    }

    /// Registers the fonts of an export as they were registered when it was made.
    ///
    /// All of it is one operation, which can be undone. A registration that is there already is enabled or disabled
    /// as in the export, and gets the tags of the export in addition to its own; unless `isExact` is true, nothing is
    /// removed. Collections get the families of the export, and registered fonts are in the collections of their families.
    /// Importing the same export again changes nothing. The policy of the export is not applied.
    ///
    /// The bytes of a font that is not registered are those in the export, or else in the store, or else in the file of
    /// the registration, or else in a file in one of the folders.
    /// - Parameters:
    ///   - export: The export.
    ///   - folders: The folders in which fonts are searched for that are not in the export.
    ///   - isExact: Whether the registrations in persistent scope and their tags are then those of the export: others are
    ///     unregistered, with an outcome each, and other collections are removed, unless the export says nothing about them. If a font of the export fails, nothing is changed, and the others are
    ///     ``FontOutcome/Status/skipped``.
    ///   - isDryRun: Whether nothing is changed: the outcomes are those that the operation would have now.
    /// - Returns: One outcome for each registration in the export: ``FontError/Code/fileNotFound`` (101) if there are
    ///   no bytes of the font; ``FontError/Code/duplicatedName`` (305) if another enabled font has its PostScript name;
    ///   and the errors of a registration. After them one for each collection that changes, and each other registration
    ///   that gets its tag: ``FontOutcome/Status/tagged``.
    /// - Throws: `FontError`; nothing was changed then. The codes are ``FontError/Code/invalidFontData`` (104) if the
    ///   export is damaged; ``FontError/Code/fileNotFound`` (101) if a folder has no fonts;
    ///   ``FontError/Code/invalidFilePath`` (306) if a URL is not of a local folder;
    ///   ``FontError/Code/missingEntitlement`` (302) without the user's authority;
    ///   ``FontError/Code/registrationFailed`` (301) if the store cannot be used.
    @discardableResult
    public func importFonts(
        _ export: FontExport, searching folders: [URL] = [], isExact: Bool = false, isDryRun: Bool = false
    ) async throws(FontError) -> FontSummary {
        let paths = try folders.map { folder throws(FontError) in try folder.localPath() }
        return try await backend.importFonts(export, searching: paths, isExact: isExact, isDryRun: isDryRun)
    }

    /// Adopts the fonts that the user, or another font manager, put into font folders.
    ///
    /// They are registered in persistent scope as fonts of the user, in one operation, and can then be switched and
    /// unregistered. After that their files are moved to the desktop's trash; ``undo(_:isDryRun:)`` brings them back.
    /// Files with the same bytes are one font. Of several fonts with one PostScript name, the registered or else the
    /// newest one is enabled, and the others are registered as disabled.
    ///
    /// Links, files of other users, and files that are no sound TrueType or OpenType font stay where they are. If the
    /// process ends early, each font is in its folder, or registered, or both, and the next call does the rest.
    /// - Parameters:
    ///   - folders: Folders in the home, with their subfolders; if there are none, the folder `fonts` in the data folder
    ///     and `~/.fonts`.
    ///   - isDryRun: Whether nothing is changed: the report is that of the operation now.
    /// - Returns: The fonts, and the files that stay with the reasons.
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101) or ``FontError/Code/invalidFilePath`` (306)
    ///   if a folder does not exist or is not in the home, ``FontError/Code/missingEntitlement`` (302) without the
    ///   user's authority, or ``FontError/Code/registrationFailed`` (301) if the store cannot be used;
    ///   no file was moved.
    @discardableResult
    public func adopt(_ folders: [URL] = [], isDryRun: Bool = false) async throws(FontError) -> AdoptionReport {
        try await adopt(
            in: try folders.map { folder throws(FontError) in try folder.localPath() }, isDryRun: isDryRun)
    }

    /// Adopts the fonts in folders at paths.
    package func adopt(in folders: [String], isDryRun: Bool) async throws(FontError) -> AdoptionReport {
        try await backend.adopt(folders, isDryRun: isDryRun)
    }
}
