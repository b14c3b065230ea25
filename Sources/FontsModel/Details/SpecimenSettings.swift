import FontModel
import FontRegistry
import Foundation

/// How a specimen is shown: text, size, ground, axes and features.
package struct SpecimenSettings: Sendable, Hashable {
    /// The page of a specimen.
    package enum Form: String, Sendable, Hashable, CaseIterable {
        /// One line in many sizes.
        case waterfall
        /// A text of several lines in one size.
        case paragraph

        package var title: String {
            switch self {
            case .waterfall: tr("Waterfall")
            case .paragraph: tr("Paragraph")
            }
        }
    }

    package var form = Form.waterfall
    /// The text; empty for that of the font.
    package var text = ""
    /// The size of a paragraph, in points.
    package var size = 16.0
    /// Whether the ground is dark; nil for that of the desktop.
    package var isDark: Bool?
    package var isVertical = false
    package var axes: AxisSettings?
    package var features: FeatureSettings?

    package init() {}

    /// The sizes of a waterfall, in points, the largest first.
    package static let waterfallSizes: [Double] = [72, 48, 36, 28, 24, 20, 18, 16, 14, 12, 10, 9, 8]

    /// The sizes that are drawn.
    package var sizes: [Double] { form == .waterfall ? Self.waterfallSizes : [size] }

    /// Returns the text that is drawn.
    ///
    /// - Parameter sample: The text of the font.
    package func shownText(_ sample: String) -> String {
        let text = SampleTexts.bounded(text)
        let shown = text.allSatisfy(\.isWhitespace) ? sample : text
        return form == .waterfall ? SampleTexts.line(shown) : shown
    }

    /// Returns the declarations of a style sheet that show a style as it is shown.
    package func css(of style: StyleRow) -> String {
        func quoted(_ text: String) -> String {
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        let changed = axes?.changed ?? [:]
        var lines = ["font-family: \(quoted(style.font.face.family));"]
        lines.append("font-weight: \(Self.number(changed["wght"] ?? style.weight));")
        if style.isItalic { lines.append("font-style: italic;") }
        if let width = changed["wdth"] ?? (style.font.width == 100 ? nil : style.font.width) {
            lines.append("font-stretch: \(Self.number(width))%;")
        }
        let others = changed.filter { $0.key != "wght" && $0.key != "wdth" }.sorted { $0.key < $1.key }
        if !others.isEmpty {
            let settings = others.map { "\(quoted($0.key)) \(Self.number($0.value))" }.joined(separator: ", ")
            lines.append("font-variation-settings: \(settings);")
        }
        let features = (features?.values ?? [:]).sorted { $0.key < $1.key }
        if !features.isEmpty {
            let settings = features.map { "\(quoted($0.key)) \($0.value)" }.joined(separator: ", ")
            lines.append("font-feature-settings: \(settings);")
        }
        if isVertical { lines.append("writing-mode: vertical-rl;") }
        return lines.joined(separator: "\n")
    }
}

/// The styles that are compared side by side.
package struct Comparison: Sendable, Hashable {
    /// A style of a family.
    package struct Item: Sendable, Hashable, Identifiable {
        package var family: String
        package var style: StyleRow
        package var id: String { family + "\n" + style.id }
        package var title: String { "\(family) \(style.title)" }

        package init(family: String, style: StyleRow) {
            self.family = family
            self.style = style
        }
    }

    package private(set) var items: [Item] = []
    /// The most styles that are compared.
    package static let most = 6

    package init() {}

    /// Returns the most cards in a line, so that lines are filled: two families have half of the width each.
    package static func columns(for count: Int) -> Int {
        switch count {
        case ...1: 1
        case 2, 4: 2
        default: 3
        }
    }

    package var isFull: Bool { items.count >= Self.most }

    /// Adds a style; false if it is there, or there is no place for it.
    @discardableResult
    package mutating func add(_ item: Item) -> Bool {
        guard !isFull, !items.contains(where: { $0.id == item.id }) else { return false }
        items.append(item)
        return true
    }

    package mutating func remove(_ id: Item.ID) { items.removeAll { $0.id == id } }

    /// Removes the styles of families that are gone.
    package mutating func keep(_ families: Set<String>) { items.removeAll { !families.contains($0.family) } }
}
