/// Words in a sentence with the name of a licence by which it does not state the licence of the font.
enum LicenseDenial {
    /// Words before the name by which a sentence denies it.
    private static let denials: Set<Substring> = [
        "not", "no", "never", "isn", "neither", "nor", "without", "unlike", "except", "instead", "nicht", "kein",
        "keine", "niet", "geen", "inte", "ikke", "não", "nie", "не", "pas",
        "formerly", "previously", "incompatible", "proprietary",
    ]
    /// Words after “commercial” by which it is said what a licence permits, and not which one holds.
    private static let uses: Set<Substring> = ["use", "uses", "usage", "purpose", "purposes", "project", "projects"]
    /// The same in two words.
    private static let distances = [
        "based on", "derived from", "taken from", "borrowed from", "similar to", "inspired by", "modeled on",
        "modelled on", "compatible with", "comparable to", "identical to", "other than", "rather than", "n est plus",
        "non è",
    ]
    /// Words after the name by which a sentence says that the licence does not hold.
    private static let ends = [
        "does not apply", "doesn t apply", "do not apply", "not applicable", "is void", "revoked", "withdrawn",
        "terminated", "no longer", "gilt nicht",
    ]
    /// In Japanese the verb is at the end, without blanks before it.
    private static let japaneseEnds = [
        "ではありません", "ではない", "適用されません", "適用されない", "配布されません", "されていません", "以外",
    ]
    /// Words for an earlier version and for a part of the font.
    private static let japaneseBegins = ["以前の", "旧版", "旧 version", "一部の文字は", "一部の字形は", "一部のグリフは"]

    /// Whether the words before the name of a licence deny it, or speak of something else than the font.
    static func isBefore(_ words: some StringProtocol) -> Bool {
        let words = " " + KnownLicense.normalized(String(words)) + " "
        let each = words.split(separator: " ")
        let isCommercial = each.lastIndex(of: "commercial").map { !each[$0...].contains(where: uses.contains) } ?? false
        return isCommercial || each.contains(where: denials.contains)
            || distances.contains { words.contains(" \($0) ") } || isOfOtherVersion(words) || isOfPart(words)
            || japaneseBegins.contains(where: words.contains)
    }

    /// Whether the words from the name of a licence on say that it does not hold.
    static func isAfter(_ words: some StringProtocol) -> Bool {
        // Only the first phrase after the name can deny it; one that ends with the topic particle has no verb.
        let phrase = words.split(separator: " ").first {
            $0.unicodeScalars.contains(where: JapaneseWords.isJapanese) && !$0.hasSuffix("は")
        }
        return ends.contains { words.contains(" \($0) ") }
            || phrase.map { phrase in japaneseEnds.contains { phrase.contains($0) } } ?? false
    }

    private static func isOfOtherVersion(_ words: String) -> Bool {
        let subject =
            #/ (?:earlier|previous|prior|older|old|former|original|first|full|other) (?:versions?|releases?|editions?)/#
        return words.contains(subject)
            && words.contains(
                #/ (?:versions?|releases?|editions?)(?: of(?: [^ ]+){1,4}?)? (?:was|were|is|are|has|have|had|remains?) /#
            )
    }

    /// Whether the words speak of glyphs that the font has from another one, unless the sentence returns to the font.
    private static func isOfPart(_ words: String) -> Bool {
        let included =
            #/ (?:contains?|includes?|incorporates?|incorporating|uses|borrows?) (?:[^ ]+ ){0,3}?(?:glyphs?|characters?|letters?|letterforms|outlines|shapes|parts?|portions?) (?:taken )?(?:from|of) (?!the [^ ]+ alphabet )/#
        let origin =
            #/ (?:glyphs?|characters?|letters?|letterforms|outlines|shapes|parts?|portions?) (?:[^ ]+ ){0,3}?(?:is|are|was|were|comes?) from /#
        guard let last = words.firstMatch(of: included)?.range ?? words.firstMatch(of: origin)?.range else {
            return false
        }
        return !words[last.upperBound...].contains(#/ and (?:is|are|was|has been) /#)
    }
}
