import FontModel

/// The published changes between two generations.
package struct PublishedChanges: Sendable {
    /// The generation before.
    var previous: Int64
    /// The generation after.
    package var generation: Int64
    /// The changes in order; `nil` if the log does not reach back so far or the replay would be too long.
    var changes: [FontChange]?

    /// Reads the changes after a generation, up to the published one.
    ///
    /// Committed changes that are not published may not be visible to programs yet.
    ///
    /// - Parameter published: The published generation; `nil` to include all committed changes.
    /// - Throws: `FontError` with code `registrationFailed` (301) if the store cannot be read.
    package init(by registrar: Registrar, since previous: Int64, upTo published: Int64?) throws(FontError) {
        self.previous = previous
        let (present, changes) = try registrar.read { database, _ in
            let reached = try registrar.reachedGeneration(database)
            return (reached, try database.map { try $0.changes(since: previous, reached: reached) } ?? [])
        }
        generation = published.map { min($0, present) } ?? present
        self.changes = changes?.filter { [generation] in $0.generation <= generation }
    }

    /// The changes per operation, in order; the changes are `nil` if the log cannot list them.
    package var operations: [(generation: Int64, changes: [FontChange]?)] {
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
