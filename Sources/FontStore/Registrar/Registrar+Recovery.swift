import FontModel

extension Registrar {
    /// Completes the operation of a process that died.
    ///
    /// Only under the lock.
    ///
    /// - Returns: The published generation.
    func recover(_ database: RegistryDatabase) throws(FontError) -> Int64 {
        try StagingArea.sweep(paths: paths) { orphans throws(FontError) in
            guard !orphans.isEmpty else { return }
            let lost = try self.lostRegistrations(database).contents
            for hash in orphans.subtracting(lost) {
                let (isNeeded, isKept) = try database.read {
                    (
                        try $0.isRegistered(sha256: hash) || $0.isHidden(sha256: hash), try $0.isKept(sha256: hash)
                    )
                }
                if !isNeeded { discard(hash, isKept: isKept) }
            }
        }
        try projection.sweepEndedSession()
        let published = GenerationFile.read(paths)
        let present = try database.read { try $0.generation() }
        guard published < present else { return published }
        try completeProjection(database, since: published)
        return present
    }

    /// Recovers without a following operation, for a service that may wait long for the next one, and removes hidden
    /// files that no program needs any more.
    package func recover() throws(FontError) {
        // Without staged and hidden files there is nothing to do, and no store must be created.
        let hidden = try read { database, _ in try database?.hiddenFiles() ?? [] }
        let staged = try folderEntries(paths.staging)
        guard !hidden.isEmpty || !staged.isEmpty else { return }
        let lock = try StoreLock(paths)
        defer { withExtendedLifetime(lock) {} }
        let database = try writingDatabase()
        // The transaction of every operation sweeps.
        _ = try commit(database, publishesCopy: false) { _ in }
    }

    /// Repeats all steps after the commit, for the changes after a generation.
    ///
    /// Only under the lock.
    func completeProjection(_ database: RegistryDatabase, since published: Int64) throws(FontError) {
        // Programs that were started meanwhile have not read the rules.
        let now = BootMoment.now()
        try database.write { try $0.renewHiddenFiles(since: published, now) }
        try finish(try show(database, since: published))
    }

    /// A content without a registration and without a hidden file, whose bytes may be kept for the user.
    typealias UnneededContent = (sha256: String, isKept: Bool)

    /// Executes the steps after a commit that need disk space and can be undone: font folders, sidecars, the new
    /// generation file.
    ///
    /// - Parameter changed: The sidecars of all contents that changed since; nil to read them.
    /// - Returns: The contents that are no longer needed.
    func show(
        _ database: RegistryDatabase, since published: Int64, sidecars changed: [Sidecar]? = nil
    ) throws(FontError) -> [UnneededContent] {
        let session = try SessionMarker.read(paths)
        // If the clock was ahead at the last operation, any folder may be dated in the future, in which fontconfig
        // would miss changes: check all folders.
        let projected = FutureDates.isAhead(paths.generationFile) ? -1 : published
        let (folders, files, sidecars, providers, generation, unneeded, hidden, collections, known) = try database.read
        {
            connection in
            let sidecars = try changed ?? connection.contents(since: published).map(connection.sidecar(sha256:))
            return (
                try connection.projectedFolders(since: projected, session: session), try connection.hiddenFiles(),
                sidecars, try connection.providers(since: published), try connection.generation(),
                try sidecars.filter(\.isUnneeded).map { ($0.sha256, try connection.isKept(sha256: $0.sha256)) },
                try connection.hiddenFonts(), try connection.storedCollections(),
                KnownContents(
                    sidecars.map(\.sha256), shownAt: try connection.formerPaths(of: sidecars.map(\.sha256)))
            )
        }
        // Creating the file notifies watchers of the store of the coming generation, so that they read the changes
        // meanwhile. An error is thrown only after the folders are updated: programs see what can be shown, also when
        // an operation is undone.
        let prepared = Result { () throws(FontError) in try GenerationFile.prepare(generation, paths) }
        // All users read the copy: they must not be shown fonts that their list lacks, also if this process is killed.
        // Until the generation is published, `doctor` tells them that an operation is unfinished.
        let copy = Result { () throws(FontError) in
            if paths.isOfAllUsers { try PublishedDatabase.publish(database, paths) }
        }
        // Of the rest the folders come first, because users wait for them.
        let hidesAny = !files.isEmpty || !hidden.hiddenFonts.isEmpty
        try projection.synchronize(
            folders, knowing: known,
            rules: hidesAny || RuleFile.arePresent(paths) ? RejectRules(hiding: files, fonts: hidden, paths) : nil)
        // A failure to rewrite an overlong file is no reason to fail.
        let appended = try SidecarFile(paths).append(
            sidecars, providers, hidden.generation > published ? hidden : nil,
            collections.generation > published ? collections : nil)
        if appended {
            try? reviewSidecars(database)
        }
        try copy.get()
        try prepared.get()
        return unneeded
    }

    /// Executes the final steps, which cannot be undone: removes unregistered objects and publishes the generation.
    func finish(_ unneeded: [UnneededContent]) throws(FontError) {
        for content in unneeded { discard(content.sha256, isKept: content.isKept) }
        try GenerationFile.publish(paths)
    }

    /// Removes an unregistered object, or moves it to the bytes that are kept for the user.
    func discard(_ sha256: String, isKept: Bool) {
        if isKept { RemovedFonts(paths).keep(sha256) } else { projection.objects.remove(sha256) }
    }

    /// Rewrites the sidecar file if most of its lines are obsolete.
    private func reviewSidecars(_ database: RegistryDatabase) throws(FontError) {
        let needed = try database.read { try $0.sidecarEntries() }
        // The line of a registration takes about 300 bytes.
        guard Fingerprint(of: paths.sidecars)?.size ?? 0 > 4 * 300 * needed else { return }
        try writeSidecars(database)
    }

    /// Rewrites all sidecars; only under the lock.
    func writeSidecars(_ database: RegistryDatabase) throws(FontError) {
        let (sidecars, providers, hidden, collections) = try database.read {
            (try $0.sidecars(), try $0.providers(), try $0.hiddenFonts(), try $0.storedCollections())
        }
        var all = Dictionary(uniqueKeysWithValues: sidecars.map { ($0.sha256, $0) })
        // Keep the facts that the database has lost.
        for lost in try lost(of: try SidecarFile(paths).read(), database).missing {
            all[lost.sha256, default: Sidecar(sha256: lost.sha256, registrations: [], generation: lost.generation)]
                .registrations += lost.registrations
        }
        // Keep the line of an unneeded object as long as the object exists.
        for (hash, said) in try SidecarFile(paths).read() where said.isUnneeded && all[hash] == nil {
            if projection.objects.contains(hash) { all[hash] = said }
        }
        try SidecarFile(paths).rewrite(
            all.values.sorted { $0.sha256 < $1.sha256 }, providers, hidden, collections)
    }

    /// Completes pending work for a reader that opens the store, if the projection is behind the database or shows an
    /// ended session, and no writer is active.
    func recoverIfBehind(_ reader: RegistryDatabase) throws(FontError) {
        let present = try reader.read { try $0.generation() }
        let showsEndedSession = try projection.showsEndedSession()
        guard showsEndedSession || GenerationFile.read(paths) < present, let lock = StoreLock(ifFree: paths) else {
            return
        }
        defer { withExtendedLifetime(lock) {} }
        // Work that cannot be completed here remains for the next writer, which reports the reason. The same applies to
        // a database with lost registrations, which is not current.
        if let database = try? writingDatabase(), (try? lostRegistrations(database).isEmpty) ?? false {
            _ = try? recover(database)
        }
    }
}
