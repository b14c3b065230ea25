import FontModel
import GRDB

/// The contents that a database has, by the hash digits in the names of shown files.
///
/// A file with an unknown content may be the only trace of a lost registration, so it stays visible.
struct KnownContents: Sendable {
    private let hashes: [Substring: String]

    init(_ hashes: [String]) {
        self.hashes = Dictionary(hashes.map { ($0.prefix(12), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether a file in a font folder has a known content.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if it cannot be read.
    func include(_ path: String, _ objects: ObjectStore) throws(FontError) -> Bool {
        // The name of most files contains the hash of their content; a file that replaced another keeps the other's
        // name.
        let named = path.lastIndex(of: "-").flatMap { hashes[path[path.index(after: $0)...].prefix(12)] }
        if let named, let shown = Fingerprint.Identity(of: path),
            shown == Fingerprint.Identity(of: objects.path(named))
        {
            return true
        }
        guard let hash = try Projection.contentHash(path) else { return false }
        if hashes[hash.prefix(12)] == hash { return true }
        // Bytes without an object were changed in place.
        return try objects.isMissing(hash)
    }
}

extension Database {
    /// Returns all contents, including those that only the log refers to.
    func namedContents() throws -> KnownContents { KnownContents(try contents()) }
}

extension Projection {
    /// Whether an unneeded file of a font folder may be removed: its bytes are stored, and the database knows its
    /// content.
    ///
    /// Fonts of a session are removed with it in any case.
    func mayWithdraw(
        _ name: String, from folder: String, of scope: FontScope, knowing known: KnownContents
    ) throws(FontError) -> Bool {
        guard try isSpare(name, in: folder) else { return false }
        guard scope == .persistent, StoredName.isFont(name) else { return true }
        return try known.include(folder + "/" + name, objects)
    }
}
