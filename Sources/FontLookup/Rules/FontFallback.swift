import FontModel

/// The order in which fonts are tried for text that no wanted family draws.
package enum FontFallback {
    /// Returns the fonts in their order, those that support the language first.
    ///
    /// Each family takes part with the face that is nearest to the style. Its other faces come last, since a face may
    /// have characters that the nearest one lacks.
    package static func order(_ fonts: [FontDescriptor], style: StyleMatching, language: String?) -> [FontMatch] {
        var parts = [fonts]
        if let range = language.map(LanguageRange.init) {
            let supports = fonts.map { $0.face.languages.contains(where: range.matches) }
            parts = [true, false].map { isWanted in zip(fonts, supports).filter { $1 == isWanted }.map(\.0) }
        }
        var nearest: [FontMatch] = []
        var others: [FontMatch] = []
        for part in parts {
            let families = Dictionary(grouping: part, by: \.face.family)
            var seen: Set<String> = []
            for family in part.map(\.face.family) where seen.insert(family).inserted {
                guard let faces = families[family], let best = style.match(among: faces) else { continue }
                nearest.append(best)
                guard faces.count > 1 else { continue }
                others += faces.filter {
                    !$0.path.hasBytes(of: best.font.path) || $0.face.index != best.font.face.index
                }
                .compactMap { style.match(among: [$0]) }
            }
        }
        return nearest + others
    }
}
