import FontModel
import Testing

@testable import FontLookup
@testable import FontRegistry

/// The division of texts into runs, and the order of the fonts.
@Suite struct TextRunRuleTests {
    /// A font with a name and characters.
    struct Font: Sendable, CustomTestStringConvertible {
        var name: String
        var characters: String
        var isColor = false

        init(_ name: String, _ characters: String, isColor: Bool = false) {
            (self.name, self.characters, self.isColor) = (name, characters, isColor)
        }

        var testDescription: String { name }
    }

    /// Returns the runs as `name:text`, with `-` for no font.
    private func runs(_ text: String, _ fonts: [Font]) -> [String] {
        var runs = TextRuns(text)
        for font in fonts {
            let coverage = CharacterCoverage(font.characters.unicodeScalars.map { $0.value...$0.value })
            let face = FontFace(
                postscriptName: font.name, family: font.name, style: "", fullName: "",
                traits: font.isColor ? .colorGlyphs : [])
            let match = FontMatch(font: FontDescriptor(face: face, path: nil, origin: .system))
            runs.offer(match) { coverage.covers($0) }
        }
        return runs.runs().map { "\($0.match?.font.postscriptName ?? "-"):\(text[$0.range])" }
    }

    private static let latin = Font("L", "abcdefgh ABC.,!()123")
    private static let japanese = Font("J", "日本語 。「」!")

    @Test func noTextHasNoRuns() {
        #expect(runs("", [Self.latin]) == [])
        #expect(!TextRuns("").isIncomplete)
    }

    @Test func theFirstFontWithACharacterDrawsIt() {
        #expect(runs("abc", [Self.latin, Font("M", "abc")]) == ["L:abc"])
        #expect(runs("abz", [Self.latin, Font("M", "abz")]) == ["L:ab", "M:z"])
        #expect(runs("日本ab語", [Self.latin, Self.japanese]) == ["J:日本", "L:ab", "J:語"])
        #expect(runs("aбb", [Self.latin]) == ["L:a", "-:б", "L:b"])
        #expect(runs("бв", []) == ["-:бв"])
    }

    /// Characters that Swift takes for equal are looked up each for itself.
    @Test func equivalentCharactersAreDifferentClusters() {
        #expect(
            runs("\u{2126}\u{3A9}", [Font("Ohm", "\u{2126}"), Font("Omega", "\u{3A9}")]).map { $0.prefix(5) }
                == ["Ohm:\u{2126}", "Omega"])
    }

    @Test func spacesAndPunctuationStayWithTheTextBeforeThem() {
        #expect(runs("日本 ab, 語!", [Self.latin, Self.japanese]) == ["J:日本 ", "L:ab, ", "J:語!"])
        #expect(runs("日 a", [Self.latin, Self.japanese]) == ["J:日 ", "L:a"])
        // Only the font after them has them, or any other.
        #expect(runs("ab「日本」", [Self.latin, Self.japanese]) == ["L:ab", "J:「日本」"])
        #expect(runs("ab…c", [Self.latin, Self.japanese, Font("P", "…")]) == ["L:ab", "P:…", "L:c"])
        #expect(runs("…a", [Self.latin]) == ["-:…", "L:a"])
        // Digits are text: they stay with the preferred font.
        #expect(runs("日1", [Self.latin, Font("J", "日1")]) == ["J:日", "L:1"])
    }

    @Test func textBeginsWithTheFontAfterItsPunctuation() {
        #expect(runs(" (日本", [Font("L", "a ("), Font("J", "日本 (")]) == ["J: (日本"])
        #expect(runs("((a", [Font("P", "("), Self.latin]) == ["L:((a"])
        #expect(runs(" ! ", [Font("P", "x"), Self.latin]) == ["L: ! "])
        #expect(runs("б a", [Self.latin]) == ["-:б", "L: a"])
    }

    @Test func controlsNeedNoGlyph() {
        #expect(
            runs("日\n本\r\nab\u{200B}c\t\u{2028}", [Self.latin, Self.japanese]) == [
                "J:日\n本\r\n", "L:ab\u{200B}c\t\u{2028}",
            ])
        #expect(runs("\n", [Self.latin]) == ["L:\n"])
    }

    @Test func marksStayWithTheirBase() {
        // The font with base and mark, not the first one with the base.
        #expect(runs("ax\u{301}b", [Font("L", "abx"), Font("M", "x\u{301}")]) == ["L:a", "M:x\u{301}", "L:b"])
        // A cluster that no font has as a whole goes to the first font with its base.
        #expect(runs("ax\u{323}", [Font("M", "\u{323}"), Font("L", "ax")]) == ["L:ax\u{323}"])
        #expect(runs("x\u{323}", [Font("M", "\u{323}")]) == ["-:x\u{323}"])
        #expect(runs("a\u{200C}b\u{AD}c", [Self.latin]) == ["L:a\u{200C}b\u{AD}c"])
    }

    @Test func canonicallyEquivalentFormsCount() {
        #expect(runs("e\u{301}", [Font("M", "e\u{301}")]) == ["M:e\u{301}"])
        #expect(runs("e\u{301}", [Font("C", "\u{E9}"), Font("M", "e\u{301}")]) == ["C:e\u{301}"])
        #expect(runs("\u{E9}", [Font("M", "e\u{301}"), Font("C", "\u{E9}")]) == ["M:\u{E9}"])
        #expect(runs("\u{1112}\u{1161}\u{11AB}", [Font("H", "한")]) == ["H:\u{1112}\u{1161}\u{11AB}"])
    }

    private static let emoji = Font("E", "👩💻❤1\u{20E3}🇩🇪👍🏽☺", isColor: true)

    @Test(arguments: ["👩‍💻", "❤️", "1️⃣", "🇩🇪", "👍🏽", "👩‍❤️‍👩", "☺️"])
    func emojiStayWholeAndInColour(_ text: String) {
        let plain = Font("P", "a" + Self.emoji.characters)
        #expect(runs("a\(text)a", [plain, Self.emoji]) == ["P:a", "E:\(text)", "P:a"])
        // Without a colour font, any font will do.
        #expect(runs("a\(text)a", [plain]) == ["P:a\(text)a"])
    }

    @Test func textPresentationPrefersGlyphsWithoutColour() {
        let plain = Font("P", "❤☺👍")
        #expect(runs("❤\u{FE0E}", [Self.emoji, plain]) == ["P:❤\u{FE0E}"])
        #expect(runs("❤\u{FE0E}", [Self.emoji]) == ["E:❤\u{FE0E}"])
        // Without a selector, these characters are text, and the order of the fonts decides.
        #expect(runs("❤", [plain, Self.emoji]) == ["P:❤"])
        #expect(runs("❤", [Self.emoji, plain]) == ["E:❤"])
        #expect(runs("👍\u{FE0E}👍", [Self.emoji, plain]) == ["P:👍\u{FE0E}", "E:👍"])
        // A selector after other characters wants nothing.
        #expect(runs("語\u{FE0F}\u{E0100}", [Self.japanese, Self.emoji]) == ["J:語\u{FE0F}\u{E0100}"])
    }

    @Test func aLongTextAsksEachFontOncePerCluster() {
        let text = String(repeating: "日本 ab, б語!\n👩‍💻 ", count: 5_000)
        var calls = 0
        var runs = TextRuns(text)
        for font in [Self.latin, Self.japanese, Self.emoji] {
            let coverage = CharacterCoverage(font.characters.unicodeScalars.map { $0.value...$0.value })
            let face = FontFace(
                postscriptName: font.name, family: "", style: "", fullName: "",
                traits: font.isColor ? .colorGlyphs : [])
            runs.offer(FontMatch(font: FontDescriptor(face: face, path: nil, origin: .system))) {
                calls += 1
                return coverage.covers($0)
            }
        }
        #expect(runs.isIncomplete)
        let result = runs.runs()
        #expect(result.count > 25_000)
        #expect(result.map { String(text[$0.range]) }.joined() == text)
        #expect(calls < 100)
    }

    @Test func theCharactersOfARegisteredFontAreReadOnce() async throws {
        let known = KnownCoverages()
        var font = font("A", "A")
        font.origin = .registered(id: "1", scope: .persistent, provider: "", isEnabled: true, tags: [])
        let (first, second) = (CharacterCoverage([1...2]), CharacterCoverage([3...4]))
        // A font that was gone may have returned.
        #expect(try await known.coverage(of: font) { _ in nil } == nil)
        #expect(try await known.coverage(of: font) { _ in first } == first)
        #expect(try await known.coverage(of: font) { _ in second } == first)
        font.face.index = 1
        #expect(try await known.coverage(of: font) { _ in second } == second)
    }

    // MARK: The order of fonts

    private func font(_ name: String, _ family: String, weight: Double = 400, _ languages: String...) -> FontDescriptor
    {
        FontDescriptor(
            face: FontFace(
                postscriptName: name, family: family, style: "", fullName: "", weight: weight, languages: languages),
            path: name, origin: .system)
    }

    @Test func familiesTakePartWithTheirNearestFaceAndWithTheOthersLast() {
        let fonts = [
            font("A-Bold", "A", weight: 700, "en"), font("B-Regular", "B", "ja", "en"), font("A-Regular", "A", "en"),
            font("C-Light", "C", weight: 300, "zh-tw"), font("C-Bold", "C", weight: 700, "zh-tw"),
        ]
        func order(_ style: FontStyle, _ language: String?) -> [String] {
            FontFallback.order(fonts, style: StyleMatching(style), language: language).map(\.font.postscriptName)
        }
        #expect(order(FontStyle(), nil) == ["A-Regular", "B-Regular", "C-Light", "A-Bold", "C-Bold"])
        #expect(order(FontStyle(weight: 700), nil) == ["A-Bold", "B-Regular", "C-Bold", "A-Regular", "C-Light"])
        #expect(order(FontStyle(), "ja-JP") == ["B-Regular", "A-Regular", "C-Light", "A-Bold", "C-Bold"])
        #expect(order(FontStyle(), "zh-Hant") == ["C-Light", "A-Regular", "B-Regular", "C-Bold", "A-Bold"])
        #expect(order(FontStyle(), "zh-Hans") == order(FontStyle(), nil))
    }
}
