import FontModel

/// What happened between two generations, as far as it is published.
struct PublishedChanges: Sendable {
    /// The generation before.
    var previous: Int64
    /// The generation after.
    var generation: Int64
    /// In order; nil if the log does not reach back so far, or it is too much to tell.
    var changes: [FontChange]?

    /// Reads what happened after a generation, up to the one that is published.
    ///
    /// What is committed and not published may not be shown to programs yet; with nil all counts that is committed.
    /// - Throws: 301 if the store cannot be read.
    init(by registrar: Registrar, since previous: Int64, upTo published: Int64?) throws(FontError) {
        self.previous = previous
        let (present, changes) = try registrar.read { database, _ in
            let reached = try registrar.reachedGeneration(database)
            return (reached, try database.map { try $0.changes(since: previous, reached: reached) } ?? [])
        }
        generation = published.map { min($0, present) } ?? present
        self.changes = changes?.filter { [generation] in $0.generation <= generation }
    }

    /// One entry for each operation, in order; nil if its changes cannot be told one by one.
    var operations: [(generation: Int64, changes: [FontChange]?)] {
        guard generation != previous else { return [] }
        guard let changes else { return [(generation, nil)] }
        var operations: [(generation: Int64, changes: [FontChange]?)] = []
        var rest = changes[...]
        while let first = rest.first {
            let operation = rest.prefix { $0.generation == first.generation }
            operations.append((first.generation, Array(operation)))
            rest = rest.dropFirst(operation.count)
        }
        if changes.last?.generation != generation { operations.append((generation, [])) }
        return operations
    }
}
