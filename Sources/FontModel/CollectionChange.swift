/// A change of the user's collections; several are carried out as one operation, which can be undone.
public struct CollectionChange: Sendable, Hashable {
    /// The kind of a change.
    package enum Action: String, Sendable, Hashable, CaseIterable {
        case create, remove, rename, order, add, take, arrange
    }

    package var action: Action
    /// The name of the collection; empty for an order of the collections.
    package var collection: String
    /// The new name of a renamed collection.
    package var newName: String?
    /// The names of collections in an order.
    package var names: [String]
    /// The names of families.
    package var families: [String]
    /// The ids of registrations.
    package var registrations: [String]

    package init(
        _ action: Action, _ collection: String = "", newName: String? = nil, names: [String] = [],
        families: [String] = [], registrations: [String] = []
    ) {
        self.action = action
        self.collection = collection
        self.newName = newName
        self.names = names
        self.families = families
        self.registrations = registrations
    }

    /// Creates an empty collection after the others, or keeps one that is only a tag of registrations.
    public static func create(_ name: String) -> Self { Self(.create, name) }

    /// Removes a collection, and its name from the tags of all registrations; the fonts stay.
    public static func remove(_ name: String) -> Self { Self(.remove, name) }

    /// Gives a collection another name, which its registrations get as a tag in place of the former one.
    public static func rename(_ name: String, to newName: String) -> Self { Self(.rename, name, newName: newName) }

    /// Puts collections before all others, in this order.
    public static func order(_ names: [String]) -> Self { Self(.order, names: names) }

    /// Adds families of any origin to a collection, which is created if there is none, and tags their registrations.
    ///
    /// A family need not be installed: its name is kept. A font that the user registers later in one of the families gets
    /// the tag, too.
    /// - Parameters:
    ///   - families: The names of families, in any language.
    ///   - registrations: The ids of further registrations to tag.
    public static func add(_ families: [String], registrations: [String] = [], to name: String) -> Self {
        Self(.add, name, families: families, registrations: registrations)
    }

    /// Takes families out of a collection, with all of their registrations.
    ///
    /// - Parameter registrations: The ids of further registrations from which the tag is removed.
    public static func take(_ families: [String], registrations: [String] = [], from name: String) -> Self {
        Self(.take, name, families: families, registrations: registrations)
    }

    /// Puts families of a collection before its others, in this order; families that are not in it are ignored.
    ///
    /// A family of which it had only registrations is in it as a whole then.
    public static func arrange(_ families: [String], in name: String) -> Self {
        Self(.arrange, name, families: families)
    }
}

extension CollectionChange: FieldRecord {
    package init() { self.init(.create) }

    package static let fields: [Field<CollectionChange>] = [
        .word("action", \.action),
        Field.text("collection", \.collection).withDefault,
        .text("newName", \.newName),
        Field.texts("names", \.names).withoutEmpty,
        Field.texts("families", \.families).withoutEmpty,
        Field.texts("ids", \.registrations).withoutEmpty,
    ]
}
