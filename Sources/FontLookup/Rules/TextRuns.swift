import FontModel
import Foundation

/// The division of a text into runs, for fonts that are offered in their order of preference.
///
/// As in CSS Fonts Level 4, section 5.3 "Cluster matching", a grapheme cluster is drawn by one font: the first that has
/// all its characters, in a canonically equivalent form if need be, or else the first that has its base. A cluster with
/// emoji presentation prefers colour fonts to others, and one with the text presentation the others. Spaces,
/// punctuation and control characters are drawn by the font of the text before them, or else after them, if it has
/// them.
package struct TextRuns {
    /// How well a font draws a cluster, best first.
    fileprivate enum Fit: Int, Comparable {
        case whole
        /// The font has the characters, but not the presentation.
        case otherPresentation
        case base

        static func < (lhs: Fit, rhs: Fit) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// A grapheme cluster that occurs in the text.
    fileprivate struct Cluster {
        /// The characters that need glyphs, and their canonically equivalent forms.
        var forms: [String]
        /// The first of the characters, if there are others.
        var base: String?
        /// Whether colour glyphs are wanted; nil if either will do.
        var wantsColor: Bool?
        /// Whether the cluster belongs to no script, so that any surrounding font may draw it.
        var isCommon: Bool
        var best: (fit: Fit, font: Int)?
    }

    private struct Font {
        var match: FontMatch
        var covers: (String) -> Bool
    }

    private let text: String
    private var clusters: [Cluster] = []
    /// The indices in `clusters` of the text's characters.
    private var places: [Int] = []
    /// The indices in `clusters` of those that a better font may draw.
    private var open: [Int]
    /// The fonts that draw something.
    private var fonts: [Font] = []

    package init(_ text: String) {
        self.text = text
        // Equal characters may be different sequences of scalars, of which a font has one and not the other.
        var known: [[Unicode.Scalar]: Int] = [:]
        for character in text {
            let scalars = Array(character.unicodeScalars)
            if let place = known[scalars] {
                places.append(place)
            } else {
                known[scalars] = clusters.count
                places.append(clusters.count)
                clusters.append(Cluster(character))
            }
        }
        open = Array(clusters.indices)
    }

    /// Whether another font may draw more of the text, or draw it better.
    package var isIncomplete: Bool { !open.isEmpty }

    /// Takes the next font for the clusters that no earlier font draws as well.
    package mutating func offer(_ match: FontMatch, covers: @escaping (String) -> Bool) {
        let isColor = match.font.face.traits.contains(.colorGlyphs)
        var isUsed = false
        open.removeAll { place in
            guard let fit = clusters[place].fit(isColor: isColor, covers),
                clusters[place].best.map({ fit < $0.fit }) ?? true
            else { return false }
            clusters[place].best = (fit, fonts.count)
            isUsed = true
            return fit == .whole
        }
        if isUsed { fonts.append(Font(match: match, covers: covers)) }
    }

    /// Returns the runs in the order of the text, without gaps; neighbours have different fonts.
    package func runs() -> [FontRun] {
        var runs: [FontRun] = []
        var last: Int?
        var index = text.startIndex
        for font in chosen() {
            let next = text.index(after: index)
            if font == last, let start = runs.last?.range.lowerBound {
                runs[runs.count - 1].range = start..<next
            } else {
                runs.append(FontRun(range: index..<next, match: font.map { fonts[$0].match }))
            }
            (last, index) = (font, next)
        }
        return runs
    }

    /// Returns the fonts of the text's characters.
    private func chosen() -> [Int?] {
        var chosen: [Int?] = places.map { clusters[$0].isCommon ? nil : clusters[$0].best?.font }
        var answers: [Int: Bool] = [:]
        func draws(_ font: Int, _ cluster: Int) -> Bool {
            let key = font * clusters.count + cluster
            if let answer = answers[key] { return answer }
            let answer = clusters[cluster].forms.contains(where: fonts[font].covers)
            answers[key] = answer
            return answer
        }
        let common = places.indices.filter { clusters[places[$0]].isCommon }
        for index in common where index > 0 {
            if let font = chosen[index - 1], draws(font, places[index]) { chosen[index] = font }
        }
        for index in common.reversed() where chosen[index] == nil {
            let next = index + 1 < chosen.count ? chosen[index + 1] : nil
            if let next, draws(next, places[index]) {
                chosen[index] = next
            } else {
                chosen[index] = clusters[places[index]].best?.font
            }
        }
        return chosen
    }
}

extension TextRuns.Cluster {
    fileprivate init(_ character: Character) {
        let scalars = character.unicodeScalars.filter(\.needsGlyph)
        let whole = String(String.UnicodeScalarView(scalars))
        forms = [whole]
        // HarfBuzz composes and decomposes as the font needs it.
        for form in [whole.precomposedStringWithCanonicalMapping, whole.decomposedStringWithCanonicalMapping]
        where !forms.contains(where: { $0.unicodeScalars.elementsEqual(form.unicodeScalars) }) {
            forms.append(form)
        }
        base = scalars.count > 1 ? scalars.first.map { String($0) } : nil
        if let first = scalars.first?.properties, first.isEmoji {
            if character.unicodeScalars.contains("\u{FE0F}") {
                wantsColor = true
            } else if character.unicodeScalars.contains("\u{FE0E}") {
                wantsColor = false
            } else if first.isEmojiPresentation {
                wantsColor = true
            }
        }
        isCommon = wantsColor != true && (scalars.first?.isCommon ?? true)
    }

    fileprivate func fit(isColor: Bool, _ covers: (String) -> Bool) -> TextRuns.Fit? {
        if forms.contains(where: covers) { return (wantsColor ?? isColor) == isColor ? .whole : .otherPresentation }
        if let base, covers(base) { return .base }
        return nil
    }
}

extension Unicode.Scalar {
    /// Whether a font needs a glyph for the scalar: renderers draw nothing for controls, joiners and selectors.
    fileprivate var needsGlyph: Bool {
        guard !properties.isDefaultIgnorableCodePoint else { return false }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    /// Whether the scalar is a space or punctuation, which texts in any script have.
    fileprivate var isCommon: Bool {
        switch properties.generalCategory {
        case .spaceSeparator, .format, .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation:
            true
        default: false
        }
    }
}
