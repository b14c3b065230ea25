import Foundation
import ReaderFonts

/// The names of a family in a form in which words are found quickly.
///
/// Names are composed (NFC), and case, diacritics and width do not count. A word of a search begins a word of a name; in
/// scripts without spaces it may also lie within.
struct SearchText: Sendable, Hashable {
    /// The folded words, each after a space, and each name ended by a line.
    private let text: String

    init(_ names: [String]) {
        var text = ""
        for name in names {
            for word in Self.words(name) { text += " " + word }
            text += "\n"
        }
        self.text = text
    }

    /// Returns the folded words of a text.
    static func words(_ text: String) -> [String] {
        FamilySearch.words(
            text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping)
    }

    /// Whether a name has a word.
    func has(_ word: String) -> Bool {
        let isASCII = word.utf8.allSatisfy { $0 < 0x80 }
        return Self.contains(isASCII ? " " + word : word, in: text)
    }

    /// Whether a name begins with words, the last of which may be the beginning of one.
    func begins(with words: [String]) -> Bool {
        let phrase = words.map { " " + $0 }.joined()
        return text.hasPrefix(phrase) || Self.contains("\n" + phrase, in: text)
    }

    /// Whether the bytes of a text have those of another one, which is faster than a search of characters.
    private static func contains(_ word: String, in text: String) -> Bool {
        let (needle, hay) = (Array(word.utf8), text.utf8)
        guard let first = needle.first else { return true }
        let found = hay.withContiguousStorageIfAvailable { bytes -> Bool in
            guard bytes.count >= needle.count else { return false }
            for start in 0...(bytes.count - needle.count) where bytes[start] == first {
                if bytes[start..<start + needle.count].elementsEqual(needle) { return true }
            }
            return false
        }
        return found ?? text.contains(word)
    }
}
