import CLinux
package import FontModel
import Glibc
package import SystemPackage

/// A font file from a caller, opened safely.
///
/// Only regular files are opened, and opening never blocks. The bytes are copied before they are parsed.
package struct SourceFile: Sendable {
    package let file: OpenedFile
    /// The path as given.
    package let path: String
    /// The size in bytes when the file was opened.
    package let size: Int

    /// Opens a file.
    ///
    /// - Parameter limit: The maximum size in bytes.
    /// - Throws: `fileNotFound` (101), `insufficientPermissions` (102), `exceededResourceLimit` (106) if the file is
    ///   larger than the limit, `registrationFailed` (301) if it cannot be opened now, or
    ///   `invalidFilePath` (306) if it is not a regular file.
    package init(opening path: String, upTo limit: Int = FontLimits.fileSize) throws(FontError) {
        var status = stat()
        // The status is checked first, as opening alone can activate a device or wait for the writer of a FIFO.
        guard GivenPath.with(path, { clx_stat($0, &status) }) == 0 else { throw Self.refusal(path, errno) }
        try Self.requireRegular(status, path: path)
        let descriptor = GivenPath.with(path) { SharedPath.open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY) }
        guard descriptor >= 0 else { throw Self.refusal(path, errno) }
        try self.init(try OpenedFile(descriptor, path: path), path: path, upTo: limit)
    }

    /// The descriptor, which stays open as long as the value exists.
    package var descriptor: Int32 { file.descriptor }

    /// Takes an open file.
    ///
    /// - Parameters:
    ///   - name: The name for messages.
    ///   - limit: The maximum size of the file in bytes.
    /// - Throws: `exceededResourceLimit` (106) if the file is larger than the limit, or `invalidFilePath`
    ///   (306) if it is not a regular file that is open for reading.
    package init(opened file: OpenedFile, name: String, upTo limit: Int = FontLimits.fileSize) throws(FontError) {
        let access = fcntl(file.descriptor, F_GETFL)
        // The octal value is O_PATH: the file is open, but not for reading.
        guard access >= 0, access & O_ACCMODE != O_WRONLY, access & 0o10000000 == 0 else {
            throw FontError(
                .invalidFilePath, "The file is not open for reading. Open it read-only and pass that descriptor.",
                file: name)
        }
        try self.init(file, path: name, upTo: limit)
    }

    /// Checks the kind and the size of an open file.
    private init(_ file: OpenedFile, path: String, upTo limit: Int) throws(FontError) {
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { throw Self.refusal(path, errno) }
        try Self.requireRegular(status, path: path)
        guard clx_is_kernel_filesystem(file.descriptor) == 0 else {
            throw FontError(
                .invalidFilePath, "This is an interface of the kernel, not a file on a disk. Specify a font file.",
                file: path)
        }
        guard status.st_size <= limit else { throw Self.tooLarge(path) }
        self.file = file
        self.path = path
        size = Int(status.st_size)
    }

    /// Returns the identity and modification time of the file, to detect changes during a copy.
    package func fingerprint() -> Fingerprint? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Fingerprint(status) : nil
    }

    /// Returns the hash of the contents.
    package func sha256() throws(FontError) -> String {
        try ByteCopy.hash(descriptor: descriptor, path: path).sha256
    }

    package static func tooLarge(_ path: String) -> FontError {
        FontError(
            .exceededResourceLimit,
            "The file is larger than \(FontLimits.fileSize / 1_048_576) MiB, the limit for a font file or an archive. Unpack an archive, and register the folder.",
            file: path)
    }

    /// Returns an error that concerns the disk or this process, not the file.
    package static func unreadable(_ path: String, _ errno: Errno) -> FontError {
        FontError(
            .registrationFailed,
            "The file cannot be read now: \(errno). Try again; if the error persists, check the disk.",
            file: path, cause: .file(FontError.FileFailure(errno: errno, operation: "read the file", path: path)))
    }

    private static func requireRegular(_ status: stat, path: String) throws(FontError) {
        let message: Message
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: message = "This is a folder. Specify a font file."
        case S_IFIFO: message = "This is a FIFO. Specify a font file."
        case S_IFSOCK: message = "This is a socket. Specify a font file."
        case S_IFCHR, S_IFBLK: message = "This is a device. Specify a font file."
        default: message = "This is not a regular file. Specify a font file."
        }
        throw FontError(.invalidFilePath, message, file: path)
    }

    private static func refusal(_ path: String, _ code: Int32) -> FontError {
        let errno = Errno(rawValue: code)
        switch errno {
        case .noSuchFileOrDirectory, .notDirectory:
            return FontError(
                .fileNotFound, FolderFault.linkToNothing(in: path) ?? "There is no such file. Check the path.",
                file: path, cause: .errno(errno))
        case .permissionDenied, .notPermitted:
            let owners = geteuid() == 0 ? SharedPath.users(of: FilePath(path)).map(FontPaths.name) : []
            return FontError(
                .insufficientPermissions,
                owners.isEmpty
                    ? "The file cannot be read. Grant yourself read access to it."
                    : "In folders of other users, root reads only what these users can read. Grant read access to \(owners.alternatives), or copy the file to a folder that belongs to root.",
                file: path, cause: .errno(errno))
        case .tooManySymbolicLinkLevels:
            return FontError(
                .invalidFilePath, "The path contains a loop of symbolic links. Specify the font file itself.",
                file: path, cause: .errno(errno))
        case .fileNameTooLong, .invalidArgument, .noSuchAddressOrDevice, .operationNotSupportedByDevice:
            return FontError(
                .invalidFilePath, "The file cannot be opened: \(errno). Specify a font file.", file: path,
                cause: .errno(errno))
        default: return unreadable(path, errno)
        }
    }
}

/// The identity and state of a file: equal fingerprints mean that the file did not change in between.
package struct Fingerprint: Sendable, Hashable {
    package var device: UInt64
    package var inode: UInt64
    package var size: Int
    package var seconds: Int
    package var nanoseconds: Int

    fileprivate init(_ status: stat) {
        (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int(status.st_size))
        (seconds, nanoseconds) = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
    }

    /// Creates the fingerprint of the file at a path; nil if there is none.
    package init?(of path: String) {
        var status = stat()
        guard GivenPath.with(path, { clx_stat($0, &status) }) == 0 else { return nil }
        self.init(status)
    }

    /// Creates the fingerprint of the regular file at a path; nil if there is none, or a link.
    package init?(ofFile path: String) {
        var status = stat()
        guard GivenPath.exactly(path, { lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        self.init(status)
    }
}

extension Fingerprint {
    /// The identity of a file, regardless of its contents.
    package struct Identity: Sendable, Hashable {
        package var device: UInt64
        package var inode: UInt64

        package init?(of path: String) {
            var status = stat()
            guard GivenPath.with(path, { clx_stat($0, &status) }) == 0 else { return nil }
            self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        }

        package init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }
    }
}

/// The files that are unchanged while the registry is.
///
/// Every operation of any process replaces the generation file by rename. The database is included for operations that
/// cannot be published yet or were undone.
package struct StoreStamp: Sendable, Hashable {
    private let files: [Fingerprint?]

    /// Takes the present state; call it before reading, so that a concurrent change makes the result stale.
    package init(_ paths: FontPaths) {
        files = [paths.generationFile, paths.sessionMarker, paths.database].map { $0.flatMap(Fingerprint.init(of:)) }
    }
}
