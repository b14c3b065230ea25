/// Measures of the outlines of an upright face, from which its serifs follow.
///
/// The measure of a letter is the width of its left stem near the base line (at 2 % of the letter's height) divided by its
/// width at 25 %. It is 1 for a stem without serif, and above 1.9 for those with one.
public struct OutlineFacts: Sendable, Hashable, Codable {
    /// The letters that are measured.
    public static let letters: [Character] = ["H", "n", "h", "m", "p"]

    /// The measures by letter; letters without a stem are missing.
    public var ratios: [String: Double]

    public init(ratios: [String: Double]) { self.ratios = ratios }

    /// The limit between stems with and without serif, found with 101 families.
    private static let limit = 1.5

    /// Whether the face has serifs: `H` has them, or two letters; nil without any measure.
    public var hasSerifs: Bool? {
        guard !ratios.isEmpty else { return nil }
        let serifs = ratios.filter { $0.value >= Self.limit }
        return serifs["H"] != nil || serifs.count >= 2
    }
}
