import FontModel

/// A kept collection before and after an operation, with its place among the others; nil where it was not kept.
struct CollectionEdit: Codable, Sendable, Hashable {
    /// A kept collection at its place.
    struct Placed: Codable, Sendable, Hashable {
        var place: Int
        var collection: StoredCollection
    }

    var before: Placed?
    var after: Placed?

    var name: String { (before ?? after)?.collection.name ?? "" }

    var reversed: CollectionEdit { CollectionEdit(before: after, after: before) }

    /// Whether fontd wrote it.
    var isSound: Bool {
        let sides = [before, after].compactMap(\.self)
        return !sides.isEmpty && sides.allSatisfy { $0.place >= 0 && $0.collection.isSound }
            && Set(sides.map(\.collection.name)).count == 1
    }

    /// Returns the difference of two lists; a collection whose place alone differs is one if the others are in another
    /// order.
    static func difference(_ before: [StoredCollection], _ after: [StoredCollection]) -> [CollectionEdit] {
        func placed(_ list: [StoredCollection]) -> [String: Placed] {
            Dictionary(
                list.enumerated().map { ($1.name, Placed(place: $0, collection: $1)) }, uniquingKeysWith: { $1 })
        }
        let (former, present) = (placed(before), placed(after))
        let isOrdered =
            before.map(\.name).filter { present[$0] != nil } == after.map(\.name).filter { former[$0] != nil }
        var seen: Set<String> = []
        return (before + after).map(\.name).filter { seen.insert($0).inserted }.compactMap { name in
            let edit = CollectionEdit(before: former[name], after: present[name])
            let isSame = edit.before?.collection == edit.after?.collection
            return isSame && (isOrdered || edit.before?.place == edit.after?.place) ? nil : edit
        }
    }

    /// Returns a list without the edits.
    ///
    /// - Throws: The name of a collection that was changed after them.
    static func undone(
        _ edits: [CollectionEdit], in list: [StoredCollection]
    ) throws(ChangedCollection) -> [StoredCollection] {
        for edit in edits where list.first(where: { $0.name == edit.name }) != edit.after?.collection {
            throw ChangedCollection(name: edit.name)
        }
        let names = Set(edits.map(\.name))
        var list = list.filter { !names.contains($0.name) }
        for placed in edits.compactMap(\.before).sorted(by: { $0.place < $1.place }) {
            list.insert(placed.collection, at: min(placed.place, list.count))
        }
        return list
    }

    /// A collection that is not as an operation left it.
    struct ChangedCollection: Error {
        var name: String
    }
}
