import FontModel
import GRDB
import Glibc

extension Registrar {
    /// What a rebuild brought.
    struct RebuildReport: Sendable {
        /// Where the damaged database went; nil if there was none.
        var damagedFile: String?
        var registrations = 0
        /// Stored files that could not be taken over, and why.
        var unreadable: [(hash: String, reason: String)] = []
    }

    /// Makes a new database from the stored fonts and their sidecars; a damaged one is kept aside.
    func rebuild() throws(FontError) -> RebuildReport {
        let lock = try StoreLock(paths)
        defer { withExtendedLifetime(lock) {} }
        var report = RebuildReport()
        report.damagedFile = try moveDatabaseAside()
        try projection.prepare([.persistent])
        let database = try writingDatabase(isRebuild: true)
        let objects = projection.objects
        let hashes = objects.all()
        let committed = try commit(database) { operation -> (Int, [(String, String)]) in
            var count = 0
            var unreadable: [(String, String)] = []
            for hash in hashes {
                do throws(FontError) {
                    let inspection = try Self.inspect(hash, in: objects)
                    count += try Self.takeOver(inspection, sidecar: objects.readSidecar(hash), operation)
                } catch {
                    if error.storeFault != nil { throw error }
                    unreadable.append((hash, error.message))
                }
            }
            return (count, unreadable)
        }
        (report.registrations, report.unreadable) = committed.value
        try projectAll(database)
        return report
    }

    private static func inspect(_ hash: String, in objects: ObjectStore) throws(FontError) -> FontInspection {
        let path = objects.path(hash)
        let source = try SourceFile(opening: path)
        // Read into memory of ours: what is damaged may be shortened under a mapping.
        let memory = try SealedMemory(copying: source)
        guard memory.sha256 == hash else {
            throw FontError(.invalidFontData, "its bytes are not what was registered.", file: path)
        }
        return try FontInspection(memory.contents.bytes, sha256: hash, readableAt: memory.path, given: path)
    }

    /// - Returns: How many registrations came back.
    private static func takeOver(
        _ font: FontInspection, sidecar: Sidecar?, _ operation: StoreOperation
    ) throws(FontError) -> Int {
        // Without a sidecar the font is kept all the same, as the user's own.
        let entries =
            sidecar?.registrations ?? [
                Sidecar.Entry(
                    id: "", scope: .persistent, provider: "user", isEnabled: true, tag: nil,
                    file: operation.objects.path(font.sha256), registeredAt: operation.now)
            ]
        // What belonged to a session that is over is not brought into this one.
        let present = entries.filter { $0.scope != .session || ($0.session != nil && $0.session == operation.session) }
        guard !present.isEmpty else { return 0 }
        do {
            let contentID = try operation.database.insertContent(font, generation: operation.generation)
            var count = 0
            for entry in present {
                let holders = try operation.database.holders(
                    of: font.faces.map(\.postscriptName), scope: entry.scope, otherThan: font.sha256,
                    session: operation.session)
                _ = try operation.add(
                    contentID: contentID, sha256: font.sha256, file: entry.file, scope: entry.scope,
                    provider: entry.provider, isEnabled: entry.isEnabled && holders.isEmpty, tag: entry.tag,
                    registeredAt: entry.registeredAt)
                count += 1
            }
            return count
        } catch {
            throw FontError(
                .registrationFailed, "The database could not be rebuilt: \(error)",
                cause: .store(.unavailable, detail: "\(error)"))
        }
    }

    /// - Returns: Where the database went; nil if there was none.
    private func moveDatabaseAside() throws(FontError) -> String? {
        guard access(paths.database, F_OK) == 0 else { return nil }
        var number = 1
        var aside: String { paths.database + ".damaged~\(number)" }
        while access(aside, F_OK) == 0 { number += 1 }
        guard rename(paths.database, aside) == 0 else { throw .store("keep the damaged database", path: aside) }
        // The journal belongs to the damaged file; beside a new one it would be rolled into it.
        for suffix in ["-journal", "-wal", "-shm"] { rename(paths.database + suffix, aside + suffix) }
        return aside
    }

    /// Shows everything anew, whatever was announced.
    func projectAll() throws(FontError) {
        let lock = try StoreLock(paths)
        defer { withExtendedLifetime(lock) {} }
        try projection.prepare([.persistent])
        try projectAll(try writingDatabase())
    }

    private func projectAll(_ database: RegistryDatabase) throws(FontError) {
        let folders = try database.read { try $0.projectedFolders(since: -1) }
        try projection.removeUnknownFolders(
            known: Dictionary(grouping: folders, by: \.scope).mapValues { Set($0.map(\.name)) })
        try completeProjection(database, since: -1)
    }

    /// Ends all registrations of contents.
    func withdraw(_ hashes: [String]) throws(FontError) {
        guard !hashes.isEmpty else { return }
        _ = try commit { operation in
            for hash in hashes {
                for row in try operation.database.registrations(
                    where: "c.sha256 = ?", [hash], session: operation.session)
                {
                    try operation.remove(row)
                }
            }
        }
    }
}
