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

    /// Whether a collection is the same on both sides, as a function of its own because the optimiser of Swift 6.3 fails on
    /// comparisons of these optional values in a closure.
    private static func isSame(_ before: Placed?, _ after: Placed?, _ isOrdered: Bool) -> Bool {
        guard let before, let after else { return false }
        return before.collection == after.collection && (isOrdered || before.place == after.place)
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
            let (before, after) = (former[name], present[name])
            guard !isSame(before, after, isOrdered) else { return nil }
            return CollectionEdit(before: before, after: after)
        }
    }

    /// Returns a list without the edits.
    ///
    /// Collections that were only moved among each other change places in the present order.
    ///
    /// - Throws: The name of a collection that was changed after them, or put elsewhere among the others that they moved.
    static func undone(
        _ edits: [CollectionEdit], in list: [StoredCollection]
    ) throws(ChangedCollection) -> [StoredCollection] {
        let places = Dictionary(list.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        for edit in edits where places[edit.name].map({ list[$0] }) != edit.after?.collection {
            throw ChangedCollection(name: edit.name)
        }
        var undone = list
        var moves: [(name: String, before: Placed, after: Int)] = []
        for edit in edits {
            guard let before = edit.before, let after = edit.after, let place = places[edit.name] else { continue }
            if before.place == after.place { undone[place] = before.collection }
            if before.place != after.place { moves.append((edit.name, before, after.place)) }
        }
        moves.sort { $0.after < $1.after }
        let present = moves.compactMap { places[$0.name] }
        if let place = present.indices.dropFirst().first(where: { present[$0 - 1] > present[$0] }) {
            throw ChangedCollection(name: moves[place].name)
        }
        var (gone, again) = (Set(edits.filter { $0.before == nil }.map(\.name)), edits.filter { $0.after == nil })
        if Set(moves.map(\.before.place)) == Set(moves.map(\.after)) {
            for (place, move) in zip(present, moves.sorted { $0.before.place < $1.before.place }) {
                undone[place] = move.before.collection
            }
        } else {
            // Others came or went with the move, so the places are those of the list before.
            gone.formUnion(moves.map(\.name))
            again = edits.filter { $0.before?.place != $0.after?.place }
        }
        undone.removeAll { gone.contains($0.name) }
        for placed in again.compactMap(\.before).sorted(by: { $0.place < $1.place }) {
            undone.insert(placed.collection, at: min(placed.place, undone.count))
        }
        return undone
    }

    /// A collection that is not as an operation left it.
    struct ChangedCollection: Error {
        var name: String
    }
}
