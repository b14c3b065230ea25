/// A named collection of font families, in the user's order.
///
/// It has families of any origin, and single registrations. A registration is in it if it has the collection's name as a
/// tag (``RegistrationRecord/tags``); adding a family tags its registrations, too.
///
/// A collection that the user created, put in order or gave a family to is kept until it is removed. Another one is only
/// the tag of some registrations, and exists as long as one has it.
public struct FontCollection: Sendable, Hashable, Identifiable {
    /// The name, which is the tag of its registrations; one line of at most ``FontLimits/tagLength`` bytes.
    public var name: String
    /// The names of the families that the user added, with all of their fonts, in the user's order; there may be no font of
    /// one at present.
    public var families: [String]
    /// The names of further families, of which only registrations with the tag are in the collection; sorted.
    public var taggedFamilies: [String]
    /// The ids of the registrations with the tag, oldest first.
    public var registrations: [String]
    /// Whether it is kept although it is empty.
    public var isKept: Bool

    /// The name, by which a collection is identified; renaming a collection changes it.
    public var id: String { name }

    /// The name of the collection that always exists, for which a program shows words of its language.
    public static let favourites = "favourites"

    /// Whether this is the user's favourites, which can neither be renamed nor removed.
    public var isFavourites: Bool { name == Self.favourites }

    /// All families of the collection, in their order.
    public var allFamilies: [String] { families + taggedFamilies }

    package init(
        name: String, families: [String] = [], taggedFamilies: [String] = [], registrations: [String] = [],
        isKept: Bool = true
    ) {
        self.name = name
        self.families = families
        self.taggedFamilies = taggedFamilies
        self.registrations = registrations
        self.isKept = isKept
    }
}

extension FontCollection: FieldRecord {
    package init() { self.init(name: "") }

    package static let fields: [Field<FontCollection>] = [
        .text("name", \.name),
        .texts("families", \.families),
        .texts("taggedFamilies", \.taggedFamilies),
        .texts("ids", \.registrations),
        .flag("kept", \.isKept),
    ]
}
