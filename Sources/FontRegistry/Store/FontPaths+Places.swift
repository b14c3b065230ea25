import CLinux
import FontModel
import Glibc

extension FontPaths {
    /// The store's folder, unless the user has replaced it by a link.
    private var folderPlace: StorePlace? {
        var status = stat()
        guard lstat(store, &status) == 0, status.st_mode & S_IFMT != S_IFLNK else { return nil }
        return StorePlace(store, .folder)
    }

    /// The files that SQLite opens, preceded by their folder.
    var databasePlaces: [StorePlace] {
        (folderPlace.map { [$0] } ?? [])
            + [database, database + "-journal", database + "-wal", database + "-shm"].map { StorePlace($0, .file) }
    }

    /// The files and folders that a change needs beside the font folders.
    var storePlaces: [StorePlace] {
        databasePlaces + [lock, sidecars].map { StorePlace($0, .file) }
            + [objects, staging, removed].map { StorePlace($0, .folder) }
    }

    /// The files that no change needs, and the folder that only fonts in archives need.
    ///
    /// The generation file is replaced by rename, and without a lock only delayed touches are omitted.
    var otherPlaces: [StorePlace] {
        (isOfAllUsers ? [publishedDatabase] : []).map { StorePlace($0, .file) }
            + [rejectRules, generationFile].map { StorePlace($0, .file) }
            + ["", "-session", "-parent"].map { StorePlace(touchLock + $0, .file) }
            + [StorePlace(licenses, .folder)]
    }

    /// The parent folders of the font folders.
    var projectionPlaces: [StorePlace] {
        [persistentProjection, sessionProjection].compactMap(\.self).map { StorePlace($0, .folder) }
    }

    /// Creates the store's folder, accessible to the user alone, or to all users if it is theirs.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if it cannot be created, or a file of another type is
    ///   at a path of the store.
    package func prepareStore() throws(FontError) {
        try refuseForeign()
        try folderPlace?.check()
        try makeFolder(store, mode: isOfAllUsers ? 0o755 : 0o700)
        if isOfAllUsers, chmod(store, 0o755) != 0 { throw .store("open for all users", path: store) }
        for place in storePlaces + projectionPlaces { try place.check() }
    }

    /// Returns the paths among the font folders of a scope that block or mislead every program that scans them.
    ///
    /// - Parameter root: The parent folder of the font folders.
    /// - Throws: `FontError` with code `registrationFailed` (301) if a folder cannot be read.
    func misplaced(among root: String) throws(FontError) -> [StorePlace] {
        let top = StorePlace(root, .folder)
        guard top.wrongKind == nil else { return [top] }
        var found: [StorePlace] = []
        for entry in try typedFolderEntries(root) {
            let path = root + "/" + entry.name
            if Self.isFolderOfOurs(entry.name), entry.type != .folder {
                found.append(StorePlace(path, .folder))
            } else if Self.isOpened(entry.name), entry.isBlocking(path) {
                found.append(StorePlace(path, .file))
            }
        }
        return found
    }

    /// Returns such paths in one font folder.
    func misplaced(inFontFolder folder: String) throws(FontError) -> [StorePlace] {
        guard StorePlace(folder, .folder).wrongKind == nil else { return [StorePlace(folder, .folder)] }
        // Every reader of a list passes here, and nearly all entries are font files.
        return try typedFolderEntries(folder, except: .file).compactMap { entry in
            let path = folder + "/" + entry.name
            let isStrange = StoredName.isFont(entry.name) || entry.isBlocking(path)
            return isStrange && Self.isOpened(entry.name) ? StorePlace(path, .file) : nil
        }
    }

    /// Whether fontconfig opens a file of this name in a font folder: all but hidden files, and `.uuid`, in which it
    /// kept the name of the folder's cache.
    private static func isOpened(_ name: String) -> Bool { !name.hasPrefix(".") || name == ".uuid" }

    /// Whether a name has the format of font folder names; see ``FolderPlan``.
    static func isFolderOfOurs(_ name: String) -> Bool { name.utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
