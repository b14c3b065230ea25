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
        /// The number by which the operation is undone, or redone if it was an undo; nil if it is not recorded.
        var operation: Int64?
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
        try catchUpWithTraces(database)
        // The operation must not fail because an earlier one could not be completed: its own projection includes all
        // unpublished changes.
        let published = (try? recover(database)) ?? GenerationFile.read(paths)
        let (value, operation) = try transact(
            database, published: published, isLarge: isLarge, undoesFailed: true, body)
        // Look the files up before they are removed.
        var committed = Committed(
            value: value, generation: operation.reached, withdrawn: withdrawnFiles(operation.steps),
            keptFor: operation.keptFor)
        committed.operation = operation.history?.number
        guard operation.isPublished else {
            // These steps have no generation. `doctor` finds facts that cannot be written now.
            _ = try? SidecarFile(paths).append(operation.sidecars, operation.recordedProviders)
            if paths.isOfAllUsers, publishesCopy { try? PublishedDatabase.publish(database, paths) }
            return committed
        }
        let unneeded: [UnneededContent]
        do throws(FontError) {
            unneeded = try show(
                database, since: published,
                sidecars: published == committed.generation - 1 ? operation.sidecars : nil)
        } catch {
            // The cause may be changes of an earlier operation that cannot be shown. This operation does not fail then;
            // all of them are published once they can be shown.
            if published < committed.generation - 1, (try? show(database, since: committed.generation - 1)) != nil {
                return committed
            }
            throw errorAfterUndo(of: operation, error, database, published: published)
        }
        do throws(FontError) { try finish(unneeded) } catch { throw error.butRecorded }
        // Bytes that cannot be removed now are removed later.
        if operation.history != nil, !RemovedFonts(paths).isEmpty { try? sweepRemoved(database) }
        // A file that another registration still shows is not withdrawn.
        committed.withdrawn = committed.withdrawn.filter { id, file in
            operation.keptFor[id] != nil || OpenFonts.File(file.path) != file
        }
        return committed
    }

    private func withdrawnFiles(_ steps: [StoreOperation.Step]) -> [String: OpenFonts.File] {
        guard context.reportsUsers else { return [:] }
        let rows = steps.compactMap { step -> RegistrationRow? in
            switch step {
            case .removed(let row): row
            case .switched(let before, let present): present.isEnabled ? nil : before
            case .added, .tagged, .disabledByUser, .hidden, .collected: nil
            }
        }
        return Dictionary(
            rows.compactMap { row in row.path(paths).flatMap(OpenFonts.File.init).map { (row.id, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Undoes a committed operation that failed afterwards, for example because the disk became full, and returns the
    /// error to throw.
    ///
    /// If the database is restored, the font folders are updated as far as possible, and the next writer does the rest.
    private func errorAfterUndo(
        of failed: StoreOperation, _ cause: FontError, _ database: RegistryDatabase, published: Int64
    ) -> FontError {
        let before = try? database.read { try $0.generation() }
        do throws(FontError) {
            _ = try transact(database, published: published) { try $0.undo(failed) }
        } catch {
            // SQLite may report a failure although it committed this transaction, too.
            guard let before, let now = try? database.read({ try $0.generation() }), now > before else {
                return cause.butRecorded
            }
        }
        if (try? completeProjection(database, since: published)) == nil { discard(failed) }
        return cause.asStoreFault
    }

    /// Removes the bytes of fonts that an undone operation stored, and the files that show them.
    ///
    /// A repair takes bytes that nothing records for those of a font that was registered and lost.
    private func discard(_ undone: StoreOperation) {
        let stored = Set(undone.storedObjects)
        let uses = try? writingDatabase().read { database in
            try stored.filter { try !database.isRegistered(sha256: $0) }
                .map { (sha256: $0, isKept: try database.isKept(sha256: $0)) }
        }
        guard let uses else { return }
        let unused = Set(uses.filter { !$0.isKept }.map(\.sha256))
        for step in undone.steps {
            guard case .added(let row) = step, unused.contains(row.sha256) else { continue }
            if let path = row.path(paths), ByteCopy.sha256(ofFile: path) == row.sha256 { unlink(path) }
        }
        for content in uses { discard(content.sha256, isKept: content.isKept) }
    }

    /// Runs the transaction of an operation, without the steps before and after it.
    ///
    /// - Parameter undoesFailed: Whether to undo the operation if it was committed although it failed.
    /// - Returns: The result, and the operation with its changes and its facts for the sidecar file.
    func transact<Value>(
        _ database: RegistryDatabase, published: Int64, isLarge: Bool = false, undoesFailed: Bool = false,
        _ body: (StoreOperation) throws -> Value
    ) throws(FontError) -> (value: Value, operation: StoreOperation) {
        let session = try SessionMarker.read(paths)
        var stored: [String] = []
        // An object is kept only if its record is committed.
        var areKept = false
        defer {
            // The licences of a font whose bytes are kept are needed when it is registered again.
            let removed = RemovedFonts(paths)
            for hash in stored where !areKept {
                projection.objects.remove(hash, withLicenses: !removed.contains(hash))
            }
        }
        let programs = ReopeningPrograms(context)
        var executed: StoreOperation?
        func carryOut(_ connection: Database) throws -> (Value, StoreOperation) {
            let operation = try StoreOperation(
                connection, paths: paths, published: published, session: session, programs: programs)
            defer { stored = operation.storedObjects }
            try operation.sweepEndedSessions()
            try operation.sweepHiddenFiles()
            let value = try body(operation)
            try operation.finish()
            try syncObjects(operation.storedObjects, isLarge: isLarge)
            executed = operation
            // Damage that would keep the changes from being published is found before the commit.
            try operation.readSidecars()
            return (value, operation)
        }
        do throws(FontError) {
            let result = try database.write(carryOut)
            areKept = true
            return result
        } catch {
            guard let executed, executed.isPublished else { throw error }
            // SQLite may fail after its commit, if the folder of the journal cannot be synced.
            switch try? database.read({ try $0.generation() }) {
            case executed.reached:
                areKept = true
                throw undoesFailed ? errorAfterUndo(of: executed, error, database, published: published) : error
            case nil:
                // `prune` removes objects that are not needed; removed objects could not be recovered.
                areKept = true
                throw undoesFailed ? error.ofUnknownOutcome : error
            default: throw error
            }
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
        try writer.withLock { open throws(FontError) in
            if let open, open.file == Fingerprint.Identity(of: paths.database) { return open.database }
            // SQLite only reads a file that it could not open for writing. Such a connection is not kept: it would refuse
            // to write when the file can be written again.
            let isWritable = access(paths.database, W_OK) == 0 || errno == ENOENT
            let database = try RegistryDatabase.openForWriting(paths)
            let file = isWritable ? Fingerprint.Identity(of: paths.database) : nil
            open = file.map { OpenDatabase(database: database, file: $0) }
            return database
        }
    }
}

extension FontError {
    /// The error for an operation that stays committed, with a message that does not claim that nothing was changed.
    fileprivate var butRecorded: FontError {
        var error = asStoreFault
        error.text =
            "The change is recorded but could not be shown to programs yet; the next operation retries it. \(textAfterCommit)"
        return error
    }

    /// The error for an operation whose store was lost during the commit, for example because a server failed.
    fileprivate var ofUnknownOutcome: FontError {
        var error = asStoreFault
        error.text =
            "The store became unavailable while the change was written; check whether the change is present when the store is available again. \(textAfterCommit)"
        return error
    }
}
