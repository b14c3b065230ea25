public import FontModel

/// Sample texts, by which a reader judges a font in a script.
public enum SampleText {
    /// The scripts that have a sample, named by ISO 15924, in the order in which samples are shown.
    public static let scripts = ["Latn", "Grek", "Cyrl", "Arab", "Hebr", "Deva", "Thai", "Jpan", "Hans", "Kore"]

    /// The samples by script: sentences with many different letters.
    private static let texts = [
        "Latn": "The quick brown fox jumps over the lazy dog. 0123456789",
        "Grek": "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
        "Cyrl": "Съешь же ещё этих мягких французских булок",
        "Arab": "نص حكيم له سر قاطع وذو شأن عظيم",
        "Hebr": "דג סקרן שט בים מאוכזב ולפתע מצא חברה",
        "Deva": "ऋषियों को सताने वाले दुष्ट राक्षसों के राजा",
        "Thai": "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า",
        "Jpan": "いろはにほへと ちりぬるを 永遠の国",
        "Hans": "天地玄黄，宇宙洪荒",
        "Kore": "키스의 고유조건은 입술끼리 만나야 하고",
    ]

    /// Returns the sample of a script; nil if there is none.
    ///
    /// - Parameter script: The script by ISO 15924, such as `Arab`.
    public static func text(of script: String) -> String? { texts[script] }

    /// Returns the samples of all scripts that a font has, or some of its characters if it has none of them.
    ///
    /// - Parameter coverage: The characters of the font.
    public static func lines(for coverage: CharacterCoverage) -> [String] {
        let covered = scripts.compactMap(text).filter { text in
            // Some fonts have no space, which is no reason to show another text.
            coverage.covers(text.filter { $0 != " " })
        }
        guard covered.isEmpty else { return covered }
        let characters = symbols(of: coverage)
        return characters.isEmpty ? [] : [characters]
    }

    /// Returns characters of a font for symbols, spread evenly over those that it has.
    private static func symbols(of coverage: CharacterCoverage) -> String {
        // Emoji are what a font with digits, their keycaps, is for.
        let emoji = coverage.ranges.flatMap { range in
            range.overlaps(emojiFaces) ? Array(range.clamped(to: emojiFaces)) : []
        }
        let all = emoji.isEmpty ? coverage.ranges.flatMap { Array($0.prefix(64)) } : emoji
        let shown = all.compactMap(Unicode.Scalar.init).filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator,
                .nonspacingMark, .enclosingMark, .spacingMark:
                false
            default: true
            }
        }
        let step = max(1, shown.count / symbolCount)
        let chosen = stride(from: 0, to: shown.count, by: step).prefix(symbolCount).map { shown[$0] }
        return String(String.UnicodeScalarView(chosen))
    }

    private static let symbolCount = 16
    /// The block "Emoticons".
    private static let emojiFaces: ClosedRange<UInt32> = 0x1F600...0x1F64F
}
