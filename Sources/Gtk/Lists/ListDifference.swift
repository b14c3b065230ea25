/// The changes that make a list of identifiers another.
struct ListDifference: Equatable {
    /// Elements at one place that others replace.
    ///
    /// Positions are those of the old list.
    struct Run: Equatable {
        let position: Int
        let removed: Int
        /// The positions of the new elements in the new list.
        let added: Range<Int>
    }

    /// In the order of the list.
    let runs: [Run]

    /// With more runs a list is told once that the part between the first and the last has changed: views do work for all
    /// their rows at each run.
    static let mostRuns = 64

    /// Finds the least runs.
    ///
    /// Elements that change places are in one run with all between their places, because a selection keeps an element
    /// only if one change takes it away and adds it.
    init<Identifier: Hashable>(from old: [Identifier], to new: [Identifier]) {
        // Usually little differs: equal elements at both ends cost no table.
        var start = 0
        while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
        var end = 0
        while end < old.count - start, end < new.count - start, old[old.count - 1 - end] == new[new.count - 1 - end] {
            end += 1
        }
        let oldMiddle = start..<(old.count - end)
        let newMiddle = start..<(new.count - end)
        guard !oldMiddle.isEmpty || !newMiddle.isEmpty else {
            runs = []
            return
        }
        var places: [Identifier: Int] = [:]
        for index in oldMiddle { places[old[index]] = index }
        let kept = newMiddle.compactMap { index in places[new[index]].map { (old: $0, new: index) } }
        let staying = Self.longestIncreasing(kept)
        var found: [Run] = []
        var from = start
        var to = start
        for pair in staying + [(old: oldMiddle.upperBound, new: newMiddle.upperBound)] {
            if pair.old > from || pair.new > to {
                found.append(Run(position: from, removed: pair.old - from, added: to..<pair.new))
            }
            from = pair.old + 1
            to = pair.new + 1
        }
        let moved = kept.count > staying.count
        if let first = found.first, let last = found.last, moved || found.count > Self.mostRuns {
            found = [
                Run(
                    position: first.position, removed: last.position + last.removed - first.position,
                    added: first.added.lowerBound..<last.added.upperBound)
            ]
        }
        runs = found
    }

    /// The most elements whose order is the same in both lists: those that need not move.
    private static func longestIncreasing(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        // Patience sorting: the ends of the best sequences of each length, and the element before each.
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: pairs.count)
        for index in pairs.indices {
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].old < pairs[index].old { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var sequence: [(old: Int, new: Int)] = []
        var index = ends.last ?? -1
        while index >= 0 {
            sequence.append(pairs[index])
            index = previous[index]
        }
        return sequence.reversed()
    }
}
