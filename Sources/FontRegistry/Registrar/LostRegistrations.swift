import FontModel
import GRDB
import Glibc

/// The registrations that the traces beside a database name and that it lacks, as one does that came from a backup or
/// lost rows.
///
/// Traces are the published generation, the sidecars, the files that programs are shown and the stored files.
struct LostRegistrations: Sendable {
    /// The generation that was reached; nil if the database has reached it.
    var generation: Int64?
    /// Sidecars with the registrations alone that are missing, of contents whose bytes are somewhere.
    var missing: [Sidecar] = []
    /// Sidecars that are newer than what the database has of their content.
    var newer: [Sidecar] = []
    /// Shown files, with their content hashes, that neither the database nor a sidecar says are registered.
    var shown: [(file: String, sha256: String)] = []
    /// The content hashes of stored files that are not shown, and of which nothing says that they are registered or were
    /// taken out.
    var stored: [String] = []
    /// Sidecars of contents that the database lacks, and whose bytes are nowhere.
    var gone: [Sidecar] = []

    /// Whether there is nothing to bring back.
    var isEmpty: Bool { generation == nil && missing.isEmpty && unnamed.isEmpty }

    /// The contents that no sidecar names.
    var unnamed: [String] { shown.map(\.sha256) + stored }

    /// The contents that are registered or may be, and that the database does not have so.
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
        // Where nothing says how far operations were shown, the last one alone may have been cut off.
        let published = (try? GenerationFile.published(paths)) ?? max(0, present - 1)
        for (place, file) in try paths.shownFonts() where !placed.contains(place) {
            guard let source = try? SourceFile(opening: file),
                let hash = try? ByteCopy.hash(descriptor: source.descriptor, path: file).sha256,
                // A sidecar with registrations, or an operation that was cut off, says what becomes of it. One without is
                // written when the font is out of sight: it was registered again since.
                sidecars[hash]?.registrations.isEmpty ?? true, !owners.claim(place, against: hash)
            else { continue }
            if let known = known[hash], !known.ids.isEmpty || known.generation > published { continue }
            lost.shown.append((file, hash))
        }
        // An operation that stores an object writes that down first: what has no such note was registered.
        let accounted = try Set(lost.shown.map(\.sha256)).union(takenOut).union(StagingArea.intended(paths))
        for hash in try projection.objects.all() where sidecars[hash] == nil && !accounted.contains(hash) {
            if let known = known[hash], !known.ids.isEmpty || known.generation > published { continue }
            lost.stored.append(hash)
        }
        return lost
    }

    /// The same without a look at what is shown and stored.
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
                // A line that was lost with the power, or is about to be written, leaves the database the newer of both.
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

/// The registered contents whose digits stand in the names of shown files.
struct ShownOwners {
    private let digits: Set<Substring>

    init(_ sidecars: [String: Sidecar]) {
        digits = Set(sidecars.values.filter { !$0.registrations.isEmpty }.map { $0.sha256.prefix(12) })
    }

    /// Whether a file bears the name of a registered content and holds another.
    ///
    /// Its bytes were changed in place then, and are not what was registered. A file that was replaced keeps its name, but
    /// its first content is registered no more.
    func claim(_ place: String, against sha256: String) -> Bool {
        guard let dash = place.lastIndex(of: "-") else { return false }
        let named = place[place.index(after: dash)...].prefix(12)
        return named != sha256.prefix(12) && digits.contains(named)
    }
}

extension Sidecar.Entry {
    /// The id that the registration must have, whatever the line says.
    func id(of sha256: String) -> String { RegistrationID.make(sha256: sha256, scope: scope, provider: provider) }
}

extension Database {
    /// All contents by hash: the generation that changed each last, and the ids of its registrations.
    fileprivate func knownContents() throws -> [String: (generation: Int64, ids: Set<String>)] {
        let rows = try Row.fetchCursor(
            self,
            sql: "SELECT c.sha256, c.generation, r.id FROM content c LEFT JOIN registration r ON r.contentID = c.id")
        var contents: [String: (generation: Int64, ids: Set<String>)] = [:]
        while let row = try rows.next() {
            let (hash, id): (String, String?) = (try row.cell(0), try row.cell(2))
            var content = try contents[hash] ?? (row.cell(1), [])
            if let id { content.ids.insert(id) }
            contents[hash] = content
        }
        return contents
    }

    /// The contents of which the log tells at last that a registration was taken out.
    fileprivate func contentsTakenOut() throws -> Set<String> {
        try Set(
            String.fetchAll(
                self,
                sql: """
                    SELECT content.sha256 FROM change JOIN content ON content.id = change.contentID
                    WHERE change.kind = ? AND change.id IN (SELECT max(id) FROM change GROUP BY contentID)
                    """, arguments: [FontChange.Kind.removed.rawValue]))
    }

    /// Where the persistent fonts that are registered belong, as folder and file name.
    fileprivate func placesOfRegisteredContents() throws -> Set<String> {
        try Set(
            String.fetchAll(
                self,
                sql: """
                    SELECT folder.name || '/' || placement.fileName FROM placement
                    JOIN folder ON folder.id = placement.folderID
                    WHERE placement.scope = 'persistent'
                    AND EXISTS (SELECT 1 FROM registration WHERE contentID = placement.contentID)
                    """))
    }
}
