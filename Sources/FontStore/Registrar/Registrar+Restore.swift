import FontModel
import Inspection

extension Registrar {
    /// Brings a database that is behind its traces up to date, before any other write; only under the lock.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if this fails. The database must not be written then,
    ///   since it would no longer be seen that changes are missing in it.
    func catchUpWithTraces(_ database: RegistryDatabase) throws(FontError) {
        // Unless both generations are equal, nothing proves that the database is the current one.
        guard try database.read({ try $0.generation() }) != (try? GenerationFile.published(paths)) else { return }
        // An index that misses rows would make registered fonts look unregistered, and end them in the traces, too.
        if let damage = try database.read({ try $0.damage() }) { throw .damagedDatabase(damage) }
        _ = try restore(try lostRegistrations(database), database)
    }

    /// Registers lost registrations again; removes nothing whose bytes exist.
    ///
    /// Only under the lock.
    ///
    /// - Returns: The number of restored registrations, the contents that could not be restored, and the PostScript names
    ///   of the fonts that were restored without a sidecar.
    func restore(
        _ lost: LostRegistrations, _ database: RegistryDatabase
    ) throws(FontError) -> (registrations: Int, unreadable: [(hash: String, reason: String)], unnamed: [String]) {
        guard !lost.isEmpty else { return (0, [], []) }
        let copies = try IntactCopies(paths)
        let (providers, hidden) = (try SidecarFile(paths).providers(), try SidecarFile(paths).hiddenFonts())
        try projection.prepare([.persistent])
        let published = max(GenerationFile.read(paths), lost.generation ?? 0)
        let (committed, _, _) = try transact(database, published: published) { operation in
            var count = 0
            var unreadable: [(hash: String, reason: String)] = []
            var names: [String] = []
            let unnamed = Set(lost.unnamed)
            func restoreFont(_ hash: String, _ sidecar: Sidecar?) throws {
                do throws(FontError) {
                    let font = try self.inspectOrRestore(hash, sidecar, from: copies)
                    let place = try sidecar == nil ? copies.shown.place(of: hash) : nil
                    count += try Self.restoreRegistrations(font, sidecar: sidecar, shownAt: place, operation)
                    if unnamed.contains(hash) { names.append(font.faces.first?.postscriptName ?? "") }
                } catch {
                    if error.storeFault != nil { throw error }
                    unreadable.append((hash, error.withFile))
                }
            }
            for sidecar in lost.newer { try self.apply(sidecar, copies.shown, operation) }
            for sidecar in lost.missing { try restoreFont(sidecar.sha256, sidecar) }
            for sidecar in lost.hidden {
                do throws(FontError) {
                    let font = try self.inspectOrRestore(sidecar.sha256, sidecar, from: copies)
                    try Self.restoreHiddenFiles(font, sidecar: sidecar, operation)
                } catch {
                    if error.storeFault != nil { throw error }
                    unreadable.append((sidecar.sha256, error.withFile))
                }
            }
            for hash in lost.shown.map(\.sha256) where try copies.restore(hash).isRestored {
                try restoreFont(hash, nil)
            }
            // A font that is not shown was disabled.
            for hash in lost.stored { try restoreFont(hash, Sidecar(sha256: hash, registrations: [])) }
            let connection = operation.database
            for (id, provider) in providers where try connection.usage(of: id).fonts > 0 {
                if try connection.provider(id) == nil { try operation.record(provider) }
            }
            if hidden.generation > (try connection.hiddenFonts()).generation { try connection.setHiddenFonts(hidden) }
            if let generation = lost.generation {
                // The log lacks the changes in between, so clients get a snapshot.
                try connection.forgetChanges()
                try connection.setGeneration(generation)
            }
            return (registrations: count, unreadable: unreadable, unnamed: names)
        }
        try projectAll(database)
        return committed.value
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
            let obstacle = try operation.obstacle(
                toEnabling: try database.faces(contentID: row.contentID), of: row.file, sha256: row.sha256,
                scope: row.scope)
            if !entry.isEnabled || obstacle == nil { _ = try operation.setEnabled(entry.isEnabled, row) }
        }
        for provider in sidecar.disabledFor ?? [] {
            try database.setDisabledByUser(true, sha256: sidecar.sha256, provider: provider)
        }
    }

    /// Restores missing objects, and objects without a sidecar, from the files in the font folders.
    ///
    /// - Returns: The errors of files that cannot be read now, by the content hash of the object that stays missing.
    func restoreObjects(
        _ sidecars: [String: Sidecar], from copies: IntactCopies
    ) throws(FontError) -> [String: FontError] {
        var unreadable: [String: FontError] = [:]
        let objects = projection.objects
        let owners = ShownOwners(sidecars)
        for (hash, sidecar) in sidecars where !sidecar.registrations.isEmpty {
            guard try objects.isMissing(hash) else { continue }
            let result = try copies.restore(hash, recorded: sidecar.registrations.map(\.file))
            if case .unreadable(let error) = result { unreadable[hash] = error }
        }
        for (place, file) in try paths.shownFonts() {
            guard let hash = ByteCopy.sha256(ofFile: file),
                !owners.claim(place, against: hash), !objects.contains(hash)
            else { continue }
            _ = try copies.restore(hash)
        }
        return unreadable
    }
}
