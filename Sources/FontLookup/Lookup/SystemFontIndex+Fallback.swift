import FontModel
import Fontconfig

extension SystemFontIndex {
    /// Returns all faces in the order in which a program that uses fontconfig tries them.
    package func fallbacks(families: [String], language: String?) -> [FontDescriptor] {
        let languages = language.map { LanguageRange($0).orthographies } ?? []
        let descriptors = descriptors
        return fonts.entries(sortedFor: families, languages: languages).map { descriptors[$0] }
    }

    /// Returns fontconfig's entry of a font; nil if the font is not among the system's.
    package func entry(of font: FontDescriptor) -> Int? {
        font.path.flatMap { fonts.entry(path: $0, face: font.face.index) }
    }

    /// Whether the font of an entry maps every character of a text.
    package func covers(_ entry: Int, _ text: String) -> Bool { fonts.covers(entry, text) }
}
