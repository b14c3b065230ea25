import CLinux
import FontModel
import Fontconfig
import GRDB
import Glibc
import Synchronization

/// Carries out operations on a store: prepare → commit → project → publish.
///
/// The database decides; everything after the commit can be repeated, and the next writer repeats it when the
/// published generation is below the database's.
final class Registrar: Sendable {
    let context: RegistryContext
    let projection: Projection
    /// For what comes by the bus; programs and people fill their own disk.
    let stagingRoom: StagingRoom
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
        stagingRoom = StagingRoom(limit: context.stagingLimit)
    }

    var paths: FontPaths { context.paths }

    // MARK: Reading

    /// Reads from the database; `nil` arrives where there is no store yet.
    func read<Value>(_ body: (Database?, _ session: String?) throws -> Value) throws(FontError) -> Value {
        do throws(FontError) {
            return try readOnce(body)
        } catch {
            // A writer that was killed in its commit left a journal, which only a writer may roll back.
            guard error.storeFault == .readOnly, hasJournal else { throw error }
            let lock = try StoreLock(paths)
            defer { withExtendedLifetime(lock) {} }
            _ = try writingDatabase().read { try $0.generation() }
            return try readOnce(body)
        }
    }

    private var hasJournal: Bool { Fingerprint(of: paths.database + "-journal")?.size ?? 0 > 0 }

    /// Rolls back what a killed writer left, if that can be done: for a reader that holds the lock already.
    func rollBackJournal(under lock: StoreLock) {
        guard hasJournal else { return }
        _ = try? writingDatabase().read { try $0.generation() }
    }

    private func readOnce<Value>(_ body: (Database?, _ session: String?) throws -> Value) throws(FontError) -> Value {
        let session = try SessionMarker.read(paths)
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
        guard isNew, let database else { return database }
        do throws(FontError) {
            try recoverIfBehind(database)
        } catch {
            reader.withLock { $0 = nil }
            throw error
        }
        return database
    }

    /// The database for a reader that holds the lock.
    func readableDatabase() throws(FontError) -> RegistryDatabase {
        guard let database = try readingDatabase() else { return try writingDatabase() }
        return database
    }

    /// The generation that was reached, which never falls: a database that is behind what was published is damaged, not
    /// the present.
    ///
    /// In a reading transaction, before anything else is read: what is published then was committed before.
    func reachedGeneration(_ database: Database?) throws -> Int64 {
        let published = GenerationFile.read(paths)
        return max(published, try database?.generation() ?? 0)
    }

    // MARK: Writing

    /// What a committed operation left to tell.
    struct Committed<Value> {
        var value: Value
        var generation: Int64
        /// The files that programs may have open and that are shown no longer, by the registration's id.
        var withdrawn: [String: OpenFonts.File] = [:]
    }

    /// Runs one operation under the store's lock: recovers what a dead process left, commits, projects, publishes.
    ///
    /// - Parameters:
    ///   - scopes: Scopes whose folders must be writable.
    ///   - isLarge: Whether so much is stored that one wait for the file system is better than one per file.
    ///   - body: The steps, in the transaction. If it throws, nothing has happened.
    func commit<Value>(
        scopes: Set<FontScope> = [], isLarge: Bool = false, _ body: (StoreOperation) throws -> Value
    ) throws(FontError) -> Committed<Value> {
        let lock = try StoreLock(paths)
        defer { withExtendedLifetime(lock) {} }
        // What follows the commit needs the folder: better to fail before it.
        guard access(paths.store, W_OK | X_OK) == 0 else { throw .store("write the store", path: paths.store) }
        try projection.prepare(scopes)
        return try commit(try writingDatabase(), isLarge: isLarge, body)
    }

    /// The same for who holds the lock already.
    func commit<Value>(
        _ database: RegistryDatabase, isLarge: Bool = false, _ body: (StoreOperation) throws -> Value
    ) throws(FontError) -> Committed<Value> {
        let published = try recoverIfPossible(database)
        let (transacted, steps, facts) = try transact(
            database, published: published, isLarge: isLarge, takesBack: true, body)
        var committed = transacted
        // Before they go.
        committed.withdrawn = withdrawnFiles(steps)
        guard steps.contains(where: \.isTold) else {
            // No generation tells of these; what cannot be written down now, `doctor` finds.
            _ = try? SidecarFile(paths).append(facts.sidecars, facts.providers)
            return committed
        }
        let shown: ShownChanges
        do throws(FontError) {
            shown = try show(database, since: published)
        } catch {
            // What cannot be shown may be what an earlier operation left: then this one does not fail with it, and all
            // of it is published when that can be finished.
            if published < committed.generation - 1, (try? show(database, since: committed.generation - 1)) != nil {
                return committed
            }
            throw takenBack(error, steps, database, published: published)
        }
        do throws(FontError) { try finish(shown) } catch { throw error.butRecorded }
        // What another registration shows still is not gone.
        committed.withdrawn = committed.withdrawn.filter { OpenFonts.File($0.value.path) != $0.value }
        return committed
    }

    private func withdrawnFiles(_ steps: [StoreOperation.Step]) -> [String: OpenFonts.File] {
        guard context.reportsUsers else { return [:] }
        let rows = steps.compactMap { step -> RegistrationRow? in
            switch step {
            case .removed(let row): row
            case .switched(let before, let present): present.isEnabled ? nil : before
            case .added, .tagged, .disabledByUser: nil
            }
        }
        return Dictionary(
            rows.compactMap { row in row.path(paths).flatMap(OpenFonts.File.init).map { (row.id, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// The error of an operation that was committed and then failed, after taking it back if that can be done.
    private func takenBack(
        _ error: FontError, _ steps: [StoreOperation.Step], _ database: RegistryDatabase, published: Int64
    ) -> FontError {
        guard undo(steps, database, published: published) else { return error.butRecorded }
        return error.asStoreFault
    }

    /// Takes back an operation that was committed and could then not be shown, as on a disk that filled up meanwhile.
    ///
    /// - Returns: Whether the database is as it was; what programs see then follows as far as it can now, and the next
    ///   writer does the rest.
    private func undo(_ steps: [StoreOperation.Step], _ database: RegistryDatabase, published: Int64) -> Bool {
        let before = try? database.read { try $0.generation() }
        do throws(FontError) {
            _ = try transact(database, published: published) { operation in try operation.undo(steps) }
        } catch {
            // This, too, may have been committed all the same.
            guard let before, let now = try? database.read({ try $0.generation() }), now > before else { return false }
        }
        _ = try? completeProjection(database, since: published)
        return true
    }

    /// The transaction of an operation, without what precedes and follows it.
    ///
    /// - Returns: What it left to tell, what it changed, and what it wrote down that nobody is told.
    ///
    /// - Parameter takesBack: Whether to take it back if it turns out to be committed and yet failed.
    func transact<Value>(
        _ database: RegistryDatabase, published: Int64, isLarge: Bool = false, takesBack: Bool = false,
        _ body: (StoreOperation) throws -> Value
    ) throws(FontError) -> (
        Committed<Value>, steps: [StoreOperation.Step], facts: (sidecars: [Sidecar], providers: [ProviderRecord])
    ) {
        let session = try SessionMarker.read(paths)
        // An object stays only if its record is committed.
        let stored = StoredObjects(ObjectStore(paths))
        var steps: [StoreOperation.Step] = []
        var facts: (sidecars: [Sidecar], providers: [ProviderRecord]) = ([], [])
        var generation: Int64 = 0
        func carryOut(_ connection: Database) throws -> Value {
            let present = try connection.generation()
            // Never below what was published: a database from a backup must not repeat old numbers.
            let operation = StoreOperation(
                connection, paths: paths, generation: max(present, published) + 1, session: session)
            defer { stored.hashes = operation.storedObjects }
            try operation.sweepEndedSessions()
            let value = try body(operation)
            try operation.finish()
            try syncObjects(operation.storedObjects, isLarge: isLarge)
            steps = operation.steps
            generation = steps.contains(where: \.isTold) ? operation.generation : present
            facts = (
                try steps.compactMap { step in
                    if case .disabledByUser(let row, _) = step {
                        try connection.sidecar(sha256: row.sha256)
                    } else {
                        nil
                    }
                },
                operation.recordedProviders
            )
            return value
        }
        do throws(FontError) {
            let value = try database.write(carryOut)
            stored.areKept = true
            return (Committed(value: value, generation: generation), steps, facts)
        } catch {
            guard steps.contains(where: \.isTold) else { throw error }
            // SQLite may fail after its commit: when the folder cannot be synced in which the journal was.
            switch try? database.read({ try $0.generation() }) {
            case generation:
                stored.areKept = true
                throw takesBack ? takenBack(error, steps, database, published: published) : error
            case nil:
                // What nobody needs is swept by `prune`, what is gone is gone.
                stored.areKept = true
                throw takesBack ? error.ofUnknownOutcome : error
            default: throw error
            }
        }
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
            for hash in hashes { try objects.sync(hash) }
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
}

extension FontError {
    /// The same for an operation that was decided and stays so: saying that nothing happened would be wrong.
    fileprivate var butRecorded: FontError {
        var error = asStoreFault
        error.message =
            "The change is recorded but could not be shown to programs yet; the next operation that can will do it. "
            + message.replacing(" nothing was changed", with: " the change stays recorded")
        return error
    }

    /// The same for an operation whose store was lost in the commit, as with a server that goes.
    fileprivate var ofUnknownOutcome: FontError {
        var error = asStoreFault
        error.message =
            "The store was lost while the change was written; look whether it is there when the store is back. "
            + message.replacing("; nothing was changed", with: "")
        return error
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

extension FontPaths {
    /// Whether a folder is the store's, under whatever path.
    package func areOf(store folder: String) -> Bool {
        folder == store || Fingerprint.Identity(of: folder).map { $0 == Fingerprint.Identity(of: store) } ?? false
    }
}
