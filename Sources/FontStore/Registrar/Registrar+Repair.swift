import FontModel
import Glibc
import Inspection

extension Registrar {
    /// The stored fonts that a repair registered again.
    struct RestoredFonts: Sendable {
        var registrations = 0
        /// The stored files that could not be registered again, with reasons.
        var unreadable: [(hash: String, reason: Message)] = []
        /// The PostScript names of the fonts without a sidecar, of which only the file was left.
        var unnamed: [String] = []
        /// The path of the damaged database, or nil if there was none.
        var damagedFile: String?
        /// The sidecars of contents whose bytes are lost.
        var gone: [Sidecar] = []
    }

    /// Builds a new database from the stored fonts and their sidecars, and keeps a damaged one.
    ///
    /// The new database replaces the old one only when it is complete, so an interrupted rebuild changes nothing. The
    /// caller must hold the lock.
    func rebuild() throws(FontError) -> RestoredFonts {
        try projection.prepare([.persistent])
        let new = paths.database + ".rebuilding"
        func removeLeavings() { for suffix in ["", "-journal"] { unlink(new + suffix) } }
        removeLeavings()
        defer { removeLeavings() }
        var report = RestoredFonts()
        do {
            let rebuilt = try RegistryDatabase.openForWriting(paths, rebuilding: new)
            let copies = try IntactCopies(paths)
            let objects = projection.objects
            let sidecars = try SidecarFile(paths).read()
            let unreadable = try restoreObjects(sidecars, from: copies)
            let hashes = try objects.all()
            let session = try SessionMarker.read(paths)
            for sidecar in sidecars.values where !sidecar.registrations(in: session).isEmpty {
                guard try objects.isMissing(sidecar.sha256), unreadable[sidecar.sha256] == nil else { continue }
                report.gone.append(sidecar)
            }
            let file = SidecarFile(paths)
            let (providers, hidden, collections) = (
                try file.providers(), try file.hiddenFonts(), try file.collections()
            )
            let reached = sidecars.values.compactMap(\.generation)
                .reduce(max(GenerationFile.read(paths), collections.generation), max)
            _ = try transact(rebuilt, published: reached) { operation in
                for hash in hashes {
                    let sidecar = sidecars[hash]
                    // A font whose file is only kept for running programs is no registration to restore.
                    try self.restore(
                        hash, sidecar, from: copies,
                        registers: sidecar?.registrations.isEmpty != true || sidecar?.isUnneeded == true,
                        hides: true, isUnnamed: sidecar == nil, operation, &report)
                }
                let database = operation.database
                try database.setHiddenFonts(hidden)
                try operation.setCollections(collections.collections)
                for sidecar in sidecars.values {
                    for provider in sidecar.disabledFor ?? [] {
                        try database.setDisabledByUser(true, sha256: sidecar.sha256, provider: provider)
                    }
                }
                for (id, provider) in providers
                where try database.usage(of: id).fonts > 0 || database.hasDisabledByUser(of: id) {
                    try operation.record(provider)
                }
            }
            report.unreadable += unreadable.sorted { $0.key < $1.key }.map { ($0.key, $0.value.withFile) }
            // SQLite finds the journal by the file's name, so no connection may remain open during the renaming.
            try rebuilt.close()
        }
        report.damagedFile = try keepDatabaseAside()
        guard rename(new, paths.database) == 0 else { throw .store(.writeFile, path: new) }
        try projectAll(try writingDatabase())
        return report
    }

    /// Reads a stored font, restoring it if it is damaged or cannot be read.
    ///
    /// A file that does not match its hash is set aside. If there is a copy of the right bytes, the file is restored
    /// from it.
    ///
    /// - Parameter sidecar: The record that names the registered files; nil if there is none.
    /// - Throws: An error of this font alone, or a fault of the store, which stops a repair.
    private func inspectOrRestore(
        _ hash: String, _ sidecar: Sidecar?, from copies: IntactCopies
    ) throws(FontError) -> FontInspection {
        let objects = projection.objects
        var fault: FontError
        do throws(FontError) {
            return try Self.inspect(hash, in: objects)
        } catch {
            fault = error
        }
        if fault.isOfTheMachine {
            guard let unreadable = objects.unreadable(hash, fault) else { throw fault.asStoreFault }
            fault = unreadable
        } else {
            try objects.setAside(hash)
        }
        switch try copies.restore(hash, recorded: sidecar?.registrations.map(\.file) ?? []) {
        case .restored: return try Self.inspect(hash, in: objects)
        // A file that cannot be read but exists is named before one that may be a copy of it.
        case .unreadable(let failure): throw fault.isOfTheMachine ? fault : failure
        case .noCopy: throw fault
        }
    }

    private static func inspect(_ hash: String, in objects: ObjectStore) throws(FontError) -> FontInspection {
        let source = try objects.open(hash)
        let path = source.path
        // The file is copied into memory, since a damaged file may be truncated while it is mapped.
        let memory = try SealedMemory(copying: source)
        guard memory.sha256 == hash else {
            throw FontError(.invalidFontData, "its contents differ from the registered file.", file: path)
        }
        return try FontInspection(memory.contents.bytes, sha256: hash, readableAt: memory.path, given: path)
    }

    /// Records a stored font again, or notes the reason for which that is impossible.
    ///
    /// - Parameters:
    ///   - registers: Whether to restore its registrations.
    ///   - hides: Whether to restore the records of its hidden files.
    ///   - isUnnamed: Whether to note the name of the font, of which only the file was left.
    /// - Throws: A fault of the store, which stops the repair.
    func restore(
        _ hash: String, _ sidecar: Sidecar?, from copies: IntactCopies, registers: Bool, hides: Bool = false,
        isUnnamed: Bool, _ operation: StoreOperation, _ report: inout RestoredFonts
    ) throws(FontError) {
        do throws(FontError) {
            let font = try inspectOrRestore(hash, sidecar, from: copies)
            // A font without a sidecar is kept as one of the user's own, at its place. A font whose sidecar has no
            // registrations is kept too, but disabled, since the sidecar may be older than a lost one.
            let place = try sidecar == nil ? copies.shown.place(of: hash) : nil
            var entries = registers ? sidecar?.registrations ?? [] : []
            if registers, entries.isEmpty {
                entries = [
                    RegistrationRecord(
                        file: operation.objects.path(hash), provider: Caller.userProvider, isEnabled: sidecar == nil,
                        registeredAt: operation.now)
                ]
            }
            // Registrations of an ended session are not restored.
            entries = entries.filter { $0.isValid(in: operation.session) }
            let hidden = hides ? sidecar?.hidden ?? [] : []
            if !entries.isEmpty || !hidden.isEmpty {
                report.registrations += try Self.record(
                    font, entries, hidden: hidden, places: sidecar?.places ?? [:], shownAt: place, operation)
            }
            if isUnnamed { report.unnamed.append(font.faces.first?.postscriptName ?? "") }
        } catch {
            if error.storeFault != nil { throw error }
            report.unreadable.append((hash, error.withFile))
        }
    }

    /// Records the registrations and hidden files of a stored font.
    ///
    /// - Returns: The number of registrations.
    private static func record(
        _ font: FontInspection, _ entries: [RegistrationRecord], hidden: [Sidecar.HiddenPlace],
        places: [String: String], shownAt place: String?, _ operation: StoreOperation
    ) throws(FontError) -> Int {
        do {
            let contentID = try operation.database.insertContent(font, generation: operation.generation)
            var taken: Set<String> = []
            for var entry in entries where taken.insert(entry.id(of: font.sha256)).inserted {
                let obstacle = try operation.obstacle(toEnabling: font.faces, as: entry, font.sha256)
                entry.isEnabled = entry.isEnabled && obstacle == nil
                _ = try operation.add(
                    entry, contentID: contentID, sha256: font.sha256, shownAt: places[entry.scope.rawValue] ?? place)
            }
            if !hidden.isEmpty { try operation.restoreHidden(hidden, contentID: contentID, sha256: font.sha256) }
            return taken.count
        } catch {
            throw FontError(
                .registrationFailed, "The database could not be rebuilt: \(error.plainText)",
                cause: .store(.unavailable, detail: error.plainText.description))
        }
    }

    /// Links the present database to a second name, which keeps it when the new one replaces it.
    ///
    /// - Returns: The second name, or nil if there was no database.
    private func keepDatabaseAside() throws(FontError) -> String? {
        guard access(paths.database, F_OK) == 0 else { return nil }
        var number = 1
        var aside: String { paths.database + ".damaged~\(number)" }
        while access(aside, F_OK) == 0 { number += 1 }
        guard link(paths.database, aside) == 0 else { throw .store(.moveAside, path: paths.database) }
        // The journal belongs to the damaged file; SQLite would apply it to the new one.
        for suffix in ["-journal", "-wal", "-shm"] { rename(paths.database + suffix, aside + suffix) }
        return aside
    }

    /// Rebuilds the whole projection, regardless of the published generation; the caller must hold the lock.
    func projectAll() throws(FontError) {
        try projection.prepare([.persistent])
        try projectAll(try writingDatabase())
    }

    func projectAll(_ database: RegistryDatabase) throws(FontError) {
        let session = try SessionMarker.read(paths)
        let (folders, contents) = try database.read {
            (try $0.projectedFolders(since: -1, session: session), try $0.namedContents())
        }
        try projection.removeUnknownFolders(
            known: Dictionary(grouping: folders, by: \.scope).mapValues { Set($0.map(\.name)) }, knowing: contents)
        // Stored objects are not removed, as an object that the database does not know may be the last copy.
        _ = try show(database, since: -1)
        try writeSidecars(database)
        try GenerationFile.publish(paths)
    }

    /// Sets damaged objects aside, and restores them, missing ones and those that cannot be read from intact copies.
    ///
    /// It ends the registrations of damaged and missing ones without a copy. Registrations stay while a file that may
    /// have their bytes cannot be read. The caller must hold the lock.
    ///
    /// - Returns: The result for each object, by content hash.
    func restoreObjects(
        damaged: [String], missing: [String], unreadable: [String]
    ) throws(FontError) -> [String: Restoration] {
        let objects = projection.objects
        let copies = try IntactCopies(paths)
        let committed = try commit(try writingDatabase()) { operation -> [String: Restoration] in
            let moved = operation.movedFiles()
            var results: [String: Restoration] = [:]
            let kept = Set(unreadable)
            for hash in damaged { try objects.setAside(hash) }
            for hash in damaged + missing + unreadable {
                let rows = try operation.database.registrations(.sha256(hash), session: operation.session)
                let result = try copies.restore(hash, recorded: rows.map(\.file) + (moved[hash] ?? []))
                results[hash] = result
                guard case .noCopy = result, !kept.contains(hash) else { continue }
                for row in rows { try operation.remove(row, keeps: false) }
            }
            return results
        }
        return committed.value
    }
}
