import CLinux
import FontModel
import Glibc
import SystemPackage

/// A file of the user that is written beside its path, and takes the path when it is complete.
///
/// Until then another file at the path remains, and unless the program is killed nothing remains of a file that is not
/// completed. If the path is a symbolic link to a file, that file is replaced.
final class NewFile {
    let descriptor: Int32
    /// The path as text, for messages.
    private let path: String
    private let target: [CChar]
    private let temporary: [CChar]

    /// Creates the file.
    ///
    /// - Throws: `invalidFilePath` (306) if the path is not that of a regular file, or `insufficientPermissions` (102)
    ///   if the file cannot be created.
    init(at path: String) throws(FontError) {
        self.path = path
        let given = PathText.bytes(of: path).map { CChar(bitPattern: $0) }
        var status = stat()
        if stat(given + [0], &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw FontError(.invalidFilePath, "This is not a regular file. Specify another path.", file: path)
        }
        let resolved = realpath(given + [0], nil)
        defer { free(resolved) }
        let target = resolved.map { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) } ?? given
        self.target = target + [0]
        let random = String(UInt64.random(in: .min ... .max), radix: 36)
        temporary = target + ".\(random)".utf8.map { CChar(bitPattern: $0) } + [0]
        descriptor = clx_open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw Self.unwritable(path) }
    }

    /// Puts the file at its path.
    ///
    /// - Throws: `insufficientPermissions` (102) if it cannot be written to the disk.
    func complete() throws(FontError) {
        guard fsync(descriptor) == 0, rename(temporary, target) == 0 else { throw Self.unwritable(path) }
    }

    private static func unwritable(_ path: String) -> FontError {
        let errno = Errno(rawValue: errno)
        return FontError(
            .insufficientPermissions,
            "The file cannot be written: \(errno). Check its folder, or specify another path.", file: path,
            cause: .errno(errno))
    }

    deinit {
        guard descriptor >= 0 else { return }
        // After the file is complete, there is none with this name.
        unlink(temporary)
        close(descriptor)
    }
}
