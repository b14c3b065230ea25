/// The files that are unchanged while the registry is.
///
/// Every operation of any process replaces the generation file by rename. The database is included for operations that
/// cannot be published yet or were undone.
package struct StoreStamp: Sendable, Hashable {
    private var generation: Fingerprint?
    private var session: Fingerprint?
    private var database: Fingerprint?

    /// The paths of the files, which are not composed again for each look.
    struct Files: Sendable {
        private let generation: String
        private let session: String?
        private let database: String

        init(_ paths: FontPaths) {
            generation = paths.generationFile
            session = paths.sessionMarker
            database = paths.database
        }

        /// The present state; take it before reading, so that a concurrent change makes the result stale.
        var stamp: StoreStamp {
            StoreStamp(
                generation: Fingerprint(of: generation), session: session.flatMap { Fingerprint(of: $0) },
                database: Fingerprint(of: database))
        }
    }

    private init(generation: Fingerprint?, session: Fingerprint?, database: Fingerprint?) {
        (self.generation, self.session, self.database) = (generation, session, database)
    }

    /// Takes the present state; see ``Files/stamp``.
    init(_ paths: FontPaths) { self = Files(paths).stamp }
}
