import FontModel
import FontRegistry
import Foundation
import ReaderFonts

/// The text by which a family is shown in its own face.
enum FamilySample {
    /// The characters by which a font of symbols is shown.
    private static let symbols = "✂✈☎☺♠♣♥♦★☀☁☂"

    /// Returns the family's name if its languages are written with the letters of the name, else the sample of the script of
    /// its first language.
    static func text(for family: FontFamily) -> String {
        let faces = family.fonts.map(\.face)
        if faces.contains(where: { $0.traits.contains(.symbolic) }) { return symbols }
        let languages = Set(faces.flatMap(\.languages))
        // Every orthography of a language in Latin letters has those of English, apart from a few.
        let isLatin = family.localizedName.unicodeScalars.allSatisfy(\.isASCII)
        guard isLatin, !languages.isEmpty, !languages.contains("en") else { return family.localizedName }
        let scripts = Set(languages.map(script))
        return SampleText.scripts.first { scripts.contains($0) && $0 != "Latn" }.flatMap(SampleText.text)
            ?? family.localizedName
    }

    /// Returns the script of a language of fontconfig, as samples name it.
    private static func script(of language: String) -> String {
        let parts = Locale.Language(identifier: language).maximalIdentifier.split(separator: "-")
        let script = parts.dropFirst().first.map(String.init) ?? ""
        return script == "Hani" ? "Hans" : script
    }
}
