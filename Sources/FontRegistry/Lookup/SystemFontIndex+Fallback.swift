import FontModel
import Fontconfig

extension SystemFontIndex {
    /// Returns all faces in the order in which a program that uses fontconfig tries them.
    func fallbacks(families: [String], language: String?) -> [FontDescriptor] {
        let languages = language.map { LanguageRange($0).orthographies } ?? []
        let descriptors = descriptors
        return fonts.entries(sortedFor: families, languages: languages).map { descriptors[$0] }
    }

    /// Whether a font maps every character of a text.
    func covers(_ font: FontDescriptor, _ text: String) -> Bool {
        guard let path = font.path, let entry = fonts.entry(path: path, face: font.face.index) else { return false }
        return fonts.covers(entry, text)
    }
}
