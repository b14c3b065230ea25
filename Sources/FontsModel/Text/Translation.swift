package import Foundation
import Synchronization

/// The functions that translate the application's texts: those of gettext in the application, none in tests.
package struct Translator: Sendable {
    /// Translates a text.
    package var text: @Sendable (_ text: String) -> String
    /// Translates the form of a text for a count.
    package var plural: @Sendable (_ one: String, _ many: String, _ count: Int) -> String
    /// The user's language and the form of numbers and dates.
    package var locale: Locale

    package init(
        text: @escaping @Sendable (_ text: String) -> String,
        plural: @escaping @Sendable (_ one: String, _ many: String, _ count: Int) -> String, locale: Locale
    ) {
        self.text = text
        self.plural = plural
        self.locale = locale
    }

    /// The texts as they are written in the source.
    package static let english = Translator(
        text: { $0 }, plural: { one, many, count in count == 1 ? one : many },
        locale: Locale(identifier: "en_001"))
}

/// The translation of the model's texts.
///
/// The functions `tr` and `trn` are those of this module. A view has functions of the same names from the binding.
package enum Translation {
    private static let current = Mutex(Translator.english)

    /// Sets the translator, which the application does before it asks for the first text.
    package static func use(_ translator: Translator) { current.withLock { $0 = translator } }

    static var translator: Translator { current.withLock { $0 } }

    /// The user's language and the form of numbers and dates.
    package static var locale: Locale { translator.locale }
}

/// Translates a text, which is a plain literal so that `xgettext` finds it.
func tr(_ text: String) -> String { Translation.translator.text(text) }

/// Translates a text with a count, and puts the count in place of `{count}`.
func trn(_ one: String, _ many: String, _ count: Int) -> String {
    let translator = Translation.translator
    return translator.plural(one, many, count).filled(["count": NumberText.count(count)])
}

extension String {
    /// Returns the text with values in place of their names in braces.
    ///
    /// Values are put in as they are: a name of a font that holds braces changes nothing else.
    func filled(_ values: KeyValuePairs<String, String>) -> String {
        var (result, rest) = ("", self[...])
        while let start = rest.firstIndex(of: "{") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.firstIndex(of: "}") else { break }
            let name = rest[rest.index(after: start)..<end]
            if let value = values.first(where: { $0.key == name })?.value {
                result += value
                rest = rest[rest.index(after: end)...]
            } else {
                result += "{"
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }
}
