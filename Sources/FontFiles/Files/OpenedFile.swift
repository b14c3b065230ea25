import Glibc

/// A file that another process opened.
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

    deinit { close(descriptor) }
}
