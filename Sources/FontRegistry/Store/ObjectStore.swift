import CLinux
import FontModel
import Glibc
import SystemPackage

/// Font bytes, once per content, in a folder outside every font folder.
struct ObjectStore: Sendable {
    let root: String

    init(_ paths: FontPaths) { root = paths.objects }

    /// Where the bytes of a content are.
    func path(_ sha256: String) -> String { "\(root)/\(sha256.prefix(2))/\(sha256)" }

    func contains(_ sha256: String) -> Bool { access(path(sha256), F_OK) == 0 }

    /// Whether something lies in place of an object, or of the folder that it is in, that is neither.
    ///
    /// Such an object is neither there nor known to be gone: the self-check keeps aside what lies there.
    func isObstructed(_ sha256: String) -> Bool {
        StorePlace("\(root)/\(sha256.prefix(2))", .folder).intruder != nil
            || StorePlace(path(sha256), .file).intruder != nil
    }

    /// Moves a staged file to where its content hash says.
    ///
    /// - Parameter isKnown: Whether the database vouches for an object that is there. One that nobody vouches for may
    ///   hold anything and is replaced.
    /// - Returns: Whether the object is new.
    func store(_ staged: StagedFile, isKnown: Bool) throws(FontError) -> Bool {
        let target = path(staged.sha256)
        if clx_rename_new(staged.path, target) == 0 { return true }
        if errno == ENOENT {
            try makeFolder("\(root)/\(staged.sha256.prefix(2))")
            if clx_rename_new(staged.path, target) == 0 { return true }
        }
        guard errno == EEXIST else { throw .store("store the font", path: target) }
        guard !isKnown else { return false }
        guard rename(staged.path, target) == 0 else { throw .store("store the font", path: target) }
        return true
    }

    /// Where an object may be that was set aside, or whose folder was, such as one that a link led to.
    func pathsKeptAside(_ sha256: String) throws(FontError) -> [String] {
        func kept(_ path: String) throws(FontError) -> [String] {
            let (folder, name) = (ProviderRecord.folder(of: path), path.split(separator: "/").last ?? "")
            return try folderEntries(folder).filter { $0.hasPrefix(StorePlace.asidePrefix(of: name)) }.sorted()
                .map { folder + "/" + $0 }
        }
        let shard = "\(sha256.prefix(2))"
        return try kept(root).map { "\($0)/\(shard)/\(sha256)" }
            + kept("\(root)/\(shard)").map { "\($0)/\(sha256)" } + kept(path(sha256))
    }

    /// Takes an object back from a file that shows it, if that file still has its content.
    ///
    /// - Returns: Whether the object is there now; false if there is no such file or it holds something else.
    /// - Throws: 301 if it cannot be stored.
    func restore(_ sha256: String, from file: String, staging: StagingArea) throws(FontError) -> Bool {
        let staged: StagedFile
        do throws(FontError) {
            staged = try staging.stage(try SourceFile(opening: file))
        } catch {
            if error.isOfTheMachine || error.code == .insufficientPermissions { throw error.asStoreFault }
            return false
        }
        guard staged.sha256 == sha256 else { return false }
        guard try store(staged, isKnown: false) else { return false }
        try sync(sha256)
        return true
    }

    /// Waits until a new object is on the disk, bytes and name.
    ///
    /// After it has its name: a file system with a journal then writes both at once, and has little left to do for the
    /// second call.
    func sync(_ sha256: String) throws(FontError) {
        for path in [path(sha256), "\(root)/\(sha256.prefix(2))"] {
            let descriptor = clx_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
            guard descriptor >= 0 else { throw .store("open for writing to the disk", path: path) }
            defer { close(descriptor) }
            guard fsync(descriptor) == 0 else { throw .store("write to the disk", path: path) }
        }
    }

    /// Removes an object; being gone already is fine.
    func remove(_ sha256: String) {
        unlink(path(sha256))
        rmdir("\(root)/\(sha256.prefix(2))")
    }

    /// Keeps an object that is not what its name says, where nothing takes it for that.
    ///
    /// - Throws: 301 if it cannot be renamed.
    func setAside(_ sha256: String) throws(FontError) {
        guard rename(path(sha256), path(sha256) + ".damaged") == 0 || errno == ENOENT else {
            throw .store("keep a damaged font aside", path: path(sha256))
        }
    }

    /// Whether there is an object whose hash begins so, or one that was kept aside.
    func containsObject(prefixed prefix: some StringProtocol) throws(FontError) -> Bool {
        try folderEntries("\(root)/\(prefix.prefix(2))").contains {
            $0.hasPrefix(prefix) && (StoredName.isHash($0) || $0.hasSuffix(".damaged"))
        }
    }

    /// Whether a file is an object, or one that was kept aside, under another name.
    ///
    /// - Parameter digits: The first digits of the object's hash, if the file's name says them right.
    func contains(_ file: Fingerprint.Identity, probablyAs digits: Substring) throws(FontError) -> Bool {
        let first = String(digits.prefix(2))
        for shard in [first] + (try folderEntries(root).filter { $0 != first }) {
            let folder = "\(root)/\(shard)"
            if try folderEntries(folder).contains(where: { Fingerprint.Identity(of: "\(folder)/\($0)") == file }) {
                return true
            }
        }
        return false
    }

    /// Whether an object is known not to be there; that it cannot be looked for is another matter.
    ///
    /// - Throws: 301 if the folder of the objects cannot be looked into.
    func isMissing(_ sha256: String) throws(FontError) -> Bool {
        if contains(sha256) || isObstructed(sha256) { return false }
        // Asked again: what was asked in between has an errno of its own.
        guard access(path(sha256), F_OK) != 0 else { return false }
        guard errno == ENOENT else { throw .store("look for a stored font", path: path(sha256)) }
        return true
    }

    /// The content hashes of all stored objects.
    ///
    /// - Throws: 301 if a folder cannot be read.
    func all() throws(FontError) -> [String] {
        var hashes: [String] = []
        for shard in try folderEntries(root).sorted() {
            hashes += try folderEntries(root + "/" + shard).filter { StoredName.isHash($0) && $0.hasPrefix(shard) }
                .sorted()
        }
        return hashes
    }

    /// Opens an object.
    ///
    /// - Throws: 101 if there is none; 301 if it cannot be read, which says nothing about its bytes.
    func open(_ sha256: String) throws(FontError) -> SourceFile {
        let path = path(sha256)
        do throws(FontError) {
            return try SourceFile(opening: path)
        } catch {
            guard error.code != .fileNotFound else { throw error }
            guard case .errno(let errno) = error.cause else { throw error }
            throw .store("read a stored font", path: path, errno: errno.rawValue)
        }
    }
}
