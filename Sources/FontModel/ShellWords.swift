/// Command lines for a shell.
package enum ShellWords {
    /// Returns the words on one line, quoted where a shell requires it.
    package static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    private static func quoted(_ word: String) -> String {
        !word.isEmpty && word.utf8.allSatisfy(isPlain) ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
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
