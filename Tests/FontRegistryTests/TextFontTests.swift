import FontRegistry
import Foundation
import TestSupport
import Testing

/// The fonts that draw a text, from all scopes and the system.
@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct TextFontTests {
    private let system: SystemFolder
    private let home: PrivateHome
    private let fonts: FontManager

    private static let japanese = SyntheticFont.characters(of: "日本語、。 ")
    private static let cyrillic: [ClosedRange<UInt32>] = [0x20...0x7E, 0x400...0x4FF]

    init() throws {
        system = try SystemFolder([
            SyntheticFont(family: "System Sans") { $0.characters = [0x20...0x17F, 0x2010...0x2026] },
            SyntheticFont(family: "System Gothic") { $0.characters = Self.japanese },
            SyntheticFont(family: "Aged Cyrillic") { $0.characters = Self.cyrillic },
            SyntheticFont(family: "Best Cyrillic") { $0.characters = Self.cyrillic },
            SyntheticFont(family: "System Emoji") {
                $0.characters = SyntheticFont.characters(of: "👩💻❤123456789\u{20E3}"); $0.isColor = true
            },
        ])
        home = try PrivateHome(fontFolders: [system.path])
        fonts = try home.manager()
    }

    /// Returns the runs as `name:text`, with `-` for no font.
    private func runs(
        _ text: String, _ families: String..., style: FontStyle = FontStyle(), language: String? = nil,
        by manager: FontManager? = nil
    ) async throws -> [String] {
        try await (manager ?? fonts).runs(of: text, families: families, style: style, language: language).map {
            "\($0.match?.font.postscriptName ?? "-"):\(text[$0.range])"
        }
    }

    @Test func preferredFamiliesComeFirstThenWhateverHasTheCharacters() async throws {
        try await fonts.add(try home.write(SyntheticFont(family: "Mine")))
        try await fonts.add(try home.write(SyntheticFont(family: "Own") { $0.characters = Self.cyrillic }), .process)
        #expect(
            try await runs("Ein 日本、Å é! 👩‍💻", "No Such", "Mine", "System Sans") == [
                "Mine-Regular:Ein ", "SystemGothic-Regular:日本、", "SystemSans-Regular:Å é! ",
                "SystemEmoji-Regular:👩‍💻",
            ])
        #expect(try await runs("Ein жар", "Mine") == ["Mine-Regular:Ein ", "Own-Regular:жар"])
        #expect(try await runs("a\u{10FFFF}b", "Own") == ["Own-Regular:a", "-:\u{10FFFF}", "Own-Regular:b"])
        #expect(try await runs("", "Mine") == [])
    }

    @Test func registeredFontsPrecedeTheSystemsAndTheLanguagePrecedesBoth() async throws {
        #expect(try await runs("a") != ["Registered-Regular:a"])
        for (family, scope) in [("Lasting", FontScope.persistent), ("Brief", .session)] {
            try await fonts.add(try home.write(SyntheticFont(family: family)), scope)
            #expect(try await runs("a") == ["\(family)-Regular:a"])
        }
        // Of these, only the system's font has all letters of German.
        #expect(try await runs("a", language: "de-DE") == ["SystemSans-Regular:a"])
        #expect(try await runs("a", "Lasting", language: "de-DE") == ["Lasting-Regular:a"])
        #expect(try await runs("a", language: "ja") == ["Brief-Regular:a"])
    }

    @Test(arguments: ["Best Cyrillic", "Aged Cyrillic"])
    func theSystemsFontsComeInFontconfigsOrder(_ preferred: String) async throws {
        try """
        <fontconfig><match target="pattern"><edit name="family" mode="append"><string>\(preferred)</string></edit>
        </match></fontconfig>
        """.write(
            toFile: home.paths.configHome + "/fontconfig/conf.d/60.conf", atomically: true, encoding: .utf8)
        #expect(try await runs("жар") == ["\(preferred.filter { $0 != " " })-Regular:жар"])
    }

    @Test func aGenericFamilyLeadsFontconfigsOrder() async throws {
        try """
        <fontconfig><alias><family>fancy</family><prefer><family>Best Cyrillic</family></prefer></alias>
        <alias><family>plain</family><prefer><family>Aged Cyrillic</family></prefer></alias></fontconfig>
        """.write(
            toFile: home.paths.configHome + "/fontconfig/conf.d/60.conf", atomically: true, encoding: .utf8)
        #expect(try await runs("жар", "fancy") == ["BestCyrillic-Regular:жар"])
        #expect(try await runs("жар", "plain") == ["AgedCyrillic-Regular:жар"])
    }

    @Test func eachFamilyTakesPartWithItsNearestFace() async throws {
        for font in [
            SyntheticFont(family: "Mine"), SyntheticFont.variable(family: "Axis"),
            SyntheticFont(family: "Mine", style: "Bold") {
                $0.weight = 700; $0.characters = SyntheticFont.characters(of: "ab ")
            },
            SyntheticFont(family: "Axis Greek") { $0.characters = SyntheticFont.characters(of: "αβ") },
        ] { try await fonts.add(try home.write(font)) }
        let bold = FontStyle(weight: 700)
        #expect(try await runs("ab c", "Mine", style: bold) == ["Mine-Bold:ab ", "Axis-Bold:c"])
        #expect(try await runs("ab c", "Mine") == ["Mine-Regular:ab c"])
        let parts = try await fonts.runs(of: "aα", families: ["Axis"], style: bold)
        #expect(parts.map { $0.match?.coordinates } == [["wght": 700], [:]])
        #expect(parts.map { $0.match?.needsSyntheticBold } == [false, true])
        // Rather than none, a face that is not the nearest.
        try await fonts.unregister(matching: FontQuery(family: "Axis"))
        #expect(try await runs("{", style: bold) == ["SystemSans-Regular:{"])
        try await fonts.add(
            try home.write(SyntheticFont(family: "Mine", style: "Odd") { $0.characters = [0x16A0...0x16A0] }))
        #expect(try await runs("ᚠ", style: bold) == ["Mine-Odd:ᚠ"])
    }

    @Test func aReplacedFontHasItsNewCharacters() async throws {
        let first = SyntheticFont(family: "Grown")
        try await fonts.add(try home.write(first))
        #expect(try await runs("aж", "Grown", "Best Cyrillic") == ["Grown-Regular:a", "BestCyrillic-Regular:ж"])
        let second = try home.write(
            first.with {
                $0.revision = 2; $0.characters = Self.cyrillic
            }, as: "second.ttf")
        #expect(
            try await fonts.outcome(of: .file(second), .persistent, RegistrationOptions(replaces: true)).status
                == .replaced)
        #expect(try await runs("aж", "Grown", "Best Cyrillic") == ["Grown-Regular:aж"])
    }

    @Test func aLongTextInManyScriptsIsDivided() async throws {
        for index in 0..<20 {
            try await fonts.add(
                try home.write(
                    SyntheticFont(family: "Part \(index)") {
                        let start = UInt32(0x4E00 + 100 * index)
                        $0.characters = [start...(start + 99)]
                    }))
        }
        var text = ""
        var state: UInt32 = 1
        while text.utf8.count < 100_000 {
            state = state &* 1_664_525 &+ 1_013_904_223
            for offset in 0..<8 {
                text.unicodeScalars.append(Unicode.Scalar(0x4E00 + (state >> 16) % 1_992 + UInt32(offset)) ?? " ")
            }
            text += " – ab, "
        }
        let runs = try await fonts.runs(of: text, families: ["System Sans"])
        #expect(runs.map { String(text[$0.range]) }.joined() == text)
        #expect(runs.allSatisfy { $0.match != nil })
        #expect(Set(runs.compactMap { $0.match?.font.face.family }).count == 21)
    }

    @Test func withoutAReadableStoreTheSystemDrawsWhatItCan() async throws {
        try await fonts.add(try home.write(SyntheticFont(family: "Stored")))
        try Data(repeating: 0x5A, count: 40_000).write(to: URL(filePath: home.paths.database))
        let other = try home.manager(provider: "org.example.App")
        #expect(try await runs("å", "Stored", by: other) == ["SystemSans-Regular:å"])
        await #expect(throws: FontError.self) { try await runs("aᚠ", by: other) }
    }
}
