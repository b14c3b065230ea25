import CLinux
import FontModel
import Glibc

/// The registrations that a database lacks but its traces name, because the database came from a backup or lost rows.
///
/// Traces are the published generation, the sidecars, the files in the font folders and the stored files.
struct LostRegistrations: Sendable {
    /// The highest generation reached; `nil` if the database has reached it.
    var generation: Int64?
    /// Sidecars that contain only the missing registrations, of contents whose bytes exist.
    var missing: [Sidecar] = []
    /// Sidecars that are newer than the content in the database.
    var newer: [Sidecar] = []
    /// Files in the font folders, with their content hashes, that neither the database nor a sidecar has as registered,
    /// and that fontd made: its folder was written by a later fontd, its bytes are stored, or its name has digits of the
    /// hash.
    var shown: [(file: String, sha256: String)] = []
    /// The content hashes of stored files that are not in the font folders, and that nothing records as registered or
    /// removed.
    var stored: [String] = []
    /// Sidecars of contents with hidden files that the database lacks.
    var hidden: [Sidecar] = []
    /// Sidecars of contents whose bytes no longer exist, with the registrations that the database lacks.
    var gone: [Sidecar] = []

    /// Whether there is nothing to restore.
    var isEmpty: Bool { generation == nil && missing.isEmpty && unnamed.isEmpty && hidden.isEmpty }

    /// The contents without a sidecar.
    var unnamed: [String] { shown.map(\.sha256) + stored }

    /// The contents that are or may be registered, but not in the database.
    var contents: Set<String> { Set(missing.map(\.sha256) + unnamed + hidden.map(\.sha256)) }
}

extension Registrar {
    /// Compares a database with its traces; only under the lock.
    func lostRegistrations(_ database: RegistryDatabase) throws(FontError) -> LostRegistrations {
        let sidecars = try SidecarFile(paths).read()
        var lost = try lost(of: sidecars, database)
        let owners = Sidecar.owners(sidecars)
        let (present, known, registered, hidden, takenOut) = try database.read {
            (
                try $0.generation(), try $0.knownContents(), try $0.placesOfRegisteredContents(),
                try $0.hiddenFiles(), try $0.contentsTakenOut()
            )
        }
        // Read only for a file that nothing names.
        var dates: [String: Int]?
        let placed = registered.union(hidden.filter { $0.scope == .persistent }.map(\.place))
        // Without a published generation, assume that only the last operation may have been interrupted.
        let published = (try? GenerationFile.published(paths)) ?? max(0, present - 1)
        for (place, file) in try paths.shownFonts() where !placed.contains(place) {
            guard let hash = ByteCopy.sha256(ofFile: file),
                // A sidecar with registrations, or an interrupted operation, decides about the file. A sidecar without
                // registrations is written after the file is removed or hidden, so the font was registered again later.
                sidecars[hash]?.registrations.isEmpty ?? true, !(sidecars[hash]?.hides(place) ?? false),
                owners[place] ?? hash == hash
            else { continue }
            if dates == nil { dates = try recordedDates(database) }
            // fontd made the file if its name has digits of the hash, or its bytes are stored, intact or damaged.
            if !isOfLater(place, dates ?? [:]), !ProjectedName.hasDigits(of: hash, place),
                try !projection.objects.containsObject(prefixed: hash)
            {
                continue
            }
            if let known = known[hash], !known.ids.isEmpty || known.generation > published { continue }
            lost.shown.append((file, hash))
        }
        // An operation records the objects that it is going to store. An object without such a record was registered.
        let accounted = try Set(lost.shown.map(\.sha256)).union(takenOut).union(StagingArea.intended(paths))
        for hash in try projection.objects.all() where sidecars[hash] == nil && !accounted.contains(hash) {
            if let known = known[hash], !known.ids.isEmpty || known.generation > published { continue }
            lost.stored.append(hash)
        }
        return lost
    }

    /// Returns the dates of the folders that the database knows, by name, in seconds since 1970-01-01 UTC.
    private func recordedDates(_ database: RegistryDatabase) throws(FontError) -> [String: Int] {
        let folders = try database.read { try $0.projectedFolders(since: -1, session: nil) }
        return Dictionary(
            folders.filter { $0.scope == .persistent }.map { ($0.name, Int($0.second)) }, uniquingKeysWith: max)
    }

    /// Whether a later fontd, which the database does not know, wrote the folder of a file last.
    ///
    /// Only fontd makes folders with numbers, and their dates follow the numbers of operations; a change by the user dates
    /// a folder with the time of day.
    ///
    /// - Parameter dates: The dates that the database has recorded.
    private func isOfLater(_ place: String, _ dates: [String: Int]) -> Bool {
        let name = String(place.prefix { $0 != "/" })
        guard let known = dates[name] else { return true }
        var status = stat()
        guard clx_stat("\(paths.persistentProjection)/\(name)", &status) == 0 else { return false }
        return status.st_mtim.tv_sec > known && status.st_mtim.tv_sec < known + (1 << 24)
    }

    /// Compares a database with its sidecars only, not with the shown and stored files.
    func lost(
        of sidecars: [String: Sidecar], _ database: RegistryDatabase
    ) throws(FontError) -> LostRegistrations {
        let session = try SessionMarker.read(paths)
        let published = GenerationFile.read(paths)
        let (present, known, hidden) = try database.read {
            (try $0.generation(), try $0.knownContents(), Set(try $0.hiddenFiles().map(\.trace)))
        }
        let contents = ShownContents(paths)
        var lost = LostRegistrations()
        let reached = sidecars.values.compactMap(\.generation).reduce(published, max)
        if reached > present { lost.generation = reached }
        for sidecar in sidecars.values.sorted(by: { $0.sha256 < $1.sha256 }) {
            let content = known[sidecar.sha256]
            if let content {
                // The database is newer if the line was lost in a power failure or is yet to be written.
                if content.generation > sidecar.generation ?? published { continue }
                if content.generation < sidecar.generation ?? 0 { lost.newer.append(sidecar) }
            }
            if sidecar.generation ?? 0 > present || content == nil, !hidden.isSuperset(of: sidecar.hidden ?? []),
                try hasFile(sidecar, contents)
            {
                lost.hidden.append(sidecar)
            }
            var missing = sidecar
            missing.registrations = sidecar.registrations(in: session).filter {
                !(content?.ids.contains($0.id(of: sidecar.sha256)) ?? false)
            }
            guard !missing.registrations.isEmpty else { continue }
            if try hasFile(sidecar, contents) { lost.missing.append(missing) } else { lost.gone.append(missing) }
        }
        return lost
    }

    /// Whether the bytes of a content exist, in the store, the font folders or the files that were registered, or may
    /// exist in a file that cannot be read now.
    private func hasFile(_ sidecar: Sidecar, _ contents: ShownContents) throws(FontError) -> Bool {
        if try !projection.objects.isMissing(sidecar.sha256) { return true }
        if try !contents.readableFiles(of: sidecar.sha256).isEmpty || contents.unreadable != nil { return true }
        // Where ``IntactCopies`` looks, too.
        let own =
            try projection.objects.pathsKeptAside(sidecar.sha256) + [RemovedFonts(paths).path(sidecar.sha256)]
        if own.contains(where: { Self.mayHave(sidecar.sha256, $0) }) { return true }
        return sidecar.registrations.contains { registration in
            registration.file.hasPrefix("/") && Self.mayHave(sidecar.sha256, registration.file)
        }
    }

    private static func mayHave(_ sha256: String, _ file: String) -> Bool {
        do throws(FontError) {
            return try SourceFile(opening: file).sha256() == sha256
        } catch {
            return error.mayHideACopy
        }
    }
}

extension Sidecar {
    /// Returns the contents of places in the font folders, according to the sidecars.
    ///
    /// A file with other bytes was changed in place, and its bytes were never registered.
    static func owners(_ sidecars: [String: Sidecar]) -> [String: String] {
        Dictionary(
            sidecars.values.compactMap { sidecar in
                sidecar.places?[FontScope.persistent.rawValue].map { ($0, sidecar.sha256) }
            }, uniquingKeysWith: { $1 })
    }

    /// Whether the content is hidden at a place in persistent scope.
    func hides(_ place: String) -> Bool { hidden?.contains { $0.scope == .persistent && $0.place == place } ?? false }
}
