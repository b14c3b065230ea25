import CLinux
import FontModel
import Glibc
import Synchronization

/// The folder of the files that one operation is storing.
///
/// The folder is locked as long as the operation runs, so that recovery can distinguish files of killed processes from
/// those of running ones. Before a staged file becomes an object, the operation records which objects it will store,
/// since these might remain without a database entry.
final class StagingArea: Sendable {
    let path: String
    private let descriptor: Int32
    private let count = Atomic(0)
    private let share: StagingRoom.Share?
    /// The folders that were created for this one, the deepest first.
    private let created: [String]
    private let database: String

    /// Creates the folder.
    ///
    /// - Parameter share: The limit for copied bytes; nil for no limit.
    /// - Throws: `registrationFailed` (301) if the folder cannot be created.
    init(paths: FontPaths, share: StagingRoom.Share? = nil) throws(FontError) {
        self.share = share
        created = missingFolders(paths.staging)
        database = paths.database
        path = paths.staging + "/" + String(UInt64.random(in: .min ... .max), radix: 36)
        // A failed first operation of another process removes the empty folders that it created.
        var attempts = 100
        while true {
            try paths.prepareStore()
            try makeFolder(paths.staging)
            let failure: Int32
            // A sweep waits for this lock; it would remove the new folder before that is locked.
            let parent = clx_open(paths.staging, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
            if parent >= 0 {
                defer { close(parent) }
                flock(parent, LOCK_SH)
                if mkdir(path, 0o700) == 0, chmod(path, 0o700) == 0 {
                    descriptor = try Self.lock(path)
                    return
                }
                failure = errno
            } else {
                failure = errno
            }
            attempts -= 1
            guard failure == ENOENT, attempts > 0 else {
                errno = failure
                throw .store(.createFolder, path: path)
            }
        }
    }

    /// Locks a new folder, which is removed if that fails.
    private static func lock(_ path: String) throws(FontError) -> Int32 {
        let descriptor = clx_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
        let failure = FontError.store(.lock, path: path)
        if descriptor >= 0 { close(descriptor) }
        rmdir(path)
        throw failure
    }

    deinit {
        ChildFolders.remove(path)
        close(descriptor)
        // An operation that fails makes no store: only empty folders can be removed.
        if !created.isEmpty, access(database, F_OK) != 0 { for folder in created { rmdir(folder) } }
    }

    /// Copies a file into the folder.
    ///
    /// - Throws: The errors of opening and copying, and `exceededResourceLimit` (106) if the limit is reached; the copy
    ///   is removed then.
    func stage(_ source: SourceFile) throws(FontError) -> StagedFile {
        try share?.take(source.size, file: source.path)
        let incoming = path + "/" + String(count.add(1, ordering: .relaxed).newValue)
        do throws(FontError) {
            let file = openOwn(incoming, O_RDWR | O_EXCL)
            guard file >= 0 else { throw FontError.store(.createFile, path: incoming) }
            defer { close(file) }
            let result = try ByteCopy.copy(source, to: file, targetPath: incoming)
            guard fchmod(file, 0o444) == 0 else { throw FontError.store(.protect, path: incoming) }
            return StagedFile(
                path: incoming, sha256: result.sha256,
                contents: try MappedFile(descriptor: file, size: result.size, path: incoming))
        } catch {
            unlink(incoming)
            share?.giveBack(source.size)
            throw error
        }
    }

    /// The name of the file with the hashes of the objects that an operation will store, one per line.
    static let intent = "objects"

    /// Records which objects the operation will store.
    ///
    /// - Throws: `registrationFailed` (301) if the record cannot be written.
    func intend(_ hashes: [String]) throws(FontError) {
        let intent = path + "/" + Self.intent
        let file = openOwn(intent, O_WRONLY | O_EXCL)
        guard file >= 0 else { throw .store(.createFile, path: intent) }
        defer { close(file) }
        try ByteCopy.writeAll(Array(hashes.joined(separator: "\n").utf8), to: file, path: intent)
    }

    /// Returns the objects that running and killed operations recorded.
    ///
    /// - Throws: `registrationFailed` (301) if a folder or file cannot be read.
    static func intended(_ paths: FontPaths) throws(FontError) -> Set<String> {
        var hashes: Set<String> = []
        for name in try folderEntries(paths.staging) { hashes.formUnion(try intended(in: paths.staging + "/" + name)) }
        return hashes
    }

    private static func intended(in folder: String) throws(FontError) -> Set<String> {
        let lines = try fileContents(folder + "/" + intent) ?? []
        return Set(
            lines.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
                .filter(StoredName.isHash))
    }

    /// Removes the files of killed operations.
    ///
    /// - Parameter reclaim: Receives the content hashes of objects that an operation may have stored without a database
    ///   entry, before the record of the hashes is removed.
    static func sweep(
        paths: FontPaths, _ reclaim: (_ hashes: Set<String>) throws(FontError) -> Void
    ) throws(FontError) {
        try ChildFolders.sweep(paths.staging) { folder throws(FontError) in
            try reclaim((try? intended(in: folder)) ?? [])
        }
    }
}

/// A limit for the bytes of files that each provider is registering, over all of its registrations.
///
/// The files use disk space whether or not they are registered in the end.
final class StagingRoom: Sendable {
    private let limit: Int
    private let taken = Mutex<[String: Int]>([:])

    /// Creates a limit.
    ///
    /// - Parameter limit: The limit in bytes for each provider.
    init(limit: Int) { self.limit = limit }

    fileprivate func take(_ bytes: Int, for provider: String, file: String) throws(FontError) {
        let present = taken.withLock { taken in
            let present = taken[provider, default: 0]
            if present + bytes <= limit { taken[provider] = present + bytes }
            return present
        }
        guard present + bytes > limit else { return }
        throw FontError(
            .exceededResourceLimit,
            "\(provider) is already registering \(present) bytes, and the limit for simultaneous registrations is \(limit). Register this file when those registrations are complete, and register fewer files in one batch.",
            file: file)
    }

    fileprivate func giveBack(_ bytes: Int, of provider: String) {
        taken.withLock { taken in
            let rest = taken[provider, default: 0] - bytes
            taken[provider] = rest > 0 ? rest : nil
        }
    }

    /// The bytes of one registration, which are released with the value.
    final class Share: Sendable {
        private let room: StagingRoom
        private let provider: String
        private let taken = Atomic(0)

        init(_ room: StagingRoom, provider: String) { (self.room, self.provider) = (room, provider) }

        deinit { room.giveBack(taken.load(ordering: .relaxed), of: provider) }

        /// Takes bytes from the limit.
        ///
        /// - Throws: `exceededResourceLimit` (106) if the provider reached the limit.
        func take(_ bytes: Int, file: String) throws(FontError) {
            try room.take(bytes, for: provider, file: file)
            taken.add(bytes, ordering: .relaxed)
        }

        /// Returns the bytes of a file that was removed.
        func giveBack(_ bytes: Int) {
            taken.subtract(bytes, ordering: .relaxed)
            room.giveBack(bytes, of: provider)
        }
    }
}
