public import FontModel

extension FontFaceRule {
    /// Returns the rules that show a face, one for each of its slopes.
    ///
    /// A variable face is used at all weights and widths of its axes `wght` and `wdth`. A face with the axis `ital` has
    /// two rules, because CSS has no range of italics.
    /// - Parameters:
    ///   - face: The face.
    ///   - family: The name of the family in the page.
    ///   - url: The address of the file with this one face.
    public static func rules(of face: FontFace, family: String, url: String) -> [FontFaceRule] {
        func range(_ tag: String, _ value: Double, _ limits: ClosedRange<Double>) -> ClosedRange<Double> {
            let axis = face.axes.first { $0.tag == tag }
            let low = min(max(axis?.minimum ?? value, limits.lowerBound), limits.upperBound)
            return low...max(low, min(axis?.maximum ?? value, limits.upperBound))
        }
        let slopes: [Slope]
        if let axis = face.axes.first(where: { $0.tag == "slnt" }), axis.minimum < axis.maximum {
            // The axis counts against the direction of CSS.
            slopes = [.oblique(-axis.maximum ... -axis.minimum)]
        } else if face.axes.contains(where: { $0.tag == "ital" && $0.minimum < $0.maximum }) {
            slopes = [.upright, .italic]
        } else if face.traits.contains(.italic) {
            slopes = [.italic]
        } else {
            slopes = [face.slant == 0 ? .upright : .oblique(face.slant...face.slant)]
        }
        return slopes.map { slope in
            FontFaceRule(
                family: family, url: url, format: face.outlines == .trueType ? .trueType : .openType,
                weight: range("wght", face.weight, 1...1_000), width: range("wdth", face.width, 1...1_000),
                slope: slope)
        }
    }

    /// Returns the rule without the weight of a rule for one weight that it includes, in two parts.
    package func parts(beside other: FontFaceRule) -> [FontFaceRule] {
        guard other.isCovered(by: self), weight.lowerBound < weight.upperBound,
            other.weight.lowerBound == other.weight.upperBound
        else { return [self] }
        let value = other.weight.lowerBound
        let ranges = [(weight.lowerBound, value - 1), (value + 1, weight.upperBound)].filter { $0 <= $1 }
        return ranges.map { low, high in
            var part = self
            part.weight = low...high
            return part
        }
    }

    /// Whether another rule of the family shows all that this rule shows.
    package func isCovered(by other: FontFaceRule) -> Bool {
        let isSameSlope =
            switch (slope, other.slope) {
            case (.oblique(let own), .oblique(let others)): others.contains(own)
            case (.upright, .oblique(let others)): others.contains(0)
            default: slope == other.slope
            }
        return isSameSlope && other.weight.contains(weight) && other.width.contains(width)
    }
}
