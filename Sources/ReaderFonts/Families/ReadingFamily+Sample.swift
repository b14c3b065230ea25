import FontModel
import FontRegistry
import StyleSheets

extension ReadingFamily {
    /// A text by which a list shows a family.
    public struct Sample: Sendable, Hashable {
        /// The origin of a text.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// The family's own name.
            case familyName = "family"
            /// The sample of the font (`name` ID 19).
            case font
            /// The sample of the first of its scripts, see ``SampleText``.
            case script
            /// Some of its characters, such as symbols.
            case characters
        }

        /// The text, on one line, of characters that the family's most regular face has.
        public var text: String
        public var kind: Kind

        init(_ text: String, _ kind: Kind) { (self.text, self.kind) = (text, kind) }

        init?(text: String, word: String) {
            guard let kind = Kind(rawValue: word) else { return nil }
            self.init(text, kind)
        }

        /// The longest sample of a font, in characters: some fonts have a page of text there.
        private static let longest = 200

        /// Returns the first text that a face can show: its family's name, its own sample, that of a script, or characters.
        ///
        /// - Parameters:
        ///   - family: The name by which programs know the family.
        ///   - texts: The texts of the face.
        ///   - coverage: The characters of the face.
        /// - Returns: Nil if the face has no characters to show.
        static func best(family: String, texts: [FontText], coverage: CharacterCoverage) -> Sample? {
            // Some fonts have no space, which is no reason to show another text.
            func covers(_ text: String) -> Bool {
                let letters = text.filter { !$0.isWhitespace }
                return !letters.isEmpty && coverage.covers(letters)
            }
            if covers(family) { return Sample(family, .familyName) }
            let own = texts.filter { $0.kind == .sampleText }.map { text in
                text.text.split(separator: "\n").map { $0.drop(while: \.isWhitespace) }.first { !$0.isEmpty } ?? ""
            }
            if let text = own.first(where: { $0.count <= longest && covers(String($0)) }) {
                return Sample(String(text), .font)
            }
            guard let line = SampleText.lines(for: coverage).first else { return nil }
            let isOfScript = SampleText.scripts.contains { SampleText.text(of: $0) == line }
            return Sample(line, isOfScript ? .script : .characters)
        }
    }
}
