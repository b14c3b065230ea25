package import FontModel
import Glibc

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

    deinit { close(descriptor) }
}
