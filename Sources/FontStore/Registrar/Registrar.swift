import CLinux
import FontModel
import Fontconfig
import GRDB
import Glibc
import Synchronization

/// Executes operations on a store in four steps: prepare, commit, project, publish.
///
/// The database is authoritative. All steps after the commit can be repeated. The next writer repeats them if the
/// published generation is lower than the generation of the database.
package final class Registrar: Sendable {
    package let context: RegistryContext
    package let paths: FontPaths
    let projection: Projection
    /// Limits the bytes staged by D-Bus requests; programs that use the library directly are not limited.
    let stagingRoom: StagingRoom
    private let writer = Mutex<OpenDatabase?>(nil)
    let reader = Mutex<OpenDatabase?>(nil)

    /// A connection, with the identity of its file, because a repair may have replaced the file.
    struct OpenDatabase {
        var database: RegistryDatabase
        var file: Fingerprint.Identity
    }

    package init(_ context: RegistryContext) {
        self.context = context
        paths = context.paths
        projection = Projection(context)
        stagingRoom = StagingRoom(limit: context.stagingLimit)
    }

    /// The result of a committed operation.
    struct Committed<Value> {
        var value: Value
        var generation: Int64
        /// The files that are no longer shown but may be open in programs, by registration id.
        var withdrawn: [String: OpenFonts.File] = [:]
        /// The programs for which files are hidden instead of removed, by registration id.
        var keptFor: [String: [FontUser]] = [:]
    }

    /// Runs one operation under the store's lock: recovers the work of a dead process, commits, projects and publishes.
    ///
    /// - Parameters:
    ///   - scopes: The scopes whose folders must be writable.
    ///   - isLarge: Whether the operation stores so many files that one sync of the file system is faster than one per
    ///     file.
    ///   - isDryRun: Whether to run the steps on a copy of the database only; see ``rehearse(_:)``.
    ///   - body: The steps, executed in the transaction. If it throws, nothing is changed.
    func commit<Value>(
        scopes: Set<FontScope> = [], isLarge: Bool = false, isDryRun: Bool = false,
        _ body: (StoreOperation) throws -> Value
    ) throws(FontError) -> Committed<Value> {
        if isDryRun { return try rehearse(body) }
        let lock = try StoreLock(paths)
        defer { withExtendedLifetime(lock) {} }
        // The steps after the commit need the folder, so fail before the commit.
        guard access(paths.store, W_OK | X_OK) == 0 else { throw .store(.writeFolder, path: paths.store) }
        try projection.prepare(scopes)
        return try commit(try writingDatabase(), isLarge: isLarge, body)
    }

    /// Runs one operation for a caller that already holds the lock.
    ///
    /// - Parameter publishesCopy: Whether the copy for all users is written even if no program is notified.
    func commit<Value>(
        _ database: RegistryDatabase, isLarge: Bool = false, publishesCopy: Bool = true,
        _ body: (StoreOperation) throws -> Value
    ) throws(FontError) -> Committed<Value> {
        let published = try recoverIfPossible(database)
        let (transacted, steps, facts) = try transact(
            database, published: published, isLarge: isLarge, undoesFailed: true, body)
        var committed = transacted
        // Look the files up before they are removed.
        committed.withdrawn = withdrawnFiles(steps)
        committed.keptFor = facts.keptFor
        guard facts.isPublished else {
            // These steps have no generation. `doctor` finds facts that cannot be written now.
            _ = try? SidecarFile(paths).append(facts.sidecars, facts.providers)
            if paths.isOfAllUsers, publishesCopy { try? PublishedDatabase(copying: database, paths).publish() }
            return committed
        }
        let shown: ShownChanges
        do throws(FontError) {
            shown = try show(
                database, since: published,
                sidecars: published == committed.generation - 1 ? facts.sidecars : nil)
        } catch {
            // The cause may be changes of an earlier operation that cannot be shown. This operation does not fail then;
            // all of them are published once they can be shown.
            if published < committed.generation - 1, (try? show(database, since: committed.generation - 1)) != nil {
                return committed
            }
            throw errorAfterUndo(error, steps, facts, database, published: published)
        }
        do throws(FontError) { try finish(shown) } catch { throw error.butRecorded }
        // Bytes that cannot be removed now are removed later.
        if facts.history != nil, !RemovedFonts(paths).isEmpty { try? sweepRemoved(database) }
        // A file that another registration still shows is not withdrawn.
        committed.withdrawn = committed.withdrawn.filter { id, file in
            facts.keptFor[id] != nil || OpenFonts.File(file.path) != file
        }
        return committed
    }

    private func withdrawnFiles(_ steps: [StoreOperation.Step]) -> [String: OpenFonts.File] {
        guard context.reportsUsers else { return [:] }
        let rows = steps.compactMap { step -> RegistrationRow? in
            switch step {
            case .removed(let row): row
            case .switched(let before, let present): present.isEnabled ? nil : before
            case .added, .tagged, .disabledByUser, .hidden: nil
            }
        }
        return Dictionary(
            rows.compactMap { row in row.path(paths).flatMap(OpenFonts.File.init).map { (row.id, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Undoes a committed operation that failed afterwards, if possible, and returns the error to throw.
    private func errorAfterUndo(
        _ error: FontError, _ steps: [StoreOperation.Step], _ facts: Facts, _ database: RegistryDatabase,
        published: Int64
    ) -> FontError {
        guard undo(steps, facts, database, published: published) else { return error.butRecorded }
        return error.asStoreFault
    }

    /// Undoes a committed operation that could not be shown, for example because the disk became full.
    ///
    /// - Returns: Whether the database is restored. The font folders are then updated as far as possible, and the next
    ///   writer does the rest.
    private func undo(
        _ steps: [StoreOperation.Step], _ facts: Facts, _ database: RegistryDatabase, published: Int64
    ) -> Bool {
        let before = try? database.read { try $0.generation() }
        do throws(FontError) {
            _ = try transact(database, published: published) { operation in
                try operation.undo(steps, facts.history, stored: Set(facts.stored))
            }
        } catch {
            // SQLite may report a failure although it committed this transaction, too.
            guard let before, let now = try? database.read({ try $0.generation() }), now > before else { return false }
        }
        if (try? completeProjection(database, since: published)) == nil { discard(steps, facts) }
        return true
    }

    /// Removes the bytes of fonts that an undone operation stored, and the files that show them.
    ///
    /// A repair takes bytes that nothing records for those of a font that was registered and lost.
    private func discard(_ steps: [StoreOperation.Step], _ facts: Facts) {
        let stored = Set(facts.stored)
        let kept = try? database(reading: stored)
        guard let kept else { return }
        for step in steps {
            guard case .added(let row) = step, stored.contains(row.sha256), kept[row.sha256] == nil else { continue }
            if let path = row.path(paths), ByteCopy.sha256(ofFile: path) == row.sha256 { unlink(path) }
        }
        for hash in stored where kept[hash] != true { discard(hash, isKept: kept[hash] == false) }
    }

    /// Returns whether contents are registered: true, or false if their bytes are only kept; nothing for others.
    private func database(reading contents: Set<String>) throws(FontError) -> [String: Bool] {
        try writingDatabase().read { database in
            var known: [String: Bool] = [:]
            for hash in contents {
                if try database.isRegistered(sha256: hash) {
                    known[hash] = true
                } else if try database.isKept(sha256: hash) {
                    known[hash] = false
                }
            }
            return known
        }
    }

    /// The facts about a transaction that the steps after it need.
    struct Facts {
        var sidecars: [Sidecar] = []
        var providers: [ProviderRecord] = []
        /// The contents whose bytes the operation stored.
        var stored: [String] = []
        var history: StoreOperation.History?
        var keptFor: [String: [FontUser]] = [:]
        var isPublished = false
    }

    /// Runs the transaction of an operation, without the steps before and after it.
    ///
    /// - Parameter undoesFailed: Whether to undo the operation if it was committed although it failed.
    /// - Returns: The result, the changes, and the facts for the sidecar file.
    func transact<Value>(
        _ database: RegistryDatabase, published: Int64, isLarge: Bool = false, undoesFailed: Bool = false,
        _ body: (StoreOperation) throws -> Value
    ) throws(FontError) -> (Committed<Value>, steps: [StoreOperation.Step], facts: Facts) {
        let session = try SessionMarker.read(paths)
        // An object is kept only if its record is committed.
        let stored = StoredObjects(paths)
        let programs = ReopeningPrograms(context)
        var steps: [StoreOperation.Step] = []
        var facts = Facts()
        var generation: Int64 = 0
        func carryOut(_ connection: Database) throws -> Value {
            let present = try connection.generation()
            // Never below the published generation: a database from a backup must not reuse old numbers.
            let operation = StoreOperation(
                connection, paths: paths, generation: max(present, published) + 1, session: session,
                programs: programs)
            defer { stored.hashes = operation.storedObjects }
            try operation.sweepEndedSessions()
            try operation.sweepHiddenFiles()
            let value = try body(operation)
            try operation.finish()
            try syncObjects(operation.storedObjects, isLarge: isLarge)
            steps = operation.steps
            facts.isPublished = operation.isPublished
            generation = facts.isPublished ? operation.generation : present
            // Damage that would keep the changes from being published is found before the commit.
            facts = Facts(
                sidecars: try operation.sidecars(), providers: operation.recordedProviders,
                stored: operation.storedObjects, history: operation.history,
                keptFor: operation.keptFor, isPublished: facts.isPublished)
            return value
        }
        do throws(FontError) {
            let value = try database.write(carryOut)
            stored.areKept = true
            return (Committed(value: value, generation: generation), steps, facts)
        } catch {
            guard facts.isPublished else { throw error }
            // SQLite may fail after its commit, if the folder of the journal cannot be synced.
            switch try? database.read({ try $0.generation() }) {
            case generation:
                stored.areKept = true
                throw undoesFailed ? errorAfterUndo(error, steps, facts, database, published: published) : error
            case nil:
                // `prune` removes objects that are not needed; removed objects could not be recovered.
                stored.areKept = true
                throw undoesFailed ? error.ofUnknownOutcome : error
            default: throw error
            }
        }
    }

    /// The objects stored by an operation; removed on deinitialization if the operation failed.
    private final class StoredObjects {
        var hashes: [String] = []
        var areKept = false
        private let paths: FontPaths

        init(_ paths: FontPaths) { self.paths = paths }

        deinit {
            guard !areKept else { return }
            // The licences of a font whose bytes are kept are needed when it is registered again.
            let (objects, removed) = (ObjectStore(paths), RemovedFonts(paths))
            for hash in hashes { objects.remove(hash, withLicenses: !removed.contains(hash)) }
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
        guard descriptor >= 0 else { throw .store(.openFile, path: paths.objects) }
        defer { close(descriptor) }
        guard clx_syncfs(descriptor) == 0 else { throw .store(.flush, path: paths.objects) }
    }

    /// Returns the connection for writing; only under the lock.
    func writingDatabase() throws(FontError) -> RegistryDatabase {
        let result: Result<RegistryDatabase, FontError> = writer.withLock { open in
            if let open, open.file == Fingerprint.Identity(of: paths.database) { return .success(open.database) }
            do throws(FontError) {
                // SQLite only reads a file that it could not open for writing. Such a connection is not kept: it would
                // refuse to write when the file can be written again.
                let isWritable = access(paths.database, W_OK) == 0 || errno == ENOENT
                let database = try RegistryDatabase.openForWriting(paths)
                let file = isWritable ? Fingerprint.Identity(of: paths.database) : nil
                open = file.map { OpenDatabase(database: database, file: $0) }
                return .success(database)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

extension FontError {
    /// The error for an operation that stays committed, with a message that does not claim that nothing was changed.
    fileprivate var butRecorded: FontError {
        var error = asStoreFault
        error.message =
            "The change is recorded but could not be shown to programs yet; the next operation retries it. \(messageAfterCommit)"
        return error
    }

    /// The error for an operation whose store was lost during the commit, for example because a server failed.
    fileprivate var ofUnknownOutcome: FontError {
        var error = asStoreFault
        error.message =
            "The store became unavailable while the change was written; check whether the change is present when the store is available again. \(messageAfterCommit)"
        return error
    }
}
