/// An order of names in which each comes after those that it refers to.
struct ReferenceOrder {
    /// All names, those without references first.
    private(set) var names: [String] = []
    /// The first members of a cycle, in order, for each name that is on one; of a long cycle an ellipsis follows.
    private(set) var cycles: [String: [String]] = [:]

    private static let shownMembers = 8

    /// Sorts names; a chain of references may be of any length.
    ///
    /// - Parameter references: The names that a name refers to; those that do not exist are ignored.
    init(_ all: some Sequence<String>, references: (String) -> [String]) {
        var waiting: [String: [String]] = [:]
        for name in all { waiting[name] = references(name) }
        let exists = Set(waiting.keys)
        var positions: [String: Int] = [:]
        // `cycleStart` is the place in the path from which on all names up to this one are known to be on cycles.
        var path: [(name: String, open: [String], cycleStart: Int?)] = []
        func enter(_ name: String) {
            guard let references = waiting.removeValue(forKey: name) else { return }
            positions[name] = path.count
            path.append((name, references.filter(exists.contains), nil))
        }
        /// Records that all names of the path from a place on are on cycles.
        func mark(from start: Int) {
            let last = path.count - 1
            path[last].cycleStart = min(start, path[last].cycleStart ?? start)
        }
        for name in exists.sorted() {
            enter(name)
            while let last = path.last {
                guard let next = last.open.last else {
                    path.removeLast()
                    positions[last.name] = nil
                    if let start = last.cycleStart, start < path.count { mark(from: start) }
                    names.append(last.name)
                    continue
                }
                path[path.count - 1].open.removeLast()
                if let start = positions[next] {
                    let shown = path[start...].prefix(Self.shownMembers).map(\.name)
                    let members = shown + (path.count - start > shown.count ? ["…"] : [])
                    // Many references may lead back along one path: names that are on a cycle are passed over at once.
                    var place = path.count - 1
                    while place >= start {
                        if let known = path[place].cycleStart {
                            place = known - 1
                        } else {
                            cycles[path[place].name] = cycles[path[place].name] ?? members
                            place -= 1
                        }
                    }
                    mark(from: start)
                } else {
                    enter(next)
                }
            }
        }
    }
}
