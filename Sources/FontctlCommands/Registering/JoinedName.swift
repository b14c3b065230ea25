import FontRegistry

/// A name of several words that were typed without quotation marks, as in `fontctl unregister Lora Bold`.
struct JoinedName: Sendable {
    /// All texts of the command line.
    private var texts: [String]
    /// The places of the words among them.
    private var range: Range<Int>

    var words: [String] { Array(texts[range]) }
    var name: String { words.joined(separator: " ") }

    /// The maximum number of words in a name, and of texts that are considered.
    private static let (most, mostTexts) = (5, 12)

    /// Creates the name that all texts are together, or those at some places.
    init?(_ texts: [String], at range: Range<Int>? = nil) {
        (self.texts, self.range) = (texts, range ?? texts.indices)
        guard (2...Self.most).contains(words.count), !words.contains(where: { $0.contains("/") }) else { return nil }
    }

    /// The name in quotation marks.
    var quoted: String { ShellWords.line([name]) }

    /// Returns the possible names of neighbouring texts of which at least one means nothing, the longest first.
    static func runs(of texts: [(text: String, isUnknown: Bool)]) -> [JoinedName] {
        guard texts.count > 1, texts.count <= mostTexts, texts.contains(where: \.isUnknown) else { return [] }
        let words = texts.map(\.text)
        var runs: [JoinedName] = []
        for count in (2...most).reversed() {
            for start in words.indices.dropLast(count - 1) {
                let range = start..<start + count
                let isPossible = texts[range].contains(where: \.isUnknown)
                if isPossible, let run = JoinedName(words, at: range) { runs.append(run) }
            }
        }
        return runs
    }

    /// Returns the error that advises to quote the name.
    ///
    /// - Parameter command: The words of the command before the names.
    func error(_ command: [String]) -> FontError {
        let quoted = Array(texts[..<range.lowerBound]) + [name] + Array(texts[range.upperBound...])
        return FontError(
            .insufficientInfo,
            "These words together are the name of one font. Nothing was changed. Put the name in quotation marks: `\(ShellWords.line(command, operands: quoted))`.",
            file: name)
    }
}
