/// Command lines for a shell.
package enum ShellWords {
    /// Returns the words on one line, quoted where a shell requires it.
    package static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    /// Returns a command line with names or paths after its options, of which none is taken for an option.
    package static func line(_ words: [String], operands: [String]) -> String {
        line(words + (operands.contains { $0.utf8.first == UInt8(ascii: "-") } ? ["--"] : []) + operands)
    }

    /// Returns the words of an option whose value is not taken for an option.
    package static func option(_ name: String, _ value: String) -> [String] {
        value.utf8.first == UInt8(ascii: "-") ? ["\(name)=\(value)"] : [name, value]
    }

    /// Returns a word that bash, zsh and fish read as it is.
    ///
    /// In single quotation marks only these themselves have a meaning, and in fish the backslash. Each scalar is seen
    /// by itself: a combining mark after a quotation mark makes it no other character for a shell.
    private static func quoted(_ word: String) -> String {
        // zsh takes what follows a leading = for a command, and replaces it by its path.
        guard word.isEmpty || word.utf8.first == UInt8(ascii: "=") || !word.utf8.allSatisfy(isPlain) else {
            return word
        }
        var result = "'"
        for scalar in word.unicodeScalars {
            if scalar == "'" || scalar == "\\" {
                result += #"'\"#
                result.unicodeScalars.append(scalar)
                result += "'"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_-./,:=+@%".utf8.contains(byte)
        }
    }
}
