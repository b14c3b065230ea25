public import FontModel
public import Foundation

extension FontManager {
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
