import FontModel
import GRDB

/// The contents that a database knows, by the digits that stand in the names of shown files.
///
/// What it does not know may be all that is left of a registration that it has lost: that stays in sight.
struct KnownContents: Sendable {
    private let hashes: [Substring: String]

    init(_ hashes: [String]) {
        self.hashes = Dictionary(hashes.map { ($0.prefix(12), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether a shown file of ours is of a content that is known.
    ///
    /// - Throws: 301 if it cannot be read.
    func include(_ path: String, _ objects: ObjectStore) throws(FontError) -> Bool {
        // Most bear the name of their content; one that took the place of another does not.
        let named = path.lastIndex(of: "-").flatMap { hashes[path[path.index(after: $0)...].prefix(12)] }
        if let named, let shown = Fingerprint.Identity(of: path),
            shown == Fingerprint.Identity(of: objects.path(named))
        {
            return true
        }
        guard let hash = try Projection.contentHash(path) else { return false }
        if hashes[hash.prefix(12)] == hash { return true }
        // Bytes that nobody stored were changed in place.
        return try objects.isMissing(hash)
    }
}

extension Database {
    /// All contents, those that only the log tells of included.
    func namedContents() throws -> KnownContents {
        KnownContents(try Row.fetchAll(self, sql: "SELECT sha256 FROM content").map { try $0.contentHash(0) })
    }
}

extension Projection {
    /// Whether a shown file that nothing asks for may be taken out of sight: its bytes are stored, and the database knows
    /// what became of it.
    ///
    /// Fonts of a session go with it, whatever is known.
    func mayWithdraw(
        _ name: String, from folder: String, of scope: FontScope, knowing known: KnownContents
    ) throws(FontError) -> Bool {
        guard try isSpare(name, in: folder) else { return false }
        guard scope == .persistent, StoredName.isFont(name) else { return true }
        return try known.include(folder + "/" + name, objects)
    }
}
