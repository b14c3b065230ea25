import FontModel

/// What happened between two generations, as far as it is announced.
struct AnnouncedChanges: Sendable {
    /// The generation before.
    var previous: Int64
    /// The generation after.
    var generation: Int64
    /// In order; nil if the log does not reach back so far, or it is too much to tell.
    var changes: [FontChange]?

    /// Reads what the database tells of the time after a generation.
    init(in database: RegistryDatabase, since previous: Int64) throws(FontError) {
        self.previous = previous
        (generation, changes) = try database.read { (try $0.generation(), try $0.changes(since: previous)) }
    }

    /// Reads what happened after a generation, up to the one that is announced.
    ///
    /// What is committed and not announced may not be shown to programs yet.
    /// - Throws: 301 if the store cannot be read.
    init(by registrar: Registrar, since previous: Int64, upTo announced: Int64?) throws(FontError) {
        self.previous = previous
        let (present, changes) = try registrar.read { database, _ in
            (try database?.generation() ?? 0, try database.map { try $0.changes(since: previous) } ?? [])
        }
        // Without the file all counts: the next writer announces it.
        generation = announced.map { min($0, present) } ?? present
        self.changes = changes?.filter { [generation] in $0.generation <= generation }
    }
}
