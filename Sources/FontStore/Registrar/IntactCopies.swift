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
    /// - Throws: `registrationFailed` (301) if a folder cannot be read, or the object cannot be stored.
    func restore(_ sha256: String, recorded files: [String] = []) throws(FontError) -> Restoration {
        let own = try shown.readableFiles(of: sha256) + objects.pathsKeptAside(sha256) + [removed.path(sha256)]
        var unreadable = shown.unreadable
        // A record may also have the name of an archive's member or of an open file.
        for file in own + files.filter({ $0.hasPrefix("/") }) {
            let staged: StagedFile
            do throws(FontError) {
                staged = try staging.stage(try SourceFile(opening: file))
            } catch {
                // A faulty disk or a closed file must not stop the repair of other fonts. A full disk stops it.
                if error.storeFault != nil { throw error }
                // The error reports the recorded file: the user knows it, unlike files of the font folders.
                if error.mayHideACopy { unreadable = error }
                continue
            }
            guard staged.sha256 == sha256 else { continue }
            _ = try objects.store(staged, isKnown: false)
            try objects.sync(sha256)
            return .restored(from: file)
        }
        return unreadable.map(Restoration.unreadable) ?? .noCopy
    }
}

/// The result of looking for the bytes of an object.
enum Restoration {
    /// The object has been restored from a file.
    case restored(from: String)
    /// No file has the bytes.
    case noCopy
    /// A file that may have the bytes cannot be read now, and no other file has them.
    case unreadable(FontError)
}

extension FontError {
    /// Whether an error of reading a file leaves open which bytes the file has.
    var mayHideACopy: Bool { isOfTheMachine || code == .insufficientPermissions }

    /// The message, with the file that it concerns.
    var withFile: Message {
        guard let file else { return text }
        return "\(file): \(text)"
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
