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

    /// The files that no change needs, and the folders that only licences and sessions need.
    ///
    /// The generation file is replaced by rename, and without a lock only delayed touches are omitted.
    var otherPlaces: [StorePlace] {
        // A link in place of the rules is the user's, and stays.
        let rules = StorePlace(rejectRules, .file).isLink ? nil : rejectRules
        let files = [
            isOfAllUsers ? publishedDatabase : nil, rules, generationFile, touchLock, touchLock + "-session",
            touchLock + "-parent", refused, announcements,
        ]
        let others = [sessionMarker, isOfAllUsers ? nil : StoreLock.path(beside: policyFile)]
        return files.compactMap(\.self).map { StorePlace($0, .file) }
            + [licenses, sessionRoot].compactMap(\.self).map { StorePlace($0, .folder) }
            + others.compactMap(\.self).map { StorePlace($0, .file) }
    }

    /// Creates the store's folder, accessible to the user alone, or to all users if it is theirs.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if it cannot be created, or a file of another type is
    ///   at a path of the store.
    package func prepareStore() throws(FontError) {
        try refuseTestRunner()
        try refuseForeign()
        try folderPlace?.check()
        try makeFolder(store, mode: isOfAllUsers ? 0o755 : 0o700)
        if isOfAllUsers, chmod(store, 0o755) != 0 { throw .store(.protect, path: store) }
        for place in storePlaces + projectionPlaces { try place.check() }
    }
}
