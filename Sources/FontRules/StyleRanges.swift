import FontModel

/// The values that a face can take, in the terms of CSS: one value each for a static face, ranges for a variable one.
struct StyleRanges {
    /// A value that the search for a style considers.
    enum Attribute { case width, italic, oblique, weight }

    private var ranges: [Attribute: ClosedRange<Double>] = [:]

    subscript(attribute: Attribute) -> ClosedRange<Double>? { ranges[attribute] }

    init(of face: FontFace) {
        func axis(_ tag: String) -> ClosedRange<Double>? { face.axis(tag).map { $0.minimum...$0.maximum } }
        ranges[.width] = axis("wdth") ?? Self.only(face.width, 100)
        ranges[.weight] = axis("wght") ?? Self.only(face.weight, 400)
        let italic = axis("ital")
        // Differences, since `-x` could be a negative zero.
        let oblique = axis("slnt").map { (0 - $0.upperBound)...(0 - $0.lowerBound) }
        if italic != nil || oblique != nil {
            // A face is upright where both values are 0, and either may have no axis.
            ranges[.italic] = italic ?? (oblique?.contains(0) == true ? 0...0 : nil)
            ranges[.oblique] = oblique ?? (italic?.contains(0) == true ? 0...0 : nil)
        } else if !face.traits.contains(.italic) && face.slant == 0 {
            ranges[.italic] = 0...0
            ranges[.oblique] = 0...0
        } else if face.isOblique {
            ranges[.oblique] = Self.only(face.slant == 0 ? .nan : face.slant, FontStyle.defaultAngle)
        } else {
            ranges[.italic] = 1...1
        }
    }

    /// Returns a range of one value, or of another if it is no number, of which there can be no range.
    private static func only(_ value: Double, _ instead: Double) -> ClosedRange<Double> {
        value.isNaN ? instead...instead : value...value
    }
}

extension FontStyle {
    /// The angle of `oblique` if none is given.
    static let defaultAngle = 14.0
}

extension FontFace {
    /// Returns a variation axis with usable limits.
    func axis(_ tag: String) -> VariationAxis? { axes.first { $0.tag == tag && $0.minimum <= $0.maximum } }

    /// Whether a static face that leans has the forms of the upright one; only the name of the style says so.
    fileprivate var isOblique: Bool {
        let name = LookupName.fold(style)
        return slant < 0 || name.contains("oblique") || name.contains("slanted")
    }
}
