import Foundation

/// A search for families by the beginnings of words in their names.
///
/// Each word of the query begins a word of one name, in any order: "sour se" finds Source Serif 4. Case, diacritics and
/// width do not count. In scripts without spaces a word may also lie within a name.
public struct FamilySearch: Sendable, Hashable {
    private let words: [String]

    /// Creates a search; nil if the query has no words, and so finds everything.
    public init?(_ query: String) {
        words = Self.words(query)
        if words.isEmpty { return nil }
    }

    /// Whether one of the names of a family has all words.
    public func finds(_ row: PickerRow) -> Bool {
        ([row.id, row.title] + row.names).contains { name in
            let parts = Self.words(name)
            return words.allSatisfy { word in
                let isASCII = word.utf8.allSatisfy { $0 < 0x80 }
                return parts.contains { $0.hasPrefix(word) || !isASCII && $0.contains(word) }
            }
        }
    }

    private static func words(_ text: String) -> [String] {
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        let folded =
            isPlain
            ? text.lowercased()
            : text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        return folded.split { $0.isWhitespace || $0 == "-" }.map(String.init)
    }
}
