import Glibc

/// A file descriptor from a message or for one, which is closed with the last reference.
public final class BusDescriptor: Sendable, Hashable {
    /// The descriptor's number in this process.
    public let raw: Int32

    /// Takes ownership of a descriptor.
    public init(owning raw: Int32) { self.raw = raw }

    /// Duplicates a descriptor; returns nil if the process can open no more.
    public init?(duplicating raw: Int32) {
        let copy = fcntl(raw, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return nil }
        self.raw = copy
    }

    deinit { close(raw) }

    public static func == (lhs: BusDescriptor, rhs: BusDescriptor) -> Bool { lhs.raw == rhs.raw }

    public func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}
