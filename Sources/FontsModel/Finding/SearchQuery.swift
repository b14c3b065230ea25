package import FontModel
import Foundation
import ReaderFonts

/// The text in the search field, as words and characters that a family must all have.
///
/// A word begins a word of a name in any language, or is the name of a language, the tag of an axis or of a feature, or
/// begins a word of a designer's name. `U+0416` means families that have the character, and a single character that is not
/// an ASCII letter or digit those that have it or whose names do.
package struct SearchQuery: Sendable, Hashable {
    /// The folded words.
    package private(set) var words: [String] = []
    /// The characters that are asked for by code point.
    package private(set) var characters = ""
    /// The characters that are asked for by themselves.
    package private(set) var singles: [String] = []

    package init(_ text: String) {
        for part in text.split(whereSeparator: \.isWhitespace).prefix(Self.mostParts) {
            if let scalar = Self.codePoint(part) {
                characters.unicodeScalars.append(scalar)
            } else if part.count == 1, let character = part.first, !Self.isOfNames(character) {
                singles.append(String(character))
            } else {
                words += SearchText.words(String(part.prefix(Self.longestWord)))
            }
        }
    }

    package var isEmpty: Bool { words.isEmpty && characters.isEmpty && singles.isEmpty }

    /// Limits for a text that was pasted.
    private static let mostParts = 32
    private static let longestWord = 256

    private static func isOfNames(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }

    /// Returns the character of a code point such as `U+0416`; nil for another text, and for a surrogate.
    package static func codePoint(_ text: some StringProtocol) -> Unicode.Scalar? {
        let text = text.uppercased()
        guard text.hasPrefix("U+"), (3...8).contains(text.count), let value = UInt32(text.dropFirst(2), radix: 16)
        else { return nil }
        return Unicode.Scalar(value)
    }
}

/// A question that only the library can answer.
package enum SearchQuestion: Sendable, Hashable {
    /// The families with all characters of a text.
    case characters(String)
    /// The families with a layout feature.
    case feature(String)
    /// The families by a designer.
    case designer(String)
}

/// The answers to the questions of a search.
package struct SearchAnswers: Sendable, Hashable {
    private var families: [SearchQuestion: Set<String>] = [:]

    package init(_ families: [SearchQuestion: Set<String>] = [:]) { self.families = families }

    /// Whether a family is an answer; false while the question is open.
    package func has(_ family: String, _ question: SearchQuestion) -> Bool {
        families[question]?.contains(family) ?? false
    }

    /// Whether a question is answered.
    package func isAnswered(_ question: SearchQuestion) -> Bool { families[question] != nil }

    subscript(question: SearchQuestion) -> Set<String>? {
        get { families[question] }
        set { families[question] = newValue }
    }
}

/// Asks the library, and remembers its answers until the library changes.
package actor SearchAnswerer {
    private let library: any FontLibrary
    private var known = SearchAnswers()
    private var revision = -1

    package init(_ library: any FontLibrary) { self.library = library }

    /// Returns the answers to questions about a snapshot.
    package func answers(
        to questions: Set<SearchQuestion>, in snapshot: LibrarySnapshot
    ) async throws(FontError) -> SearchAnswers {
        if revision != snapshot.revision { (known, revision) = (SearchAnswers(), snapshot.revision) }
        var answers = SearchAnswers()
        for question in questions {
            let families: Set<String>
            if let answer = known[question] {
                families = answer
            } else {
                families = try await ask(question)
                if revision == snapshot.revision { known[question] = families }
            }
            answers[question] = families
        }
        return answers
    }

    private func ask(_ question: SearchQuestion) async throws(FontError) -> Set<String> {
        switch question {
        case .characters(let text): try await library.familyNames(covering: text)
        case .feature(let tag): try await library.familyNames(withFeature: tag)
        case .designer(let words):
            if let search = FamilySearch(words) { try await library.familyNames(designedBy: search) } else { [] }
        }
    }
}
