import FontModel

extension Registrar {
    /// Brings a database that is behind its traces up to date, before any other write; only under the lock.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if this fails. The database must not be written then,
    ///   since it would no longer be seen that changes are missing in it.
    func catchUpWithTraces(_ database: RegistryDatabase) throws(FontError) {
        // Unless both generations are equal, nothing proves that the database is the current one.
        guard try database.read({ try $0.generation() }) != (try? GenerationFile.published(paths)) else { return }
        // An index that misses rows would make registered fonts look unregistered, and end them in the traces, too.
        if let damage = try database.read({ try $0.damage() }) { throw .damagedDatabase(damage.description) }
        try restore(try lostRegistrations(database), database)
    }

    /// Registers lost registrations again; removes nothing whose bytes exist.
    ///
    /// Only under the lock.
    @discardableResult
    func restore(_ lost: LostRegistrations, _ database: RegistryDatabase) throws(FontError) -> RestoredFonts {
        var report = RestoredFonts()
        guard !lost.isEmpty else { return report }
        let copies = try IntactCopies(paths)
        let file = SidecarFile(paths)
        let (providers, hidden, collections) = (try file.providers(), try file.hiddenFonts(), try file.collections())
        try projection.prepare([.persistent])
        let published = max(GenerationFile.read(paths), lost.generation ?? 0)
        _ = try transact(database, published: published) { operation in
            func restore(
                _ hash: String, _ sidecar: Sidecar?, registers: Bool = true, isUnnamed: Bool = false
            ) throws(FontError) {
                try self.restore(
                    hash, sidecar, from: copies, registers: registers, hides: !registers, isUnnamed: isUnnamed,
                    operation, &report)
            }
            for sidecar in lost.newer { try self.apply(sidecar, copies.shown, operation) }
            for sidecar in lost.missing { try restore(sidecar.sha256, sidecar) }
            for sidecar in lost.hidden { try restore(sidecar.sha256, sidecar, registers: false) }
            for hash in lost.shown.map(\.sha256) {
                if case .restored = try copies.restore(hash) { try restore(hash, nil, isUnnamed: true) }
            }
            // A font that is not shown was disabled.
            for hash in lost.stored {
                try restore(hash, Sidecar(sha256: hash, registrations: []), isUnnamed: true)
            }
            let connection = operation.database
            for (id, provider) in providers where try connection.usage(of: id).fonts > 0 {
                if try connection.provider(id) == nil { try operation.record(provider) }
            }
            if hidden.generation > (try connection.hiddenFonts()).generation { try connection.setHiddenFonts(hidden) }
            if collections.generation > (try connection.storedCollections()).generation {
                try connection.setStoredCollections(collections)
            }
            if let generation = lost.generation {
                // The log lacks the changes in between, so clients get a snapshot.
                try connection.forgetChanges()
                try connection.setGeneration(generation)
            }
        }
        try projectAll(database)
        return report
    }

    /// Applies a newer sidecar to the registrations of a content in the database.
    private func apply(_ sidecar: Sidecar, _ shown: ShownContents, _ operation: StoreOperation) throws {
        let database = operation.database
        for row in try database.registrations(.sha256(sidecar.sha256), session: operation.session) {
            let entry = sidecar.registrations.first { $0.id(of: sidecar.sha256) == row.id }
            guard let entry else {
                // The registration was removed later. Remove it here only if its bytes are gone; otherwise a font could
                // be lost. A file that cannot be read now may have them.
                let isGone =
                    try projection.objects.isMissing(row.sha256) && shown.readableFiles(of: row.sha256).isEmpty
                    && shown.unreadable == nil
                if isGone { try operation.remove(row) }
                continue
            }
            guard entry.isEnabled != row.isEnabled else { continue }
            let faces = try database.faces(contentID: row.contentID)
            let obstacle = try operation.obstacle(toEnabling: faces, as: row.record, row.sha256)
            if !entry.isEnabled || obstacle == nil { _ = try operation.setEnabled(entry.isEnabled, row) }
        }
        for provider in sidecar.disabledFor ?? [] {
            try database.setDisabledByUser(true, sha256: sidecar.sha256, provider: provider)
        }
    }

    /// Repairs files that were deleted from outside of fontd.
    ///
    /// Restores deleted files of the font folders from their objects, and deleted objects from the files of the font
    /// folders. Removes registrations that have lost both, unless a file that may have their bytes cannot be read now.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the store cannot be read or written; nothing is
    ///   removed then.
    func restoreMissingFiles() throws(FontError) {
        let lock = try StoreLock(paths)
        defer { withExtendedLifetime(lock) {} }
        try restoreMissingFiles(try writingDatabase())
    }

    /// Repairs deleted files for a caller that already holds the lock.
    func restoreMissingFiles(_ database: RegistryDatabase) throws(FontError) {
        let objects = projection.objects
        let copies = try IntactCopies(paths)
        _ = try commit(database) { operation in
            // Read only if a file is missing, which is rare.
            var moved: [String: [String]]?
            for row in try operation.database.registrations(.all, session: operation.session)
            where try objects.isMissing(row.sha256) {
                if moved == nil { moved = operation.movedFiles() }
                let recorded = [row.file] + (moved?[row.sha256] ?? [])
                guard case .noCopy = try copies.restore(row.sha256, recorded: recorded) else { continue }
                try operation.remove(row, keeps: false)
            }
        }
        let session = try SessionMarker.read(paths)
        let (folders, known) = try database.read {
            (try $0.projectedFolders(since: -1, session: session), try $0.namedContents())
        }
        let wrong = folders.filter { folder in
            paths.projection(of: folder.scope).map {
                !projection.showsAll(of: folder, in: $0 + "/" + folder.name)
            } ?? false
        }
        try projection.synchronize(wrong, knowing: known)
    }

    /// Restores missing objects, and objects without a sidecar, from the files in the font folders.
    ///
    /// - Returns: The errors of files that cannot be read now, by the content hash of the object that stays missing.
    func restoreObjects(
        _ sidecars: [String: Sidecar], from copies: IntactCopies
    ) throws(FontError) -> [String: FontError] {
        var unreadable: [String: FontError] = [:]
        let objects = projection.objects
        let owners = Sidecar.owners(sidecars)
        for (hash, sidecar) in sidecars where !sidecar.registrations.isEmpty {
            guard try objects.isMissing(hash) else { continue }
            let result = try copies.restore(hash, recorded: sidecar.registrations.map(\.file))
            if case .unreadable(let error) = result { unreadable[hash] = error }
        }
        for (place, file) in try paths.shownFonts() {
            guard let hash = ByteCopy.sha256(ofFile: file),
                owners[place] ?? hash == hash, !objects.contains(hash)
            else { continue }
            _ = try copies.restore(hash)
        }
        return unreadable
    }
}
