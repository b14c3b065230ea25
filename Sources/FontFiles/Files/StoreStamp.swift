/// The files that are unchanged while the registry is.
///
/// Every operation of any process replaces the generation file by rename. The database is included for operations that
/// cannot be published yet or were undone.
package struct StoreStamp: Sendable, Hashable {
    private var generation: Fingerprint?
    private var session: Fingerprint?
    private var database: Fingerprint?

    /// Takes the present state; call it before reading, so that a concurrent change makes the result stale.
    package init(_ paths: FontPaths) {
        generation = Fingerprint(of: paths.generationFile)
        session = paths.sessionMarker.flatMap { Fingerprint(of: $0) }
        database = Fingerprint(of: paths.database)
    }
}
