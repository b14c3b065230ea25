import FontModel
import Glibc

extension Registrar {
    /// Repairs files that were deleted from outside of fontd.
    ///
    /// Restores deleted files of the font folders from their objects, and deleted objects from the files of the font
    /// folders. Removes registrations that have lost both, unless a file that may have their bytes cannot be read now.
    ///
    /// - Returns: The removed registrations.
    /// - Throws: `FontError` with code `registrationFailed` (301) if the store cannot be read or written; nothing is
    ///   removed then.
    @discardableResult
    func restoreMissingFiles() throws(FontError) -> [Registration] {
        let lock = try StoreLock(paths)
        defer { withExtendedLifetime(lock) {} }
        return try restoreMissingFiles(try writingDatabase())
    }

    /// Repairs deleted files for a caller that already holds the lock.
    @discardableResult
    func restoreMissingFiles(_ database: RegistryDatabase) throws(FontError) -> [Registration] {
        let objects = projection.objects
        let copies = try IntactCopies(paths)
        let committed = try commit(database) { operation -> [Registration] in
            var lost: [Registration] = []
            // Read only if a file is missing, which is rare.
            var moved: [String: [String]]?
            for row in try operation.database.registrations(.all, session: operation.session)
            where try objects.isMissing(row.sha256) {
                if moved == nil { moved = operation.movedFiles() }
                let recorded = [row.file] + (moved?[row.sha256] ?? [])
                guard case .noCopy = try copies.restore(row.sha256, recorded: recorded) else { continue }
                lost.append(try operation.registration(row))
                try operation.remove(row, keeps: false)
            }
            return lost
        }
        let session = try SessionMarker.read(paths)
        let (folders, known) = try database.read {
            (try $0.projectedFolders(since: -1, session: session), try $0.namedContents())
        }
        var wrong: [ProjectedFolder] = []
        for folder in folders {
            guard let root = paths.projection(of: folder.scope) else { continue }
            if !projection.showsAll(of: folder, in: root + "/" + folder.name) { wrong.append(folder) }
        }
        try projection.synchronize(wrong, knowing: known)
        return committed.value
    }
}
