import CLinux
import FontModel
import GRDB
import Glibc

/// The SQLite database of a store: the truth that everything else is a projection of.
///
/// The rollback journal is used instead of a write-ahead log: one file to move aside when it is damaged, no shared
/// memory on network homes, and a reader never changes a byte.
struct RegistryDatabase: Sendable {
    let queue: DatabaseQueue
    private let paths: FontPaths

    /// Opens the database for writing; makes it if the store is new.
    ///
    /// Only under the store's lock.
    ///
    /// - Parameter rebuilding: Where to make a new database from stored fonts; nil for the store's own.
    /// - Throws: 301 with `.damaged`, `.newerSchema`, `.readOnly`, `.full` or `.unavailable`.
    static func openForWriting(_ paths: FontPaths, rebuilding path: String? = nil) throws(FontError) -> RegistryDatabase
    {
        try paths.prepareStore()
        if path == nil { try refuseEmptyBesideTraces(paths) }
        let path = path ?? paths.database
        let mayBeEmpty = path != paths.database || access(path, F_OK) != 0
        // SQLite masks the mode of what it makes; an empty file is to it what none is.
        if mayBeEmpty, access(path, F_OK) != 0 { Glibc.close(openOwn(path, O_RDWR)) }
        return try translating(paths) { () throws in
            let queue = try DatabaseQueue(path: path, configuration: configuration(paths))
            // Asked before anything is written, so that a newer program's database keeps every byte.
            let found = try refuseNewerSchema(queue)
            if found == 0, !mayBeEmpty { try refuseEmpty(paths) }
            try queue.writeWithoutTransaction { database in
                // A journal that is cut to nothing, not removed: no file is made per commit, and FULL is enough, since
                // SQLite waits for the cut to be on the disk; a removal it would have to be told to wait for (EXTRA)
                // (https://www.sqlite.org/pragma.html#pragma_journal_mode).
                try database.execute(sql: "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL")
                guard found < Schema.version else { return }
                try database.inTransaction(.immediate) {
                    try Schema.migrate(database)
                    return .commit
                }
            }
            return RegistryDatabase(queue: queue, paths: paths)
        }
    }

    /// Opens the database for reading; nil where there is no store yet.
    ///
    /// - Throws: 301 with `.damaged`, `.newerSchema` or `.unavailable`.
    static func openForReading(_ paths: FontPaths) throws(FontError) -> RegistryDatabase? {
        for place in paths.databasePlaces { try place.check() }
        try refuseEmptyBesideTraces(paths)
        guard access(paths.database, F_OK) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .store("read the store", path: paths.database)
        }
        return try translating(paths) { () throws in
            let queue = try DatabaseQueue(path: paths.database, configuration: readingConfiguration(paths))
            let version = try refuseNewerSchema(queue)
            // Between the creation of the file and the commit of its tables a store is still empty.
            guard version == 0 else { return RegistryDatabase(queue: queue, paths: paths) }
            try refuseEmpty(paths)
            return nil
        }
    }

    /// Closes the connection; waits for whoever uses it.
    func close() throws(FontError) { try Self.translating(paths) { () throws in try queue.close() } }

    /// Runs a reading closure on one state of the database and translates SQLite's errors into ours.
    func read<Value>(_ body: (Database) throws -> Value) throws(FontError) -> Value {
        try Self.translating(paths) { () throws in try queue.read(body) }
    }

    /// Runs one transaction: all of it or nothing.
    func write<Value>(_ body: (Database) throws -> Value) throws(FontError) -> Value {
        try Self.translating(paths) { () throws in try queue.write(body) }
    }

    /// How often a connection asks for another's lock before it gives up: for half a minute.
    private static let patience = 1_200

    private static func configuration(_ paths: FontPaths) -> Configuration {
        var configuration = Configuration()
        // SQLite takes a file system that cannot lock for a lock that somebody holds.
        configuration.busyMode = .callback { tries in
            if tries == 0, !StoreLock.areRecordsLockable(paths) { return false }
            guard tries < patience else { return false }
            usleep(useconds_t(min(1 + tries, 25)) * 1_000)
            return true
        }
        configuration.label = "fontd registry"
        return configuration
    }

    private static func readingConfiguration(_ paths: FontPaths) -> Configuration {
        var configuration = configuration(paths)
        configuration.readonly = true
        return configuration
    }

    @discardableResult
    private static func refuseNewerSchema(_ queue: DatabaseQueue) throws -> Int {
        // One statement, so one transaction: each takes and gives back SQLite's locks.
        let found = try queue.unsafeRead { database in
            try Row.fetchOne(
                database, sql: "SELECT user_version, application_id FROM pragma_user_version, pragma_application_id")
        }
        let (version, application): (Int, Int) = (try found?.cell(0) ?? 0, try found?.cell(1) ?? 0)
        try refuse(version: version, application: application, path: queue.path)
        return version
    }

    private static func refuse(version: Int, application: Int, path: String) throws(FontError) {
        guard version == 0 || (version > 0 && application == Schema.applicationID) else {
            throw FontError(
                .registrationFailed,
                "\(path) is not a font registry. Move it away, then have the store repaired.",
                cause: .store(.damaged, detail: "application_id \(application), schema \(version)"))
        }
        guard version <= Schema.version else {
            throw FontError(
                .registrationFailed,
                "The font store was written by a newer fontd (schema \(version), this one knows \(Schema.version)). Update fontd; nothing was touched.",
                cause: .store(.newerSchema, detail: "schema \(version)"))
        }
    }

    /// SQLite takes an empty file, or one of a single byte, for a valid, empty database.
    ///
    /// Beside stored fonts, their sidecars or fonts that are shown it is damage, not a fresh start; so is a database
    /// without tables, such as an interrupted start leaves.
    private static func refuseEmptyBesideTraces(_ paths: FontPaths) throws(FontError) {
        var status = stat()
        let isAbsent = lstat(paths.database, &status) != 0
        // Asked of the name, never by opening the file: closing it would drop the locks that SQLite holds on it for this
        // process (https://www.sqlite.org/howtocorrupt.html, section 2.2).
        guard isAbsent || status.st_size < 100 else { return }
        try refuseEmpty(paths, isAbsent: isAbsent)
    }

    private static func refuseEmpty(_ paths: FontPaths, isAbsent: Bool = false) throws(FontError) {
        guard try paths.haveTraces() else { return }
        throw FontError(
            .registrationFailed,
            "The database of the font store is \(isAbsent ? "missing" : "empty") though fonts are stored beside it, or shown to programs. A repair rebuilds it from them.",
            cause: .store(.damaged, detail: paths.database))
    }

    /// Turns whatever GRDB throws into a ``FontError``.
    private static func translating<Value>(_ paths: FontPaths, _ body: () throws -> Value) throws(FontError) -> Value {
        do {
            return try body()
        } catch let error as FontError {
            throw error
        } catch let error as DatabaseError {
            if error.resultCode == .SQLITE_BUSY, !StoreLock.areRecordsLockable(paths) {
                throw .store("lock the database", path: paths.database, errno: ENOLCK)
            }
            if error.resultCode == .SQLITE_CANTOPEN, let refusal = accessRefusal(paths) { throw refusal }
            throw FontError(error)
        } catch let error where error is RowDecodingError || error is DecodingError {
            throw .damagedDatabase("\(error)")
        } catch {
            throw FontError(
                .registrationFailed, "The font store could not be used: \(error).",
                cause: .store(.unavailable, detail: "\(error)"))
        }
    }

    /// Why the file of the database cannot be opened, where its owner or its mode is the reason.
    private static func accessRefusal(_ paths: FontPaths) -> FontError? {
        var status = stat()
        guard lstat(paths.database, &status) == 0, access(paths.database, R_OK | W_OK) != 0, errno == EACCES else {
            return nil
        }
        let mode = String(status.st_mode & 0o777, radix: 8)
        let owner = FontPaths.name(of: status.st_uid)
        return FontError(
            .registrationFailed,
            "The database \(paths.database) cannot be opened: it belongs to \(owner) and has the mode \(mode), which does not let \(FontPaths.name(of: geteuid())) in. Run `fontctl doctor`, which says what to do.",
            cause: .store(.unavailable, detail: "\(paths.database): owner \(owner), mode \(mode)"))
    }
}

extension FontError {
    /// 301: the database holds what nothing of ours wrote.
    static func damagedDatabase(_ detail: String) -> FontError {
        FontError(.registrationFailed, damageAdvice, cause: .store(.damaged, detail: detail))
    }

    private static let damageAdvice = "The database of the font store is damaged. A repair keeps your fonts."

    fileprivate init(_ error: DatabaseError) {
        let (fault, advice): (StoreFault, String) =
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_MISMATCH, .SQLITE_ERROR, .SQLITE_CONSTRAINT:
                (.damaged, Self.damageAdvice)
            case .SQLITE_FULL: (.full, "Free some space, then try again; nothing was changed.")
            case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
                (.readOnly, "Make the store writable, or set XDG_DATA_HOME to a folder you can write.")
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                (.locked, "Another process is using the store. Try again when it is done.")
            default: (.unavailable, "Check the store's folder and disk, then try again; nothing was changed.")
            }
        self.init(
            .registrationFailed, advice,
            cause: .store(fault, detail: "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "")"))
    }
}
