import CLinux
import FontModel
import Glibc
import SystemPackage

/// The font files, stored once per content, in a folder outside every font folder.
struct ObjectStore: Sendable {
    let root: String
    private let licenses: LicenseStore

    init(_ paths: FontPaths) {
        root = paths.objects
        licenses = LicenseStore(paths)
    }

    /// Returns the path of a content.
    func path(_ sha256: String) -> String { "\(root)/\(sha256.prefix(2))/\(sha256)" }

    func contains(_ sha256: String) -> Bool { access(path(sha256), F_OK) == 0 }

    /// Whether the path of an object, or of its folder, has a file of another type.
    ///
    /// Such an object counts neither as present nor as missing; the self-check moves the other file aside.
    func isObstructed(_ sha256: String) -> Bool {
        StorePlace("\(root)/\(sha256.prefix(2))", .folder).wrongKind != nil
            || StorePlace(path(sha256), .file).wrongKind != nil
    }

    /// Moves a staged file to the path of its content hash.
    ///
    /// - Parameter isKnown: Whether the database has an existing object. An unknown object is replaced, unless it has
    ///   the same bytes: a damaged database may not know it, and it must survive if the operation fails.
    /// - Returns: Whether the object is new.
    func store(_ staged: StagedFile, isKnown: Bool) throws(FontError) -> Bool {
        let target = path(staged.sha256)
        if clx_rename_new(staged.path, target) == 0 { return true }
        if errno == ENOENT {
            try makeFolder("\(root)/\(staged.sha256.prefix(2))")
            if clx_rename_new(staged.path, target) == 0 { return true }
        }
        guard errno == EEXIST else { throw .store(.storeFile, path: target) }
        if isKnown { return false }
        if Fingerprint(ofFile: target) != nil, ByteCopy.sha256(ofFile: target) == staged.sha256 { return false }
        guard rename(staged.path, target) == 0 else { throw .store(.storeFile, path: target) }
        return true
    }

    /// Returns the possible paths of an object that was moved aside, itself or with its folder, including objects
    /// behind a link that was moved aside.
    func pathsKeptAside(_ sha256: String) throws(FontError) -> [String] {
        func kept(_ path: String) throws(FontError) -> [String] {
            let (folder, name) = (PathText.folder(of: path), PathText.name(of: path))
            return try folderEntries(folder).filter { $0.hasPrefix(StorePlace.asidePrefix(of: name)) }.sorted()
                .map { folder + "/" + $0 }
        }
        let shard = "\(sha256.prefix(2))"
        return try kept(root).map { "\($0)/\(shard)/\(sha256)" }
            + kept("\(root)/\(shard)").map { "\($0)/\(sha256)" } + kept(path(sha256))
    }

    /// Waits until the bytes and the name of a new object are on the disk.
    ///
    /// Call this after the rename: a journaling file system then writes both at once, and the second sync has little
    /// left to do.
    func sync(_ sha256: String) throws(FontError) {
        for path in [path(sha256), "\(root)/\(sha256.prefix(2))"] {
            let descriptor = clx_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
            guard descriptor >= 0 else { throw .store(.flush, path: path) }
            defer { close(descriptor) }
            guard fsync(descriptor) == 0 else { throw .store(.flush, path: path) }
        }
    }

    /// Removes an object; does nothing if it does not exist.
    ///
    /// - Parameter withLicenses: Whether to remove the licences that came with it, too.
    func remove(_ sha256: String, withLicenses: Bool = true) {
        if withLicenses { licenses.remove(sha256) }
        unlink(path(sha256))
        rmdir("\(root)/\(sha256.prefix(2))")
    }

    /// Renames a damaged object, so that it is no longer used.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if it cannot be renamed.
    func setAside(_ sha256: String) throws(FontError) {
        guard rename(path(sha256), path(sha256) + ".damaged") == 0 || errno == ENOENT else {
            throw .store(.moveAside, path: path(sha256))
        }
    }

    /// Whether there is an object, or a damaged one that was moved aside, whose hash has this prefix.
    func containsObject(prefixed prefix: some StringProtocol) throws(FontError) -> Bool {
        try folderEntries("\(root)/\(prefix.prefix(2))").contains {
            $0.hasPrefix(prefix) && (StoredName.isHash($0) || $0.hasSuffix(".damaged"))
        }
    }

    /// Whether a file is a hard link to an object, or to one that was moved aside; looks at every object.
    func contains(_ file: Fingerprint.Identity) throws(FontError) -> Bool {
        for shard in try folderEntries(root) {
            for name in try folderEntries("\(root)/\(shard)")
            where Fingerprint.Identity(of: "\(root)/\(shard)/\(name)") == file { return true }
        }
        return false
    }

    /// Whether an object is known not to exist; an object that cannot be looked up is not missing.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the folder of the objects cannot be searched.
    func isMissing(_ sha256: String) throws(FontError) -> Bool {
        if contains(sha256) || isObstructed(sha256) { return false }
        // Repeat the call, because the calls in between have overwritten errno.
        guard access(path(sha256), F_OK) != 0 else { return false }
        guard errno == ENOENT else { throw .store(.readFile, path: path(sha256)) }
        return true
    }

    /// Returns the fault of an object; nil if it has the registered bytes.
    ///
    /// An entry of the wrong kind at an object's path is no fault of the object: the self-check reports it as misplaced.
    ///
    /// - Throws: `registrationFailed` (301) if the object cannot be read.
    func fault(_ sha256: String) throws(FontError) -> StoredFileFault? {
        if isObstructed(sha256) { return nil }
        if try isMissing(sha256) { return .missing }
        return try open(sha256).sha256() == sha256 ? nil : .damaged
    }

    /// Returns the content hashes of all stored objects.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if a folder cannot be read.
    func all() throws(FontError) -> [String] {
        var hashes: [String] = []
        for shard in try folderEntries(root).sorted() {
            hashes += try folderEntries(root + "/" + shard).filter { StoredName.isHash($0) && $0.hasPrefix(shard) }
                .sorted()
        }
        return hashes
    }

    /// Returns a failure as one of an object alone, if it is that of reading its file; nil for any other.
    ///
    /// Unlike a fault of the store or the machine, it does not concern other objects.
    func unreadable(_ sha256: String, _ failure: FontError) -> FontError? {
        guard case .file(let file) = failure.cause, file.path == path(sha256),
            ![EMFILE, ENFILE, ENOMEM].contains(file.errno.rawValue), FolderFault.above(file.path) == nil
        else { return nil }
        return SourceFile.unreadable(file.path, file.errno)
    }

    /// Opens an object.
    ///
    /// - Throws: `FontError` with code `fileNotFound` (101) if it does not exist, or `registrationFailed` (301) if it
    ///   cannot be read, which does not mean that its bytes are damaged.
    func open(_ sha256: String) throws(FontError) -> SourceFile {
        let path = path(sha256)
        do throws(FontError) {
            return try SourceFile(opening: path)
        } catch {
            guard error.code != .fileNotFound else { throw error }
            guard case .errno(let errno) = error.cause else { throw error }
            throw .store(.readFile, path: path, errno: errno.rawValue)
        }
    }
}

extension FontPaths {
    /// Returns the path of the stored bytes of a registered file, which programs do not see.
    package func object(_ sha256: String) -> String { ObjectStore(self).path(sha256) }
}
