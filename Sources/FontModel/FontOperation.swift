/// An operation of the user that can be undone, or that was undone and can be redone.
public struct FontOperation: Sendable, Hashable {
    /// The kind of an operation.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Fonts were registered.
        case register
        /// Fonts were registered in place of others.
        case replace
        case unregister, enable, disable
        /// Only tags changed.
        case tag
        /// Collections were created, removed, renamed or put in order, or got or lost families, perhaps with the tags of
        /// their registrations.
        case collections
        /// Fonts that were put into font folders by hand were adopted.
        case adopt
        /// Duplicates were resolved: all but one of several equal fonts were disabled, adopted or moved to the trash.
        case resolve
        /// The policy for providers changed.
        case policy
    }

    /// The number by which the operation is undone or redone; later ones have higher numbers.
    public var number: Int64
    /// The time of the operation, or at which it was undone, in seconds since 1970-01-01 UTC.
    package var time: Double
    public var kind: Kind
    /// The number of registrations that the operation changed; of an adoption, that of the files; of resolved duplicates,
    /// that of both; of a change of collections, that of the collections.
    public var count: Int
    /// The PostScript names of their first faces, or the names of the collections; at most ``namesShown``.
    public var names: [String]
    /// Whether the bytes that undoing or redoing it needs are still there.
    public var isComplete: Bool

    /// The maximum number of ``names``.
    public static let namesShown = 20

    package init(number: Int64, time: Double, kind: Kind, count: Int, names: [String], isComplete: Bool) {
        self.number = number
        self.time = time
        self.kind = kind
        self.count = count
        self.names = names
        self.isComplete = isComplete
    }
}

extension FontOperation: FieldRecord {
    package init() { self.init(number: 0, time: 0, kind: .register, count: 0, names: [], isComplete: false) }

    package static let fields: [Field<FontOperation>] = [
        .integer("number", \.number),
        .number("time", \.time, in: Field<FontOperation>.times),
        .word("kind", \.kind),
        .integer("count", \.count),
        .texts("fonts", \.names),
        .flag("complete", \.isComplete),
    ]
}
