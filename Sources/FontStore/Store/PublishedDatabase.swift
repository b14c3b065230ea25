import FontModel
import Glibc

/// A copy of the database that all users can read, written beside the published one.
///
/// It is never changed in place, so its readers need no locks: they keep the copy that they opened.
enum PublishedDatabase {
    /// Copies the database, and renames the copy to its final name; only under the store's lock.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the copy cannot be written.
    static func publish(_ database: RegistryDatabase, _ paths: FontPaths) throws(FontError) {
        let path = paths.nextPublishedDatabase
        for suffix in ["", "-journal"] { unlink(path + suffix) }
        let descriptor = openOwn(path, O_RDWR | O_EXCL, mode: 0o644)
        guard descriptor >= 0 else { throw .store(.writeFile, path: path) }
        close(descriptor)
        try database.copy(to: path)
        guard rename(path, paths.publishedDatabase) == 0 else {
            throw .store(.writeFile, path: paths.publishedDatabase)
        }
    }

    /// Whether the published copy has the generation of the database.
    static func isCurrent(_ generation: Int64, _ paths: FontPaths) -> Bool {
        let reader = try? RegistryDatabase.openForReading(paths, at: paths.publishedDatabase)
        return (try? reader?.read { try $0.generation() }) == generation
    }
}
