/// A Swift source with the replacements that a migration proposes.
package struct SourceEdit: Sendable {
    /// Something that a migration leaves to people.
    package struct Remark: Sendable, Hashable {
        /// The line, from 1.
        package var line: Int
        package var text: String
    }

    /// The tokens of the source.
    package let tokens: SwiftTokens
    private let source: [UInt8]
    private var replacements: [(range: Range<Int>, text: String)] = []
    /// What is left to people, in the order of lines.
    package private(set) var remarks: [Remark] = []

    package init(_ source: [UInt8]) {
        self.source = source
        tokens = SwiftTokens(source)
    }

    /// The source with all replacements.
    package var edited: [UInt8] {
        var (result, position) = ([UInt8](), 0)
        for (range, text) in replacements.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result += source[position..<range.lowerBound]
            result += Array(text.utf8)
            position = range.upperBound
        }
        return result + source[position...]
    }

    /// Replaces the tokens from one to another.
    mutating func replace(_ first: SwiftTokens.Token, through last: SwiftTokens.Token, with text: String) {
        replacements.append((first.range.lowerBound..<last.range.upperBound, text))
    }

    mutating func remark(_ text: String, at token: SwiftTokens.Token) {
        remarks.append(Remark(line: token.line, text: text))
    }

    /// The text of tokens, as it was written.
    func text(_ first: SwiftTokens.Token, through last: SwiftTokens.Token) -> String {
        String(decoding: source[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
    }
}
