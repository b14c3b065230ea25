import FontModel
import GRDB
import Glibc
import Synchronization

/// A cache of the registered fonts by name, valid until the store changes.
///
/// Every operation of any process replaces the generation file by rename. While the file is the same, the results are,
/// too.
final class StoredNames: Sendable {
    private struct Key: Hashable {
        var name: String
        var kind: NameKind
    }

    /// The files that must be unchanged for a result to be valid.
    ///
    /// The database is included for operations that cannot be published yet or were undone.
    private struct Stamp: Hashable {
        var generation: Fingerprint?
        var session: Fingerprint?
        var database: Fingerprint?
    }

    private struct State {
        var stamp: Stamp?
        var answers: [Key: [FontDescriptor]] = [:]
    }

    /// The maximum number of cached results, after which the cache is cleared.
    private static let capacity = 4_096

    private let registrar: Registrar
    private let state = Mutex(State())

    init(_ registrar: Registrar) { self.registrar = registrar }

    /// Returns the enabled registered fonts that match one kind of name, session scope first, all with an existing
    /// file.
    ///
    /// - Parameter name: The name as in ``LookupName``: folded, unless the kind is exact.
    /// - Throws: `FontError` with code `registrationFailed` (301) if the store cannot be read.
    func find(_ name: String, _ kind: NameKind) throws(FontError) -> [FontDescriptor] {
        let found = try answer(Key(name: name, kind: kind))
        if found.allSatisfy(Self.isThere) { return found }
        // A file that was deleted from outside is restored from its object, or its registration is removed. In a
        // read-only store nothing can be repaired, but missing fonts are still left out.
        _ = try? registrar.mendVanished()
        return try answer(Key(name: name, kind: kind)).filter(Self.isThere)
    }

    private static func isThere(_ font: FontDescriptor) -> Bool {
        font.path.map { access($0, R_OK) == 0 } ?? false
    }

    private func answer(_ key: Key) throws(FontError) -> [FontDescriptor] {
        let paths = registrar.paths
        // Taken before the query, so that a concurrent change invalidates the result.
        let stamp = Stamp(
            generation: Fingerprint(of: paths.generationFile),
            session: paths.sessionMarker.flatMap { Fingerprint(of: $0) },
            database: Fingerprint(of: paths.database))
        let known = state.withLock { $0.stamp == stamp ? $0.answers[key] : nil }
        if let known { return known }
        let found = try registrar.read { database, session in
            try database?.find(key.name, key.kind, session: session, paths: paths) ?? []
        }
        state.withLock { state in
            if state.stamp != stamp || state.answers.count >= Self.capacity { state.answers = [:] }
            state.stamp = stamp
            state.answers[key] = found
        }
        return found
    }
}

extension Database {
    /// Returns the enabled registered fonts that match one kind of name, session scope first.
    fileprivate func find(
        _ key: String, _ kind: NameKind, session: String?, paths: FontPaths
    ) throws -> [FontDescriptor] {
        let rows = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT \(Self.registrationColumns), l.faceIndex, l.instanceIndex
                    FROM lookup l JOIN registration r ON r.contentID = l.contentID
                    JOIN content c ON c.id = r.contentID
                    WHERE l.name = ? AND l.kind = ? AND r.isEnabled AND (r.session IS NULL OR r.session = ?)
                    ORDER BY r.scope = 'persistent', l.instanceIndex, r.registeredAt, r.id
                    """), arguments: [key, kind.rawValue, session])
        return try rows.compactMap { row in
            let registration = try Self.registrationRow(row)
            guard
                let face = try cachedStatementRow(
                    "SELECT * FROM face WHERE contentID = ? AND faceIndex = ?",
                    [registration.contentID, try row.cell(11) as Int]
                ).map(Self.face)
            else { return nil }
            let instance: Int = try row.cell(12)
            return registration.registration(faces: [], paths: paths)
                .descriptor(of: face, instance: face.instances.indices.contains(instance) ? instance : nil)
        }
    }
}
