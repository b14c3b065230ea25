import FontModel
import OpenType
import TestSupport
import Testing

@Suite struct LocalizedNameTests {
    @Test func japaneseNamesAreBesideEnglishOnes() throws {
        let face = try face(.japanese())
        #expect(face.family == "Synthetic Mincho")
        #expect(
            face.localizedNames == [
                LocalizedName(kind: .family, language: "ja", text: "合成明朝"),
                LocalizedName(kind: .style, language: "ja", text: "標準"),
                LocalizedName(kind: .fullName, language: "ja", text: "合成明朝 標準"),
            ])
    }

    @Test func typographicNamesGoFirstInEachLanguage() throws {
        let face = try face(
            SyntheticFont(family: "Tri", style: "Light") { font in
                font.legacyFamily = "Tri Light"
                font.localizedNames = [
                    .init(1, language: 0x40C, "Tri FR Maigre"), .init(16, language: 0x40C, "Tri FR"),
                    .init(1, language: 0x407, "Tri DE"), .init(1, language: 0x809, "Tri"),
                ]
            })
        #expect(
            face.localizedNames.filter { $0.kind == .family }.map { "\($0.language) \($0.text)" } == [
                "de Tri DE", "fr Tri FR",
            ])
    }

    @Test(arguments: [
        (0x404, "zh-Hant"), (0x804, "zh-Hans"), (0xC04, "zh-Hant-HK"), (0x411, "ja"), (0x412, "ko"), (0x401, "ar"),
        (0x40D, "he"), (0x40C, "fr"), (0xC0C, "fr-CA"), (0x407, "de"), (0x416, "pt-BR"), (0x816, "pt-PT"),
        (0xC0A, "es"), (0x81A, "sr-Latn"), (0x419, "ru"), (0x422, "uk"), (0x439, "hi"), (0x41E, "th"), (0x42A, "vi"),
        // Not in the table; the tag is that of the primary language.
        (0x7C07, "de"),
    ])
    func windowsNumbersAreLanguages(_ number: Int, _ language: String) throws {
        let font = SyntheticFont(family: "Base") { $0.localizedNames = [.init(1, language: number, "Other")] }
        #expect(
            try face(font).localizedNames == [LocalizedName(kind: .family, language: language, text: "Other")])
    }

    @Test(arguments: [
        (1, "fr"), (2, "de"), (10, "he"), (11, "ja"), (12, "ar"), (19, "zh-Hant"), (23, "ko"), (33, "zh-Hans"),
    ])
    func macintoshNumbersAreLanguages(_ number: Int, _ language: String) throws {
        let font = SyntheticFont(family: "Base") { font in
            font.rawNames = [
                .init(nameID: 1, platformID: 1, encodingID: 0, languageID: number, bytes: Array("Other".utf8))
            ]
        }
        let contents = try contents(font)
        #expect(contents.face.family == "Base")
        #expect(contents.face.localizedNames.map(\.language) == [language])
    }

    @Test func languageTagsOfVersion1AreRead() throws {
        let font = SyntheticFont(family: "Base") { font in
            font.languageTags = ["gsw-CH", "not a tag"]
            font.localizedNames = [.init(1, language: 0x8000, "Grundlage"), .init(1, language: 0x8001, "Unknown")]
        }
        #expect(
            try face(font).localizedNames == [LocalizedName(kind: .family, language: "gsw-CH", text: "Grundlage")])
    }

    @Test func aLanguageThatIsNotKnownHasNoTag() throws {
        let font = SyntheticFont(family: "Base") { $0.localizedNames = [.init(1, language: 0x3FF, "Other")] }
        let contents = try contents(font)
        #expect(contents.face.localizedNames.isEmpty)
        #expect(contents.names.contains { $0.languageID == 0x3FF && $0.language == nil && $0.display == "Other" })
    }
}
