import FontModel
import GRDB
import Glibc

/// A copy of the database that all users can read, written beside the published one.
///
/// It is never changed in place, so its readers need no locks: they keep the copy that they opened.
struct PublishedDatabase {
    private let paths: FontPaths

    /// Copies the database; only under the store's lock.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the copy cannot be written.
    init(copying database: RegistryDatabase, _ paths: FontPaths) throws(FontError) {
        self.paths = paths
        let path = paths.nextPublishedDatabase
        for suffix in ["", "-journal"] { unlink(path + suffix) }
        let descriptor = openOwn(path, O_RDWR | O_EXCL, mode: 0o644)
        guard descriptor >= 0 else { throw .store(.writeFile, path: path) }
        close(descriptor)
        try database.copy(to: path)
    }

    /// Renames the copy to its final name.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the rename fails.
    func publish() throws(FontError) {
        guard rename(paths.nextPublishedDatabase, paths.publishedDatabase) == 0 else {
            throw .store(.writeFile, path: paths.publishedDatabase)
        }
    }

    /// Whether the published copy has the generation of the database.
    static func isCurrent(_ generation: Int64, _ paths: FontPaths) -> Bool {
        let reader = try? RegistryDatabase.openForReading(paths, at: paths.publishedDatabase)
        return (try? reader?.read { try $0.generation() }) == generation
    }
}
