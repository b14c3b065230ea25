import CLinux
package import FontModel
import Glibc
import SystemPackage

/// A file of the user that takes its path when it is complete.
///
/// Until then it has no name, and another file at the path remains. If the program is killed, nothing remains of it, except
/// on file systems without such files or between the two last steps of replacing a file: that leaves one hidden file
/// beside the path, which the next call for the path removes. Several processes may write a path at the same time: the
/// file of one of them remains. If the path is a symbolic link to a file, that file is replaced.
package final class NewFile {
    /// The permissions that new files do not have, read once: reading sets them, and several threads may write files.
    private static let mask: mode_t = {
        let mask = umask(0o022)
        umask(mask)
        return mask
    }()

    package let file: OpenedFile
    /// The path as text, for messages.
    private let path: String
    private let target: [CChar]
    private let temporary: [CChar]
    private let mode: mode_t
    private var isNamed: Bool

    /// Creates the file.
    ///
    /// - Parameter mode: Its permissions, less those that the process gives no new file (umask).
    /// - Throws: `invalidFilePath` (306) if the path is not that of a regular file, or `insufficientPermissions` (102)
    ///   if the file cannot be created.
    package init(at path: String, mode: UInt32 = 0o666) throws(FontError) {
        self.path = path
        self.mode = mode
        let given = PathText.bytes(of: path).map { CChar(bitPattern: $0) }
        var status = stat()
        if stat(given + [0], &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw FontError(.invalidFilePath, "This is not a regular file. Specify another path.", file: path)
        }
        let resolved = realpath(given + [0], nil)
        defer { free(resolved) }
        let target = resolved.map { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) } ?? given
        self.target = target + [0]
        let slash = target.lastIndex(of: CChar(bitPattern: UInt8(ascii: "/")))
        let start = slash.map { $0 + 1 } ?? 0
        let folder = Array(target[..<start])
        // Names have 255 bytes at most.
        temporary =
            folder + [CChar(bitPattern: UInt8(ascii: "."))] + target[start...].prefix(240)
            + ".fontd~".utf8.map { CChar(bitPattern: $0) } + [0]
        let unnamed = clx_open_unnamed(folder.isEmpty ? [CChar(bitPattern: UInt8(ascii: ".")), 0] : folder + [0])
        // Some file systems, such as NFS and FAT, have no files without a name (open(2), O_TMPFILE).
        let failure = errno
        isNamed = unnamed < 0 && [EOPNOTSUPP, EISDIR].contains(failure)
        // Left by a killed program.
        unlink(temporary)
        errno = failure
        let descriptor =
            isNamed
            ? clx_open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode) : unnamed
        guard descriptor >= 0 else { throw Self.unwritable(path) }
        file = try OpenedFile(descriptor, path: path)
    }

    /// Writes all bytes of the file.
    ///
    /// - Throws: `insufficientPermissions` (102) if they cannot be written.
    package func write(_ bytes: [UInt8]) throws(FontError) {
        do throws(FontError) {
            try ByteCopy.writeAll(bytes, to: file.descriptor, path: path)
        } catch {
            throw Self.unwritable(path)
        }
    }

    /// Puts the file at its path.
    ///
    /// - Parameter isFlushed: Whether the bytes are on the disk before. Without that a power cut may leave an empty file: for
    ///   what is verified whenever it is read, or flushed together with other files.
    /// - Throws: `insufficientPermissions` (102) if it cannot be written to the disk.
    package func complete(isFlushed: Bool = true) throws(FontError) {
        guard !isFlushed || fsync(file.descriptor) == 0 else { throw Self.unwritable(path) }
        if !isNamed {
            guard fchmod(file.descriptor, mode & ~Self.mask) == 0 else { throw Self.unwritable(path) }
            if clx_name_file(file.descriptor, target) == 0 { return }
            guard errno == EEXIST else { throw Self.unwritable(path) }
            // Nothing replaces a file by one without a name.
            unlink(temporary)
            isNamed = clx_name_file(file.descriptor, temporary) == 0
            guard isNamed || errno == EEXIST else { throw Self.unwritable(path) }
        }
        // Another process that writes the path may take the name away: its file follows this one.
        if hasTemporaryName, rename(temporary, target) != 0, errno != ENOENT { throw Self.unwritable(path) }
        guard access(target, F_OK) == 0 else { throw Self.unwritable(path) }
        isNamed = false
    }

    /// Whether the name beside the path is that of this file.
    private var hasTemporaryName: Bool {
        var (own, named) = (stat(), stat())
        return isNamed && fstat(file.descriptor, &own) == 0 && lstat(temporary, &named) == 0
            && own.st_dev == named.st_dev && own.st_ino == named.st_ino
    }

    private static func unwritable(_ path: String) -> FontError {
        let errno = Errno(rawValue: errno)
        let message: Message =
            FontError.StoreFault(errno) == .full
            ? "The file cannot be written: \(errno). Free some space, or specify another path."
            : "The file cannot be written: \(errno). Check its folder, or specify another path."
        return FontError(.insufficientPermissions, message, file: path, cause: .errno(errno))
    }

    deinit { if hasTemporaryName { unlink(temporary) } }
}
