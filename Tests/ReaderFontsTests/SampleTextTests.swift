import FontModel
import ReaderFonts
import Testing

/// The texts by which a font is shown in each of its scripts.
@Suite struct SampleTextTests {
    private func coverage(of text: String) -> CharacterCoverage {
        CharacterCoverage(text.unicodeScalars.map { $0.value...$0.value })
    }

    @Test(arguments: SampleText.scripts) func everyScriptHasASample(_ script: String) throws {
        let text = try #require(SampleText.text(of: script))
        #expect(SampleText.lines(for: coverage(of: text)) == [text])
        // A font that lacks one letter of the sample is not shown by it.
        let rest = text.unicodeScalars.filter { $0 != text.unicodeScalars.first }.map { $0.value...$0.value }
        #expect(!SampleText.lines(for: CharacterCoverage(rest)).contains(text))
    }

    @Test func severalScriptsHaveALineEach() throws {
        let texts = try SampleText.scripts.map { try #require(SampleText.text(of: $0)) }
        #expect(SampleText.lines(for: coverage(of: texts.joined())) == texts)
        #expect(SampleText.text(of: "Zzzz") == nil)
    }

    /// Fonts of a script have the letters of Latin beside their own.
    @Test(
        arguments: [("Khmr", 0x1780...0x17F9), ("Ethi", 0x1200...0x137C), ("Mymr", 0x1000...0x109F)]
            as [(String, ClosedRange<UInt32>)])
    func theScriptOfAFontIsShown(_ script: String, _ letters: ClosedRange<UInt32>) throws {
        let lines = SampleText.lines(for: CharacterCoverage([0x20...0x7E, letters]))
        #expect(lines == [SampleText.text(of: "Latn"), SampleText.text(of: script)])
    }

    /// Scripts without a sample: Javanese, Runes, Gothic; not a letter or two of them.
    @Test(arguments: [0xA984...0xA9B2, 0x16A0...0x16EA, 0x10330...0x1034A] as [ClosedRange<UInt32>])
    func otherScriptsShowTheirLetters(_ letters: ClosedRange<UInt32>) {
        let lines = SampleText.lines(for: CharacterCoverage([0x20...0x7E, letters]))
        #expect(lines.count == 2)
        #expect(lines.last?.unicodeScalars.allSatisfy { letters.contains($0.value) } == true)
        let few = CharacterCoverage([0x20...0x7E, letters.lowerBound...letters.lowerBound + 2])
        #expect(SampleText.lines(for: few).count == 1)
    }

    @Test func symbolsAreShownBesideLetters() {
        let icons = SampleText.lines(for: CharacterCoverage([0x20...0x7E, 0xF000...0xF2FF]))
        #expect(icons.count == 2)
        #expect(icons.last?.unicodeScalars.allSatisfy { (0xF000...0xF2FF).contains($0.value) } == true)
        #expect(SampleText.lines(for: CharacterCoverage([0x20...0x7E, 0xA1...0x17F, 0x2190...0x2193])).count == 1)
    }

    @Test func fontsForSymbolsShowSomeOfTheirCharacters() {
        let emoji = CharacterCoverage([0x30...0x39, 0x200D...0x200D, 0xFE0F...0xFE0F, 0x1F600...0x1F64F])
        let faces = SampleText.lines(for: emoji)
        #expect(faces.first?.unicodeScalars.count == 16)
        #expect(faces.first?.unicodeScalars.allSatisfy { (0x1F600...0x1F64F).contains($0.value) } == true)
        #expect(SampleText.lines(for: CharacterCoverage([0x20...0x20, 0x2190...0x2193])) == ["←↑→↓"])
        #expect(SampleText.lines(for: CharacterCoverage([0xE000...0xF8FF])).first?.unicodeScalars.count == 16)
        #expect(SampleText.lines(for: CharacterCoverage([0x20...0x20, 0x300...0x310])).isEmpty)
        #expect(SampleText.lines(for: CharacterCoverage()).isEmpty)
    }
}
