import Foundation

/// A search for families by the beginnings of words in their names.
///
/// Each word of the query begins a word of one name, in any order: "sour se" finds Source Serif 4. Case, diacritics and
/// width do not count. In scripts without spaces a word may also lie within a name.
public struct FamilySearch: Sendable, Hashable {
    /// The words as names have them, see ``words(_:)``.
    package let words: [String]

    /// Creates a search; nil if the query has no words, and so finds everything.
    public init?(_ query: String) {
        words = Self.words(query)
        if words.isEmpty { return nil }
    }

    /// Whether one of the names of a family has all words.
    public func finds(_ row: PickerRow) -> Bool {
        ([row.id, row.title] + row.names).contains(where: finds)
    }

    /// Whether a text, such as a name or the name of a designer, has all words of the query, each at the beginning of one of
    /// its own.
    public func finds(_ text: String) -> Bool {
        let parts = Self.words(text)
        return words.allSatisfy { word in
            let isASCII = word.utf8.allSatisfy { $0 < 0x80 }
            return parts.contains { $0.hasPrefix(word) || !isASCII && $0.contains(word) }
        }
    }

    /// Whether a text has the same words in the same order.
    package func equals(_ text: String) -> Bool { Self.words(text) == words }

    /// Whether a text begins with the words.
    package func begins(_ text: String) -> Bool {
        Self.words(text).joined(separator: " ").hasPrefix(words.joined(separator: " "))
    }

    /// Returns the words of a text without case, diacritics and width.
    package static func words(_ text: String) -> [String] {
        var bytes: [UInt8] = []
        append(wordsOf: text, to: &bytes)
        return bytes.split(separator: space).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Appends the words of a text without case, diacritics and width, each after a space, in UTF-8.
    package static func append(wordsOf text: String, to bytes: inout [UInt8]) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            let folded = text.folding(
                options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            for word in folded.split(whereSeparator: { $0.isWhitespace || $0 == "-" }) {
                bytes.append(space)
                bytes += word.utf8
            }
            return
        }
        var isInWord = false
        for byte in text.utf8 {
            switch byte {
            case 0x09...0x0D, space, UInt8(ascii: "-"): isInWord = false
            default:
                if !isInWord { bytes.append(space) }
                isInWord = true
                bytes.append((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
            }
        }
    }

    private static let space = UInt8(ascii: " ")
}
