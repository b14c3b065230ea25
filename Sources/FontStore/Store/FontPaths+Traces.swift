import CLinux
import FontModel
import Glibc

extension FontPaths {
    /// Returns the persistent fonts in the font folders, whether or not the database has them, each as folder and file
    /// name and as path.
    ///
    /// Only files that fontd may have made are included.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if a folder cannot be read.
    func shownFonts() throws(FontError) -> [(place: String, file: String)] {
        var fonts: [(String, String)] = []
        let root = persistentProjection
        for folder in try folderEntries(root).sorted() where StoredName.isFolder(folder) {
            for name in try folderEntries(root + "/" + folder).sorted() where StoredName.isFont(name) {
                let file = root + "/" + folder + "/" + name
                if Self.isOwnFile(file) { fonts.append((folder + "/" + name, file)) }
            }
        }
        return fonts
    }

    /// Whether a file in a font folder has the mode that fontd gives to fonts, which few files that a user puts there
    /// have.
    static func isOwnFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & ~0o7000 == S_IFREG | 0o444
    }

    /// Whether a store without a database has traces of registrations.
    func haveTraces() throws(FontError) -> Bool {
        // The rest of the store is closed to users who may not change it.
        if isReadOnly { return try !shownFonts().isEmpty }
        if try !folderEntries(objects).isEmpty { return true }
        let session = try SessionMarker.read(self)
        if try SidecarFile(self).read().values.contains(where: { !$0.registrations(in: session).isEmpty }) {
            return true
        }
        if try !SidecarFile(self).hiddenFonts().hiddenFonts.isEmpty { return true }
        if try !SidecarFile(self).collections().collections.isEmpty { return true }
        return try !shownFonts().isEmpty
    }
}
