import Foundation

extension Locale {
    /// Returns the element in the language of the locale, or nil if there is none.
    ///
    /// Of several, one in the same script is preferred, then one for the same region: of Chinese names, a reader of
    /// traditional characters wants the one that is written in them.
    package func closest<Element>(of elements: some Sequence<Element>, language: (Element) -> String?) -> Element? {
        guard let wanted = self.language.languageCode?.identifier else { return nil }
        let range = LanguageRange(wanted)
        let meant = Language(identifier: self.language.maximalIdentifier)
        var best: (score: Int, element: Element)?
        for element in elements {
            guard let name = language(element), range.matches(name) else { continue }
            let own = Language(identifier: Language(identifier: name).maximalIdentifier)
            let score = (own.script == meant.script ? 2 : 0) + (own.region == meant.region ? 1 : 0)
            if score > best?.score ?? -1 { best = (score, element) }
        }
        return best?.element
    }
}
