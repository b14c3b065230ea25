/// The options of the command line.
struct Options {
    /// The numbers of registered fonts, in ascending order.
    var sizes = [100, 1_000, 5_000]
    /// The size for which the start-up has a bar.
    let mainSize = 5_000
    /// The number of measurements of each figure.
    var rounds = 7
    /// The number of measurements of batches.
    var batchRounds: Int { max(3, rounds / 2) }
    /// The rows to measure; nil for all.
    var only: Set<String>?
    private var isQuick = false
    /// The folder of the real fonts.
    var fonts = "/usr/share/fonts"

    static let rows = [
        "one", "hundred", "thousand", "start", "resolve", "notice", "calls", "idle", "list", "memory", "reader",
    ]

    static let usage = """
        usage: fontd-bench [--quick | --full] [--rounds COUNT] [--only ROW]… [--fonts FOLDER]
          --quick    up to 1,000 fonts made in code, few rounds; two minutes or three
          --full     up to 20,000 fonts; ten minutes or more
          --only     \(rows.joined(separator: ", ")), real: may be repeated; real alone selects all rows with real fonts
          --fonts    real fonts, such as a folder of unpacked packages; else those that are installed
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        func value() throws -> String {
            guard let value = rest.popFirst() else { throw BenchmarkFailure(Self.usage) }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--quick": (sizes, rounds, isQuick) = ([100, 1_000], 3, true)
            case "--full": sizes = [100, 1_000, 5_000, 20_000]
            case "--rounds":
                guard let count = Int(try value()), count > 0 else { throw BenchmarkFailure(Self.usage) }
                rounds = count
            case "--only":
                let row = try value()
                guard (Self.rows + ["real"]).contains(row) else { throw BenchmarkFailure(Self.usage) }
                only = (only ?? []).union([row])
            case "--fonts": fonts = try value()
            default: throw BenchmarkFailure(Self.usage)
            }
        }
    }

    var wantsReal: Bool { only?.contains("real") ?? !isQuick }
    /// With `real` the other rows are those of the real fonts.
    var wantsMade: Bool { !(only?.contains("real") ?? false) }

    func wants(_ row: String) -> Bool { only.map { $0 == ["real"] || $0.contains(row) } ?? true }
}
