import FontModel
import Testing

@testable import FontsModel

/// Characters by blocks of Unicode.
@Suite struct CharacterTests {
    @Test func blocksAreInOrderAndApart() {
        let blocks = UnicodeBlock.all
        #expect(blocks.count == 324 && blocks.first?.name == "Basic Latin")
        #expect(zip(blocks, blocks.dropFirst()).allSatisfy { $0.range.upperBound < $1.range.lowerBound })
        #expect(UnicodeBlock.name(of: "Ж") == "Cyrillic" && UnicodeBlock.name(of: "\u{10FFFD}") != nil)
    }

    @Test func aGridHasTheCharactersOfAFace() throws {
        // U+2FE0…U+2FEF are in no block.
        let grid = CharacterGrid(
            CharacterCoverage([0x41...0x5A, 0x61...0x7A, 0x78...0x101, 0x2FE0...0x2FF0, 0xD7FF...0xE001]))
        #expect(
            grid.blocks.map(\.title) == [
                "Basic Latin", "Latin-1 Supplement", "Latin Extended-A", "Other Characters",
                "Ideographic Description Characters", "Hangul Jamo Extended-B", "Private Use Area",
            ])
        #expect(grid.blocks.map(\.count) == [26 + 31, 128, 2, 16, 1, 1, 2])
        #expect(grid.count == grid.blocks.map(\.count).reduce(0, +))
        for (number, block) in grid.blocks.enumerated() {
            for place in 0..<block.count {
                #expect(block.place(of: block[place]) == place)
                #expect(try #require(grid.place(of: block[place])) == (number, place))
            }
        }
        #expect(grid.place(of: "@") == nil && grid.place(of: "\u{10FFFF}") == nil)
        #expect(CharacterGrid(CharacterCoverage()).blocks.isEmpty)
        let all = CharacterGrid(CharacterCoverage([0...0x10FFFF]))
        #expect(all.count == 0x110000 - 0x800, "surrogates are no characters")
    }

    @Test(arguments: [
        ("U+0416", "Ж"), ("u+416", "Ж"), ("0416", "Ж"), ("ж", "ж"), (" 1F600 ", "😀"),
        ("cyrillic capital letter zhe", "Ж"),
        ("zhe", "Ж"), ("d800", nil), ("zz", nil), ("", nil),
    ]) func charactersAreFoundByCodePointAndName(_ text: String, _ character: Unicode.Scalar?) {
        #expect(CharacterGrid(CharacterCoverage([0x410...0x44F])).character(named: text) == character)
    }

    @Test func detailsOfOneCharacter() {
        let zhe = CharacterDetails("Ж")
        #expect(zhe.name == "CYRILLIC CAPITAL LETTER ZHE" && zhe.codePoint == "U+0416" && zhe.block == "Cyrillic")
        #expect(zhe.utf8 == "D0 96" && zhe.entity == "&#x416;" && zhe.cell == "Ж")
        #expect(zhe.spoken == "cyrillic capital letter zhe, U+0416")
        #expect(CharacterDetails("\u{301}").cell == "\u{25CC}\u{301}" && CharacterDetails("\u{7}").cell.isEmpty)
        #expect(!CharacterDetails("\u{202E}").hasShape && !CharacterDetails("\u{7}").name.isEmpty)
        #expect(CharacterDetails("\u{E000}").name == "U+E000" && CharacterDetails("😀").codePoint == "U+1F600")
    }
}
