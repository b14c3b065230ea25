import CLinux
import FontModel
import Fontconfig
import GRDB
import Glibc
import Synchronization

/// Carries out operations on a store: prepare → commit → project → announce.
///
/// The database decides; everything after the commit can be repeated, and the next writer repeats it when the
/// announced generation is below the database's.
final class Registrar: Sendable {
    let context: RegistryContext
    let projection: Projection
    private let writer = Mutex<OpenDatabase?>(nil)
    private let reader = Mutex<OpenDatabase?>(nil)

    /// A connection and the file it leads to: a repair may have put another file in its place.
    private struct OpenDatabase {
        var database: RegistryDatabase
        var file: Fingerprint.Identity
    }

    init(_ context: RegistryContext) {
        self.context = context
        projection = Projection(context)
    }

    var paths: FontPaths { context.paths }

    // MARK: Reading

    /// Reads from the database; `nil` arrives where there is no store yet.
    func read<Value>(_ body: (Database?, _ session: String?) throws -> Value) throws(FontError) -> Value {
        let session = SessionMarker.read(paths)
        guard let database = try readingDatabase() else {
            do { return try body(nil, session) } catch let error as FontError { throw error } catch {
                throw FontError(
                    .registrationFailed, "\(error)", cause: .store(.unavailable, detail: "reading without a store"))
            }
        }
        return try database.read { try body($0, session) }
    }

    private func readingDatabase() throws(FontError) -> RegistryDatabase? {
        let opened: Result<(RegistryDatabase?, isNew: Bool), FontError> = reader.withLock { open in
            if let open, open.file == Fingerprint.Identity(of: paths.database) {
                return .success((open.database, false))
            }
            do throws(FontError) {
                guard let database = try RegistryDatabase.openForReading(paths),
                    let file = Fingerprint.Identity(of: paths.database)
                else { return .success((nil, false)) }
                open = OpenDatabase(database: database, file: file)
                return .success((database, true))
            } catch {
                return .failure(error)
            }
        }
        let (database, isNew) = try opened.get()
        if isNew, let database { try recoverIfBehind(database) }
        return database
    }

    // MARK: Writing

    /// What a committed operation left to tell.
    struct Committed<Value> {
        var value: Value
        var generation: Int64
    }

    /// Runs one operation under the store's lock: recovers what a dead process left, commits, projects, announces.
    ///
    /// - Parameters:
    ///   - scopes: Scopes whose folders must be writable.
    ///   - isLarge: Whether so much was staged without waiting for the disk that one sync of the file system is due.
    ///   - body: The steps, in the transaction. If it throws, nothing has happened.
    func commit<Value>(
        scopes: Set<FontScope> = [], isLarge: Bool = false, _ body: (StoreOperation) throws -> Value
    ) throws(FontError) -> Committed<Value> {
        let lock = try StoreLock(paths)
        defer { withExtendedLifetime(lock) {} }
        try projection.prepare(scopes)
        return try commit(try writingDatabase(), isLarge: isLarge, body)
    }

    /// The same for who holds the lock already.
    func commit<Value>(
        _ database: RegistryDatabase, isLarge: Bool = false, _ body: (StoreOperation) throws -> Value
    ) throws(FontError) -> Committed<Value> {
        let announced = recoverIfPossible(database)
        let (committed, hasChanges) = try transact(database, announced: announced, isLarge: isLarge, body)
        guard hasChanges else { return committed }
        do throws(FontError) {
            try completeProjection(database, since: announced)
        } catch {
            // What was decided stays decided; saying that nothing happened would be wrong.
            var error = error
            error.message =
                "The change is recorded but could not be shown to programs yet; the next fontctl command that can will do it. \(error.message)"
            throw error
        }
        return committed
    }

    /// The transaction of an operation, without what precedes and follows it.
    ///
    /// - Returns: What it left to tell, and whether it changed anything.
    func transact<Value>(
        _ database: RegistryDatabase, announced: Int64, isLarge: Bool = false,
        _ body: (StoreOperation) throws -> Value
    ) throws(FontError) -> (Committed<Value>, hasChanges: Bool) {
        let session = SessionMarker.read(paths)
        // An object stays only if its record is committed.
        let stored = StoredObjects(ObjectStore(paths))
        let (value, generation, hasChanges) = try database.write { connection in
            let present = try connection.generation()
            // Never below what was announced: a database from a backup must not repeat old numbers.
            let operation = StoreOperation(
                connection, paths: paths, generation: max(present, announced) + 1, session: session)
            defer { stored.hashes = operation.storedObjects }
            try operation.sweepEndedSessions()
            let value = try body(operation)
            try operation.finish()
            try syncObjects(operation.storedObjects, isLarge: isLarge)
            return (value, operation.hasChanges ? operation.generation : present, operation.hasChanges)
        }
        stored.areKept = true
        return (Committed(value: value, generation: generation), hasChanges)
    }

    /// Objects stored by an operation; those of a failed one are removed when this goes.
    private final class StoredObjects {
        var hashes: [String] = []
        var areKept = false
        private let objects: ObjectStore

        init(_ objects: ObjectStore) { self.objects = objects }

        deinit {
            if !areKept { hashes.forEach(objects.remove) }
        }
    }

    private func syncObjects(_ hashes: [String], isLarge: Bool) throws(FontError) {
        guard !hashes.isEmpty else { return }
        let objects = ObjectStore(paths)
        guard isLarge else {
            for hash in hashes { try objects.syncFolder(of: hash) }
            return
        }
        let descriptor = clx_open(paths.objects, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { throw .store("open a folder", path: paths.objects) }
        defer { close(descriptor) }
        guard clx_syncfs(descriptor) == 0 else { throw .store("write the fonts to the disk", path: paths.objects) }
    }

    /// The connection for writing; only under the lock.
    func writingDatabase() throws(FontError) -> RegistryDatabase {
        let result: Result<RegistryDatabase, FontError> = writer.withLock { open in
            if let open, open.file == Fingerprint.Identity(of: paths.database) { return .success(open.database) }
            do throws(FontError) {
                let database = try RegistryDatabase.openForWriting(paths)
                open = Fingerprint.Identity(of: paths.database).map { OpenDatabase(database: database, file: $0) }
                return .success(database)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    // MARK: Recovery and projection

    /// Finishes what a process that died left unfinished.
    ///
    /// Only under the lock.
    ///
    /// - Returns: The generation announced so far.
    private func recover(_ database: RegistryDatabase) throws(FontError) -> Int64 {
        let orphans = StagingArea.sweep(paths: paths)
        let objects = ObjectStore(paths)
        for hash in orphans {
            let isStored = try database.read { connection in
                try Bool.fetchOne(connection, sql: "SELECT isStored FROM content WHERE sha256 = ?", arguments: [hash])
            }
            if isStored != true { objects.remove(hash) }
        }
        let announced = GenerationFile.read(paths)
        let present = try database.read { try $0.generation() }
        guard announced < present else { return announced }
        try completeProjection(database, since: announced)
        return present
    }

    /// The same before an operation, which must not fail because an earlier one could not be finished: its own
    /// projection includes whatever has not been announced.
    private func recoverIfPossible(_ database: RegistryDatabase) -> Int64 {
        (try? recover(database)) ?? GenerationFile.read(paths)
    }

    /// Repeats everything that follows a commit, for all that changed after a generation.
    ///
    /// Only under the lock.
    func completeProjection(_ database: RegistryDatabase, since announced: Int64) throws(FontError) {
        let session = SessionMarker.read(paths)
        let (folders, contents, generation) = try database.read { connection in
            let rows = try Row.fetchAll(
                connection, sql: "SELECT id, sha256, isStored FROM content WHERE generation > ?",
                arguments: [announced])
            return (
                try connection.projectedFolders(since: announced, session: session),
                try rows.map { row in
                    (sha256: row[1] as String, facts: row[2] ? try connection.sidecar(contentID: row[0]) : nil)
                },
                try connection.generation()
            )
        }
        // The folders first: they are what people wait for.
        _ = try projection.synchronize(folders)
        for (sha256, facts) in contents {
            if let facts {
                try projection.objects.writeSidecar(facts, for: sha256)
            } else {
                projection.objects.remove(sha256)
            }
        }
        try GenerationFile.write(generation, paths)
    }

    /// For a reader that opens the store and finds the projection behind the database: finishes the work if no writer
    /// is at it.
    private func recoverIfBehind(_ reader: RegistryDatabase) throws(FontError) {
        let present = try reader.read { try $0.generation() }
        guard GenerationFile.read(paths) < present, let lock = StoreLock(ifFree: paths) else { return }
        defer { withExtendedLifetime(lock) {} }
        // What cannot be repaired in passing stays marked for the next writer, who will say why.
        if let database = try? writingDatabase() { _ = try? recover(database) }
    }
}

extension Database {
    /// What the sidecar of a content says.
    func sidecar(contentID: Int64) throws -> Sidecar {
        let rows = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT id, scope, provider, isEnabled, tag, file, registeredAt, session FROM registration
                    WHERE contentID = ? ORDER BY id
                    """), arguments: [contentID])
        return Sidecar(
            registrations: rows.map {
                Sidecar.Entry(
                    id: $0[0], scope: FontScope(rawValue: $0[1]) ?? .persistent, provider: $0[2], isEnabled: $0[3],
                    tag: $0[4], file: $0[5], registeredAt: $0[6], session: $0[7])
            })
    }
}

extension Fingerprint {
    /// Which file it is, whatever its state.
    struct Identity: Sendable, Hashable {
        var device: UInt64
        var inode: UInt64

        init?(of path: String) {
            guard let fingerprint = Fingerprint(of: path) else { return nil }
            device = fingerprint.device
            inode = fingerprint.inode
        }
    }
}
