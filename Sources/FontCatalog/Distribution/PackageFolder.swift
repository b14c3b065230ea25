import CLinux
import FontFiles
import FontModel
import Glibc

/// A folder for packages that apt fetches, which is locked and exists as long as this object.
///
/// Those of killed processes are removed when the next one begins.
final class PackageFolder: Sendable {
    let path: String
    private let lock: OpenedFile

    /// - Parameters:
    ///   - parent: The folder in which it is made.
    ///   - prefix: The beginning of its name, and of those that are removed.
    ///   - mode: Its permissions.
    init(in parent: String, prefix: String, mode: mode_t = 0o700) throws(FontError) {
        Self.sweep(parent, prefix)
        // A sweep of another process may remove a folder before it is locked.
        for _ in 0..<8 {
            var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { break }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard let folder = Self.locked(path), chmod(path, mode) == 0 else { continue }
            self.path = path
            lock = folder
            return
        }
        throw FontError(
            .registrationFailed, "Packages cannot be downloaded into this folder. Check it and its disk.", file: parent)
    }

    deinit { ChildFolders.remove(path) }

    /// Locks a folder of this user; returns nil if another process holds the lock, or if the folder was removed.
    private static func locked(_ path: String) -> OpenedFile? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0, let folder = try? OpenedFile(descriptor, path: path) else { return nil }
        var (own, named) = (stat(), stat())
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &own) == 0, own.st_uid == geteuid(),
            lstat(path, &named) == 0, own.st_ino == named.st_ino, own.st_dev == named.st_dev
        else { return nil }
        return folder
    }

    /// Removes the folders that nobody has locked.
    private static func sweep(_ parent: String, _ prefix: String) {
        for name in (try? folderEntries(parent)) ?? [] where name.hasPrefix(prefix) {
            guard let folder = locked("\(parent)/\(name)") else { continue }
            withExtendedLifetime(folder) { ChildFolders.remove("\(parent)/\(name)") }
        }
    }
}
