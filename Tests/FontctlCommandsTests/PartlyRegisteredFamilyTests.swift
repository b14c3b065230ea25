import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `disable` and `enable` of a family of which some styles are registered and others are fonts of the system.
@Suite(.fewAtOnce) struct PartlyRegisteredFamilyTests {
    private let home: PrivateHome
    private let session: Session

    init() throws {
        (home, session) = try Session.inNewHome()
        for font in [SyntheticFont(family: "Lora", style: "Bold"), SyntheticFont(family: "Other")] {
            try home.put(font.build(), at: home.paths.userFonts + "/\(font.postscriptName ?? "").ttf")
        }
    }

    private func seen() async throws -> Set<String> {
        let faces = try await session("faces", "--json").json["faces"] as? [[String: Any]] ?? []
        return Set(faces.compactMap { $0["postscriptName"] as? String })
    }

    @Test(arguments: [["Lora"], ["lora"], ["--family", "Lora"]])
    func aFamilyIsChangedAsAWhole(_ words: [String]) async throws {
        let file = try home.write(SyntheticFont(family: "Lora"))
        #expect(await session("register", file).status == 0)
        let trial = await session.run(["disable", "--dry-run"] + words)
        #expect(trial.status == 0 && trial.lines.count == 2, "\(trial)")
        #expect(try await seen() == ["Lora-Regular", "Lora-Bold", "Other-Regular"])
        let disabled = await session.run(["disable"] + words)
        #expect(disabled.status == 0 && disabled.lines.count == 2, "\(disabled)")
        #expect(disabled.lines.contains { $0.hasPrefix("disabled  Lora-Regular") }, "\(disabled)")
        #expect(disabled.lines.contains { $0.contains(/^hidden +Lora-Bold/) }, "\(disabled)")
        #expect(try await seen() == ["Other-Regular"])
        let again = await session.run(["disable"] + words)
        #expect(again.status == 0 && again.lines.allSatisfy { $0.hasPrefix("unchanged") }, "\(again)")
        // It was one operation.
        #expect(await session("undo").lines.count == 2)
        #expect(try await seen() == ["Lora-Regular", "Lora-Bold", "Other-Regular"])
        #expect(await session("redo").lines.count == 2)
        let enabled = await session.run(["enable"] + words)
        #expect(enabled.status == 0 && enabled.lines.count == 2 && enabled.errors.isEmpty, "\(enabled)")
        #expect(try await seen() == ["Lora-Regular", "Lora-Bold", "Other-Regular"])
    }

    /// The name of one style means one font.
    @Test func aNameChangesOneFont() async throws {
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        #expect(await session("disable", "Lora-Regular").lines.count == 1)
        #expect(try await seen() == ["Lora-Bold", "Other-Regular"])
        // A font of the system is not registered: other changes concern the registered fonts only.
        #expect(await session("tag", "add", "talk", "Lora").lines.count == 1)
        #expect(await session("unregister", "Lora").lines.count == 1)
    }

    /// Programs show one font of a style, so the system's that was hidden on its own remains hidden beside a registered
    /// one.
    @Test func whatRemainsHiddenIsNamed() async throws {
        let other = home.paths.userFonts + "/Lora-Bold.ttf"
        let bold = try home.write(SyntheticFont(family: "Lora", style: "Bold", salt: 3))
        #expect(await session("disable", other).output.hasPrefix("hidden  "))
        #expect(await session("register", bold, try home.write(SyntheticFont(family: "Lora"))).status == 0)
        let disabled = await session("disable", "Lora")
        #expect(disabled.status == 0 && !disabled.errors.contains("still show"), "\(disabled)")
        #expect(try await seen() == ["Other-Regular"])
        let enabled = await session("enable", "Lora")
        #expect(enabled.status == 0 && enabled.lines.count == 2, "\(enabled)")
        #expect(enabled.errors.contains("Lora-Bold of the system remains hidden"), "\(enabled)")
        #expect(enabled.errors.contains("`fontctl enable \(other)` shows it, too."), "\(enabled)")
        #expect(await session("enable", other).output.hasPrefix("shown again  Lora-Bold"))
        #expect(await session("enable", "Lora").errors.isEmpty)
    }

    /// Fonts of the system that were hidden with the family are named when its registered fonts go.
    @Test func unregisteringNamesWhatIsStillHidden() async throws {
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        #expect(await session("disable", "Lora").status == 0)
        #expect(await !session("unregister", "--dry-run", "Lora").errors.contains("still hidden"))
        let result = await session("unregister", "Lora")
        let advice = "Lora: Lora-Bold of the system is still hidden. `fontctl enable --family Lora` shows it again."
        #expect(result.status == 0 && result.errors.contains(advice), "\(result)")
        #expect(await session("enable", "--family", "Lora").output.hasPrefix("shown again  Lora-Bold"))
        #expect(try await seen() == ["Lora-Bold", "Other-Regular"])
    }

    /// The order of a registered family and one of the system does not matter.
    @Test(arguments: [["Lora", "Other"], ["Other", "Lora"]])
    func theOrderOfFamiliesDoesNotMatter(_ families: [String]) async throws {
        try home.put(SyntheticFont(family: "Last").build(), at: home.paths.userFonts + "/Last.ttf")
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        let disabled = await session.run(["disable"] + families)
        #expect(disabled.status == 0 && disabled.lines.count == 3, "\(disabled)")
        #expect(try await seen() == ["Last-Regular"])
        let enabled = await session.run(["enable"] + families)
        #expect(enabled.status == 0 && enabled.lines.count == 3, "\(enabled)")
        #expect(try await seen().count == 4)
        let unregistered = await session.run(["unregister"] + families)
        #expect(unregistered.status == 1 && unregistered.errors.contains("(203)"), "\(unregistered)")
        #expect(unregistered.output.hasPrefix("unregistered  Lora-Regular"), "\(unregistered)")
    }

    /// What an operation that is taken back hid again is shown by repeating it.
    @Test func theAdviceAfterUndoShowsTheFonts() async throws {
        let other = home.paths.userFonts + "/Lora-Bold.ttf"
        let bold = try home.write(SyntheticFont(family: "Lora", style: "Bold", salt: 3))
        #expect(await session("register", bold).status == 0)
        #expect(await session("disable", other).output.hasPrefix("hidden  "))
        #expect(await session("enable", other).output.hasPrefix("shown again  "))
        #expect(await !session("undo", "--dry-run").errors.contains("shows hidden fonts again"))
        let undone = await session("undo")
        #expect(undone.errors.contains("`fontctl redo` shows hidden fonts again."), "\(undone)")
        #expect(!undone.errors.contains("fontctl enable"), "\(undone)")
        #expect(await session("redo").output.hasPrefix("shown again  Lora-Bold"))
        // Repeating `disable` is taken back by `undo`.
        #expect(await session("undo").status == 0)
        #expect(await session("undo").status == 0)
        #expect(await session("redo").errors.contains("`fontctl undo` shows hidden fonts again."))
    }

    /// The last column has the files.
    @Test func aHiddenFamilyIsNamedByItsFiles() async throws {
        let bold = home.paths.userFonts + "/Lora-Bold.ttf"
        #expect(await session("disable", "Lora").output == "hidden  Lora-Bold  \(bold)\n")
        #expect(await session("enable", "Lora").output == "shown again  Lora-Bold  \(bold)\n")
        let italic = SyntheticFont(family: "Lora", style: "Italic")
        try home.put(italic.build(), at: home.paths.userFonts + "/Lora-Italic.ttf")
        #expect(await session("disable", "Lora").lines.first?.hasSuffix("  \(bold) and 1 more") == true)
    }

    /// A requested font that is hidden is installed, so the command that shows it helps.
    @Test func aRequestNamesAHiddenFont() async throws {
        #expect(await session("disable", "Lora-Bold").status == 0)
        let result = await session("request", "Lora-Bold")
        #expect(result.status == 1 && result.errors.contains("The font is installed."), "\(result)")
        #expect(result.errors.contains("`fontctl enable Lora-Bold` shows it again."), "\(result)")
        let results = try await session("request", "Lora-Bold", "--json").json["results"] as? [[String: Any]]
        #expect(results?.first?["status"] as? String == "declined")
        #expect((results?.first?["message"] as? String)?.contains("fontctl enable Lora-Bold") == true)
    }

    /// A file in fontd's font folder that is in no record is shown like a copy.
    @Test(arguments: [FontScope.persistent, .session]) func aFileInTheFontFolderIsACopy(_ scope: FontScope) async throws
    {
        let font = SyntheticFont(family: "Stray")
        #expect(await session("register", try home.write(font), "--scope", scope.rawValue).status == 0)
        #expect(await session("disable", "Stray-Regular").errors.isEmpty)
        #expect(await session("enable", "Stray-Regular").status == 0)
        let file = try #require(home.paths.projection(of: scope)) + "/9999/Stray.ttf"
        try home.put(font.build(), at: file)
        let result = await session("disable", "Stray-Regular")
        #expect(result.errors.contains("Programs still show \(file), which is in fontd's font folder"), "\(result)")
        let results = try await session("disable", "Stray-Regular", "--json").json["results"] as? [[String: Any]]
        #expect(results?.first?["stillShown"] as? [String] == [file])
        let why = await session("why", "Stray-Regular")
        #expect(why.lines.first?.contains("registered and disabled, but programs see it") == true, "\(why)")
        #expect(why.output.contains("also        \(file), which is in no record of fontd; `fontctl doctor`"), "\(why)")
        #expect(try await session("why", "--json", "Stray-Regular").json["unrecorded"] as? [String] == [file])
        #expect(await session("unregister", "Stray-Regular").status == 0)
        let unknown = await session("why", "Stray-Regular")
        #expect(unknown.output.contains(file) && unknown.lines.last == "  fontctl doctor", "\(unknown)")
        // The advice leads to the folder of the file, which a repair moves aside. In persistent scope a later version of
        // fontd may have made the folder, and the font is registered again.
        guard scope == .session else { return }
        #expect(await session("doctor").output.contains("/9999, which is not a font folder"))
        #expect(await session("doctor", "--repair").output.contains("[folder-unknown]"))
        #expect(await session("why", "Stray-Regular").lines.last != "  fontctl doctor")
    }

    /// Without another font with letters, those of the system are not hidden, and the outcome says so.
    @Test func whatCannotBeHiddenIsNamed() async throws {
        try FileManager.default.removeItem(atPath: home.paths.userFonts + "/Other-Regular.ttf")
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        let result = await session("disable", "Lora")
        #expect(result.status == 1 && result.output.hasPrefix("disabled  Lora-Regular"), "\(result)")
        #expect(result.errors.contains("(203)"), "\(result)")
        #expect(try await seen() == ["Lora-Bold"])
    }
}
