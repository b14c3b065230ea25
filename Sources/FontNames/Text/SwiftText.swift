import FontModel

/// Text in Swift code: identifiers, literals and comments, from names that may contain anything.
package enum SwiftText {
    /// Returns an identifier of a constant for a name, such as `ibmPlexSansBold` for `IBMPlexSans-Bold`, quoted if it is a
    /// reserved word; nil if the name has no ASCII letter or digit.
    package static func member(_ name: String) -> String? {
        let words = words(name)
        guard let first = words.first else { return nil }
        return quoted(identifier([loweringCapitals(first)] + words.dropFirst()))
    }

    /// Returns an identifier of a type for a name, such as `IBMPlexSans` for `IBM Plex Sans`, quoted if it is a reserved
    /// word; nil if the name has no ASCII letter or digit.
    package static func type(_ name: String) -> String? {
        let words = words(name)
        return words.isEmpty ? nil : quoted(identifier(words))
    }

    /// Whether a text can be an identifier: ASCII letters, digits and `_`, not beginning with a digit.
    package static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.utf8.first, !isDigit(first), text != "_" else { return false }
        return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
    }

    /// Returns an identifier, with quotation marks if it is a reserved word.
    package static func quoted(_ identifier: String) -> String {
        // Even quoted, these three mean the type or the value itself.
        if ["self", "Self", "Type", "Protocol"].contains(identifier) { return identifier + "_" }
        return reserved.contains(identifier) ? "`\(identifier)`" : identifier
    }

    /// Returns an identifier without quotation marks.
    static func unquoted(_ identifier: String) -> String { identifier.filter { $0 != "`" } }

    /// Returns a literal of a text.
    package static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where DisplayText.isHostile(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Returns a literal of a text that may be long, in ASCII alone.
    ///
    /// The text is one in which `\uXXXX` stands for a character, as in JSON.
    static func rawLiteral(ofJSON text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        // The number signs in the text that would end the literal or begin an escape.
        var (run, most) = (0, 0)
        var isAfterMark = false
        for unit in text.utf16 {
            // The delete character is no part of a source file.
            if unit < 0x7F {
                let byte = UInt8(truncatingIfNeeded: unit)
                bytes.append(byte)
                if byte == UInt8(ascii: "#"), isAfterMark {
                    run += 1
                    most = max(most, run)
                } else {
                    isAfterMark = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
                    run = 0
                }
            } else {
                let digits = String(unit, radix: 16)
                bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
                isAfterMark = false
            }
        }
        let signs = String(repeating: "#", count: most + 1)
        return "\(signs)\"\(String(decoding: bytes, as: UTF8.self))\"\(signs)"
    }

    /// Returns a text for a line of a comment.
    package static func comment(_ text: String) -> String { DisplayText.harmless(text) }

    /// Returns the words of a name, which end where neither letter nor digit is, each with a capital.
    private static func words(_ name: String) -> [[UInt8]] {
        name.utf8.split { !isLetter($0) && !isDigit($0) }.map { word in
            var word = Array(word)
            if isSmall(word[0]) { word[0] -= 0x20 }
            return word
        }
    }

    private static func identifier(_ words: [[UInt8]]) -> String {
        let bytes = words.flatMap(\.self)
        return (isDigit(bytes[0]) ? "_" : "") + String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a word with its leading capitals in lower case, except one that begins a word in it.
    private static func loweringCapitals(_ word: [UInt8]) -> [UInt8] {
        var word = word
        let count = word.prefix { isLetter($0) && !isSmall($0) }.count
        let isFollowed = count < word.count && isSmall(word[count])
        for place in 0..<(isFollowed && count > 1 ? count - 1 : count) { word[place] += 0x20 }
        return word
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isSmall(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { isSmall(byte) || (0x41...0x5A).contains(byte) }

    private static let reserved: Set<String> = [
        "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
