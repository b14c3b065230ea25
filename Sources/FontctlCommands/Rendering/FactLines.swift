import FontModel

/// Labelled facts for people, which wrap between words at the width of the terminal.
struct FactLines {
    private var facts: [(label: String, text: String)] = []
    /// The width of the terminal; nil if the output is not a terminal, where lines are not wrapped.
    let columns: Int?
    /// The least columns before the text of a fact.
    private static let leastIndent = 14

    init(columns: Int?) { self.columns = columns }

    /// Adds a fact, unless its text is missing or empty.
    mutating func add(_ label: String, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        facts.append((label, text))
    }

    /// The facts, whose texts begin in the same column.
    var lines: [String] {
        let indent = max(Self.leastIndent, (facts.map { TextColumns.count($0.label) }.max() ?? 0) + 4)
        return facts.flatMap { label, text in
            let space = String(repeating: " ", count: indent - 2 - TextColumns.count(label))
            return Self.wrap(text, after: "  " + label + space, indent: indent, columns: columns)
        }
    }

    /// Wraps a text between words.
    ///
    /// A word that is longer than a line stays whole, so that paths and names can be copied, and so does a command
    /// between backticks. Text without spaces, as in Japanese, may wrap after a comma and a full stop.
    /// - Parameters:
    ///   - first: The text before the first word.
    ///   - indent: The columns before the first word of the other lines.
    static func wrap(_ text: String, after first: String = "", indent: Int = 0, columns: Int?) -> [String] {
        // A word with a character that is escaped is wider.
        let text = DisplayText.harmless(text)
        guard let columns else { return [first + text] }
        var lines: [String] = []
        var (line, width, isEmpty) = (first, TextColumns.count(first), true)
        for (word, isApart) in words(text) {
            let (count, gap) = (TextColumns.count(word), isApart && !isEmpty ? 1 : 0)
            // One column stays free, since a full line wraps on some terminals.
            if !isEmpty, width + gap + count > columns - 1 {
                lines.append(line)
                (line, width) = (String(repeating: " ", count: indent) + word, indent + count)
            } else {
                line += (gap == 1 ? " " : "") + word
                width += gap + count
            }
            isEmpty = false
        }
        return lines + [line]
    }

    /// Returns the words of a text, of which a command between backticks is one, and whether a space is before each.
    private static func words(_ text: String) -> [(word: String, isApart: Bool)] {
        var words: [(word: String, isApart: Bool)] = []
        var isOpen = false
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if isOpen { words[words.count - 1].word += " " } else { words.append(("", true)) }
            for scalar in word.unicodeScalars {
                let last = words[words.count - 1].word.unicodeScalars.last
                if !isOpen, last.map(pauses.contains) == true, !closing.contains(scalar) { words.append(("", false)) }
                words[words.count - 1].word.unicodeScalars.append(scalar)
                if scalar == "`" { isOpen.toggle() }
            }
        }
        return words
    }

    /// The comma and the full stop of Chinese and Japanese, and the characters that do not begin a line after them.
    private static let pauses: Set<Unicode.Scalar> = ["、", "。", "，"]
    private static let closing: Set<Unicode.Scalar> = ["」", "』", "）", "】", "”", ")", "、", "。"]
}
