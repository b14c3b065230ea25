/// The words and marks of a Swift source, without comments and without the text of string literals.
///
/// What is interpolated in a literal is code, and has tokens.
package struct SwiftTokens: Sendable {
    /// A word, a mark or a literal.
    package struct Token: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// An identifier or a keyword, without quotation marks.
            case word(String)
            /// One character of an operator, a bracket or a separator.
            case mark(UInt8)
            /// A number, or the beginning or end of a string.
            case literal
        }

        package var kind: Kind
        /// The bytes of the source, with quotation marks.
        package var range: Range<Int>
        /// The line, from 1.
        package var line: Int

        /// The text of a word; nil for others.
        package var word: String? { if case .word(let text) = kind { text } else { nil } }

        /// Whether this is the mark.
        package func isMark(_ mark: Unicode.Scalar) -> Bool { kind == .mark(UInt8(ascii: mark)) }
    }

    /// The tokens in their order.
    package let tokens: [Token]

    /// Reads a source.
    package init(_ source: [UInt8]) {
        var reader = SwiftTokenReader(source: source)
        reader.readCode(untilBracket: false, depth: 0)
        tokens = reader.tokens
    }

    /// Returns the words `a.b.c` that begin at a token, with the index of the first token after them.
    ///
    /// Returns nil if there is none, or if the token continues an expression before it.
    package func chain(at start: Int) -> (words: [String], tokens: [Token], end: Int)? {
        guard let first = tokens[start].word, start == 0 || !tokens[start - 1].isMark(".") else { return nil }
        var (words, parts, index) = ([first], [tokens[start]], start + 1)
        while index + 1 < tokens.count, tokens[index].isMark("."), let word = tokens[index + 1].word {
            words.append(word)
            parts.append(tokens[index + 1])
            index += 2
        }
        return (words, parts, index)
    }
}

/// Reads tokens from the bytes of a source.
private struct SwiftTokenReader {
    let source: [UInt8]
    var tokens: [SwiftTokens.Token] = []
    private var position = 0
    private var line = 1
    /// The greatest depth of literals in interpolations whose code is read.
    private static let depthLimit = 32

    init(source: [UInt8]) { self.source = source }

    private func byte(at offset: Int = 0) -> UInt8? {
        position + offset < source.count ? source[position + offset] : nil
    }

    private func isNext(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { source[position...].starts(with: $0) }
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where position < source.count {
            if source[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    private mutating func add(_ kind: SwiftTokens.Token.Kind, from start: Int, line: Int) {
        tokens.append(.init(kind: kind, range: start..<position, line: line))
    }

    /// Reads code to the end, or to the bracket that closes an interpolation.
    mutating func readCode(untilBracket: Bool, depth: Int) {
        var brackets = 0
        while let byte = byte() {
            if isNext("//") {
                while let next = self.byte(), next != UInt8(ascii: "\n") { advance() }
            } else if isNext("/*") {
                skipComment()
            } else if let hashes = literalHashes() {
                readLiteral(hashes: hashes, depth: depth)
            } else if byte.isWordStart || byte == UInt8(ascii: "`") {
                readWord()
            } else if byte.isDigit {
                let (start, line) = (position, line)
                while let next = self.byte(), next.isWordPart { advance() }
                add(.literal, from: start, line: line)
            } else {
                let (start, line) = (position, line)
                advance()
                if byte > 0x20 { add(.mark(byte), from: start, line: line) }
                if byte == UInt8(ascii: "(") { brackets += 1 }
                if byte == UInt8(ascii: ")") {
                    if untilBracket && brackets == 0 { return }
                    brackets -= 1
                }
            }
        }
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if isNext("/*") {
                depth += 1
                advance(2)
            } else if isNext("*/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0 && position < source.count
    }

    private mutating func readWord() {
        let (start, line) = (position, line)
        let isQuoted = byte() == UInt8(ascii: "`")
        if isQuoted { advance() }
        let first = position
        let ends: [UInt8] = [UInt8(ascii: "`"), UInt8(ascii: "\n")]
        while let next = byte(), next.isWordPart || isQuoted && !ends.contains(next) { advance() }
        let text = String(decoding: source[first..<position], as: UTF8.self)
        if isQuoted { advance() }
        add(.word(text), from: start, line: line)
    }

    /// The number of `#` before a string or regular expression that begins here; nil if none begins.
    private func literalHashes() -> Int? {
        var count = 0
        while byte(at: count) == UInt8(ascii: "#") { count += 1 }
        if byte(at: count) == UInt8(ascii: "\"") { return count }
        return count > 0 && byte(at: count) == UInt8(ascii: "/") ? count : nil
    }

    private mutating func readLiteral(hashes: Int, depth: Int) {
        let (start, line) = (position, line)
        advance(hashes)
        let isExpression = byte() == UInt8(ascii: "/")
        let isLong = !isExpression && isNext("\"\"\"")
        advance(isLong ? 3 : 1)
        add(.literal, from: start, line: line)
        let quote = isExpression ? UInt8(ascii: "/") : UInt8(ascii: "\"")
        let marks = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
        let end = [UInt8](repeating: quote, count: isLong ? 3 : 1) + marks
        let escape = [UInt8(ascii: "\\")] + (isExpression ? [] : marks)
        while let next = byte() {
            if source[position...].starts(with: end) {
                let (start, line) = (position, self.line)
                advance(end.count)
                return add(.literal, from: start, line: line)
            }
            // A literal that is not closed ends with its line.
            if next == UInt8(ascii: "\n") && !isLong && !(isExpression && hashes > 0) { return }
            guard source[position...].starts(with: escape) else {
                advance()
                continue
            }
            advance(escape.count)
            if !isExpression, byte() == UInt8(ascii: "("), depth < Self.depthLimit {
                advance()
                readCode(untilBracket: true, depth: depth + 1)
            } else {
                advance()
            }
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isWordStart: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) && self >= 0x41 || self == UInt8(ascii: "_")
            || self >= 0x80
    }
    fileprivate var isWordPart: Bool { isWordStart || isDigit }
}
