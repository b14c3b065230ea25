/// What was asked for on the command line.
struct Options {
    /// How many fonts are registered, in ascending order.
    var sizes = [100, 1_000, 5_000]
    /// The size for rows that are measured at one size only.
    var mainSize = 5_000
    /// How often each figure is measured.
    var rounds = 7
    /// Rows to measure; nil for all.
    var only: Set<String>?

    static let rows = ["one", "hundred", "thousand", "start", "resolve", "notice", "list", "memory", "real"]

    static let usage = """
        usage: fontd-bench [--quick | --full] [--rounds COUNT] [--only ROW]…
          --quick    up to 1,000 fonts, few rounds; about two minutes
          --full     up to 20,000 fonts
          --only     \(rows.joined(separator: ", "))
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--quick": (sizes, mainSize, rounds) = ([100, 1_000], 1_000, 5)
            case "--full": sizes = [100, 1_000, 5_000, 20_000]
            case "--rounds":
                guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else {
                    throw BenchmarkFailure(Self.usage)
                }
                rounds = count
            case "--only":
                guard let row = rest.popFirst(), Self.rows.contains(row) else { throw BenchmarkFailure(Self.usage) }
                only = (only ?? []).union([row])
            default: throw BenchmarkFailure(Self.usage)
            }
        }
    }

    func wants(_ row: String) -> Bool { only?.contains(row) ?? true }
}
