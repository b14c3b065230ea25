import FontModel
import GRDB
import Synchronization

/// Contents that a database has.
///
/// A file with an unknown content may be the only trace of a lost registration, so it stays visible.
final class KnownContents: Sendable {
    private let hashes: Set<String>
    /// The paths at which fontd has shown them, in lower case.
    private let paths: Set<String>
    /// The contents by the files of their objects; nil before the first look.
    private let byFile = Mutex<[Fingerprint.Identity: String]?>(nil)

    init(_ hashes: [String], shownAt paths: Set<String> = []) { (self.hashes, self.paths) = (Set(hashes), paths) }

    /// Whether fontd has shown one of the contents at a path.
    func wereShown(at path: String) -> Bool { paths.contains(path.lowercased()) }

    /// Returns the content whose object is a file, under any name; nil if none is.
    func hash(of file: Fingerprint.Identity, _ objects: ObjectStore) -> String? {
        byFile.withLock { known in
            if let known { return known[file] }
            var found: [Fingerprint.Identity: String] = [:]
            for hash in hashes { if let file = Fingerprint.Identity(of: objects.path(hash)) { found[file] = hash } }
            known = found
            return found[file]
        }
    }

    /// Whether a file in a font folder has a known content; false if it cannot be read.
    func include(_ path: String, _ objects: ObjectStore) throws(FontError) -> Bool {
        if let file = Fingerprint.Identity(of: path), hash(of: file, objects) != nil { return true }
        guard let hash = ByteCopy.sha256(ofFile: path) else { return false }
        if hashes.contains(hash) { return true }
        // Bytes without an object were changed in place.
        return try objects.isMissing(hash)
    }
}

extension Database {
    /// Returns all contents, including those that only the log refers to.
    func namedContents() throws -> KnownContents {
        KnownContents(try contents(), shownAt: Set(try formerContents().keys))
    }
}

extension Projection {
    /// Whether an unneeded file of a font folder may be removed: its bytes are stored, and the database knows its
    /// content.
    ///
    /// Fonts of a session are removed with it in any case.
    func mayWithdraw(
        _ name: String, from folder: String, of scope: FontScope, knowing known: KnownContents
    ) throws(FontError) -> Bool {
        guard try isSpare(name, in: folder, knowing: known) else { return false }
        guard scope == .persistent, StoredName.isFont(name) else { return true }
        return try known.include(folder + "/" + name, objects)
    }
}
