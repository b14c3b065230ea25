import FontModel
import Glibc

/// The bytes of unregistered fonts, which are kept so that the user can undo the operation.
///
/// The database says which contents are needed (``Database/keptContents()``). Files here never count as registered or
/// as lost registrations, and are never used without a check.
struct RemovedFonts: Sendable {
    private let root: String
    private let objects: ObjectStore

    init(_ paths: FontPaths) {
        root = paths.removed
        objects = ObjectStore(paths)
    }

    /// Whether no bytes are kept; false if that cannot be determined.
    var isEmpty: Bool { (try? folderEntries(root).isEmpty) ?? false }

    func path(_ sha256: String) -> String { "\(root)/\(sha256)" }

    /// Moves an object here, in place of an earlier copy; does nothing if it was moved already.
    ///
    /// An object that cannot be moved stays where it is, until it is pruned.
    func keep(_ sha256: String) {
        func isMoved() -> Bool { rename(objects.path(sha256), path(sha256)) == 0 }
        if !isMoved() {
            guard errno == ENOENT, (try? makeFolder(root)) != nil, isMoved() else { return }
        }
        objects.remove(sha256, withLicenses: false)
    }

    /// Opens the bytes of a content, which may have changed.
    ///
    /// - Throws: `fileNotFound` (101) if they are not kept, `registrationFailed` (301) if that cannot be determined; the
    ///   other errors of ``SourceFile``.
    func open(_ sha256: String) throws(FontError) -> SourceFile {
        if contains(sha256) { return try SourceFile(opening: path(sha256)) }
        if !objects.contains(sha256) {
            for path in [path(sha256), objects.path(sha256)] { try checkLookup(of: path) }
        }
        return try SourceFile(opening: objects.path(sha256))
    }

    /// Whether the bytes of a content are known to be neither kept nor stored; bytes that cannot be looked up are not gone.
    func isGone(_ sha256: String) -> Bool {
        [path(sha256), objects.path(sha256)].allSatisfy { (path: String) in
            access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
        }
    }

    /// Whether the bytes of an unregistered content are kept.
    func contains(_ sha256: String) -> Bool { access(path(sha256), F_OK) == 0 }

    /// Returns the files that are too old, too much or not needed, with their sizes.
    ///
    /// - Parameter needed: The needed contents, with the times of their last operations, newest first.
    func surplus(
        needed: [(sha256: String, time: Double)], now: Double
    ) throws(FontError) -> [(sha256: String, size: Int)] {
        var rest = Set(try folderEntries(root).filter(StoredName.isHash))
        var surplus: [(sha256: String, size: Int)] = []
        var total = 0
        for content in needed {
            guard rest.remove(content.sha256) != nil else { continue }
            let size = Fingerprint(of: path(content.sha256))?.size ?? 0
            total += size
            if content.time < now - FontLimits.removedAge || total > FontLimits.removedBytes {
                surplus.append((content.sha256, size))
            }
        }
        return surplus + rest.sorted().map { ($0, Fingerprint(of: path($0))?.size ?? 0) }
    }

    /// Removes the bytes of a content and, unless it is registered again, its licences.
    func remove(_ sha256: String) {
        unlink(path(sha256))
        if !objects.contains(sha256) { objects.remove(sha256) }
    }
}
