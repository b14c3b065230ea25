/// The reason why a migration cannot go on.
package struct MigrationError: Error, Sendable, Hashable {
    /// What happened, and what to do.
    package var message: String

    package init(_ message: String) { self.message = message }
}
