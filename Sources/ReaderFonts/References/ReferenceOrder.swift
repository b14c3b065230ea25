/// An order of names in which each comes after those that it refers to.
struct ReferenceOrder {
    /// All names, those without references first.
    private(set) var names: [String] = []
    /// The members of a cycle, in order, for each name that is on one.
    private(set) var cycles: [String: [String]] = [:]

    /// Sorts names; a chain of references may be of any length.
    ///
    /// - Parameter references: The names that a name refers to; those that do not exist are ignored.
    init(_ all: some Sequence<String>, references: (String) -> [String]) {
        var waiting: [String: [String]] = [:]
        for name in all { waiting[name] = references(name) }
        let exists = Set(waiting.keys)
        var positions: [String: Int] = [:]
        var path: [(name: String, open: [String])] = []
        func enter(_ name: String) {
            guard let references = waiting.removeValue(forKey: name) else { return }
            positions[name] = path.count
            path.append((name, references.filter(exists.contains)))
        }
        for name in exists.sorted() {
            enter(name)
            while let last = path.last {
                guard let next = last.open.last else {
                    path.removeLast()
                    positions[last.name] = nil
                    names.append(last.name)
                    continue
                }
                path[path.count - 1].open.removeLast()
                if let start = positions[next] {
                    let members = path[start...].map(\.name)
                    for member in members where cycles[member] == nil { cycles[member] = members }
                } else {
                    enter(next)
                }
            }
        }
    }
}
