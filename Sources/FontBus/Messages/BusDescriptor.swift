import Glibc

/// An open file that came with a message or is to go with one; closed when the last reference goes.
public final class BusDescriptor: Sendable, Hashable {
    /// The descriptor's number in this process.
    public let raw: Int32

    /// Takes over a descriptor.
    public init(owning raw: Int32) { self.raw = raw }

    /// Makes a descriptor of its own for an open file; nil when this process may have no more.
    public init?(duplicating raw: Int32) {
        let copy = fcntl(raw, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return nil }
        self.raw = copy
    }

    deinit { close(raw) }

    public static func == (lhs: BusDescriptor, rhs: BusDescriptor) -> Bool { lhs.raw == rhs.raw }

    public func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}
