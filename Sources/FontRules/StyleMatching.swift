package import FontModel

/// The choice of a face by style, as in CSS Fonts Level 4, section 5.2 "Matching font styles", step 4.
///
/// Width is decided first, then slope, then weight. For each, the search follows the order of CSS, and a variable face
/// counts as having every value of its range. Where CSS would slant an upright face although the family has an italic
/// one (`font-synthesis-style: auto`), the italic face is chosen.
package struct StyleMatching: Sendable {
    private let style: FontStyle

    package init(_ style: FontStyle) {
        func limited(_ value: Double, _ range: ClosedRange<Double>, _ instead: Double) -> Double {
            value.isNaN ? instead : min(max(value, range.lowerBound), range.upperBound)
        }
        var style = style
        style.weight = limited(style.weight, 1...1_000, 400)
        style.width = limited(style.width, 0...1_000, 100)
        if case .oblique(let angle) = style.slope {
            style.slope = .oblique(degrees: limited(angle, -90...90, FontStyle.defaultAngle))
        }
        self.style = style
    }

    /// Returns the face of a family that is nearest to the style, or nil if there are no faces.
    ///
    /// Of faces that are equally near, the one with the plainest style name is chosen, then the one with the highest
    /// priority, then one with an optical size if a size is wanted, then a static one, then the first.
    package func match(among fonts: [FontDescriptor]) -> FontMatch? {
        var faces = fonts.map { Face(font: $0, ranges: StyleRanges(of: $0.face)) }
        func narrow(_ order: [Step]) -> (value: StyleRanges.Attribute, amount: Double)? {
            guard let found = Self.first(order, among: faces.map(\.ranges)) else { return nil }
            faces.removeAll { $0.ranges[found.value]?.contains(found.amount) != true }
            return found
        }
        guard let width = narrow(widths), let slope = narrow(slopes), let weight = narrow(weights),
            let best = faces.min(by: { order($0.font, weight.amount) < order($1.font, weight.amount) })
        else { return nil }
        return match(best.font, width: width.amount, slope: slope, weight: weight.amount)
    }

    private struct Face {
        var font: FontDescriptor
        var ranges: StyleRanges
    }

    /// A part of a search: the amounts of a value from one to another, in this order and including both.
    private struct Step {
        var value: StyleRanges.Attribute
        var from: Double
        var to: Double

        var mirrored: Step { Step(value: value, from: 0 - from, to: 0 - to) }
    }

    /// Returns the first amount in a search order that any face has.
    private static func first(
        _ order: [Step], among faces: [StyleRanges]
    ) -> (value: StyleRanges.Attribute, amount: Double)? {
        for step in order {
            let searched = min(step.from, step.to)...max(step.from, step.to)
            let ranges = faces.compactMap { $0[step.value] }.filter(searched.overlaps)
            let amount =
                step.from <= step.to
                ? ranges.map { max($0.lowerBound, step.from) }.min()
                : ranges.map { min($0.upperBound, step.from) }.max()
            if let amount { return (step.value, amount) }
        }
        return nil
    }

    // MARK: Search orders

    private static let positive = Double.leastNonzeroMagnitude

    private var widths: [Step] {
        let down = Step(value: .width, from: style.width, to: -.infinity)
        let up = Step(value: .width, from: style.width, to: .infinity)
        return style.width <= 100 ? [down, up] : [up, down]
    }

    private var slopes: [Step] {
        func step(_ value: StyleRanges.Attribute, _ from: Double, _ to: Double) -> Step {
            Step(value: value, from: from, to: to)
        }
        func oblique(_ angle: Double) -> [Step] {
            let rest = [step(.oblique, 0, -.infinity), step(.italic, 0, -.infinity)]
            // From 11 degrees on, which is as much as italic, more is better than less.
            if angle >= 11 {
                return [
                    step(.oblique, angle, .infinity), step(.oblique, angle, Self.positive),
                    step(.italic, 1, .infinity), step(.italic, 1, Self.positive),
                ] + rest
            }
            let down = step(.oblique, angle, angle > 0 ? Self.positive : 0)
            return [
                down, step(.oblique, max(angle, Self.positive), .infinity),
                step(.italic, 1, Self.positive), step(.italic, 1, .infinity),
            ] + rest
        }
        switch style.slope {
        case .upright:
            return [
                step(.oblique, 0, .infinity), step(.italic, 0, .infinity),
                step(.oblique, 0, -.infinity), step(.italic, 0, -.infinity),
            ]
        case .italic:
            return [
                step(.italic, 1, .infinity), step(.italic, 1, Self.positive),
                step(.oblique, 11, .infinity), step(.oblique, 11, Self.positive),
                step(.italic, 0, -.infinity), step(.oblique, 0, -.infinity),
            ]
        case .oblique(let angle):
            return angle < 0 ? oblique(-angle).map(\.mirrored) : oblique(angle)
        }
    }

    private var weights: [Step] {
        func step(_ to: Double, from: Double? = nil) -> Step {
            Step(value: .weight, from: from ?? style.weight, to: to)
        }
        switch style.weight {
        case 400...500: return [step(500), step(-.infinity), step(.infinity, from: 500)]
        case ..<400: return [step(-.infinity), step(.infinity)]
        default: return [step(.infinity), step(-.infinity)]
        }
    }

    // MARK: Among equals

    private func order(_ font: FontDescriptor, _ weight: Double) -> (Int, Int, Int, Int, Int) {
        // Old families give regular and bold the same weight class below 600; only the flag differs. From 600 on a face
        // is bold with and without it.
        let isOtherBoldness =
            weight < 600 && font.face.axis("wght") == nil
            && font.face.traits.contains(.bold) != (style.weight >= 600)
        let lacksSize = style.pointSize != nil && font.face.axis("opsz") == nil
        return (
            isOtherBoldness ? 1 : 0, StyleName(font.face.style).isPlain ? 0 : 1, -(font.rank?.rawValue ?? 0),
            lacksSize ? 1 : 0, font.face.isVariable ? 1 : 0
        )
    }

    // MARK: The result

    private func match(
        _ font: FontDescriptor, width: Double, slope: (value: StyleRanges.Attribute, amount: Double), weight: Double
    ) -> FontMatch {
        var font = font
        var wanted = ["wght": weight, "wdth": width]
        wanted["opsz"] = style.pointSize
        switch slope.value {
        case .oblique: (wanted["slnt"], wanted["ital"]) = (0 - slope.amount, 0)
        // An italic form has its slant in its default location.
        default: (wanted["ital"], wanted["slnt"]) = (slope.amount, slope.amount == 0 ? 0 : nil)
        }
        var coordinates: [String: Double] = [:]
        for axis in font.face.axes {
            let value = wanted[axis.tag] ?? axis.defaultValue
            coordinates[axis.tag] =
                value.isNaN || axis.minimum > axis.maximum
                ? axis.defaultValue : min(max(value, axis.minimum), axis.maximum)
        }
        font.instance = font.face.isVariable ? font.face.instances.first { $0.isAt(coordinates) } : nil
        var unmet: FontMatch.Parts = []
        if weight != style.weight { unmet.insert(.weight) }
        if width != style.width { unmet.insert(.width) }
        if !has(slope) { unmet.insert(.slope) }
        let isBold = weight >= 600 || font.face.axis("wght") == nil && font.face.traits.contains(.bold)
        return FontMatch(
            font: font, coordinates: coordinates, unmet: unmet,
            needsSyntheticBold: style.weight >= 600 && !isBold,
            needsSyntheticOblique: unmet.contains(.slope) && slope.amount == 0)
    }

    /// Whether a slope is the wanted one.
    private func has(_ slope: (value: StyleRanges.Attribute, amount: Double)) -> Bool {
        switch style.slope {
        case .upright: slope.amount == 0
        case .italic: slope == (.italic, 1)
        case .oblique(let angle): slope == (.oblique, angle) || angle == 0 && slope.amount == 0
        }
    }
}

extension NamedInstance {
    /// Whether the instance lies at a location, to the precision of `fvar` (16.16).
    package func isAt(_ location: [String: Double]) -> Bool {
        location.allSatisfy { tag, value in coordinates[tag].map { abs($0 - value) <= 1 / 65_536 } ?? false }
    }
}

extension FontStyle {
    /// Whether nothing but a size is wanted.
    package var isRegular: Bool { weight == 400 && width == 100 && slope == .upright }
}
