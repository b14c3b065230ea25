package import FontModel
import Glibc
import SystemPackage

/// An open file, which is closed with its last reference.
///
/// The holder of a descriptor has access to the file, while a path would be resolved with the rights of this process.
public final class OpenedFile: Sendable {
    package let descriptor: Int32

    /// Duplicates the descriptor of an open file.
    ///
    /// - Parameter descriptor: The descriptor, which remains the caller's.
    /// - Returns: Nil if the descriptor is not open, or the process may not open more files.
    public init?(duplicating descriptor: Int32) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return nil }
        self.descriptor = copy
    }

    /// Takes over the descriptor that a system call returned.
    ///
    /// - Throws: The error of a failed call (`errno`), as one of the store.
    package init(_ descriptor: Int32, path: String) throws(FontError) {
        guard descriptor >= 0 else { throw .store(.openFile, path: path) }
        self.descriptor = descriptor
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
