/// The limits of all transfers from servers.
package enum TransferLimits {
    /// The largest number of redirections.
    package static let redirections = 5
    /// The largest number of bytes of a header, which the library keeps in memory.
    package static let header = 1 << 18
    /// The bytes in a second below which a transfer counts as stalled.
    package static let speed = 1_000
    /// The seconds that a server may take to accept a connection, or be slower than ``speed``.
    package static let patience = 30
}
