package import FontModel

/// The distance of a font from the regular style of its family; the smallest is the face of the family.
///
/// Slope, weight and width come first, as fontconfig compares them. Between styles with equal values, which fontconfig
/// leaves to the order of files, names decide: the style, then the style link (a face that belongs to the four styles of
/// the family's own name), then `OS/2.fsSelection`.
package struct Regularity: Comparable, Hashable {
    private var slope: Int
    private var weight: Double
    private var width: Double
    private var boldness: Int
    private var name: Double
    private var link: Int

    package init(of font: FontDescriptor) {
        slope = font.slant != 0 || font.traits.contains(.italic) ? 1 : 0
        weight = abs(Self.scaled(font.weight) - Self.scaled(400))
        width = abs(font.width - 100)
        // Old families give regular and bold the same weight class; only the flag differs.
        boldness = font.instance == nil && font.face.axis("wght") == nil && font.face.traits.contains(.bold) ? 1 : 0
        name = StyleName(font.style).distance
        let family = font.face.legacyFamily ?? font.face.family
        let style = font.face.legacyStyle ?? font.style
        link =
            LookupName.fold(family) != LookupName.fold(font.face.family)
            ? 2 : LookupName.fold(style) == "regular" || font.instance != nil ? 0 : 1
    }

    private var values: (Int, Double, Double, Int, Double, Int) { (slope, weight, width, boldness, name, link) }

    package static func < (lhs: Regularity, rhs: Regularity) -> Bool { lhs.values < rhs.values }

    /// Returns a weight of OpenType on fontconfig's scale (`FcWeightFromOpenTypeDouble`), by which 500 is nearer to 400
    /// than 300 is.
    private static func scaled(_ weight: Double) -> Double {
        let scale: [(weight: Double, value: Double)] = [
            (0, 0), (100, 0), (200, 40), (300, 50), (350, 55), (380, 75), (400, 80), (500, 100), (600, 180), (700, 200),
            (800, 205), (900, 210), (1_000, 215),
        ]
        guard let next = scale.firstIndex(where: { weight <= $0.weight }), next > 0 else {
            return weight > 0 ? 215 : 0
        }
        let (low, high) = (scale[next - 1], scale[next])
        return low.value + (weight - low.weight) / (high.weight - low.weight) * (high.value - low.value)
    }
}

/// The words of a style name.
package struct StyleName {
    /// The distance from the plain regular style, 0 for “Regular” itself.
    ///
    /// Other words for the regular style come next, then names of weights by their distance from 400, and last names with
    /// a word that is no weight, width or slope, such as “Outline”.
    package let distance: Double

    /// Whether all words are those of a weight, width or slope.
    package var isPlain: Bool { distance < 100 }

    package init(_ style: String) {
        var rest = LookupName.fold(style)[...]
        guard rest != "regular" else {
            distance = 0
            return
        }
        var distance = 1.0
        while !rest.isEmpty {
            guard let word = Self.words.first(where: { rest.hasPrefix($0.word) }) else {
                self.distance = 100 + distance
                return
            }
            distance += word.distance
            rest = rest.dropFirst(word.word.count)
        }
        self.distance = distance
    }

    /// Longer words come before those with which they begin.
    private static let words: [(word: String, distance: Double)] = [
        ("regular", 0), ("roman", 0), ("normal", 0.1), ("plain", 0.1), ("standard", 0.1), ("upright", 0.1),
        ("book", 0.2), ("text", 0.3), ("medium", 1), ("semilight", 0.5), ("demilight", 0.5),
        ("extralight", 2), ("ultralight", 2), ("light", 1), ("hairline", 3.5), ("thin", 3),
        ("semibold", 2), ("demibold", 2), ("demi", 2), ("extrabold", 4), ("ultrabold", 4), ("bold", 3),
        ("extrablack", 5.5), ("ultrablack", 5.5), ("black", 5), ("heavy", 5),
        ("semicondensed", 6), ("extracondensed", 6), ("ultracondensed", 6), ("condensed", 6), ("narrow", 6),
        ("semiexpanded", 6), ("extraexpanded", 6), ("ultraexpanded", 6), ("expanded", 6), ("extended", 6), ("wide", 6),
        ("italic", 7), ("oblique", 7), ("slanted", 7), ("inclined", 7),
    ]
}
