/// How often servers are asked for a file, and the pauses between.
struct RequestRounds {
    /// The most rounds; servers that cannot deliver the file are asked only in the first one.
    private static let most = 4
    /// The longest pause that a server may ask for, in seconds.
    private static let longestPause = 60

    private var round = 0

    /// Begins the next round.
    ///
    /// - Parameter asked: The pause that a server asks for (`Retry-After`), in seconds; nil if none does.
    /// - Returns: The pause before it; nil if the servers are not asked again, as that was often enough or the pause would be
    ///   too long.
    mutating func next(after asked: Int?) -> Duration? {
        let asked = asked ?? 0
        guard round + 1 < Self.most, asked <= Self.longestPause else { return nil }
        defer { round += 1 }
        // The clients of a server that failed do not all come back at once.
        return .milliseconds(Int64(asked) * 1_000 + Int64.random(in: 0...(500 << round)))
    }
}
