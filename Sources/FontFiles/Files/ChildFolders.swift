import CLinux
import Glibc

/// The folders of processes in one parent folder, each of which is locked as long as its process works.
package enum ChildFolders {
    /// Removes the folders of killed processes, which are no longer locked.
    ///
    /// - Parameter reclaim: Receives a folder before it is removed, which an error prevents.
    package static func sweep<Failure: Error>(
        _ parent: String, _ reclaim: (_ folder: String) throws(Failure) -> Void
    ) throws(Failure) {
        let guardian = clx_open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard guardian >= 0 else { return }
        defer { close(guardian) }
        flock(guardian, LOCK_EX)
        for name in (try? folderEntries(parent)) ?? [] {
            let folder = parent + "/" + name
            let descriptor = clx_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW, 0)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
            try reclaim(folder)
            remove(folder)
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
