import FontModel

extension Rule {
    static let contents: [Rule] = [
        Rule(
            "control-characters", [.charactersAdded],
            "fontconfig leaves out control characters (up to U+1F) whose glyph is blank; fontd lists all mapped characters."
        ) { difference, _ in difference.characters.allSatisfy { $0 <= 0x1F } },
        Rule(
            "symbols-twice", [.charactersLost],
            "fontconfig lists the characters of a symbol font a second time at U+0000 to U+00FF, where they are not "
                + "letters; fontd lists them only at U+F000 to U+F0FF."
        ) { difference, face in
            let own = Set(face.listed.characters)
            return face.listed.isSymbolic
                && difference.characters.allSatisfy { $0 < 0x100 && own.contains($0 + 0xF000) }
        },
        Rule(
            "symbols-without-their-page", [.charactersLost, .charactersAdded],
            "The symbol map has codes below 256 without the 0xF000 that Windows adds. fontd adds it; fontconfig lists "
                + "them as Latin letters."
        ) { difference, face in
            let (low, high) = (Set(face.listed.characters), face.coverage)
            return face.listed.isSymbolic
                && difference.characters.allSatisfy { character in
                    difference.field == .charactersAdded
                        ? character >= 0xF000 && low.contains(character - 0xF000)
                        : character < 0x100 && Unicode.Scalar(0xF000 + character).map(high.contains) ?? false
                }
        },
        Rule(
            "no-characters", [.charactersLost],
            "The font maps surrogates or numbers above U+10FFFF, which are not characters."
        ) { difference, _ in difference.characters.allSatisfy { (0xD800...0xDFFF).contains($0) || $0 > 0x10_FFFF } },
        Rule(
            "characters-by-glyph-name", [.charactersLost],
            "The font has no usable map of characters. FreeType forms one from the names of glyphs; text programs do "
                + "not, and fontd lists no characters."
        ) { _, face in
            face.coverage.ranges.isEmpty && face.opened.characterMaps.allSatisfy { $0.isChosen == ($0.format < 0) }
        },
        Rule(
            "outline-of-notdef-only", [.listedOutlines, .openedOutlines],
            "A bitmap font in which only the first glyph has an outline, as the format requires. FreeType treats it "
                + "as a bitmap font; fontd uses the tables."
        ) { difference, face in
            difference.ours == "true" && face.opened.strikeCount > 0 && face.opened.tables["glyf"] != nil
        },
        Rule(
            "last-outline-without-end", [.glyphCount],
            "`loca` lacks its last offset, where the last outline ends. FreeType leaves out the last glyph; fontd "
                + "uses the number in `maxp`."
        ) { difference, face in
            let count = face.ours.glyphCount
            return difference.theirs == "\(count - 1)" && [2 * count, 4 * count].contains(face.opened.tables["loca"])
        },
    ]
}
