import ArgumentParser

/// A typed value of an axis, such as `wght=560`.
struct AxisArgument: ExpressibleByArgument, Sendable, Hashable {
    var tag: String
    var value: Double

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, (1...4).contains(parts[0].utf8.count), let value = Double(parts[1]), value.isFinite
        else { return nil }
        tag = String(parts[0])
        self.value = value
    }
}
