/// A word that is being typed in bash, and the spelling of what completes it.
///
/// bash gives a completion function the raw line and the part of the last word that it will replace, which begins after
/// an opening quotation mark or after a character such as `:`. Nothing of it is evaluated here, and everything that is
/// returned is quoted, so that no character of a candidate has a meaning for the shell.
struct BashWord {
    /// The quotation in which a part of a word stands (bash(1), QUOTING).
    enum Style: Sendable, Hashable {
        case none
        /// '…'
        case single
        /// "…"
        case double
        /// $'…'
        case escaped
    }

    /// The words before the last one, the name of the command first.
    private(set) var before: [String] = []
    /// The beginning of the last word, without quotation marks; empty after a blank.
    private(set) var text = ""
    /// The part of ``text`` before the replaced part, which stays.
    private let kept: String
    /// The quotation at the beginning of the replaced part.
    private let style: Style

    /// Reads a command line up to the cursor.
    ///
    /// - Parameter replaced: The part at its end that bash will replace.
    /// - Returns: Nil if the line does not end with that part.
    init?(line: String, replaced: String) {
        guard line.unicodeScalars.reversed().starts(with: replaced.unicodeScalars.reversed()) else { return nil }
        let count = line.unicodeScalars.count - replaced.unicodeScalars.count
        var reader = Reader(String(line.unicodeScalars.prefix(count)))
        // A dollar sign or a backslash at the end belongs to what follows.
        (kept, style) = (reader.word, reader.style)
        reader = Reader(line)
        (before, text) = (reader.words, reader.word)
        guard text.unicodeScalars.starts(with: kept.unicodeScalars) else { return nil }
    }

    /// Returns the spellings of candidates that begin with ``text``, each in place of the replaced part.
    ///
    /// bash inserts what all spellings have in common. It is the spelling of a common beginning, not half an escape.
    func spellings(of candidates: [String]) -> [String] {
        let rests = candidates.filter { $0.unicodeScalars.starts(with: text.unicodeScalars) }
            .map { String($0.unicodeScalars.dropFirst(kept.unicodeScalars.count)) }
        let spelled = rests.map { Self.spelling(of: $0, in: style) }
        guard spelled.count > 1 else { return spelled.map(closed) }
        let common = Self.commonBeginning(of: rests)
        let beginning = Self.spelling(of: common, in: style)
        guard Self.commonBeginning(of: spelled) != beginning else { return spelled.map(closed) }
        // The first candidate goes on in quotation marks of another kind, which the others do not have there.
        let rest = String(rests[0].unicodeScalars.dropFirst(common.unicodeScalars.count))
        let mark = style == .double ? "\"" : ""
        let quoted = "'" + Self.spelling(of: rest, in: .single) + "'"
        return [beginning + mark + quoted + mark] + spelled.dropFirst().map(closed)
    }

    /// Returns a spelling with the closing quotation mark if it ends with such a mark, since bash then adds none.
    private func closed(_ spelled: String) -> String {
        let mark: Unicode.Scalar = style == .double ? "\"" : "'"
        return style != .none && spelled.unicodeScalars.last == mark ? spelled + String(mark) : spelled
    }

    private static func commonBeginning(of texts: [String]) -> String {
        var common = Array((texts.first ?? "").unicodeScalars)
        for text in texts.dropFirst() {
            common = zip(common, text.unicodeScalars).prefix { $0 == $1 }.map(\.0)
        }
        return String(String.UnicodeScalarView(common))
    }

    /// Returns a text as it is written within a quotation; control characters are not possible in all of them.
    static func spelling(of text: String, in style: Style) -> String {
        var spelled = ""
        for scalar in text.unicodeScalars {
            switch style {
            case .none:
                if !isPlain(scalar) { spelled += "\\" }
                spelled.unicodeScalars.append(scalar)
            case .single: spelled += scalar == "'" ? #"'\''"# : String(scalar)
            case .double:
                switch scalar {
                // History is expanded in these quotation marks, where a backslash before the character would stay.
                case "!": spelled += #""\!""#
                case "$", "`", "\"", "\\": spelled += "\\" + String(scalar)
                default: spelled.unicodeScalars.append(scalar)
                }
            case .escaped: spelled += (scalar == "'" || scalar == "\\" ? "\\" : "") + String(scalar)
            }
        }
        return spelled
    }

    /// Whether a character has no meaning for the shell at any place of a word.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return !scalar.properties.isWhitespace }
        return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || "_-./,:+@%=".unicodeScalars.contains(scalar)
    }

    /// The division of a line into words without quotation marks, as far as that needs no evaluation.
    private struct Reader {
        var words: [String] = []
        var word = ""
        var style = Style.none

        init(_ line: String) {
            var hasWord = false
            var scalars = line.unicodeScalars.makeIterator()
            var next = scalars.next()
            while let scalar = next {
                next = scalars.next()
                switch (style, scalar) {
                case (.none, " "), (.none, "\t"), (.none, "\n"):
                    if hasWord { words.append(word) }
                    (word, hasWord) = ("", false)
                    continue
                case (.none, "'"): style = .single
                case (.none, "\""): style = .double
                case (.none, "$") where next == "'":
                    style = .escaped
                    next = scalars.next()
                case (.single, "'"), (.double, "\""), (.escaped, "'"): style = .none
                case (.none, "\\"), (.escaped, "\\"), (.double, "\\"):
                    guard let escaped = next else { break }
                    if style == .double, !"$`\"\\".unicodeScalars.contains(escaped) {
                        word.unicodeScalars.append(scalar)
                    }
                    word.unicodeScalars.append(escaped)
                    next = scalars.next()
                default: word.unicodeScalars.append(scalar)
                }
                hasWord = true
            }
        }
    }
}
