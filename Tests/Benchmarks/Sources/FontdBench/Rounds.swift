/// The figures of one side over several rounds, in milliseconds.
struct Figures {
    private(set) var costs: [Cost] = []

    mutating func add(_ cost: Cost) { costs.append(cost) }

    /// The median, which other work of the machine affects less than a mean.
    var median: Double { Self.median(costs.map(\.wall)) }
    /// The median of processor time.
    var cpu: Double { Self.median(costs.compactMap(\.cpu)) }

    static func median(_ values: [Double]) -> Double {
        guard !values.isEmpty else { return .nan }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

/// Figures by name, added round by round; every side is measured once per round.
struct Board {
    private var figures: [String: Figures] = [:]

    subscript(_ name: String) -> Figures { figures[name] ?? Figures() }

    mutating func add(_ name: String, _ cost: Cost) { figures[name, default: Figures()].add(cost) }

    func has(_ name: String) -> Bool { figures[name] != nil }

    /// Adds the figures of other rows.
    mutating func add(_ other: Board) { figures.merge(other.figures) { $1 } }

    /// Removes unreliable figures.
    mutating func remove(where isVoid: (String) -> Bool) { figures = figures.filter { !isVoid($0.key) } }
}

/// Runs the sides in turn, beginning with another one in each round, after one round that does not count.
func interleaved(
    rounds: Int, _ sides: [(inout Board) async throws -> Void], afterEach settle: () throws -> Void = {}
) async throws -> Board {
    var board = Board()
    for round in -1..<rounds {
        var scratch = board
        for turn in sides.indices { try await sides[(turn + round + 1) % sides.count](&scratch) }
        if round >= 0 { board = scratch }
        try settle()
    }
    return board
}
