import CLinux
import FontModel
import GRDB
import Glibc
import Synchronization

extension Registrar {
    /// Reads from the database; `body` receives `nil` if no store exists yet.
    func read<Value>(_ body: (Database?, _ session: String?) throws -> Value) throws(FontError) -> Value {
        do throws(FontError) {
            return try readOnce(body)
        } catch {
            // A writer that was killed during its commit left a journal, which only a writer may roll back.
            guard error.storeFault == .readOnly, hasJournal else { throw error }
            let lock = try StoreLock(paths)
            defer { withExtendedLifetime(lock) {} }
            _ = try writingDatabase().read { try $0.generation() }
            return try readOnce(body)
        }
    }

    private var hasJournal: Bool { Fingerprint(of: paths.database + "-journal")?.size ?? 0 > 0 }

    /// Rolls back the journal of a killed writer if possible, for a reader that already holds the lock.
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

    /// Returns the database for a reader that already holds the lock.
    func readableDatabase() throws(FontError) -> RegistryDatabase {
        guard let database = try readingDatabase() else { return try writingDatabase() }
        return database
    }

    /// Runs the steps of an operation on a copy of the database in memory, which is then dropped.
    ///
    /// - Returns: The result, with the present generation.
    func rehearse<Value>(_ body: (StoreOperation) throws -> Value) throws(FontError) -> Committed<Value> {
        let (session, reached) = try read { database, session in (session, try self.reachedGeneration(database)) }
        return try RegistryDatabase.copy(of: try readingDatabase(), paths).write { connection in
            let operation = StoreOperation(connection, paths: paths, generation: reached + 1, session: session)
            try operation.sweepEndedSessions()
            return Committed(value: try body(operation), generation: reached)
        }
    }

    /// Returns the reached generation.
    ///
    /// - Throws: `registrationFailed` (301) if the store cannot be read.
    func presentGeneration() throws(FontError) -> Int64 {
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
