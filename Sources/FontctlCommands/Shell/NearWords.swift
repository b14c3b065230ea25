import FontAdvice
import FontModel

/// A search for the command or the option that a misspelt word may stand for.
///
/// A wrong suggestion of a font does no harm. A wrong suggestion of a command or an option may do more than the user
/// wanted, or the opposite, so only the nearest words are suggested, within one or two mistakes.
enum NearWords {
    /// The commands of which one undoes the other.
    private static let opposites = [
        ("register", "unregister"), ("enable", "disable"), ("undo", "redo"), ("export", "import"),
        ("enabled", "disabled"), ("allow", "deny"),
    ]
    /// The beginnings that make a word its opposite.
    private static let negations = ["un", "de", "dis", "non", "no", "anti", "re"]
    /// The options that make a command do more, or do it without asking.
    private static let widening: Set<String> = [
        "all", "yes", "replace", "allow-downgrade", "allow-license", "exact", "now", "reset", "no-consent", "policy",
        "repair", "system",
    ]
    /// The length from which a misspelt word is certainly meant although it does more.
    private static let certain = 6

    /// Returns the words that are meant, possibly none, in their order; all are without dashes before them.
    static func of(_ typed: String, among words: [String]) -> [String] {
        let typed = typed.lowercased()
        guard typed.unicodeScalars.count >= 3, typed.utf8.count <= 64 else { return [] }
        let distances = words.map { (word: $0, distance: NearNames.distance(typed, $0)) }
        var near = distances.filter { $0.distance <= limit(typed, $0.word) }
        // Of two opposites that are nearly as similar, none is certain.
        for (one, other) in opposites {
            let pair = distances.filter { $0.word == one || $0.word == other }
            guard pair.count == 2, abs(pair[0].distance - pair[1].distance) <= 1, pair.allSatisfy({ $0.distance > 0 })
            else { continue }
            near.removeAll { $0.word == one || $0.word == other }
        }
        near.removeAll { isNegation(typed, of: $0.word) }
        if let least = near.map(\.distance).min() { return near.filter { $0.distance == least }.map(\.word) }
        let longer = words.filter { $0.hasPrefix(typed) && !widening.contains($0) }
        return longer.count == 1 ? longer : []
    }

    /// Returns the number of mistakes in a word.
    private static func limit(_ typed: String, _ word: String) -> Int {
        let length = min(typed.unicodeScalars.count, word.unicodeScalars.count)
        if widening.contains(word) { return length < certain ? 0 : 1 }
        return length < certain ? 1 : 2
    }

    /// Whether a word is another with a beginning that makes it the opposite, as `untag` is of `tag`.
    private static func isNegation(_ typed: String, of word: String) -> Bool {
        negations.contains { negation in
            guard typed.hasPrefix(negation), !word.hasPrefix(negation) else { return false }
            let rest = String(typed.dropFirst(negation.count))
            return rest.count >= 3 && NearNames.distance(rest, word) <= 1
        }
    }

    /// Returns an error of the parser with the suggestion of this search in place of the parser's own, which is any
    /// option within three mistakes.
    static func corrected(_ message: String, for arguments: [String]) -> String {
        let begin = "Error: Unknown option '"
        guard message.hasPrefix(begin) else { return message }
        let first = message.prefix { $0 != "\n" }
        let typed = first.dropFirst(begin.count).prefix { $0 != "'" }
        let named = NamedCommand.of(arguments)
        let options = named.words.isEmpty ? nil : DeclaredArguments(of: named.type)?.named.map(\.spelling)
        let names = options ?? ["--help", "--json", "--system", "--version"]
        func bare(_ name: some StringProtocol) -> String { String(name.drop { $0 == "-" }) }
        let meant = of(bare(typed), among: names.map(bare)).filter { $0 != bare(typed) }.map { "`--\($0)`" }
        let error: Message = "Unknown option '\(typed)'.\(NearNames.question(meant))"
        return "Error: \(UsageMessages.text(error))" + message[first.endIndex...]
    }
}
