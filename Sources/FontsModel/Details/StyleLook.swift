import FontModel
import FontRegistry
package import Foundation
import ReaderFonts

extension StyleRow {
    /// The width class of the style (`OS/2.usWidthClass`), 1…9, by the nearest of its percentages.
    package var widthClass: Int {
        var shown = font
        shown.instance = instance
        let percentages = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200.0]
        let nearest = percentages.indices.min {
            abs(percentages[$0] - shown.width) < abs(percentages[$1] - shown.width)
        }
        return (nearest ?? 4) + 1
    }

    /// The name by which programs ask for the style.
    package var postscriptName: String { instance?.postscriptName ?? font.postscriptName }

    /// The axes of the style at its place; nil if the face has none.
    package var axisSettings: AxisSettings? {
        guard !font.face.axes.isEmpty else { return nil }
        var settings = AxisSettings(font.face)
        if let instance { settings.set(instance) }
        return settings
    }
}

extension SpecimenSettings {
    /// The name of a style as it is shown: with the values of its axes if they are those of no named style.
    package func title(of style: StyleRow) -> String {
        guard let axes, axes.coordinates != style.axisSettings?.coordinates else { return style.title }
        if let instance = axes.instance { return instance.name }
        let changed = axes.axes.filter { axes.changed[$0.tag] != nil }
        guard !changed.isEmpty else { return style.font.face.style }
        return changed.map { "\($0.tag) \(Self.number(axes.value(of: $0)))" }.joined(separator: ", ")
    }

    /// A number as style sheets and tools for fonts write it, whatever the language.
    static func number(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String((value * 1_000).rounded() / 1_000)
    }
}

extension FamilyDetails {
    /// Returns the place of the style that axes show.
    ///
    /// - Parameter place: That of the style whose axes they are.
    /// - Returns: Nil if they show no style that has a name.
    package func place(showing axes: AxisSettings?, of place: Int) -> Int? {
        guard let axes, styles.indices.contains(place) else { return place }
        let style = styles[place]
        if style.axisSettings?.coordinates == axes.coordinates { return place }
        guard let instance = axes.instance else { return nil }
        return styles.firstIndex { $0.face == style.face && $0.file == style.file && $0.instance == instance }
    }
}

extension FeatureSettings {
    /// Returns the settings with what was switched in those of another style.
    package func keeping(_ other: FeatureSettings?) -> FeatureSettings {
        guard let other else { return self }
        var settings = self
        for row in rows where other.rows.contains(where: { $0.tag == row.tag }) {
            settings.set(row, isOn: other.isOn(row))
        }
        return settings
    }
}

extension DetailsReader {
    /// Returns the text by which a style is shown: samples of the scripts that it has, one in each line, the first of which
    /// is that of a waterfall.
    package func sample(
        of style: StyleRow, else other: String, locale: Locale = Translation.locale
    ) async -> String {
        guard let coverage = try? await library.coverage(of: style.font) else { return other }
        let lines = SpecimenText.ordered(SampleText.lines(for: coverage), in: locale)
        return lines.isEmpty ? other : lines.joined(separator: "\n")
    }
}

/// The order of samples.
enum SpecimenText {
    /// Scripts that fonts of other scripts have, too.
    private static let common: Set<String> = ["Latn", "Grek", "Cyrl"]

    /// Returns samples with the one that tells the most first: that of the user's script, else that of the script for which
    /// the font was made.
    ///
    /// - Parameter lines: Those of a font; see `SampleText.lines(for:)`.
    static func ordered(_ lines: [String], in locale: Locale) -> [String] {
        let script = locale.language.script?.identifier ?? "Latn"
        let own = SampleText.scripts.filter { !common.contains($0) }.compactMap(SampleText.text)
        let place = lines.firstIndex { $0 == SampleText.text(of: script) } ?? lines.firstIndex(where: own.contains)
        guard let place else { return lines }
        var rest = lines
        return [rest.remove(at: place)] + rest
    }
}

/// The direction in which a text is written.
package enum TextDirection {
    /// Whether the first letter with a direction is of a script that is written from right to left (UAX 9, P2).
    package static func isRightToLeft(_ text: String) -> Bool {
        let first = text.unicodeScalars.first { $0.properties.isAlphabetic }
        guard let first else { return false }
        let ranges: [ClosedRange<UInt32>] = [
            0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
        ]
        return ranges.contains { $0.contains(first.value) }
    }
}
