import FontModel
import GRDB
import Glibc
import Synchronization

extension Registrar {
    /// Reads from the database; `body` receives `nil` if no store exists yet.
    func read<Value>(_ body: (Database?, _ session: String?) throws -> Value) throws(FontError) -> Value {
        try withReader { open, session throws(FontError) in
            if let open { return try open.database.read { try body($0, session) } }
            return try RegistryDatabase.translating(paths) { () throws in try body(nil, session) }
        }
    }

    /// Reads two parts of one snapshot, of a large store at the same time; returns nil if no store exists yet.
    ///
    /// The lock of the first connection keeps all processes from committing, so that a second one sees the same state of
    /// the same file. If a writer already waits for that lock, or no thread is free, the first connection reads both.
    ///
    /// - Parameter atOnce: Whether a second connection may be used.
    func readInParts<First, Second: Sendable>(
        atOnce: Bool = true, _ first: (Database, _ session: String?) throws -> First,
        _ second: @escaping @Sendable (Database) throws -> Second
    ) throws(FontError) -> (First, Second)? {
        try withReader { open, session throws(FontError) in
            guard let open else { return nil }
            return try open.database.read { database in
                guard atOnce, let other = try secondReader(beside: database, of: open) else {
                    return (try first(database, session), try second(database))
                }
                let pending = BlockingWork.startForResult { () throws(FontError) in try other.read(second) }
                let result = Result { try first(database, session) }
                let read = try? pending.valueIfStarted()
                return (try result.get(), try read ?? second(database))
            }
        }
    }

    /// Opens a second connection to a large database; nil if it would not see the same state without waiting.
    private func secondReader(beside database: Database, of open: OpenDatabase) throws -> RegistryDatabase? {
        guard BlockingWork.hasSeveralCores, Fingerprint(of: paths.database)?.size ?? 0 >= Self.largeDatabase else {
            return nil
        }
        // SQLite takes the lock for the first statement.
        _ = try database.generation()
        let other = try? RegistryDatabase.openForReading(paths, waits: false)
        return Fingerprint.Identity(of: paths.database) == open.file ? other : nil
    }

    /// The size above which a second connection saves more time than its opening takes: that of a few hundred fonts.
    static let largeDatabase = 1 << 19

    /// Calls `body` with the open database, nil if no store exists yet, and with the current session.
    private func withReader<Value>(
        _ body: (OpenDatabase?, _ session: String?) throws(FontError) -> Value
    ) throws(FontError) -> Value {
        func attempt() throws(FontError) -> Value {
            let session = try SessionMarker.read(paths)
            return try body(try readingDatabase(), session)
        }
        do throws(FontError) {
            return try attempt()
        } catch {
            // A writer that was killed during its commit left a journal, which only a writer may roll back.
            guard error.storeFault == .readOnly, hasJournal else { throw error }
            let lock = try StoreLock(paths)
            defer { withExtendedLifetime(lock) {} }
            _ = try writingDatabase().read { try $0.generation() }
            return try attempt()
        }
    }

    private var hasJournal: Bool { Fingerprint(of: paths.database + "-journal")?.size ?? 0 > 0 }

    /// Rolls back the journal of a killed writer if possible, for a reader that already holds the lock.
    func rollBackJournal(under lock: StoreLock) {
        guard hasJournal else { return }
        _ = try? writingDatabase().read { try $0.generation() }
    }

    private func readingDatabase() throws(FontError) -> OpenDatabase? {
        let opened = try reader.withLock { open throws(FontError) -> (OpenDatabase, isNew: Bool)? in
            // Taken first, so that a file that is replaced meanwhile is not taken for the open one.
            let before = Fingerprint.Identity(of: paths.database)
            if let open, open.file == before { return (open, false) }
            guard let database = try RegistryDatabase.openForReading(paths),
                let file = before ?? Fingerprint.Identity(of: paths.database)
            else { return nil }
            let new = OpenDatabase(database: database, file: file)
            open = new
            return (new, true)
        }
        guard let (open, isNew) = opened else { return nil }
        guard isNew else { return open }
        do throws(FontError) {
            try recoverIfBehind(open.database)
        } catch {
            reader.withLock { $0 = nil }
            throw error
        }
        return open
    }

    /// Returns the database for a reader that already holds the lock.
    func readableDatabase() throws(FontError) -> RegistryDatabase {
        guard let open = try readingDatabase() else { return try writingDatabase() }
        return open.database
    }

    /// Runs the steps of an operation on a copy of the database in memory, which is then dropped.
    ///
    /// - Returns: The result, with the present generation.
    func rehearse<Value>(_ body: (StoreOperation) throws -> Value) throws(FontError) -> Committed<Value> {
        let (session, reached) = try read { database, session in (session, try self.reachedGeneration(database)) }
        return try RegistryDatabase.copy(of: try readingDatabase()?.database, paths).write { connection in
            let operation = try StoreOperation(connection, paths: paths, published: reached, session: session)
            try operation.sweepEndedSessions()
            return Committed(value: try body(operation), generation: reached)
        }
    }

    /// Returns the reached generation.
    ///
    /// - Throws: `registrationFailed` (301) if the store cannot be read.
    package func presentGeneration() throws(FontError) -> Int64 {
        try read { database, _ in try reachedGeneration(database) }
    }

    /// Returns the highest generation reached, which never decreases.
    ///
    /// A database behind the published generation is damaged. Call this first in a reading transaction, so that every
    /// published generation is already committed.
    func reachedGeneration(_ database: Database?) throws -> Int64 {
        let published = GenerationFile.read(paths)
        return max(published, try database?.generation() ?? 0)
    }
}
