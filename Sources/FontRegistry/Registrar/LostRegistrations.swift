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
    /// Files in the font folders, with their content hashes, that neither the database nor a sidecar has as registered.
    var shown: [(file: String, sha256: String)] = []
    /// The content hashes of stored files that are not in the font folders, and that nothing records as registered or
    /// removed.
    var stored: [String] = []
    /// Sidecars of contents whose bytes no longer exist, with the registrations that the database lacks.
    var gone: [Sidecar] = []

    /// Whether there is nothing to restore.
    var isEmpty: Bool { generation == nil && missing.isEmpty && unnamed.isEmpty }

    /// The contents without a sidecar.
    var unnamed: [String] { shown.map(\.sha256) + stored }

    /// The contents that are or may be registered, but not in the database.
    var contents: Set<String> { Set(missing.map(\.sha256) + unnamed) }
}

extension Registrar {
    /// Compares a database with its traces; only under the lock.
    func lostRegistrations(_ database: RegistryDatabase) throws(FontError) -> LostRegistrations {
        var lost = try lostSidecars(database)
        let sidecars = try SidecarFile(paths).read()
        let owners = ShownOwners(sidecars)
        let (present, known, placed, takenOut) = try database.read {
            (
                try $0.generation(), try $0.knownContents(), try $0.placesOfRegisteredContents(),
                try $0.contentsTakenOut()
            )
        }
        // Without a published generation, assume that only the last operation may have been interrupted.
        let published = (try? GenerationFile.published(paths)) ?? max(0, present - 1)
        for (place, file) in try paths.shownFonts() where !placed.contains(place) {
            guard let hash = ByteCopy.sha256(ofFile: file),
                // A sidecar with registrations, or an interrupted operation, decides about the file. A sidecar without
                // registrations is written after the file is removed, so the font was registered again later.
                sidecars[hash]?.registrations.isEmpty ?? true, !owners.claim(place, against: hash)
            else { continue }
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

    /// Compares a database with its sidecars only, not with the shown and stored files.
    func lostSidecars(_ database: RegistryDatabase) throws(FontError) -> LostRegistrations {
        let sidecars = try SidecarFile(paths).read()
        let session = try SessionMarker.read(paths)
        let published = GenerationFile.read(paths)
        let (present, known) = try database.read { (try $0.generation(), try $0.knownContents()) }
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
            var missing = sidecar
            missing.registrations = sidecar.registrations(in: session).filter {
                !(content?.ids.contains($0.id(of: sidecar.sha256)) ?? false)
            }
            guard !missing.registrations.isEmpty else { continue }
            var isThere = try !projection.objects.isMissing(sidecar.sha256)
            if !isThere { isThere = try !contents.files(of: sidecar.sha256).isEmpty }
            if isThere { lost.missing.append(missing) } else { lost.gone.append(missing) }
        }
        return lost
    }
}

/// The registered contents, identified by the hash digits in the names of files in the font folders.
struct ShownOwners {
    private let digits: Set<Substring>

    init(_ sidecars: [String: Sidecar]) {
        digits = Set(sidecars.values.filter { !$0.registrations.isEmpty }.map { $0.sha256.prefix(12) })
    }

    /// Whether a file has the name of a registered content but other bytes.
    ///
    /// Such a file was changed in place, and its bytes were never registered. A replaced font keeps the file name, too,
    /// but its first content is no longer registered.
    func claim(_ place: String, against sha256: String) -> Bool {
        guard let dash = place.lastIndex(of: "-") else { return false }
        let named = place[place.index(after: dash)...].prefix(12)
        return named != sha256.prefix(12) && digits.contains(named)
    }
}

extension Sidecar.Entry {
    /// Returns the id that the registration must have, regardless of the id in the line.
    func id(of sha256: String) -> String { RegistrationID.make(sha256: sha256, scope: scope, provider: provider) }
}
