import ReaderFonts
import Testing

@Suite struct LetterCaseTests {
    private static let sentence = "The quick brown fox jumped over the lazy dog."

    @Test(arguments: [
        (LetterCase.regular, "The quick brown fox jumped over the lazy dog."),
        (.capitalized, "The Quick Brown Fox Jumped Over The Lazy Dog."),
        (.kebab, "the-quick-brown-fox-jumped-over-the-lazy-dog"),
        (.lower, "the quick brown fox jumped over the lazy dog."),
        (.lowerCamel, "theQuickBrownFoxJumpedOverTheLazyDog"),
        (.macro, "THE_QUICK_BROWN_FOX_JUMPED_OVER_THE_LAZY_DOG"),
        (.snake, "the_quick_brown_fox_jumped_over_the_lazy_dog"),
        (.train, "THE-QUICK-BROWN-FOX-JUMPED-OVER-THE-LAZY-DOG"),
        (.upper, "THE QUICK BROWN FOX JUMPED OVER THE LAZY DOG."),
        (.upperCamel, "TheQuickBrownFoxJumpedOverTheLazyDog"),
    ])
    func ofASentence(letterCase: LetterCase, expected: String) {
        #expect(letterCase.applied(to: Self.sentence) == expected)
    }

    @Test(arguments: [
        ("iPhone XS Max", LetterCase.capitalized, "Iphone Xs Max"), ("iPhone XS Max", .lowerCamel, "iphoneXsMax"),
        ("don't stop-believin'", .kebab, "dont-stop-believin"), ("don't stop-believin'", .snake, "dont_stopbelievin"),
        ("ÉCLAIR straße", .upper, "ÉCLAIR STRASSE"), ("42 is_the answer!", .macro, "42_IS_THE_ANSWER"),
        ("42 is_the answer!", .kebab, "42-isthe-answer"), ("日本語 テスト", .kebab, "日本語-テスト"),
        ("one\ntwo three", .kebab, "onetwo-three"), ("  two   blanks ", .capitalized, "Two Blanks"),
        ("  two   blanks ", .upper, "  TWO   BLANKS "), ("salt & pepper", .snake, "salt_pepper"), ("", .macro, ""),
        ("!!!", .lowerCamel, ""),
    ])
    func ofOtherTexts(text: String, letterCase: LetterCase, expected: String) {
        #expect(letterCase.applied(to: text) == expected)
    }

    private static let written: [LetterCase: String] = [
        .capitalized: "The Quick Brown Fox Jumped Over The Lazy Dog",
        .kebab: "the-quick-brown-fox-jumped-over-the-lazy-dog",
        .lower: "the quick brown fox jumped over the lazy dog",
        .lowerCamel: "theQuickBrownFoxJumpedOverTheLazyDog",
        .macro: "THE_QUICK_BROWN_FOX_JUMPED_OVER_THE_LAZY_DOG",
        .regular: "The quick brown fox jumped over the lazy dog",
        .snake: "the_quick_brown_fox_jumped_over_the_lazy_dog",
        .train: "THE-QUICK-BROWN-FOX-JUMPED-OVER-THE-LAZY-DOG",
        .upper: "THE QUICK BROWN FOX JUMPED OVER THE LAZY DOG",
        .upperCamel: "TheQuickBrownFoxJumpedOverTheLazyDog",
    ]

    /// Every case is converted to every other; regular leaves the text as it is.
    @Test(arguments: LetterCase.allCases, LetterCase.allCases)
    func conversions(from original: LetterCase, to letterCase: LetterCase) throws {
        let text = try #require(Self.written[original])
        let expected = letterCase == .regular ? text : Self.written[letterCase]
        #expect(letterCase.applied(to: text, writtenIn: original) == expected)
    }

    @Test func acronymsAreDividedIntoLetters() {
        #expect(LetterCase.snake.applied(to: "httpURLResponse", writtenIn: .lowerCamel) == "http_u_r_l_response")
    }

    @Test func rawValues() {
        let names = [
            "capitalized", "kebab", "lower", "lower-camel", "macro", "regular", "snake", "train", "upper",
            "upper-camel",
        ]
        #expect(LetterCase.allCases.map(\.rawValue).sorted() == names)
    }
}
