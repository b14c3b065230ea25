import FontModel

/// The files from which a repair restores an object: wherever a copy of its bytes may be.
///
/// Neither names nor records prove the bytes, so each file is hashed while it is copied.
struct IntactCopies {
    let shown: ShownContents
    private let objects: ObjectStore
    private let removed: RemovedFonts
    private let staging: StagingArea

    /// - Throws: `registrationFailed` (301) if the folder for the copies cannot be created.
    init(_ paths: FontPaths) throws(FontError) {
        shown = ShownContents(paths)
        objects = ObjectStore(paths)
        removed = RemovedFonts(paths)
        staging = try StagingArea(paths: paths)
    }

    /// Restores an object from the font folders, from what was moved aside or is kept in the store, or from a file of
    /// the user.
    ///
    /// - Parameter files: The files that records name for the content, such as the original.
    /// - Returns: The file that was copied; nil if none has the bytes.
    /// - Throws: `registrationFailed` (301) if a file cannot be read now, or the object cannot be stored.
    func restore(_ sha256: String, recorded files: [String] = []) throws(FontError) -> String? {
        let own = try shown.files(of: sha256) + objects.pathsKeptAside(sha256) + [removed.path(sha256)]
        for file in own where try objects.restore(sha256, from: file, staging: staging) { return file }
        // A record may also have the name of an archive's member or of an open file.
        for file in files where file.hasPrefix("/") {
            if try objects.restore(sha256, from: file, staging: staging, isOfUser: true) { return file }
        }
        return nil
    }
}

extension StoreOperation {
    /// Returns the files that operations moved to the trash, at either place, by content hash.
    ///
    /// A record that cannot be read must not stop a repair.
    func movedFiles() -> [String: [String]] {
        let trash = DesktopTrash(paths)
        let operations = [false, true].flatMap { (try? database.operations(isUndone: $0)) ?? [] }
        return Dictionary(grouping: operations.flatMap { $0.record.moved ?? [] }, by: \.sha256).mapValues { moved in
            moved.flatMap { [trash.path($0.trashed), $0.path] }
        }
    }
}
