import CLinux
package import FontModel
import Glibc
import SystemPackage

/// An open file, which is closed with its last reference.
///
/// The holder of a descriptor has access to the file, while a path would be resolved with the rights of this process.
public final class OpenedFile: Sendable {
    /// The descriptor, which is valid as long as the object exists.
    public let descriptor: Int32
    /// The SHA-256 of the contents in lower-case hexadecimal; nil if it is not known without reading them.
    public let sha256: String?

    /// Duplicates the descriptor of an open file.
    ///
    /// - Parameter descriptor: The descriptor, which remains the caller's.
    /// - Returns: Nil if the descriptor is not open, or the process may not open more files.
    public convenience init?(duplicating descriptor: Int32) { self.init(duplicating: descriptor, sha256: nil) }

    /// Duplicates the descriptor of an open file with known contents.
    package init?(duplicating descriptor: Int32, sha256: String?) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return nil }
        self.descriptor = copy
        self.sha256 = sha256
    }

    /// Takes over the descriptor that a system call returned.
    ///
    /// - Throws: The error of a failed call (`errno`), as one of the store.
    package init(_ descriptor: Int32, path: String, sha256: String? = nil) throws(FontError) {
        guard descriptor >= 0 else { throw .store(.openFile, path: path) }
        self.descriptor = descriptor
        self.sha256 = sha256
    }

    /// The length of the file in bytes; 0 if it cannot be determined.
    public var length: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The path at which this process, and no other, can open the file as long as the object exists, for libraries that
    /// take no descriptor (`/proc/self/fd/…`).
    public var path: String { "/proc/self/fd/\(descriptor)" }

    /// Reads the whole file.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/exceededResourceLimit`` (106) if it is larger than
    ///   ``FontLimits/fileSize``; ``FontError/Code/registrationFailed`` (301) if it cannot be read now.
    public func bytes() throws(FontError) -> [UInt8] {
        let length = length
        guard length <= FontLimits.fileSize else { throw SourceFile.tooLarge(path) }
        return try bytes(0..<length, path: path)
    }

    /// Returns the bytes at a place of the file, fewer if it ends before.
    ///
    /// - Returns: Nil if the file cannot be read; then `errno` is the reason.
    package func bytes(at start: Int, most: Int) -> [UInt8]? {
        var isRead = true
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
            while filled < buffer.count, let base = buffer.baseAddress {
                let count = pread(descriptor, base + filled, buffer.count - filled, off_t(start + filled))
                if count < 0 && errno == EINTR { continue }
                isRead = count >= 0
                guard count > 0 else { break }
                filled += count
            }
        }
        return isRead ? bytes : nil
    }

    /// Returns all bytes of a range.
    ///
    /// - Parameter path: The path for messages.
    /// - Throws: `registrationFailed` (301) if the file cannot be read, or ends before.
    package func bytes(_ range: Range<Int>, path: String) throws(FontError) -> [UInt8] {
        guard let bytes = bytes(at: range.lowerBound, most: range.count), bytes.count == range.count else {
            throw SourceFile.unreadable(path, Errno(rawValue: errno))
        }
        return bytes
    }

    deinit { close(descriptor) }
}
