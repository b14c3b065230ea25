import FontModel
import Testing

@Suite struct DisplayTextTests {
    @Test(arguments: [
        ("Lora Regular", "Lora Regular"), ("  Lora \n", "Lora \\u{a}"), ("\u{3000}Lora\u{A0}", "Lora"),
        ("a\u{1B}[31mb", "a\\u{1b}[31mb"), ("a\0b", "a\\u{0}b"), ("a\u{202E}b", "a\\u{202e}b"),
        ("a\u{2066}b\u{2069}", "a\\u{2066}b\\u{2069}"), ("a\u{200B}b", "a\\u{200b}b"), ("\u{FEFF}a", "\\u{feff}a"),
        ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"), ("a\u{85}b", "a\\u{85}b"), ("\u{FFFE}", "\\u{fffe}"),
        ("\u{E0041}", "\\u{e0041}"), ("クレー One", "クレー One"), ("Ünïcode 👍", "Ünïcode 👍"), ("نسخ", "نسخ"), ("", ""),
        ("   ", ""), (" ~ a ", "~ a"), ("a\u{7F}", "a\\u{7f}"), ("\u{E000}", "\u{E000}"),
    ])
    func hostileCharactersAreEscaped(_ text: String, _ expected: String) {
        #expect(DisplayText.clean(text) == expected)
        // Cleaning is idempotent.
        #expect(DisplayText.clean(expected) == expected)
    }

    @Test func longTextIsCutAtACharacter() {
        let limit = FontLimits.displayNameLength
        let exact = String(repeating: "é", count: limit)
        #expect(DisplayText.clean(exact) == exact)
        let cut = DisplayText.clean(exact + "x")
        #expect(cut == String(repeating: "é", count: limit - 1) + "…")
        let plain = String(repeating: "a", count: limit)
        #expect(DisplayText.clean(" " + plain + " ") == plain)
        #expect(DisplayText.clean(plain + "bc") == plain.dropLast() + "…")
        #expect(DisplayText.clean(String(repeating: "👨‍👩‍👧", count: 300)).count == limit)
    }

    /// The categories of characters include all bidirectional controls and noncharacters.
    @Test func bidirectionalControlsAndNoncharactersAreHostile() {
        let scalars = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
        let special = scalars.filter { $0.properties.isBidiControl || $0.properties.isNoncharacterCodePoint }
        #expect(special.count == 12 + 66)
        #expect(special.allSatisfy(DisplayText.isHostile))
    }
}
