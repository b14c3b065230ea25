import FontModel
import Foundation
import GRDB

/// A collection that is kept, with the families that the user added to it; see ``FontCollection``.
struct StoredCollection: Codable, Sendable, Hashable {
    var name: String
    /// The names of families, in the user's order.
    var families: [String] = []

    /// Whether fontd wrote the texts.
    var isSound: Bool { Self.isName(name) && families.allSatisfy(Self.isName) }

    private static func isName(_ text: String) -> Bool { !text.isEmpty && (try? CallerText.checkTag(text)) != nil }
}

/// The collections that are kept, in the user's order, as in the database and in the sidecar file.
struct StoredCollections: Codable, Sendable, Hashable {
    /// The generation that last changed them.
    var generation: Int64 = 0
    var collections: [StoredCollection] = []

    /// Whether fontd wrote the texts, each name once.
    var isSound: Bool {
        GenerationFile.credible.contains(generation) && collections.allSatisfy(\.isSound)
            && Set(collections.map(\.name)).count == collections.count
    }

    /// Whether there are not too many.
    static func areWithinLimits(_ collections: [StoredCollection]) -> Bool {
        collections.count <= FontLimits.collections
            && collections.reduce(0) { $0 + $1.families.count } <= FontLimits.collectedFamilies
    }
}

extension Database {
    /// Returns the collections that are kept.
    func storedCollections() throws -> StoredCollections {
        let row = try firstRow("SELECT value FROM state WHERE key = 'collections'")
        guard let json: String = try row?.cell(0) else { return StoredCollections() }
        let stored = try JSONDecoder().decode(StoredCollections.self, from: Data(json.utf8))
        guard stored.isSound else { throw FontError.damagedDatabase("collections that fontd did not write") }
        return stored
    }

    func setStoredCollections(_ collections: StoredCollections) throws {
        try executeCached("INSERT OR REPLACE INTO state VALUES ('collections', ?)", [jsonText(collections)])
    }

    /// Returns all collections in their order: the kept ones, then those that are only tags, by name.
    ///
    /// The favourites come first unless the user put them elsewhere.
    ///
    /// - Parameter session: The current session; registrations of other sessions are left out.
    func collections(session: String?) throws -> [FontCollection] {
        let stored = try storedCollections().collections
        var collections = stored.map { FontCollection(name: $0.name, families: $0.families) }
        if !stored.contains(where: { $0.name == FontCollection.favourites }) {
            collections.insert(FontCollection(name: FontCollection.favourites), at: 0)
        }
        var places = Dictionary(uniqueKeysWithValues: collections.enumerated().map { ($1.name, $0) })
        var families: [String: Set<String>] = [:]
        let tagged = try registrations(.tagged, session: session)
        for name in Set(tagged.flatMap(\.tags)).subtracting(places.keys).sorted() {
            places[name] = collections.count
            collections.append(FontCollection(name: name, isKept: false))
        }
        var known: [Int64: [String]] = [:]
        for row in tagged {
            let own = try known[row.contentID] ?? self.families(contentID: row.contentID)
            known[row.contentID] = own
            for tag in row.tags {
                places[tag].map { collections[$0].registrations.append(row.id) }
                families[tag, default: []].formUnion(own)
            }
        }
        for (name, tagged) in families {
            guard let place = places[name] else { continue }
            var seen = Set(collections[place].families.map(LookupName.fold))
            collections[place].taggedFamilies = tagged.sorted().filter { seen.insert(LookupName.fold($0)).inserted }
        }
        return collections
    }

    /// Returns the registrations that a family means, in any language, with the faces that it means.
    func registrations(
        ofFamily family: String, session: String?
    ) throws -> [(row: RegistrationRow, faces: [FontFace])] {
        try find(.family(family), sha256: nil, session: session).map { row in
            (row, try faces(contentID: row.contentID).filter { $0.isMeant(byFamily: family) })
        }.filter { !$0.faces.isEmpty }
    }

    /// Returns the families of the faces of a content, in the order of the faces.
    func families(contentID: Int64) throws -> [String] {
        var seen: Set<String> = []
        return try rows("SELECT family FROM face WHERE contentID = ? ORDER BY faceIndex", [contentID]) {
            try $0.cell(0) as String
        }.filter { seen.insert($0).inserted }
    }
}
