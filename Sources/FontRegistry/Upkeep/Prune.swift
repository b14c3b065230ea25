import FontModel
import Glibc

extension Registrar {
    func prune() throws(FontError) -> PruneReport {
        guard try read({ database, _ in database != nil }) else { return PruneReport() }
        let paths = paths
        let objects = projection.objects
        let before = Set(abandonedFolders())
        // The lock is held until the last file is deleted, as another process may register an unused content at any
        // moment.
        let lock = try StoreLock(paths)
        defer { withExtendedLifetime(lock) {} }
        let database = try writingDatabase()
        // Bytes are not deleted if the database is damaged or lacks registrations.
        if let damage = try database.read({ try $0.damage() }) { throw FontError.damagedDatabase(damage) }
        let lost = try lostRegistrations(database)
        _ = try restore(lost, database)
        let kept = lost.contents
        let committed = try commit(database) { operation -> PruneReport in
            var report = PruneReport()
            // `commit` has already swept the ended sessions and recorded their registrations.
            report.endedSessionRegistrations = try operation.endedSessions.map { row in
                row.registration(faces: try operation.database.faces(contentID: row.contentID), paths: paths)
            }
            // Providers whose last registrations are removed now keep their disabled fonts until the next prune, as
            // they may return.
            for provider in try operation.database.providers() where provider.isGone {
                try operation.database.forgetDisabledByUser(ofIdle: provider.provider)
            }
            report.goneProviderRegistrations = try operation.sweepGoneProviders()
            try operation.database.forgetIdleProviders()
            let needed = try Set(operation.database.registeredContents())
            for hash in try objects.all() where !needed.contains(hash) && !kept.contains(hash) {
                report.freedBytes += Fingerprint(of: objects.path(hash))?.size ?? 0
                report.removedObjects.append(hash)
            }
            return report
        }
        var report = committed.value
        report.removedObjects.forEach(objects.remove)
        ScopedFontEnvironment.sweep(paths.scopedFonts)
        report.removedFolders = before.subtracting(abandonedFolders()).sorted()
        return report
    }

    /// Returns the folders of operations and child processes, including running ones.
    private func abandonedFolders() -> [String] {
        [paths.staging, paths.scopedFonts].flatMap { parent in
            ((try? folderEntries(parent)) ?? []).map { parent + "/" + $0 }
        }
    }
}
