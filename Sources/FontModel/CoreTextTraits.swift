/// The traits of a font on Apple's scales (`kCTFontTraitsAttribute`).
///
/// The conversions are inverse to each other within the scales, and values outside count as the nearest one. Weights
/// lie between the constants `NSFont.Weight` for 100, 200 … 900, and widths between those that Core Text reports for
/// the width classes of `OS/2`.
public struct CoreTextTraits: Sendable, Hashable, Codable {
    /// The bits of `CTFontSymbolicTraits`, with the style class in the upper four.
    public var symbolic: UInt32
    /// The weight, −1…1, 0 for regular (`kCTFontWeightTrait`).
    public var weight: Double
    /// The width, −1…1, 0 for normal (`kCTFontWidthTrait`).
    public var width: Double
    /// The slant, −1…1, 0 for upright and 1 for 30 degrees to the right (`kCTFontSlantTrait`).
    public var slant: Double

    /// Weights of OpenType, 0…1000, beside Apple's.
    private static let weights: [(Double, Double)] = [
        (0, -1), (100, -0.8), (200, -0.6), (300, -0.4), (400, 0), (500, 0.23), (600, 0.3), (700, 0.4), (800, 0.56),
        (900, 0.62), (1_000, 1),
    ]

    /// Widths in percent of the width classes 1…9 beside Apple's, with the ends of Apple's scale.
    private static let widths: [(Double, Double)] = [
        (0, -1), (50, -0.4), (62.5, -0.3), (75, -0.2), (87.5, -0.1), (100, 0), (112.5, 0.1), (125, 0.2), (150, 0.3),
        (200, 0.4), (1_000, 1),
    ]

    /// Returns Apple's weight for a weight of OpenType and CSS.
    public static func weight(openType: Double) -> Double { interpolated(openType, weights) }

    /// Returns the weight of OpenType and CSS, 1…1000, for Apple's.
    public static func openTypeWeight(_ weight: Double) -> Double {
        max(1, interpolated(weight, weights.map { ($1, $0) }))
    }

    /// Returns Apple's width for a width in percent.
    public static func width(percent: Double) -> Double { interpolated(percent, widths) }

    /// Returns the width in percent for Apple's.
    public static func percent(width: Double) -> Double { interpolated(width, widths.map { ($1, $0) }) }

    /// Returns Apple's slant for an angle in degrees to the right.
    public static func slant(degrees: Double) -> Double { degrees.isNaN ? 0 : min(max(degrees / 30, -1), 1) }

    /// Returns the angle in degrees to the right, −30…30, for Apple's slant.
    public static func degrees(slant: Double) -> Double { slant.isNaN ? 0 : min(max(slant, -1), 1) * 30 }

    /// Returns the value at a place between the points of a line, which is that of the nearest end outside; 0 for a
    /// place that is no number.
    private static func interpolated(_ place: Double, _ points: [(place: Double, value: Double)]) -> Double {
        guard !place.isNaN, let first = points.first, let last = points.last else { return 0 }
        if place <= first.place { return first.value }
        for (low, high) in zip(points, points.dropFirst()) where place <= high.place {
            return low.value + (high.value - low.value) * (place - low.place) / (high.place - low.place)
        }
        return last.value
    }
}

extension FontDescriptor {
    /// The traits on Apple's scales, at the instance's location.
    public var coreTextTraits: CoreTextTraits {
        CoreTextTraits(
            symbolic: traits.coreTextBits, weight: CoreTextTraits.weight(openType: weight),
            width: CoreTextTraits.width(percent: width), slant: CoreTextTraits.slant(degrees: slant))
    }
}

extension FontTraits {
    /// The bits of `CTFontSymbolicTraits`.
    fileprivate var coreTextBits: UInt32 {
        let styleClass = styleClass ?? (contains(.symbolic) ? .symbols : nil)
        return rawValue & 0xFFFF | UInt32(styleClass?.rawValue ?? 0) << 28
    }
}
