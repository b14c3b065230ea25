import FontModel
import ReaderFonts
import Testing

/// The texts by which a font is shown in each of its scripts.
@Suite struct SampleTexts {
    private func coverage(of text: String) -> CharacterCoverage {
        CharacterCoverage(text.unicodeScalars.map { $0.value...$0.value })
    }

    @Test(arguments: SampleText.scripts) func everyScriptHasASample(_ script: String) throws {
        let text = try #require(SampleText.text(of: script))
        #expect(SampleText.lines(for: coverage(of: text)) == [text])
        // A font that lacks one letter of the sample is not shown by it.
        let rest = text.filter { $0 != text.first }
        #expect(!SampleText.lines(for: coverage(of: rest)).contains(text))
    }

    @Test func severalScriptsHaveALineEach() throws {
        let texts = try SampleText.scripts.map { try #require(SampleText.text(of: $0)) }
        #expect(SampleText.lines(for: coverage(of: texts.joined())) == texts)
        #expect(SampleText.text(of: "Zzzz") == nil)
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
