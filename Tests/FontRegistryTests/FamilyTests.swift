import FontModel
import Foundation
import TestSupport
import Testing

@testable import FontLookup
@testable import FontRegistry

@Suite(.fewAtOnce, .timeLimit(.minutes(60))) struct FamilyTests {
    private let home: PrivateHome
    private let fonts: FontManager

    init() async throws {
        home = try PrivateHome()
        fonts = try home.manager()
        let cast = [
            SyntheticFont(family: "zebra"), SyntheticFont(family: "Font 10"), SyntheticFont(family: "Font 9"),
            SyntheticFont(family: "Äpfel"),
            SyntheticFont(family: "Orange") { $0.characters = [0x20...0x17F, 0x2010...0x2026] },
            SyntheticFont(family: ".Hidden"),
            SyntheticFont(family: "Orange", style: "Bold") { $0.weight = 700 },
            SyntheticFont(family: "Orange", style: "Light") { $0.weight = 300 }, .japanese(family: "Mincho"),
        ]
        for font in cast { try await fonts.add(try home.write(font)) }
    }

    @Test func namesAreSortedForAMenuWithoutDotNames() async throws {
        #expect(
            try await fonts.familyNames(locale: Locale(identifier: "en"))
                == ["Äpfel", "Font 9", "Font 10", "Mincho", "Orange", "zebra"])
        // In Swedish Ä comes after Z.
        #expect(try await fonts.familyNames(locale: Locale(identifier: "sv")).last == "Äpfel")
    }

    @Test func namesAreInTheLanguageOfTheLocale() async throws {
        let families = try await fonts.families(locale: Locale(identifier: "ja_JP"))
        let mincho = try #require(families.first { $0.name == "Mincho" })
        #expect(mincho.localizedName == "合成明朝")
        let english = try await fonts.families(locale: Locale(identifier: "en_GB"))
        #expect(english.first { $0.name == "Mincho" }?.localizedName == "Mincho")
    }

    /// A menu that has not changed is not read again; every change of any scope shows in the next one.
    @Test func aMenuFollowsEveryChange() async throws {
        func names() async throws -> Set<String> { Set(try await fonts.familyNames(locale: Locale(identifier: "en"))) }
        let before = try await names()
        #expect(try await names() == before)
        try await fonts.add(try home.write(SyntheticFont(family: "Added")))
        #expect(try await names() == before.union(["Added"]))
        try await home.manager().setEnabled(false, [.name("Added-Regular")])
        #expect(try await names() == before)
        try fonts.registerForProcess(URL(filePath: try home.write(SyntheticFont(family: "Own"))))
        #expect(try await names() == before.union(["Own"]))
        #expect(try await fonts.familyNames(locale: Locale(identifier: "ja")).contains("合成明朝"))
    }

    /// A font that is named in both kinds of Chinese characters.
    @Test(arguments: [
        ("zh_CN", "思源黑体"), ("zh_TW", "思源黑體"), ("zh_HK", "思源黑體 香港"), ("zh-Hant", "思源黑體"), ("zh_SG", "思源黑体"),
        ("ja_JP", "Source"),
    ])
    func aFamilyIsNamedInTheScriptOfItsReader(_ locale: String, _ expected: String) async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        try await fonts.add(
            try home.write(
                SyntheticFont(family: "Source") {
                    $0.localizedNames = [
                        .init(1, language: 0x804, "思源黑体"), .init(1, language: 0x404, "思源黑體"),
                        .init(1, language: 0xC04, "思源黑體 香港"),
                    ]
                }))
        let families = try await fonts.families(locale: Locale(identifier: locale))
        #expect(families.first { $0.name == "Source" }?.localizedName == expected)
    }

    @Test func fontsOfAFamilyComeLightestFirst() async throws {
        let orange = try #require(try await fonts.families().first { $0.name == "Orange" })
        #expect(orange.fonts.map(\.face.style) == ["Light", "Regular", "Bold"])
    }

    @Test func aLanguageLeavesOutWhatCannotWriteIt() async throws {
        #expect(try await fonts.families(language: "ar").isEmpty)
        #expect(try await fonts.families(language: "en").contains { $0.name == "Orange" })
    }

    @Test(arguments: ["en-US", "en_GB.UTF-8", "en-Latn-GB", "EN"])
    func aLocaleFindsItsLanguage(_ tag: String) async throws {
        let tag = String(tag.prefix { $0 != "." })
        #expect(try await fonts.families(language: tag).contains { $0.name == "Orange" })
        #expect(try await !fonts.fonts(matching: FontQuery(languages: [tag])).isEmpty)
    }

    @Test func namedInstancesAreStylesOfTheirFamily() async throws {
        let font = SyntheticFont(family: "Merry", style: "7pt Light") { font in
            font.weight = 300
            font.axes = [.init("wght", minimum: 300, defaultValue: 300, maximum: 900)]
            font.instances = [
                .init("Light", ["wght": 300]), .init("Regular", ["wght": 400]), .init("Bold", ["wght": 700]),
            ]
        }
        try await fonts.add(try home.write(font))
        let merry = try #require(try await fonts.families().first { $0.name == "Merry" })
        #expect(merry.fonts.map(\.style) == ["7pt Light", "Regular", "Bold"])
        let counted = try await fonts.postscriptNames().filter { $0.hasPrefix("Merry") }
        #expect(Set(merry.fonts.map(\.postscriptName)) == Set(counted))
    }

    @Test func theComparatorIsATotalOrder() {
        let comparator = FamilyNameComparator(locale: Locale(identifier: "en"))
        #expect(comparator.compare("Font 9", "Font 10") == .orderedAscending)
        #expect(comparator.compare("arial", "Arial") != .orderedSame)
        #expect(comparator.compare("arial", "Arial") != comparator.compare("Arial", "arial"))
        #expect(comparator.compare("same", "same") == .orderedSame)
        let names = ["b", "B", "a", "Z", "10", "9", "Ä", "ß", "ss", "", "あ"]
        let sorted = names.sorted(using: comparator)
        #expect(names.reversed().sorted(using: comparator) == sorted)
        let reverse = FamilyNameComparator(locale: Locale(identifier: "en"), order: .reverse)
        #expect(names.sorted(using: reverse) == sorted.reversed())
    }

    /// Lists for people are read on their own, and have the lines of the menu.
    @Test func aPrintedListHasTheFamiliesOfTheMenu() async throws {
        try Data(SyntheticFont(family: "Hand").build()).write(to: URL(filePath: home.paths.userFonts + "/Hand.ttf"))
        let merry = SyntheticFont(family: "Merry") { font in
            font.axes = [.init("wght", minimum: 300, defaultValue: 300, maximum: 900)]
            font.instances = [.init("Light", ["wght": 300]), .init("Bold", ["wght": 700])]
        }
        try await fonts.add(try home.write(merry))
        try await fonts.add(try home.write(SyntheticCollection.faces(3, family: "Many").build(), as: "many.ttc"))
        try await fonts.add(try home.write(SyntheticFont(family: "Orange", style: "Book")), .session)
        // Content that two providers have registered, and that is registered in two scopes.
        let twice = try home.write(SyntheticFont(family: "Twice"))
        try await fonts.add(twice)
        try await fonts.add(twice, .session)
        try await home.manager(provider: "org.example.Other").add(twice)
        _ = try await fonts.setEnabled(false, try await fonts.add(try home.write(SyntheticFont(family: "Off"))))
        try fonts.registerForProcess(URL(filePath: try home.write(SyntheticFont(family: "Own"))))
        func compare() async throws -> [ListedFamily] {
            var listed: [ListedFamily] = []
            for locale in ["en_001", "ja_JP", "sv"].map({ Locale(identifier: $0) }) {
                // Another manager has no menu in memory.
                listed = try await home.manager().listedFamilies(locale: locale)
                #expect(try await home.manager().families(locale: locale).map { ListedFamily($0) } == listed)
            }
            return listed
        }
        let listed = try await compare()
        #expect(listed.first { $0.name == "Merry" }?.count == 2)
        #expect(listed.first { $0.name == "Twice" }?.styles == ["Regular"])
        let names = listed.map(\.name)
        #expect(Set(names).isSuperset(of: ["Orange", "Twice", "Own", "Hand", "Many 2", "Mincho"]))
        #expect(!names.contains("Off") && !names.contains(".Hidden"))
        // A rule that hides one font of a folder.
        let rule = "<pattern><patelt name=\"family\"><string>zebra</string></patelt></pattern>"
        try "<fontconfig><selectfont><rejectfont>\(rule)</rejectfont></selectfont></fontconfig>".write(
            toFile: home.paths.configHome + "/fontconfig/conf.d/60-reject.conf", atomically: true, encoding: .utf8)
        let shown = try await compare().map(\.name)
        #expect(shown == names.filter { $0 != "zebra" })
    }

    /// Names are compared without a locale where this makes no difference.
    @Test func plainNamesAreInTheOrderOfTheLocale() {
        let comparator = FamilyNameComparator(locale: Locale(identifier: "en_001"))
        var random = SystemRandomNumberGenerator()
        let letters = Array("aBz Z019")
        var decided = 0
        for _ in 0..<20_000 {
            let names = (0..<2).map { _ in
                String((0..<Int.random(in: 0...6, using: &random)).map { _ in letters.randomElement(using: &random)! })
            }
            guard let isBefore = PlainName(names[0]).isBefore(PlainName(names[1])) else { continue }
            decided += 1
            #expect((comparator.compare(names[0], names[1]) == .orderedAscending) == isBefore, "\(names)")
        }
        #expect(decided > 10_000)
        #expect(PlainName("Basis 00999").isBefore(PlainName("Basis 01000")) == true)
        #expect(PlainName("Font 9").isBefore(PlainName("Font 10")) == nil)
        #expect(PlainName("Äpfel").isBefore(PlainName("Birne")) == nil)
        #expect(PlainName("co-op").isBefore(PlainName("coop")) == nil)
    }
}
