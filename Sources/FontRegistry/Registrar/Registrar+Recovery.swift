import FontModel
import GRDB

extension Registrar {
    /// Finishes what a process that died left unfinished.
    ///
    /// Only under the lock.
    ///
    /// - Returns: The generation published so far.
    private func recover(_ database: RegistryDatabase) throws(FontError) -> Int64 {
        let objects = ObjectStore(paths)
        try StagingArea.sweep(paths: paths) { orphans throws(FontError) in
            guard !orphans.isEmpty else { return }
            let lost = try self.lostRegistrations(database).contents
            for hash in orphans.subtracting(lost) {
                if try !database.read({ try $0.isRegistered(sha256: hash) }) { objects.remove(hash) }
            }
        }
        try projection.sweepEndedSession()
        let published = GenerationFile.read(paths)
        let present = try database.read { try $0.generation() }
        guard published < present else { return published }
        try completeProjection(database, since: published)
        return present
    }

    /// The same without an operation that follows: for a service, which may have to wait long for one.
    func recover() throws(FontError) {
        // Where nothing was left there is nothing to do, nor a store to make.
        guard try !folderEntries(paths.staging).isEmpty else { return }
        let lock = try StoreLock(paths)
        defer { withExtendedLifetime(lock) {} }
        let database = try writingDatabase()
        try catchUpWithTraces(database)
        _ = try recover(database)
    }

    /// The same before an operation, which must not fail because an earlier one could not be finished: its own
    /// projection includes whatever has not been published.
    ///
    /// - Throws: 301 if the database is behind its traces and cannot catch up.
    func recoverIfPossible(_ database: RegistryDatabase) throws(FontError) -> Int64 {
        try catchUpWithTraces(database)
        return (try? recover(database)) ?? GenerationFile.read(paths)
    }

    /// Repeats everything that follows a commit, for all that changed after a generation.
    ///
    /// Only under the lock.
    func completeProjection(_ database: RegistryDatabase, since published: Int64) throws(FontError) {
        try finish(try show(database, since: published))
    }

    /// What programs see already, and what is left to do so that the operation is over.
    struct ShownChanges {
        /// Contents that nothing registers any more.
        var unused: [String]
        var generation: GenerationFile.Prepared
    }

    /// Everything after a commit that needs space and can be taken back: font folders, sidecars, the number to publish.
    func show(_ database: RegistryDatabase, since published: Int64) throws(FontError) -> ShownChanges {
        let session = try SessionMarker.read(paths)
        // After a clock that was ahead all folders are looked at: one dated in the future would hide changes to all.
        let projected = FutureDates.isPublishedAhead(paths) ? -1 : published
        let (folders, sidecars, providers, generation) = try database.read { connection in
            let rows = try Row.fetchAll(
                connection, sql: "SELECT sha256 FROM content WHERE generation > ?", arguments: [published])
            return (
                try connection.projectedFolders(since: projected, session: session),
                try rows.map { try connection.sidecar(sha256: $0.contentHash(0)) },
                try connection.providers(since: published), try connection.generation()
            )
        }
        // Who watches the store sees that something is about to be published, and reads meanwhile what. Whether it can be is
        // no matter yet: programs see what can be shown, as when an operation is taken back.
        let prepared = Result { () throws(FontError) in try GenerationFile.Prepared(generation, paths) }
        // The folders first: they are what people wait for.
        _ = try projection.synchronize(folders, knowing: KnownContents(sidecars.map(\.sha256)))
        // That there are too many lines is no reason to fail.
        if try SidecarFile(paths).append(sidecars, providers) { try? reviewSidecars(database) }
        return ShownChanges(
            unused: sidecars.filter(\.registrations.isEmpty).map(\.sha256), generation: try prepared.get())
    }

    /// The end of an operation, which cannot be taken back: bytes that nothing registers go, and the rest is published.
    func finish(_ shown: ShownChanges) throws(FontError) {
        shown.unused.forEach(projection.objects.remove)
        try shown.generation.publish()
    }

    /// Writes the sidecars anew when most of what has been added to them is of no use any more.
    private func reviewSidecars(_ database: RegistryDatabase) throws(FontError) {
        let needed = try database.read {
            try Int.fetchOne(
                $0, sql: "SELECT (SELECT count(*) FROM registration) + (SELECT count(*) FROM held)") ?? 0
        }
        // A registration's line takes about 300 bytes.
        guard Fingerprint(of: paths.sidecars)?.size ?? 0 > 4 * 300 * needed else { return }
        try writeSidecars(database)
    }

    /// Writes all sidecars anew; only under the lock.
    func writeSidecars(_ database: RegistryDatabase) throws(FontError) {
        let (sidecars, providers) = try database.read { (try $0.sidecars(), try $0.providers()) }
        var all = Dictionary(uniqueKeysWithValues: sidecars.map { ($0.sha256, $0) })
        // What the database has lost must not be lost here as well.
        for lost in try lostSidecars(database).missing {
            all[lost.sha256, default: Sidecar(sha256: lost.sha256, registrations: [], generation: lost.generation)]
                .registrations += lost.registrations
        }
        // That an object is of no use must be said as long as it is there.
        for (hash, said) in try SidecarFile(paths).read() where said.registrations.isEmpty && all[hash] == nil {
            if projection.objects.contains(hash) { all[hash] = said }
        }
        try SidecarFile(paths).rewrite(all.values.sorted { $0.sha256 < $1.sha256 }, providers)
    }

    /// For a reader that opens the store and finds the projection behind the database, or a session that is over still
    /// shown: finishes the work if no writer is at it.
    func recoverIfBehind(_ reader: RegistryDatabase) throws(FontError) {
        let present = try reader.read { try $0.generation() }
        let showsEndedSession = try projection.showsEndedSession()
        guard showsEndedSession || GenerationFile.read(paths) < present, let lock = StoreLock(ifFree: paths) else {
            return
        }
        defer { withExtendedLifetime(lock) {} }
        // What cannot be repaired in passing stays marked for the next writer, who will say why; so does a database that
        // lacks something, which is not the present.
        if let database = try? writingDatabase(), (try? lostRegistrations(database).isEmpty) ?? false {
            _ = try? recover(database)
        }
    }
}

extension Database {
    /// What the sidecars of all contents say that are registered or that the user has disabled.
    func sidecars() throws -> [Sidecar] {
        let registered: [String] = try Row.fetchAll(
            self,
            sql: "SELECT sha256 FROM content WHERE EXISTS (SELECT 1 FROM registration WHERE contentID = content.id)"
        ).map { try $0.contentHash(0) }
        guard try knowsDisabledByUser() else { return try registered.map { try sidecar(sha256: $0, disabledFor: []) } }
        return try (registered + unregisteredDisabledByUser()).map(sidecar(sha256:))
    }

    /// What the sidecar of a content says.
    func sidecar(sha256: String) throws -> Sidecar {
        try sidecar(sha256: sha256, disabledFor: try providersDisabledByUser(sha256: sha256))
    }

    private func sidecar(sha256: String, disabledFor: [String]) throws -> Sidecar {
        let rows = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT id, scope, provider, isEnabled, tag, file, registeredAt, session FROM registration
                    WHERE contentID = (SELECT id FROM content WHERE sha256 = ?) ORDER BY id
                    """), arguments: [sha256])
        return Sidecar(
            sha256: sha256,
            registrations: try rows.map {
                Sidecar.Entry(
                    id: try $0.cell(0), scope: try $0.cell(1), provider: try $0.cell(2), isEnabled: try $0.cell(3),
                    tag: try $0.cell(4), file: try $0.cell(5), registeredAt: try $0.cell(6), session: try $0.cell(7))
            }, disabledFor: disabledFor.isEmpty ? nil : disabledFor,
            generation: try cachedStatementRow("SELECT generation FROM content WHERE sha256 = ?", [sha256])?.cell(0))
    }
}
