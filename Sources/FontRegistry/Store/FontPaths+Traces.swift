import FontModel

extension FontPaths {
    /// The persistent fonts that programs are shown, whether or not the database knows of them: the files that bear a name
    /// of ours, as folder and file name, and as path.
    ///
    /// - Throws: 301 if a folder cannot be read.
    func shownFonts() throws(FontError) -> [(place: String, file: String)] {
        var fonts: [(String, String)] = []
        let root = persistentProjection
        for folder in try folderEntries(root).sorted() where StoredName.isFolder(folder) {
            for name in try folderEntries(root + "/" + folder).sorted() where StoredName.isFont(name) {
                fonts.append((folder + "/" + name, root + "/" + folder + "/" + name))
            }
        }
        return fonts
    }

    /// Whether the traces of a database that is not there name anything.
    func haveTraces() throws(FontError) -> Bool {
        if try !folderEntries(objects).isEmpty { return true }
        let session = try SessionMarker.read(self)
        if try SidecarFile(self).read().values.contains(where: { !$0.registrations(in: session).isEmpty }) {
            return true
        }
        return try !shownFonts().isEmpty
    }
}

extension Sidecar {
    /// The registrations that hold: all but those of a login session that has ended.
    func registrations(in session: String?) -> [Entry] {
        registrations.filter { $0.scope != .session || ($0.session != nil && $0.session == session) }
    }
}
