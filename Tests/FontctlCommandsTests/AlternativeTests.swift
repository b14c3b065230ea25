import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// Static files and a variable font of one family, of which only one can be enabled.
@Suite struct AlternativeTests {
    private let home: PrivateHome
    private let session: Session
    private static let styles = ["Bold", "Light", "Regular", "Thin"]

    init() throws { (home, session) = try Session.inNewHome() }

    private func registerStatics(_ options: String...) async throws {
        for style in Self.styles {
            let file = try home.write(SyntheticFont(family: "Lora", style: style))
            #expect(await session.run(["register"] + options + [file]).status == 0)
        }
    }

    private func registerVariable(_ name: String? = nil, _ options: String...) async throws {
        var font = SyntheticFont(family: "Lora", style: "Regular", salt: 3)
        if let name { font.postscriptName = name }
        font.axes = [.weight]
        font.instances = zip(Self.styles, [700.0, 300, 400, 100]).map { .init($0, ["wght": $1]) }
        #expect(await session.run(["register"] + options + [try home.write(font, as: "Lora[wght].ttf")]).status == 0)
    }

    private func followWhy() async throws {
        let answer = await session("why", "Lora")
        let last = try #require(answer.lines.last)
        #expect(answer.status == 1 && last.hasPrefix("  fontctl "), "\(answer)")
        try await session.follow(String(last.dropFirst(2)))
        try await expectWell()
    }

    private func expectWell() async throws {
        let answer = await session("why", "Lora")
        #expect(answer.status == 0 && answer.lines.last == "Nothing needs to be done.", "\(answer)")
        #expect(answer.output.contains("Programs see all of them."), "\(answer)")
    }

    @Test func instancesAreShownInPlaceOfDisabledFiles() async throws {
        try await registerStatics("--disabled")
        try await registerVariable()
        try await expectWell()
        let answer = await session("why", "Lora")
        #expect(answer.output.contains("visible     Lora-Bold, Lora-Light, Lora-Regular, Lora-Thin"), "\(answer)")
        #expect(answer.output.contains("unneeded    Lora-Bold, Lora-Light, Lora-Thin: disabled, and"), "\(answer)")
        let styles = try await session("why", "Lora", "--json").json["styles"] as? [[String: Any]]
        #expect(styles?.map { $0["style"] as? String } == Self.styles)
        #expect(styles?.allSatisfy { ($0["file"] as? String)?.hasSuffix("Lora[wght].ttf") == true } == true)
    }

    @Test func aDisabledVariableFontIsNoMissingStyle() async throws {
        try await registerStatics()
        try await registerVariable("LoraVariable", "--disabled")
        try await expectWell()
        #expect(await session("disable", "Lora-Thin").status == 0)
        try await followWhy()
    }

    /// A variable font that has more styles than the files beside it is shown in their place.
    @Test func moreStylesAreSwitchedTo() async throws {
        let file = try home.write(SyntheticFont(family: "Lora", style: "Bold"))
        #expect(await session("register", file).status == 0)
        try await registerVariable("LoraVariable", "--disabled")
        try await followWhy()
    }

    @Test func onlyOneOfTwoDisabledFormsIsEnabled() async throws {
        try await registerStatics("--disabled")
        try await registerVariable(nil, "--disabled")
        try await followWhy()
        #expect(await session("disable", "--all", "--yes").status == 0)
        let summary = await session("enable", "Lora")
        #expect(summary.status == 1 && summary.errors.contains("(305)"), "\(summary)")
    }

    @Test func anIDIsSwitchedTo() async throws {
        try await registerStatics("--disabled")
        try await registerVariable()
        let list = try await session("list", "--disabled", "--json").json["registrations"] as? [[String: Any]]
        let id = try #require(list?.first?["id"] as? String)
        let answer = await session("why", id)
        #expect(answer.output.contains("To show it in place of \(home.root)/given/Lora[wght].ttf:"), "\(answer)")
        try await session.follow(String(try #require(answer.lines.last).dropFirst(2)))
        #expect(await session("why", id).status == 0)
    }

    @Test(arguments: [["Lora"], ["Lora-Variable"], ["--tag", "other"]])
    func aRefusalNamesTheSwitch(_ words: [String]) async throws {
        if words == ["Lora-Variable"] {
            try await registerStatics()
            try await registerVariable("Lora-Variable", "--disabled")
        } else {
            try await registerStatics("--disabled", "--tag", "other")
            try await registerVariable()
        }
        let refused = await session.run(["enable"] + words)
        #expect(refused.status == 1, "\(refused)")
        let commands = refused.errors.matches(of: #/Run `(fontctl disable [^`]+)`/#).map { String($0.1) }
        #expect(!commands.isEmpty, "\(refused)")
        try await session.follow(try #require(commands.first))
    }

    @Test func manyRefusalsAreOneSwitch() async throws {
        for weight in 1...7 {
            let file = try home.write(SyntheticFont(family: "Lora", style: "W\(weight)"))
            #expect(await session("register", "--disabled", file).status == 0)
        }
        var font = SyntheticFont(family: "Lora", style: "Regular", salt: 3)
        font.axes = [.weight]
        font.instances = (1...7).map { .init("W\($0)", ["wght": Double(100 + $0)]) }
        #expect(await session("register", try home.write(font, as: "Lora[wght].ttf")).status == 0)
        try await expectWell()
        let refused = await session("enable", "Lora", "--json")
        #expect(refused.status == 1)
        let text = await session("enable", "Lora")
        let commands = text.errors.matches(of: #/Run `(fontctl disable [^`]+)`/#).map { String($0.1) }
        #expect(commands.count == 1, "\(text)")
        try await session.follow(try #require(commands.first))
    }
}
