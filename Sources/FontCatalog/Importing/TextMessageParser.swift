/// A parser of the text form of protocol buffers, in one pass over the bytes.
///
/// It is strict: fields end as they begin (`{}` or `<>`), texts are UTF-8 and end in their line, and names of extensions
/// (`[…]`) are refused, since no metadata of fonts have them. The format is the Text Format Language Specification.
package struct TextMessageParser {
    /// The greatest length of a message in bytes.
    package static let sizeLimit = 1 << 20
    /// The greatest nesting of messages.
    package static let depthLimit = 16

    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    /// How often a byte was looked at.
    package private(set) var steps = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads a whole message.
    package static func message(_ bytes: [UInt8]) throws(TextMessage.Defect) -> TextMessage {
        var parser = TextMessageParser(bytes)
        return try parser.message()
    }

    /// Reads the whole message.
    package mutating func message() throws(TextMessage.Defect) -> TextMessage {
        guard bytes.count <= Self.sizeLimit else { throw defect("the file is larger than 1 MiB") }
        return try fields(until: nil, depth: 1)
    }

    private func defect(_ reason: Message) -> TextMessage.Defect { TextMessage.Defect(reason: reason, line: line) }

    // MARK: Bytes

    private var current: UInt8? {
        mutating get {
            steps += 1
            return place < bytes.count ? bytes[place] : nil
        }
    }

    private mutating func advance() {
        if bytes[place] == UInt8(ascii: "\n") { line += 1 }
        place += 1
    }

    /// Takes a byte if it is the next one.
    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: byte) else { return false }
        advance()
        return true
    }

    /// Skips white space and comments.
    private mutating func skipSpace() {
        while let byte = current {
            switch byte {
            case UInt8(ascii: " "), 0x09...0x0D: advance()
            case UInt8(ascii: "#"): while let byte = current, byte != UInt8(ascii: "\n") { advance() }
            default: return
            }
        }
    }

    /// Takes a byte after white space, if it is the next one.
    private mutating func takeMark(_ byte: Unicode.Scalar) -> Bool {
        skipSpace()
        return take(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    // MARK: Fields

    private mutating func fields(until end: Unicode.Scalar?, depth: Int) throws(TextMessage.Defect) -> TextMessage {
        guard depth <= Self.depthLimit else { throw defect("the messages are nested too deeply") }
        var message = TextMessage()
        while true {
            skipSpace()
            guard let byte = current else {
                guard end == nil else { throw defect("the end of a message is missing") }
                return message
            }
            if let end, take(end) { return message }
            guard Self.isLetter(byte) else { throw defect("the name of a field is missing") }
            let name = word()
            let hasColon = takeMark(":")
            if takeMark("[") {
                guard hasColon else { throw defect("the colon before a list is missing") }
                try list(name, &message, depth: depth)
            } else {
                message.fields.append(.init(name: name, value: try value(needsMessage: !hasColon, depth: depth)))
            }
            if !takeMark(",") { _ = takeMark(";") }
        }
    }

    private mutating func list(
        _ name: String, _ message: inout TextMessage, depth: Int
    ) throws(TextMessage.Defect) {
        if takeMark("]") { return }
        repeat {
            message.fields.append(.init(name: name, value: try value(needsMessage: false, depth: depth)))
        } while takeMark(",")
        guard takeMark("]") else { throw defect("the end of a list is missing") }
    }

    private mutating func value(needsMessage: Bool, depth: Int) throws(TextMessage.Defect) -> TextMessage.Value {
        if takeMark("{") { return .message(try fields(until: "}", depth: depth + 1)) }
        if take("<") { return .message(try fields(until: ">", depth: depth + 1)) }
        guard !needsMessage, let byte = current else { throw defect("the value of a field is missing") }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return .text(try text()) }
        let isNegative = takeMark("-")
        if isNegative { skipSpace() }
        guard let byte = current else { throw defect("the value of a field is missing") }
        let sign = isNegative ? "-" : ""
        if Self.isDigit(byte) || byte == UInt8(ascii: ".") { return .number(sign + (try number())) }
        guard Self.isLetter(byte) else { throw defect("the value of a field is missing") }
        let word = word()
        guard isNegative || ["inf", "infinity", "nan"].contains(word.lowercased()) else { return .word(word) }
        guard ["inf", "infinity", "nan"].contains(word.lowercased()) else { throw defect("a number is invalid") }
        return .number(sign + word)
    }

    private mutating func word() -> String {
        let start = place
        while let byte = current, Self.isLetter(byte) || Self.isDigit(byte) { advance() }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// A number, which a suffix `f` may end.
    private mutating func number() throws(TextMessage.Defect) -> String {
        let start = place
        while let byte = current,
            Self.isLetter(byte) || Self.isDigit(byte) || byte == UInt8(ascii: ".")
                || [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(byte) && bytes[place - 1] | 0x20 == UInt8(ascii: "e")
        { advance() }
        var text = String(decoding: bytes[start..<place], as: UTF8.self).lowercased()
        if text.hasPrefix("0x") {
            guard let value = UInt64(text.dropFirst(2), radix: 16) else { throw defect("a number is invalid") }
            return String(value)
        }
        if text.utf8.count > 1, text.hasPrefix("0"), text.utf8.allSatisfy(Self.isDigit) {
            guard let value = UInt64(text, radix: 8) else { throw defect("a number is invalid") }
            return String(value)
        }
        if text.hasSuffix("f") { text.removeLast() }
        guard text.utf8.count <= 64, Double(text) != nil, !text.utf8.contains(UInt8(ascii: "p")) else {
            throw defect("a number is invalid")
        }
        return text
    }

    // MARK: Texts

    /// One or more texts beside each other, which are one.
    private mutating func text() throws(TextMessage.Defect) -> String {
        var content: [UInt8] = []
        repeat {
            let quote: Unicode.Scalar = take("\"") ? "\"" : "'"
            if quote == "'" { _ = take("'") }
            while !take(quote) {
                guard let byte = current, byte != UInt8(ascii: "\n"), byte != 0 else {
                    throw defect("the end of a text is missing")
                }
                advance()
                if byte == UInt8(ascii: "\\") { try escape(into: &content) } else { content.append(byte) }
            }
            skipSpace()
        } while current == UInt8(ascii: "\"") || current == UInt8(ascii: "'")
        guard let text = String(validating: content, as: UTF8.self) else { throw defect("a text is not UTF-8") }
        return text
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
        UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11, UInt8(ascii: "?"): 0x3F,
        UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "'"): 0x27, UInt8(ascii: "\""): 0x22,
    ]

    /// Reads what follows a backslash.
    private mutating func escape(into content: inout [UInt8]) throws(TextMessage.Defect) {
        guard let byte = current else { throw defect("the end of a text is missing") }
        if let plain = Self.escapes[byte] {
            advance()
            return content.append(plain)
        }
        if (0x30...0x37).contains(byte) {
            guard let value = digits(1...3, radix: 8), value <= 0xFF else { throw defect("an escape is invalid") }
            return content.append(UInt8(value))
        }
        advance()
        switch byte {
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            guard let value = digits(1...2, radix: 16) else { throw defect("an escape is invalid") }
            content.append(UInt8(value))
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            let count = byte == UInt8(ascii: "u") ? 4 : 8
            guard var value = digits(count...count, radix: 16) else { throw defect("an escape is invalid") }
            if (0xD800...0xDBFF).contains(value), take("\\"), take("u"),
                let low = digits(4...4, radix: 16), (0xDC00...0xDFFF).contains(low)
            {
                value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(value) else { throw defect("an escape is invalid") }
            content += String(scalar).utf8
        default: throw defect("an escape is invalid")
        }
    }

    /// Reads digits, as many as there are within a range; nil if there are fewer.
    private mutating func digits(_ range: ClosedRange<Int>, radix: UInt32) -> UInt32? {
        var (value, count) = (UInt32(0), 0)
        while count < range.upperBound, let byte = current,
            let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix
        {
            value = value * radix + UInt32(digit)
            count += 1
            advance()
        }
        return count >= range.lowerBound ? value : nil
    }
}
