import CLinux
import FontModel
import Glibc

extension Registrar {
    /// Removes what no registration needs.
    ///
    /// - Parameters:
    ///   - all: Whether to remove the bytes that are kept to undo operations.
    ///   - isDryRun: Whether to report only what would be removed.
    package func prune(all: Bool, isDryRun: Bool) throws(FontError) -> PruneReport {
        let before = Set(abandonedFolders())
        guard try read({ database, _ in database != nil }) else {
            // A killed `fontctl exec`, which needs no store, has left fonts.
            var report = PruneReport()
            if !isDryRun { ChildFolders.sweep(paths.scopedFonts) { _ in } }
            let gone = isDryRun ? before.filter(isUnlocked) : before.subtracting(abandonedFolders())
            report.removedFolders = gone.sorted()
            return report
        }
        let (objects, removed) = (projection.objects, RemovedFonts(paths))
        // The lock is held until the last file is deleted, as another process may register an unused content at any
        // moment.
        let lock = try StoreLock(paths)
        defer { withExtendedLifetime(lock) {} }
        let database = isDryRun ? try readableDatabase() : try writingDatabase()
        // Bytes are not deleted if the database is damaged or lacks registrations.
        if let damage = try database.read({ try $0.damage() }) { throw FontError.damagedDatabase(damage.description) }
        let lost = try lostRegistrations(database)
        if !isDryRun { _ = try restore(lost, database) }
        let kept = lost.contents
        var (unneeded, surplus): ([(sha256: String, size: Int)], [(sha256: String, size: Int)]) = ([], [])
        var moved: [String] = []
        func sweep(_ operation: StoreOperation) throws -> PruneReport {
            var report = PruneReport()
            // `commit` has already swept the ended sessions and recorded their registrations.
            report.endedSessionRegistrations = try operation.endedSessions.map(operation.registration)
            // Providers whose last registrations are removed now keep their disabled fonts until the next prune, as
            // they may return.
            for provider in try operation.database.providers() where provider.isGone {
                try operation.database.forgetDisabledByUser(ofIdle: provider.provider)
            }
            report.goneProviderRegistrations = try operation.sweepGoneProviders()
            try operation.database.forgetIdleProviders()
            if all { try operation.database.releaseKeptContents() }
            let needed = try Set(operation.database.neededContents())
            for hash in try objects.all() where !needed.contains(hash) && !kept.contains(hash) {
                guard try !operation.database.isKept(sha256: hash) else {
                    moved.append(hash)
                    continue
                }
                unneeded.append((hash, Fingerprint(of: objects.path(hash))?.size ?? 0))
            }
            surplus = try removed.surplus(needed: try operation.database.keptContents(), now: operation.now)
            report.removedObjects = (unneeded + surplus).map(\.sha256)
            report.freedBytes = (unneeded + surplus).reduce(0) { $0 + $1.size }
            return report
        }
        if isDryRun {
            var report = try rehearse(sweep).value
            report.removedFolders = before.filter(isUnlocked).sorted()
            return report
        }
        var report = try commit(database, sweep).value
        unneeded.forEach { objects.remove($0.sha256) }
        surplus.map(\.sha256).forEach(removed.remove)
        moved.forEach(removed.keep)
        ChildFolders.sweep(paths.scopedFonts) { _ in }
        report.removedFolders = before.subtracting(abandonedFolders()).sorted()
        return report
    }

    /// Whether no process uses the folder of an operation or a child process.
    private func isUnlocked(_ folder: String) -> Bool {
        let descriptor = clx_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    /// Returns the folders of operations and child processes, including running ones.
    private func abandonedFolders() -> [String] {
        [paths.staging, paths.scopedFonts].flatMap { parent in
            ((try? folderEntries(parent)) ?? []).map { parent + "/" + $0 }
        }
    }
}
