/// Names that a misspelt word may stand for.
enum NearNames {
    /// How many are named at most.
    private static let most = 3
    /// Words beyond this length are no misspelt names.
    private static let longest = 128

    /// The names nearest to a word, the nearest first; none that is too far off to be meant.
    ///
    /// Letter case does not count. A word that a name continues after a dash, such as a family, is near to it.
    static func of(_ word: String, among names: some Sequence<String>) -> [String] {
        let wanted = Array(word.lowercased().unicodeScalars)
        guard !wanted.isEmpty, wanted.count <= longest else { return [] }
        let limit = wanted.count < 4 ? 1 : wanted.count < 8 ? 2 : 3
        var found: [(name: String, distance: Int)] = []
        let same = Set(names).filter { $0 != word && $0.lowercased() == word.lowercased() }
        guard same.isEmpty else { return same.sorted() }
        for name in Set(names) where name != word {
            let offered = Array(name.lowercased().unicodeScalars)
            if offered.starts(with: wanted + ["-"]) {
                found.append((name, 1))
            } else if abs(offered.count - wanted.count) <= limit {
                let distance = distance(wanted, offered)
                if distance <= limit, distance < wanted.count { found.append((name, distance)) }
            }
        }
        return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(most).map(\.name)
    }

    /// “Did you mean …?” with a blank before it; empty where there are no names.
    static func question(_ names: [String]) -> String {
        guard let last = names.last else { return "" }
        let others = names.dropLast().joined(separator: ", ")
        return " Did you mean \(others.isEmpty ? "" : others + " or ")\(last)?"
    }

    /// Letters added, left out, exchanged, or swapped with their neighbour.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var before: [Int] = []
        var above = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var least = min(above[j + 1], row[j]) + 1
                least = min(least, above[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    least = min(least, before[j - 1] + 1)
                }
                row.append(least)
            }
            (before, above) = (above, row)
        }
        return above[right.count]
    }
}
