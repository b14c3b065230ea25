import CLinux
import FontFiles
import FontModel
import Foundation
import Glibc

/// The bytes of a body that have arrived, in the file `<sha256>.part`, which one download at a time holds locked.
///
/// Beside it `<sha256>.json` names the server and the version of its file, so that another process can continue.
struct PartFile: Sendable {
    /// Where the bytes of a part come from.
    struct Origin: Codable, Sendable, Hashable {
        var address: String
        /// The strong `ETag`.
        var tag: String
    }

    private var file: OpenedFile
    private let path: String
    /// The number of bytes.
    private(set) var size: Int64
    private var hash = ContentHash()
    /// The number of bytes that are hashed; those of an earlier process are hashed only if they are needed.
    private var hashed: Int64 = 0

    private var originPath: String { path.dropLast("part".count) + "json" }

    /// Opens and locks the part of a body; another download of the same body ends first.
    ///
    /// - Parameter waiting: Called if another download has the part.
    /// - Throws: `cancelledByUser` (304) if the task is cancelled while it waits; an error of the store.
    init(
        _ sha256: String, in folder: DownloadFolder, waiting: @Sendable () -> Void
    ) async throws(FontError) {
        path = "\(folder.path)/\(sha256).part"
        try makeFolder(folder.path)
        while true {
            let file = try OpenedFile(openOwn(path, O_RDWR), path: path)
            try await FileLock.take(file, path: path, waiting: waiting)
            var status = stat()
            guard fstat(file.descriptor, &status) == 0 else { throw .store(.openFile, path: path) }
            self.file = file
            size = Int64(status.st_size)
            // The download that had the lock removes the part at its end.
            if isNamed { return }
        }
    }

    // MARK: Bytes

    /// The server that sent the bytes; nil if they cannot be continued.
    var origin: Origin? {
        guard size > 0, let bytes = try? PublishedFolder.read(originPath, atMost: 1 << 16) else { return nil }
        return try? JSONDecoder().decode(Origin.self, from: Data(bytes))
    }

    /// Notes the server that sends the next bytes; without a strong tag nobody continues them.
    func note(_ origin: Origin?) throws(FontError) {
        guard let origin else {
            unlink(originPath)
            return
        }
        guard let bytes = try? JSONEncoder().encode(origin) else { preconditionFailure("an origin that is not JSON") }
        // Nothing of a part counts before its hash is right.
        try PublishedFolder.write([UInt8](bytes), to: originPath, onlyForUser: true, isFlushed: false)
    }

    mutating func append(_ bytes: [UInt8]) throws(FontError) {
        try hashFormer()
        bytes.withUnsafeBytes { hash.update($0) }
        hashed += Int64(bytes.count)
        guard lseek(file.descriptor, off_t(size), SEEK_SET) >= 0 else { throw .store(.writeFile, path: path) }
        try ByteCopy.writeAll(bytes, to: file.descriptor, path: path)
        size += Int64(bytes.count)
    }

    /// Begins from the start.
    mutating func restart() throws(FontError) {
        guard size > 0 else { return }
        guard ftruncate(file.descriptor, 0) == 0 else { throw .store(.writeFile, path: path) }
        unlink(originPath)
        (size, hashed, hash) = (0, 0, ContentHash())
    }

    /// Returns the SHA-256 of the bytes; the store writes them to the disk when they are registered.
    mutating func finish() throws(FontError) -> String {
        try hashFormer()
        var hash = hash
        return hash.finalize()
    }

    private mutating func hashFormer() throws(FontError) {
        while hashed < size {
            let end = min(hashed + (1 << 20), size)
            let bytes = try file.bytes(Int(hashed)..<Int(end), path: path)
            bytes.withUnsafeBytes { hash.update($0) }
            hashed = end
        }
    }

    /// The file, for reading.
    func source() throws(FontError) -> SourceFile { try SourceFile(opened: file, name: path) }

    // MARK: The end

    /// Removes the part, while it is locked; one of a later download stays.
    ///
    /// A part that cannot be removed is empty; ``DownloadFolder/sweep(takesComplete:)`` removes it later.
    func remove() {
        guard isNamed else { return }
        unlink(originPath)
        if unlink(path) != 0 { ftruncate(file.descriptor, 0) }
    }

    /// Whether the path still is that of this file.
    private var isNamed: Bool {
        var (own, named) = (stat(), stat())
        return fstat(file.descriptor, &own) == 0 && lstat(path, &named) == 0
            && own.st_ino == named.st_ino && own.st_dev == named.st_dev
    }

    /// Removes the part unless it can be continued.
    func removeIfUseless() { if size == 0 { remove() } }

    /// Empties the part after an error for which it is of no use.
    mutating func close(after error: FontError) {
        let isRefused = if case .download = error.cause { true } else { false }
        if isRefused || error.storeFault != nil { try? restart() }
        removeIfUseless()
    }
}
