public import FontModel
import GRDB
import Glibc

/// What was swept.
public struct PruneReport: Sendable, Hashable {
    /// Content hashes of stored files that nothing registers.
    public var removedObjects: [String]
    /// Bytes that became free.
    public var freedBytes: Int
    /// Registrations of login sessions that have ended.
    public var endedSessionRegistrations: [Registration]
    /// Registrations of providers that were removed.
    public var goneProviderRegistrations: [Registration]
    /// Folders of processes that were killed.
    public var removedFolders: [String]

    public init(
        removedObjects: [String] = [], freedBytes: Int = 0, endedSessionRegistrations: [Registration] = [],
        goneProviderRegistrations: [Registration] = [], removedFolders: [String] = []
    ) {
        self.removedObjects = removedObjects
        self.freedBytes = freedBytes
        self.endedSessionRegistrations = endedSessionRegistrations
        self.goneProviderRegistrations = goneProviderRegistrations
        self.removedFolders = removedFolders
    }
}

extension FontManager {
    /// Sweeps what nothing needs: stored files without a registration, fonts of ended sessions and of providers that were
    /// removed (see ``sweepGoneProviders()``), leavings of killed processes.
    ///
    /// Other registered fonts are never touched.
    ///
    /// - Throws: 301 if the store cannot be written, 302 without the user's authority.
    public func prune() async throws(FontError) -> PruneReport {
        try await backend.prune()
    }
}

extension FontManager {
    /// Clears away what a process that was killed left on its way in, which the next operation would do as well.
    ///
    /// - Throws: 301 if the store cannot be written.
    package func recover() async throws(FontError) { try await backend.recover() }
}

extension LocalBackend {
    func recover() async throws(FontError) {
        let registrar = registrar
        try await perform { () throws(FontError) in try registrar.recover() }
    }

    func prune() async throws(FontError) -> PruneReport {
        try caller.requireUser(for: "sweep the store")
        let registrar = registrar
        return try await perform { () throws(FontError) in try registrar.prune() }
    }
}

extension Registrar {
    fileprivate func prune() throws(FontError) -> PruneReport {
        guard try read({ database, _ in database != nil }) else { return PruneReport() }
        let paths = paths
        let objects = projection.objects
        let before = Set(abandonedFolders())
        // Held until the last file is gone: what nothing registers now may be registered in a moment.
        let lock = try StoreLock(paths)
        defer { withExtendedLifetime(lock) {} }
        let database = try writingDatabase()
        // Bytes are not deleted on the word of a damaged database, nor of one that lacks something.
        if let damage = try database.read({ try $0.damage() }) { throw FontError.damagedDatabase(damage) }
        let lost = try lostRegistrations(database)
        _ = try restore(lost, database)
        let kept = lost.contents
        let committed = try commit(database) { operation -> PruneReport in
            var report = PruneReport()
            // `commit` has swept ended sessions already; they are told from the changes of this very operation.
            report.endedSessionRegistrations = try operation.endedSessions.map { row in
                row.registration(faces: try operation.database.faces(contentID: row.contentID), paths: paths)
            }
            // Those whose last registrations are taken out now may come back, until the next time.
            for provider in try operation.database.providers() where provider.isGone {
                try operation.database.forgetDisabledByUser(ofIdle: provider.provider)
            }
            report.goneProviderRegistrations = try operation.sweepGoneProviders()
            try operation.database.forgetIdleProviders()
            let needed = try Set(
                String.fetchAll(
                    operation.database,
                    sql:
                        "SELECT sha256 FROM content WHERE EXISTS (SELECT 1 FROM registration WHERE contentID = content.id)"
                ))
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

    /// Folders of operations and child processes, those at work included.
    private func abandonedFolders() -> [String] {
        [paths.staging, paths.scopedFonts].flatMap { parent in
            ((try? folderEntries(parent)) ?? []).map { parent + "/" + $0 }
        }
    }
}
