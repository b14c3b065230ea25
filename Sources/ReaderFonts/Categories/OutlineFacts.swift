public import FontModel

/// Measures of the outlines of an upright face, from which its serifs follow, and whether it is one for reading.
///
/// The measure of a letter is the width of its left stem near the base line (at 2 % of the letter's height) divided by its
/// width at 25 %. It is 1 for a stem without serif, and above 1.9 for those with one.
public struct OutlineFacts: Sendable, Hashable, Codable {
    /// The letters that are measured.
    public static let letters: [Character] = ["H", "n", "h", "m", "p"]

    /// The measures by letter; letters without a stem are missing.
    public var ratios: [String: Double]
    /// The shape of the letters; nil if it was not measured.
    public var shape: LetterShape?

    /// The limit between stems with and without serif, found with 101 families.
    private static let limit = 1.5

    /// Whether the face has serifs: `H` has them, or two letters; nil without any measure.
    public var hasSerifs: Bool? {
        guard !ratios.isEmpty else { return nil }
        let serifs = ratios.filter { $0.value >= Self.limit }
        return serifs["H"] != nil || serifs.count >= 2
    }

    /// The kind of letters, as far as their shapes show it.
    enum Kind: Hashable {
        /// Straight and regular letters, which may have serifs.
        case reading
        case handwriting
        case display
        /// Neither straight as for reading nor clearly of another kind.
        case uncertain
    }

    /// The kind of the shape, by limits found with 430 labelled families of Debian; nil if it was not measured.
    var kind: Kind? {
        guard let shape else { return nil }
        let isIrregular =
            shape.baseSpread > 0.018 || shape.headSpread > 0.04 || shape.smallHeadSpread > 0.03 || shape.joined >= 0.6
        if shape.holes >= 0.5 { return shape.joined >= 0.9 ? .handwriting : .display }
        // Rough outlines, as of old prints, have as many points as those of decorated letters.
        if shape.points > 120 { return hasSerifs == true ? .uncertain : .display }
        let isHeavy = shape.stroke > 0.21
        if shape.alongAxes < 0.3 {
            if isIrregular { return .handwriting }
            // Old styles have curved serifs.
            let isDisplay = isHeavy || shape.alongAxes < 0.2 && hasSerifs != true
            return isDisplay ? .display : .uncertain
        }
        if isHeavy { return .display }
        // Straight letters whose feet or heads are at different heights.
        return shape.baseSpread > 0.05 || shape.headSpread > 0.06 ? .uncertain : .reading
    }

    /// Whether the face has letters that were measured.
    var haveLetters: Bool { !ratios.isEmpty || shape != nil }
}
