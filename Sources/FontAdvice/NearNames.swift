package import FontRegistry

/// A search for the names that a misspelt word may stand for.
package enum NearNames {
    /// The maximum number of suggestions.
    private static let most = 3
    /// The length from which a word does not count as a misspelt name.
    private static let longest = 128

    /// Returns the names that are most similar to a word, the most similar first.
    ///
    /// Letter case is ignored. A word to which a name adds a dash and more text, such as a family name, is similar to
    /// it. The reverse does not hold: who names a style does not mean the whole family.
    package static func of(_ word: String, among names: some Sequence<String>) -> [String] {
        let wanted = Array(word.lowercased().unicodeScalars)
        guard !wanted.isEmpty, wanted.count <= longest else { return [] }
        let limit = wanted.count < 4 ? 1 : wanted.count < 8 ? 2 : 3
        var found: [(name: String, distance: Int)] = []
        let same = Set(names).filter { $0 != word && $0.lowercased() == word.lowercased() }
        guard same.isEmpty else { return same.sorted() }
        for name in Set(names) where name != word {
            let offered = Array(name.lowercased().unicodeScalars)
            if wanted.contains("-"), !offered.contains("-") { continue }
            if wanted.starts(with: offered + [" "]) { continue }
            if offered.starts(with: wanted + ["-"]) {
                found.append((name, 1))
            } else if abs(offered.count - wanted.count) <= limit {
                let distance = distance(wanted, offered)
                if distance <= limit, distance < wanted.count { found.append((name, distance)) }
            }
        }
        return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(most).map(\.name)
    }

    /// Returns “Did you mean …?” with a leading space; empty if there are no names.
    package static func question(_ names: [String]) -> Message {
        guard let last = names.last else { return Message(verbatim: "") }
        let others = names.dropLast().joined(separator: ", ")
        let question: Message = others.isEmpty ? "Did you mean \(last)?" : "Did you mean \(others) or \(last)?"
        return Message([Message(verbatim: ""), question])
    }

    /// Returns the number of inserted, deleted, replaced or transposed characters.
    package static func distance(_ left: String, _ right: String) -> Int {
        distance(Array(left.unicodeScalars), Array(right.unicodeScalars))
    }

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

extension FontManager {
    /// Returns for each name the similar names of fonts, including system fonts.
    ///
    /// - Parameter areFamilies: Whether only families are meant.
    package func nearNames(to names: [String], areFamilies: Bool = false) async -> [String: [String]] {
        guard !names.isEmpty,
            let fonts = try? await fonts(
                matching: FontQuerySet(including: [FontQuery()], options: areFamilies ? [] : .namedInstances))
        else { return [:] }
        let known = Set((areFamilies ? [] : fonts.map(\.postscriptName)) + fonts.map(\.face.family))
        var near: [String: [String]] = [:]
        for name in names { near[name] = NearNames.of(name, among: known) }
        return near
    }
}
