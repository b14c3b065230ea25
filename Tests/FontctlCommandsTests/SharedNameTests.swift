import FontRegistry
import TestSupport
import Testing

@testable import FontctlCommands

/// Families with a PostScript name that is the family's name, or that several of their fonts have.
@Suite(.fewAtOnce) struct SharedNameTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    /// Two styles, of which the regular one has the name of the family, as that of Laksaman.
    private static let named = [
        SyntheticFont(family: "Lora") { $0.postscriptName = "Lora" },
        SyntheticFont(family: "Lora", style: "Bold") { ($0.weight, $0.isBold) = (700, true) },
    ]

    /// Three styles without a PostScript name, for which one name is formed.
    private static let nameless = [("Regular", 400), ("Medium", 500), ("Bold", 700)].map { style, weight in
        SyntheticFont(family: "Quire", style: style) { ($0.postscriptName, $0.weight) = (nil, weight) }
    }

    private func install(_ fonts: [SyntheticFont]) throws {
        for font in fonts + [SyntheticFont(family: "Other")] {
            try home.put(font.build(), at: home.paths.userFonts + "/\(font.family)-\(font.style).ttf")
        }
    }

    private func register(_ fonts: [SyntheticFont]) async throws {
        for font in fonts { #expect(await session("register", try home.write(font)).status == 0) }
    }

    /// Expects that a style of the family is missing, and that the advice shows it again.
    private func followWhy(_ family: String, _ summary: String) async throws {
        let answer = await session("why", family)
        #expect(answer.status == 1 && answer.lines.first?.hasPrefix("\(family) has \(summary)") == true, "\(answer)")
        try await session.follow(try #require(answer.lines.last).dropFirst(2))
        let after = await session("why", family)
        #expect(after.status == 0 && after.lines.last == "Nothing needs to be done.", "\(after)")
    }

    @Test(arguments: [true, false]) func aNameOfFamilyAndFontMeansTheFamily(_ areRegistered: Bool) async throws {
        if areRegistered { try await register(Self.named) } else { try install(Self.named) }
        #expect(await session("why", "Lora").lines.first?.hasPrefix("Lora has 2 styles. Programs see all") == true)
        #expect(await session("disable", "Lora-Bold").status == 0)
        try await followWhy("Lora", "2 styles. Programs see 1 of them.")
        // A name that is not the family's means its font.
        #expect(await session("why", "Lora-Bold").lines.first?.hasPrefix("Lora-Bold is ") == true)
    }

    @Test(arguments: [true, false]) func fontsWithoutANameAreStyles(_ areRegistered: Bool) async throws {
        if areRegistered { try await register(Self.nameless) } else { try install(Self.nameless) }
        let all = await session("why", "Quire")
        #expect(all.lines.first?.hasPrefix("Quire has 3 styles. Programs see all of them.") == true, "\(all)")
        for style in ["Regular", "Medium", "Bold"] { #expect(all.output.contains("Quire \(style)"), "\(all)") }
        #expect(await session("search", "Quire").output.contains("3 faces"))
        #expect(await session("families", "Quire").output.contains("3 faces"))
        let styles = try await home.user().fonts(
            matching: FontQuerySet(including: [FontQuery(family: "Quire")], options: .removeDuplicates))
        #expect(Set(styles.map(\.style)) == ["Regular", "Medium", "Bold"])
        #expect(await session("disable", "Quire Bold").status == 0)
        try await followWhy("Quire", "3 styles. Programs see 2 of them.")
    }

    /// Two files of one style are one font, and the instances of a variable file are several.
    @Test func facesAreCountedAlike() async throws {
        let copy = SyntheticFont(family: "Lora", salt: 3) { $0.revision = 2 }
        try home.put(copy.build(), at: home.paths.userFonts + "/Twin.ttf")
        try install([SyntheticFont(family: "Lora"), .variable(family: "Flex")])
        #expect(await session("families", "Lora").lines.first?.contains("1 face ") == true)
        #expect(await session("search", "Lora").output.contains("1 face "))
        #expect(await session("families", "Flex").lines.first?.contains("3 faces") == true)
        #expect(await session("search", "Flex").output.contains("3 faces"))
    }

    /// A registered font in whose place programs see the system's of its name does not take that one's place in the sum.
    @Test func theNumbersAreThoseOfPrograms() async throws {
        try install([
            SyntheticFont(family: "Lora") { $0.revision = 9 },
            SyntheticFont(family: "Lora", style: "Bold") { ($0.weight, $0.isBold) = (700, true) },
        ])
        try await register([SyntheticFont(family: "Lora")])
        let why = await session("why", "Lora")
        #expect(
            why.lines.first
                == "Lora has 3 styles. Programs see 2 of them. Registered and enabled: 1. Of the system: 2.", "\(why)")
        #expect(await session("disable", "Lora").status == 0)
        let hidden = await session("why", "Lora")
        #expect(
            hidden.lines.first
                == "Lora has 3 styles. Programs see none of them. Registered: 1 (enabled: 0). Of the system: 2 (hidden by you: 2).",
            "\(hidden)")
    }
}
