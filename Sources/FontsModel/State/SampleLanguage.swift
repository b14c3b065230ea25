import Foundation
import ReaderFonts

/// A script whose sample text is offered beside the user's own texts.
package struct SampleLanguage: Sendable, Hashable, Identifiable {
    /// The script (ISO 15924).
    package var id: String
    package var title: String
    package var text: String

    /// All scripts that have a sample.
    package static var all: [SampleLanguage] {
        let locale = Translation.locale
        return SampleText.scripts.compactMap { script in
            SampleText.text(of: script).map { text in
                SampleLanguage(id: script, title: locale.localizedString(forScriptCode: script) ?? script, text: text)
            }
        }
    }
}

extension FontsSettings {
    /// Whether the sample of a script is among the texts that are offered.
    package func offers(_ language: SampleLanguage) -> Bool { sampleTexts.contains(language.text) }

    /// Offers the sample of a script after the texts of the user, or does not any more.
    package mutating func set(_ language: SampleLanguage, isOffered: Bool) {
        sampleTexts.removeAll { $0 == language.text }
        if isOffered { sampleTexts.append(language.text) }
    }
}
