import FontModel

/// The families of collections, by their folded names.
struct CollectedFamilies: Sendable {
    /// The places of collections, with the family as the user added it.
    private var places: [String: [(place: Int, family: String)]] = [:]
    private let names: [String]

    init(_ collections: [StoredCollection]) {
        names = collections.map(\.name)
        for (place, collection) in collections.enumerated() {
            for family in collection.families { places[LookupName.fold(family), default: []].append((place, family)) }
        }
    }

    /// Returns the names of the collections with a family of one of the faces, in any language, in their order.
    func collections(of faces: [FontFace]) -> [String] {
        guard !places.isEmpty else { return [] }
        var found: Set<Int> = []
        for face in faces {
            for name in LookupName.all(of: face) where name.kind.wantsRegular {
                for (place, family) in places[name.name] ?? [] where face.isMeant(byFamily: family) {
                    found.insert(place)
                }
            }
        }
        return found.sorted().map { names[$0] }
    }
}
