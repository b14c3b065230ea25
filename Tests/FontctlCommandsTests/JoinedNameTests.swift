import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// Names of several words without quotation marks.
@Suite struct JoinedNameTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private func register(_ family: String, _ styles: String...) async throws {
        for style in styles {
            #expect(await session("register", try home.write(SyntheticFont(family: family, style: style))).status == 0)
        }
    }

    /// Follows the advice of a refusal, after checking that nothing was changed.
    private func follow(_ words: [String], _ command: String) async throws {
        let before = await session("list").output
        let refused = await session.run(words)
        #expect(refused.status == 1 && refused.errors.contains("(303)"), "\(refused)")
        #expect(refused.errors.contains("quotation marks: `\(command)`."), "\(refused.errors)")
        #expect(await session("list").output == before)
        let result = await session.run(try Session.arguments(of: command))
        #expect(result.status == 0 && result.lines.count == 1, "\(result)")
    }

    @Test func wordsThatAreOneNameAreNotChangedEach() async throws {
        try await register("Lora", "Regular", "Bold")
        try await follow(["disable", "Lora", "Bold"], "fontctl disable 'Lora Bold'")
        try await follow(["tag", "add", "talk", "lora", "bold"], "fontctl tag add talk 'lora bold'")
        try await follow(["enable", "--dry-run", "Lora", "Bold"], "fontctl enable --dry-run 'Lora Bold'")
        try await register("Noto Sans", "Regular")
        try await follow(["unregister", "Noto", "Sans"], "fontctl unregister 'Noto Sans'")
        let refused = await session("unregister", "Lora-Bold", "Lora", "Regular")
        #expect(refused.errors.contains("`fontctl unregister Lora-Bold 'Lora Regular'`."), "\(refused.errors)")
    }

    @Test func otherUnknownNamesAreReportedAsBefore() async throws {
        try await register("Lora", "Regular", "Bold")
        let result = await session("disable", "Lora-Bold", "Nothing")
        #expect(result.status == 1 && result.output.hasPrefix("disabled  Lora-Bold"))
        #expect(result.errors.contains("Nothing: No registered font and no system font has that name."))
        #expect(await session("enable", "No*").errors.contains("No*: No registered or hidden font has"))
        let list = await session("list", "Lora", "Bold")
        #expect(list.errors.contains("Bold: No registered font has that name. Did you mean 'Lora Bold'?"))
    }

    @Test func aFamilyBeforeAnUnknownStyleStays() async throws {
        try await register("Lora", "Regular", "Bold")
        let before = await session("list").output
        let refused = await session("unregister", "Lora", "Italic")
        #expect(refused.status == 1 && refused.errors.contains("No registered font is named “Lora Italic”"))
        #expect(await session("list").output == before)
        #expect(await session("list", "Lora").lines.count == 2)
        #expect(await session("unregister", "Lora").status == 0)
    }

    @Test func aFontOfTheSystemIsNamedWhole() async throws {
        try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
        try Data(SyntheticFont(family: "Hand Made").build()).write(
            to: URL(filePath: home.paths.userFonts + "/Hand.ttf"))
        let refused = await session("disable", "Hand", "Made")
        #expect(refused.errors.contains("`fontctl disable 'Hand Made'`."), "\(refused.errors)")
    }

    @Test(arguments: [["licenses"], ["css"], ["request"], ["preview", "--output", "a.png"]])
    func wordsOfOneFamilyAreJoinedInAQuestion(_ command: [String]) async throws {
        try await register("Noto Sans", "Regular")
        let result = await session.run(command + ["Noto", "Sans"])
        #expect(result.status == 1 && result.errors.contains("Did you mean 'Noto Sans'?"), "\(result)")
        guard command[0] != "preview" else { return }
        #expect(await session.run(command + ["Noto Sans"]).status == 0)
        // It takes families only.
        if command[0] == "css" {
            for words in [["Noto Sans", "Regular"], ["NotoSans-Regular"], ["NotoSans-Regula"]] {
                let face = await session.run(command + words)
                #expect(face.status == 1 && !face.errors.contains("Did you mean"), "\(face)")
            }
        }
        let other = await session.run(command + ["Noto", "Nothing"])
        #expect(other.status == 1 && !other.errors.contains("'"), "\(other)")
    }

    @Test(arguments: ["info", "resolve", "why"]) func oneNameNeedsNoQuotationMarks(_ command: String) async throws {
        try await register("Noto Sans", "Regular", "Bold")
        let joined = await session(command, "Noto", "Sans", "Bold")
        #expect(joined.status == 0 && joined.output.contains("NotoSans-Bold"), "\(joined)")
        #expect(await session(command, "Noto Sans Bold").lines.first == joined.lines.first)
    }

    @Test func theFamilyOfAnOptionIsNamedWhole() async throws {
        try await register("Noto Sans", "Regular", "Bold")
        let list = await session("list", "--family", "Noto", "Sans")
        #expect(list.status == 1 && list.errors.contains("Did you mean --family 'Noto Sans'?"), "\(list)")
        #expect(await session("list", "--family", "Noto Sans").lines.count == 2)
        let refused = await session("disable", "--family", "Noto", "Sans")
        #expect(refused.errors.contains("`fontctl disable --family 'Noto Sans'`."), "\(refused)")
        #expect(await session("disable", "--family", "Noto Sans").status == 0)
    }

    @Test func searchTakesSeveralWords() async throws {
        try await register("Noto Serif", "Regular")
        #expect(await session("search", "noto", "se").output == "Noto Serif  1 face  registered\n")
        #expect(try await session("search", "noto", "se", "--json").json["query"] as? String == "noto se")
    }
}
