public import FontModel

/// Sample texts, by which a reader judges a font in a script.
public enum SampleText {
    /// The scripts that have a sample, named by ISO 15924, in the order in which samples are shown.
    public static let scripts = samples.map(\.script)

    /// The samples: sentences with many different letters, and beginnings of the declaration of human rights.
    private static let samples: [(script: String, text: String)] = [
        ("Latn", "The quick brown fox jumps over the lazy dog. 0123456789"),
        ("Grek", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία"),
        ("Cyrl", "Съешь же ещё этих мягких французских булок"),
        ("Armn", "Բոլոր մարդիկ ծնվում են ազատ ու հավասար"),
        ("Geor", "ყველა ადამიანი იბადება თავისუფალი"),
        ("Arab", "نص حكيم له سر قاطع وذو شأن عظيم"),
        ("Hebr", "דג סקרן שט בים מאוכזב ולפתע מצא חברה"),
        ("Syrc", "ܠܫܢܐ ܣܘܪܝܝܐ"),
        ("Thaa", "ދިވެހި ބަސް"),
        ("Nkoo", "ߒߞߏ"),
        ("Ethi", "የሰው ልጅ ሁሉ ሲወለድ ነጻ ነው"),
        ("Tfng", "ⵜⴰⵎⴰⵣⵉⵖⵜ ⵜⵉⴼⵉⵏⴰⵖ"),
        ("Deva", "ऋषियों को सताने वाले दुष्ट राक्षसों के राजा"),
        ("Beng", "সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা"),
        ("Guru", "ਸਾਰਾ ਮਨੁੱਖੀ ਪਰਿਵਾਰ ਆਪਣੀ ਮਹਿਮਾ"),
        ("Gujr", "પ્રતિષ્ઠા અને અધિકારોની દૃષ્ટિએ"),
        ("Orya", "ସମସ୍ତ ମନୁଷ୍ୟ ଜନ୍ମକାଳରୁ ସ୍ୱାଧୀନ"),
        ("Taml", "மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே"),
        ("Telu", "మానవులెల్లరును జన్మతః స్వతంత్రులు"),
        ("Knda", "ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿಯೇ"),
        ("Mlym", "മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും"),
        ("Sinh", "සියලු දෙනාම නිදහස්ව උපත ලබා ඇත"),
        ("Olck", "ᱥᱟᱱᱛᱟᱲᱤ"),
        ("Thai", "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า"),
        ("Laoo", "ມະນຸດເກີດມາມີສິດເສລີພາບ"),
        ("Tibt", "འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་སྐྱེས་ཙམ་ཉིད་ནས་"),
        ("Mymr", "လူတိုင်းသည် တူညီ လွတ်လပ်သော"),
        ("Khmr", "មនុស្សទាំងអស់កើតមកមានសេរីភាព"),
        ("Mong", "ᠬᠦᠮᠦᠨ ᠪᠦᠷ"),
        ("Cher", "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ"),
        ("Cans", "ᐃᓄᒃᑎᑐᑦ ᐃᓄᐃᑦ"),
        ("Jpan", "いろはにほへと ちりぬるを 永遠の国"),
        ("Hans", "天地玄黄，宇宙洪荒"),
        ("Hant", "天地玄黃，宇宙洪荒"),
        ("Kore", "키스의 고유조건은 입술끼리 만나야 하고"),
    ]

    /// Returns the sample of a script; nil if there is none.
    ///
    /// - Parameter script: The script by ISO 15924, such as `Arab`.
    public static func text(of script: String) -> String? { samples.first { $0.script == script }?.text }

    /// Returns the samples of all scripts that a font has, and some letters of each further script; for a font of symbols,
    /// or without any of these, some of its characters.
    ///
    /// - Parameter coverage: The characters of the font.
    public static func lines(for coverage: CharacterCoverage) -> [String] {
        let covered = samples.map(\.text).filter { text in
            // Some fonts have no space, which is no reason to show another text.
            coverage.covers(text.filter { $0 != " " })
        }
        let lines = covered + otherScripts.compactMap { letters(of: coverage, in: $0) }
        let symbols = symbols(of: coverage)
        // A font may have more symbols and characters of its own than letters.
        guard lines.isEmpty || symbols.count * 2 > coverage.count else { return lines }
        let characters = lines.isEmpty ? characters(of: coverage) : spread(symbols)
        return lines + (characters.isEmpty ? [] : [characters])
    }

    /// The blocks of scripts without a sample, each as a part of Unicode; those above the first plane are one.
    private static let otherScripts: [ClosedRange<UInt32>] = [
        0x800...0x83F, 0x840...0x85F, 0x1680...0x169F, 0x16A0...0x16FF, 0x1700...0x177F, 0x1900...0x194F,
        0x1950...0x197F, 0x1980...0x19DF, 0x1A00...0x1A1F, 0x1A20...0x1AAF, 0x1B00...0x1B7F, 0x1B80...0x1BBF,
        0x1BC0...0x1BFF, 0x1C00...0x1C4F, 0x2C00...0x2C5F, 0x2C80...0x2CFF, 0x3105...0x312F, 0xA000...0xA48F,
        0xA4D0...0xA4FF, 0xA500...0xA63F, 0xA6A0...0xA6FF, 0xA800...0xA82F, 0xA840...0xA87F, 0xA880...0xA8DF,
        0xA900...0xA92F, 0xA930...0xA95F, 0xA980...0xA9DF, 0xAA00...0xAA5F, 0xAA80...0xAADF, 0xABC0...0xABFF,
        0x10000...0x1BFFF,
    ]

    /// Returns letters of a font in a part of Unicode; nil if it has only a few.
    private static func letters(of coverage: CharacterCoverage, in part: ClosedRange<UInt32>) -> String? {
        let letters = scalars(of: coverage, in: part).filter(\.properties.isAlphabetic).filter(isShown)
        return letters.count < symbolCount / 2 ? nil : spread(letters)
    }

    private static func symbols(of coverage: CharacterCoverage) -> [Unicode.Scalar] {
        coverage.ranges.flatMap { scalars(of: coverage, in: $0) }.filter { scalar in
            switch scalar.properties.generalCategory {
            case .privateUse, .otherSymbol, .mathSymbol: !scalar.isASCII
            default: false
            }
        }
    }

    private static func scalars(of coverage: CharacterCoverage, in part: ClosedRange<UInt32>) -> [Unicode.Scalar] {
        coverage.ranges.filter { $0.overlaps(part) }.flatMap { $0.clamped(to: part) }.compactMap(Unicode.Scalar.init)
    }

    /// Returns characters of any font, spread evenly over those that it has.
    private static func characters(of coverage: CharacterCoverage) -> String {
        // A font of emoji also has digits, for keycaps: the sample shows its emoji only.
        let emoji = scalars(of: coverage, in: emojiFaces)
        let all = emoji.isEmpty ? coverage.ranges.flatMap { $0.prefix(64) }.compactMap(Unicode.Scalar.init) : emoji
        return spread(all.filter(isShown))
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator,
            .nonspacingMark, .enclosingMark, .spacingMark:
            false
        default: true
        }
    }

    private static func spread(_ shown: [Unicode.Scalar]) -> String {
        let step = max(1, shown.count / symbolCount)
        let chosen = stride(from: 0, to: shown.count, by: step).prefix(symbolCount).map { shown[$0] }
        return String(String.UnicodeScalarView(chosen))
    }

    private static let symbolCount = 16
    /// The block "Emoticons".
    private static let emojiFaces: ClosedRange<UInt32> = 0x1F600...0x1F64F
}
