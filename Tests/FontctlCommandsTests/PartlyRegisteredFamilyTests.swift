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
        home = try PrivateHome()
        session = Session(home)
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

    /// Programs show one font of a style, so the system's remains hidden beside a registered one.
    @Test func whatRemainsHiddenIsNamed() async throws {
        let other = home.paths.userFonts + "/Lora-Bold.ttf"
        #expect(await session("register", other, try home.write(SyntheticFont(family: "Lora"))).status == 0)
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
