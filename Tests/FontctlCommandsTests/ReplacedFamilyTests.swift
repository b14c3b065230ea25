import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `why` for fonts that programs see, but for whose family a rule of the configuration shows another one.
@Suite struct ReplacedFamilyTests {
    private let home: PrivateHome
    private let session: Session
    private let rules: String

    init() throws {
        (home, session) = try Session.inNewHome()
        rules = home.paths.configHome + "/fontconfig/conf.d/30-family.conf"
    }

    /// Writes a rule that gives a family another name, in requests (`pattern`) or in the fonts when they are read (`scan`).
    private func replace(_ family: String, by other: String, in target: String) throws {
        try """
        <fontconfig><match target="\(target)"><test name="family"><string>\(family)</string></test>
        <edit name="family" mode="assign" binding="strong"><string>\(other)</string></edit></match></fontconfig>
        """.write(toFile: rules, atomically: true, encoding: .utf8)
    }

    private func register(_ families: String...) async throws {
        for family in families {
            for (style, isBold) in [("Regular", false), ("Bold", true)] {
                let font = SyntheticFont(family: family, style: style) {
                    ($0.weight, $0.isBold) = (isBold ? 700 : 400, isBold)
                }
                #expect(await session("register", try home.write(font)).status == 0)
            }
        }
    }

    @Test func aFamilyThatARuleReplacesIsNotSeen() async throws {
        try await register("David", "Lato")
        #expect(await session("why", "David").status == 0)
        try replace("David", by: "Lato", in: "pattern")
        let family = await session("why", "David")
        let summary = "David has 2 styles. Programs show Lato Regular for the name of the family."
        #expect(family.status == 1 && family.lines.first?.hasPrefix(summary) == true, "\(family)")
        #expect(family.output.contains("Lato Regular (Lato-Regular): a rule in \(rules) substitutes Lato"), "\(family)")
        #expect(!family.output.contains("for the name of the family alone"), "\(family)")
        #expect(family.lines.last == "  editor \(rules)", "\(family)")
        let style = await session("why", "David-Bold")
        #expect(style.lines.first == "Programs see David-Bold, but show Lato Regular for its family.", "\(style)")
        let json = try await session("why", "David", "--json").json
        #expect(json["visible"] as? Bool == false)
        #expect((json["substitute"] as? [String: Any])?["family"] as? String == "Lato")
        #expect(await session("why", "Lato").status == 0)
        try FileManager.default.removeItem(atPath: rules)
        #expect(await session("why", "David").lines.last == "Nothing needs to be done.")
    }

    @Test func aFamilyThatARuleRenamesIsNotSeenByItsName() async throws {
        try replace("Emil", by: "Emilia", in: "scan")
        try await register("Emil", "Lato")
        let family = await session("why", "Emil")
        #expect(
            family.status == 1
                && family.lines.first?.hasPrefix("Emil has 2 styles. Programs know the family as Emilia.") == true,
            "\(family)")
        #expect(family.lines.last == "  editor \(rules)", "\(family)")
        let style = await session("why", "Emil-Bold")
        #expect(style.lines.first == "Programs see Emil-Bold, but know its family as Emilia.", "\(style)")
    }

    /// What programs show in place of a style that they do not see is called a style of its family.
    @Test func anotherStyleIsNoSubstituteByLanguage() async throws {
        try await register("Lora")
        let rule = "<pattern><patelt name=\"style\"><string>Bold</string></patelt></pattern>"
        try "<fontconfig><selectfont><rejectfont>\(rule)</rejectfont></selectfont></fontconfig>".write(
            toFile: rules, atomically: true, encoding: .utf8)
        let bold = await session("why", "Lora-Bold")
        #expect(bold.output.contains("Lora Regular (Lora-Regular): another style of the family"), "\(bold)")
    }
}
