import FontModel

/// The Swift code of the type of a family.
struct FamilyCode {
    private let family: NamedFamily
    private let access: String

    init(_ family: NamedFamily, _ access: String) { (self.family, self.access) = (family, access) }

    var text: String {
        let members = family.fonts.map { font in
            """
                    /// `\(SwiftText.comment(font.name))`.
                    \(access)var \(font.member): FontResources.FontName { .\(font.constant) }

            """
        }
        return """
                /// The fonts of \(SwiftText.comment(family.name)).
                \(access)struct \(family.type): FontResources.FontResourceFamily {
                    \(access)var table: FontResources.FontResourceTable { ModuleFonts.table }
                    \(access)var name: String { \(SwiftText.literal(family.name)) }

            \(members.joined())\(variationCode)    }

            """
    }

    /// An axis that people may set.
    private struct Axis {
        var tag: String
        var name: String
        /// The identifier without quotation marks.
        var identifier: String
        var minimum: Double
        var maximum: Double
    }

    /// The visible axes, sorted by tag, with the range of the first face that has them.
    private var axes: [Axis] {
        var axes: [Axis] = []
        for axis in family.faces.flatMap(\.axes) where !axis.isHidden && axis.minimum <= axis.maximum {
            guard !axes.contains(where: { $0.tag == axis.tag }) else { continue }
            // Tags have ASCII letters and digits, in any case, and end with spaces.
            var identifier = axis.tag.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
            if identifier.first?.isNumber != false { identifier = "_" + identifier }
            axes.append(
                Axis(
                    tag: axis.tag, name: axis.name, identifier: identifier, minimum: axis.minimum,
                    maximum: axis.maximum))
        }
        axes.sort { $0.tag < $1.tag }
        var used: Set<String> = ["_", "italic"]
        return axes.filter { used.insert($0.identifier).inserted }
    }

    private var variationCode: String {
        let axes = axes
        guard !axes.isEmpty else { return "" }
        let ranges = axes.map { axis in
            """
                        /// \(SwiftText.comment(axis.name)).
                        \(access)let \(SwiftText.quoted(axis.identifier)): ClosedRange<Double> = \(Self.number(axis.minimum))...\(Self.bound(axis.maximum))

            """
        }
        let parameters = axes.map { "\(SwiftText.quoted($0.identifier)): Double" }
        let values = axes.map { "\(SwiftText.literal($0.tag)): \(SwiftText.quoted($0.identifier))" }
        let hasItalic = Set(family.faces.filter(\.isVariable).map { $0.traits.contains(.italic) }).count == 2
        let all = hasItalic ? parameters + ["italic: Bool = false"] : parameters
        return """

                    /// The values that the axes can have.
                    \(access)struct Axes: Sendable {
            \(ranges.joined())        }

                    \(access)var axes: Axes { Axes() }

                    /// Returns the variable face at a location; values are limited to the ranges of ``axes``.
                    \(access)func at(\(all.joined(separator: ", "))) -> FontResources.FontMatch {
                        self.at([\(values.joined(separator: ", "))]\(hasItalic ? ", italic: italic" : ""))
                    }

            """
    }

    /// Returns a literal of a value of an axis, which is within the range of 16.16 numbers.
    private static func number(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }

    /// Returns a literal for the end of a range, where a sign would be a part of the operator.
    private static func bound(_ value: Double) -> String { value < 0 ? "(\(number(value)))" : number(value) }
}
