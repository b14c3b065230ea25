import CLinux
import FontModel
import Glibc

/// Opens files as root by a path whose parts a user can replace.
///
/// Each step opens a name in the folder of the previous step. Links are followed only in a folder that root owns and
/// only root can write, such as `/home` where it is a link to `/var/home`.
package enum TrustedPath {
    /// The number of links that the kernel follows in one path.
    private static let linkLimit = 40

    /// Opens a file or folder for reading.
    ///
    /// - Returns: A descriptor, or a negative number if a folder on the way belongs neither to root nor to the owner,
    ///   or if there is a link that root did not create.
    package static func open(_ path: String, owner: UInt32) -> Int32 {
        var names = path.split(separator: "/").map(String.init).reversed() as [String]
        var links = 0
        var folder = openRoot()
        defer { if folder >= 0 { close(folder) } }
        var status = stat()
        while folder >= 0, let name = names.popLast() {
            guard fstat(folder, &status) == 0, status.st_uid == 0 || status.st_uid == owner else { return -1 }
            let mayHoldLinks = status.st_uid == 0 && status.st_mode & 0o022 == 0
            var next = clx_open_at(folder, name, O_RDONLY)
            if next < 0, errno == ELOOP {
                guard mayHoldLinks, links < linkLimit, let target = linkTarget(name, in: folder) else { return -1 }
                links += 1
                names += target.split(separator: "/").map(String.init).reversed()
                next = target.hasPrefix("/") ? openRoot() : clx_open_at(folder, ".", O_RDONLY | O_DIRECTORY)
            }
            close(folder)
            folder = next
        }
        let found = folder
        folder = -1
        return found
    }

    /// Whether no other user can replace a folder, or the nearest existing one above it: all folders on the way belong to
    /// root or the owner, others may not write them, and no user made a link.
    static func isSafe(_ path: String, owner: UInt32) -> Bool {
        var folder = path
        var status = stat()
        while folder.count > 1, lstat(folder, &status) != 0 { folder = PathText.folder(of: folder) }
        let descriptor = open(folder, owner: owner)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        while true {
            guard clx_stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
                status.st_uid == 0 || status.st_uid == owner,
                // In a folder such as /tmp, others cannot rename the owner's files.
                status.st_mode & 0o002 == 0 || status.st_mode & S_ISVTX != 0
            else { return false }
            guard folder != "/" else { return true }
            folder = PathText.folder(of: folder)
        }
    }

    private static func openRoot() -> Int32 { clx_open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }

    private static func linkTarget(_ name: String, in folder: Int32) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(folder, name, &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
