import CLinux
import FontModel
import GRDB
import Glibc
import SystemPackage

/// The SQLite database of a store, which is authoritative for everything else.
///
/// It uses the rollback journal instead of a write-ahead log: there is one file to move aside when it is damaged, no
/// shared memory on network homes, and readers never write.
struct RegistryDatabase: Sendable {
    let queue: DatabaseQueue
    private let paths: FontPaths

    /// Opens the database for writing, and creates it if the store is new.
    ///
    /// Only under the store's lock.
    ///
    /// - Parameters:
    ///   - path: The path of a new database to build from stored fonts; `nil` for the store's own.
    ///   - schema: The schema to which the database is migrated.
    /// - Throws: `FontError` with code `registrationFailed` (301) and fault `.damaged`, `.newerSchema`,
    ///   `.developmentStore`, `.readOnly`, `.full` or `.unavailable`.
    static func openForWriting(
        _ paths: FontPaths, rebuilding path: String? = nil, schema: Schema = .present
    ) throws(FontError) -> RegistryDatabase {
        try paths.prepareStore()
        if path == nil { try refuseEmptyBesideTraces(paths) }
        let path = path ?? paths.database
        let mayBeEmpty = path != paths.database || access(path, F_OK) != 0
        // Create the file first, because SQLite applies the umask. SQLite accepts an empty file as a new database.
        if mayBeEmpty, access(path, F_OK) != 0 { Glibc.close(openOwn(path, O_RDWR)) }
        return try translating(paths) { () throws in
            let queue = try DatabaseQueue(path: path, configuration: configuration(paths))
            // Check before any write, so that the database of another program remains unchanged.
            let found = try refuseOtherSchema(queue, schema, paths)
            if found == 0, !mayBeEmpty { try refuseEmpty(paths) }
            try queue.writeWithoutTransaction { database in
                // TRUNCATE creates no file per commit. FULL is sufficient with it, because SQLite syncs the truncation;
                // syncing the removal of a journal would require EXTRA
                // (https://www.sqlite.org/pragma.html#pragma_journal_mode).
                try database.execute(sql: "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL")
                guard found < schema.version else { return }
                try database.inTransaction(.immediate) {
                    try schema.migrate(database)
                    return .commit
                }
            }
            return RegistryDatabase(queue: queue, paths: paths)
        }
    }

    /// Opens the database for reading; returns `nil` if no store exists yet.
    ///
    /// - Parameters:
    ///   - path: The path of a copy; `nil` for the store's own database.
    ///   - waits: Whether a read waits for a lock of another connection; it fails otherwise.
    /// - Throws: `FontError` with code `registrationFailed` (301) and fault `.damaged`, `.newerSchema`,
    ///   `.developmentStore` or `.unavailable`.
    static func openForReading(
        _ paths: FontPaths, at path: String? = nil, waits: Bool = true
    ) throws(FontError) -> RegistryDatabase? {
        for place in paths.databasePlaces { try place.check() }
        try refuseEmptyBesideTraces(paths)
        let path = path ?? paths.database
        guard access(path, F_OK) == 0 else {
            let code = errno
            guard code == ENOENT || code == ENOTDIR else { throw .store(.readStore, path: path, errno: code) }
            // A store that cannot be reached is not an empty one. Without a home there is none.
            if let fault = FolderFault.above(path), paths.isInHome(fault.path) {
                throw .store(.readStore, path: path, errno: code)
            }
            return nil
        }
        return try translating(paths) { () throws in
            var configuration = configuration(paths)
            configuration.readonly = true
            if !waits { configuration.busyMode = .immediateError }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let version = try refuseOtherSchema(queue, .present, paths)
            // A store is still empty between the creation of the file and the commit of its tables.
            guard version == 0 else { return RegistryDatabase(queue: queue, paths: paths) }
            try refuseEmpty(paths)
            return nil
        }
    }

    /// Returns a copy in memory with the present schema, or an empty database if there is none.
    static func copy(of database: RegistryDatabase?, _ paths: FontPaths) throws(FontError) -> RegistryDatabase {
        try translating(paths) { () throws in
            let queue = try DatabaseQueue()
            try database?.queue.backup(to: queue)
            try queue.write { try Schema.present.migrate($0) }
            return RegistryDatabase(queue: queue, paths: paths)
        }
    }

    /// Closes the connection after all pending accesses have finished.
    func close() throws(FontError) { try Self.translating(paths) { () throws in try queue.close() } }

    /// Runs a closure on one snapshot of the database and translates SQLite errors to ``FontError``.
    func read<Value>(_ body: (Database) throws -> Value) throws(FontError) -> Value {
        try Self.translating(paths) { () throws in try queue.read(body) }
    }

    /// Writes a copy of the database, without the recorded operations, to an empty file.
    func copy(to path: String) throws(FontError) {
        try Self.translating(paths) { () throws in
            let copy = try DatabaseQueue(path: path)
            try queue.backup(to: copy)
            try copy.writeWithoutTransaction { try $0.removeOperations() }
            try copy.close()
        }
    }

    /// Checks that the file can be written, without writing to it.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) and fault `.damaged` if SQLite refuses to, although the
    ///   file's mode permits it.
    static func checkWritable(_ paths: FontPaths) throws(FontError) {
        try translating(paths) { () throws in
            let queue = try DatabaseQueue(path: paths.database, configuration: configuration(paths))
            // BEGIN IMMEDIATE alone succeeds if SQLite only reads the file.
            try queue.write { try $0.execute(sql: "DELETE FROM state WHERE false") }
        }
    }

    /// Runs one transaction, which is committed completely or not at all.
    func write<Value>(_ body: (Database) throws -> Value) throws(FontError) -> Value {
        try Self.translating(paths) { () throws in try queue.write(body) }
    }

    /// The number of attempts to get the lock of another connection, which take half a minute.
    private static let patience = 1_200

    private static func configuration(_ paths: FontPaths) -> Configuration {
        var configuration = Configuration()
        // SQLite reports a file system without locks as a lock held by another process.
        configuration.busyMode = .callback { tries in
            if tries == 0, !StoreLock.areRecordsLockable(paths) { return false }
            guard tries < patience else { return false }
            usleep(useconds_t(min(1 + tries, 25)) * 1_000)
            return true
        }
        configuration.label = "fontd registry"
        return configuration
    }

    /// Refuses a database with another schema, of which the version is higher or the identifier is another.
    ///
    /// - Returns: The version.
    private static func refuseOtherSchema(_ queue: DatabaseQueue, _ schema: Schema, _ paths: FontPaths) throws -> Int {
        // Read both values in one statement, because each transaction acquires and releases SQLite's locks.
        let found = try queue.unsafeRead { database in
            try Row.fetchOne(
                database, sql: "SELECT user_version, application_id FROM pragma_user_version, pragma_application_id")
        }
        let (version, application): (Int, Int) = (try found?.cell(0) ?? 0, try found?.cell(1) ?? 0)
        guard application != Schema.developmentID else { throw FontError.developmentStore(version, paths) }
        guard version == 0 || (version > 0 && application == Schema.applicationID) else {
            throw FontError(
                .registrationFailed,
                "\(queue.path) is not a font registry. Move it elsewhere, then repair the store.",
                cause: .store(.damaged, detail: "application_id \(application), schema \(version)"))
        }
        guard version <= schema.version else {
            // A newer fontd has other tables.
            if try queue.unsafeRead(schema.matches) {
                throw FontError.damagedDatabase("schema \(version) with the tables of \(schema.version)")
            }
            throw FontError(
                .registrationFailed,
                "The font store was written by a newer fontd (schema \(version), this one supports \(schema.version)). Update fontd; nothing was changed.",
                cause: .store(.newerSchema, detail: "schema \(version)"))
        }
        return version
    }

    /// Refuses an empty file, or one of a single byte, which SQLite accepts as a valid, empty database.
    ///
    /// Beside stored fonts, sidecars or shown fonts an empty database is damage, not a new store. The same applies to a
    /// database without tables, which an interrupted start leaves.
    private static func refuseEmptyBesideTraces(_ paths: FontPaths) throws(FontError) {
        var status = stat()
        let isAbsent = lstat(paths.database, &status) != 0
        // Use the path, never a descriptor: closing the file would drop this process's SQLite locks on it
        // (https://www.sqlite.org/howtocorrupt.html, section 2.2).
        guard isAbsent || status.st_size < 100 else { return }
        try refuseEmpty(paths, isAbsent: isAbsent)
    }

    private static func refuseEmpty(_ paths: FontPaths, isAbsent: Bool = false) throws(FontError) {
        guard try paths.haveTraces() else { return }
        throw FontError(
            .registrationFailed,
            isAbsent
                ? "The database of the font store is missing although fonts are stored, or shown to programs. A repair rebuilds it from them."
                : "The database of the font store is empty although fonts are stored, or shown to programs. A repair rebuilds it from them.",
            cause: .store(.damaged, detail: paths.database))
    }

    /// Translates any error of GRDB to a ``FontError``.
    static func translating<Value>(_ paths: FontPaths, _ body: () throws -> Value) throws(FontError) -> Value {
        do {
            return try body()
        } catch let error as FontError {
            throw error
        } catch let error as DatabaseError {
            if error.resultCode == .SQLITE_BUSY, !StoreLock.areRecordsLockable(paths) {
                throw .store(.lock, path: paths.database, errno: ENOLCK)
            }
            if error.resultCode == .SQLITE_CANTOPEN, let refusal = accessRefusal(paths) { throw refusal }
            throw FontError(error, path: paths.database)
        } catch let error where error is RowDecodingError || error is DecodingError {
            throw .damagedDatabase(error.plainText.description)
        } catch {
            throw FontError(
                .registrationFailed, "The font store could not be used: \(error.plainText).",
                cause: .store(.unavailable, detail: error.plainText.description))
        }
    }

    /// Returns an error that names the owner and mode of the database file, if they prevent opening it.
    private static func accessRefusal(_ paths: FontPaths) -> FontError? {
        var status = stat()
        guard lstat(paths.database, &status) == 0, access(paths.database, R_OK | W_OK) != 0, errno == EACCES else {
            return nil
        }
        let mode = String(status.st_mode & 0o777, radix: 8)
        let owner = FontPaths.name(of: status.st_uid)
        return FontError(
            .registrationFailed,
            "The database \(paths.database) cannot be opened: it belongs to \(owner) and has the mode \(mode), which denies access to \(FontPaths.name(of: geteuid())). Run `fontctl doctor`, which reports the necessary steps.",
            cause: .file(
                FontError.FileFailure(
                    errno: .permissionDenied, operation: "open the database", path: paths.database, concernsStore: true)
            ))
    }
}

extension FontError {
    /// The error for a store of a development version, whose fonts are taken over by an export.
    fileprivate static func developmentStore(_ version: Int, _ paths: FontPaths) -> FontError {
        FontError(
            .registrationFailed,
            "The font store was written by a development version of fontd, whose format is not supported. Export its fonts with that version, move the folders \(paths.store) and \(paths.persistentProjection) elsewhere, then import the export; nothing was changed.",
            cause: .store(.developmentStore, detail: "development schema \(version)"))
    }

    fileprivate init(_ error: DatabaseError, path: String) {
        let (fault, advice): (StoreFault, [Message]) =
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_MISMATCH, .SQLITE_ERROR, .SQLITE_CONSTRAINT:
                (.damaged, [Self.damageAdvice])
            // The header of the file names a format that is only read (https://www.sqlite.org/fileformat2.html, section
            // 1.3.3).
            case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY && access(path, W_OK) == 0:
                (.damaged, [Self.damageAdvice])
            case .SQLITE_FULL:
                (
                    .full,
                    [
                        "There is no space left for the font store.", "Free some space, then try again.",
                        FontError.nothingChanged,
                    ]
                )
            case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
                (
                    .readOnly,
                    [
                        "The font store cannot be written.",
                        "Make the store writable, or set XDG_DATA_HOME to a folder you can write.",
                    ]
                )
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                (.locked, ["Another process is using the store. Try again when it is done."])
            default:
                (
                    .unavailable,
                    [
                        "The font store cannot be reached.", "Check the store's folder and disk, then try again.",
                        FontError.nothingChanged,
                    ]
                )
            }
        let detail = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "")"
        let cause: Cause =
            switch error.resultCode {
            case .SQLITE_NOMEM: .memory(concernsStore: true)
            case .SQLITE_IOERR:
                .file(
                    FileFailure(
                        errno: .ioError, operation: "use the database (\(detail))", path: path, concernsStore: true))
            default: .store(fault, detail: detail)
            }
        self.init(.registrationFailed, Message(advice), cause: cause)
    }
}
