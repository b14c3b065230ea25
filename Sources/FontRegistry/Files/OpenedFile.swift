import Glibc

/// A file that somebody else opened.
///
/// Whoever holds a descriptor has been let to the file; a path would be looked up with our rights, not theirs.
public final class OpenedFile: Sendable {
    package let descriptor: Int32

    /// Makes a descriptor of its own for an open file.
    ///
    /// - Parameter descriptor: Stays the caller's.
    /// - Returns: Nil if it is not open, or the process may have no more open files.
    public init?(duplicating descriptor: Int32) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return nil }
        self.descriptor = copy
    }

    deinit { close(descriptor) }
}
