import CLinux
import Glibc

/// The folders with the fonts of child processes, which the process that made a folder locks.
package enum ChildFolders {
    /// Removes the folders of killed processes, which are no longer locked.
    package static func sweep(_ parent: String) {
        let guardian = clx_open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard guardian >= 0 else { return }
        defer { close(guardian) }
        flock(guardian, LOCK_EX)
        for name in (try? folderEntries(parent)) ?? [] {
            let folder = parent + "/" + name
            let descriptor = clx_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW, 0)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(folder) }
        }
    }

    /// Removes a folder with its contents.
    package static func remove(_ path: String) {
        for name in (try? folderEntries(path)) ?? [] {
            let entry = path + "/" + name
            if unlink(entry) != 0, errno == EISDIR || errno == EPERM { remove(entry) }
        }
        rmdir(path)
    }
}
