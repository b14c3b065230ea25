/// The identifiers of constants in one type, of which each name has one alone.
struct NameClaims {
    /// A name, and the identifiers that it can have, the shortest first and the last one certain.
    struct Claim {
        /// The name for messages.
        var name: String
        /// The path of the file that has the name.
        var path: String
        var identifiers: [String]
    }

    /// Returns identifiers with more and more digits of the hash of a name, the last of which no other name has.
    ///
    /// It is the hash of the name, not of the file: a new version of a font keeps its constant.
    static func hashed(_ base: String, of name: String) -> [String] {
        let hash = ContentHash.sha256(Array(name.utf8))
        return [4, 8, 64].map { "\(base)_\(hash.prefix($0))" }
    }

    /// The identifiers, in the order of the claims.
    private(set) var identifiers: [String] = []
    /// The warnings about names that share an identifier.
    private(set) var problems: [BuildProblem] = []

    /// Gives each claim its identifier: all that share one get the next of theirs, so that no constant changes its meaning
    /// when a font is added.
    ///
    /// - Parameter reserved: The identifiers of other members of the type.
    init(_ claims: [Claim], reserved: Set<String> = []) {
        var levels = [Int](repeating: 0, count: claims.count)
        var shared: [String: [Int]] = [:]
        while true {
            let groups = Dictionary(grouping: claims.indices) { claims[$0].identifiers[levels[$0]] }
            var isDone = true
            for (identifier, places) in groups where places.count > 1 || reserved.contains(identifier) {
                for place in places where levels[place] + 1 < claims[place].identifiers.count {
                    levels[place] += 1
                    isDone = false
                }
                if places.count > 1 { shared[identifier, default: []] += places }
            }
            if isDone { break }
        }
        identifiers = claims.indices.map { claims[$0].identifiers[levels[$0]] }
        for (identifier, places) in shared {
            let places = Set(places).sorted()
            // Those that share the longer identifier as well are in the group of the shorter one.
            guard places.contains(where: { claims[$0].identifiers[0] == identifier }) else { continue }
            let names = places.map { "“\(claims[$0].name)”" }.joined(separator: " and ")
            let given = places.map { identifiers[$0] }.joined(separator: " and ")
            problems.append(
                BuildProblem(
                    .warning, claims[places[places.count - 1]].path,
                    "\(names) have the same identifier \(identifier). They are named \(given). Choose names with “rename” in \(NamesSettings.fileName)."
                ))
        }
    }
}
