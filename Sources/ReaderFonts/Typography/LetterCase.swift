/// A way to write the words of a text (`LetterCase` of TypographyKit).
public enum LetterCase: String, Sendable, Hashable, Codable, CaseIterable {
    /// Unchanged.
    case regular
    /// `The Quick Fox`
    case capitalized
    /// `the-quick-fox`
    case kebab
    /// `the quick fox`
    case lower
    /// `theQuickFox`
    case lowerCamel = "lower-camel"
    /// `THE_QUICK_FOX`
    case macro
    /// `the_quick_fox`
    case snake
    /// `THE-QUICK-FOX`
    case train
    /// `THE QUICK FOX`
    case upper
    /// `TheQuickFox`
    case upperCamel = "upper-camel"

    /// Returns a text of words with spaces between them in this case.
    ///
    /// Only U+0020 separates words. The cases without spaces drop all characters of a word that are neither letters nor
    /// numbers, except their own separator.
    public func applied(to text: String) -> String {
        switch self {
        case .regular: text
        case .lower: text.lowercased()
        case .upper: text.uppercased()
        default: joined(text.split(separator: " ").map(String.init))
        }
    }

    /// Returns a text of one case in another: `theQuickFox` from ``lowerCamel`` in ``snake`` is `the_quick_fox`.
    ///
    /// In the camel cases a word begins with every capital letter, so that `httpURL` has the words http, U, R and L.
    public func applied(to text: String, writtenIn original: LetterCase) -> String {
        guard self != .regular else { return text }
        return joined(original.words(of: text))
    }

    private func words(of text: String) -> [String] {
        switch self {
        case .regular, .capitalized, .lower, .upper: text.split(separator: " ").map(String.init)
        case .kebab, .train: text.split(separator: "-").map(String.init)
        case .snake, .macro: text.split(separator: "_").map(String.init)
        case .lowerCamel, .upperCamel:
            text.reduce(into: [String]()) { words, character in
                if character.isUppercase || words.isEmpty { words.append("") }
                words[words.count - 1].append(character)
            }
        }
    }

    private func joined(_ words: [String]) -> String {
        func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst().lowercased() }
        func kept(_ separator: Character?) -> [String] {
            words.map { $0.filter { $0.isLetter || $0.isNumber || $0 == separator } }.filter { !$0.isEmpty }
        }
        return switch self {
        case .regular: words.joined(separator: " ")
        case .capitalized: words.map(capitalized).joined(separator: " ")
        case .lower: words.joined(separator: " ").lowercased()
        case .upper: words.joined(separator: " ").uppercased()
        case .kebab: kept("-").joined(separator: "-").lowercased()
        case .train: kept("-").joined(separator: "-").uppercased()
        case .snake: kept("_").joined(separator: "_").lowercased()
        case .macro: kept("_").joined(separator: "_").uppercased()
        case .lowerCamel:
            kept(nil).enumerated().map { $0.offset == 0 ? $0.element.lowercased() : capitalized($0.element) }.joined()
        case .upperCamel: kept(nil).map(capitalized).joined()
        }
    }
}
