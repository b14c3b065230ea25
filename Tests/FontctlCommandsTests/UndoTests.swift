import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `undo` and `redo` concern the user's last operation, whatever it was.
@Suite struct UndoTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private var names: [String] { get async { await session("list", "--quiet").lines } }

    /// The advice of the library is about its functions; over the bus its errors are texts.
    @Test func theAdviceOfTheLibraryIsLeftOut() {
        let (fact, advice): (Message, Message) = ("There is no operation 7.", "List the operations for their numbers.")
        for message in [Message([fact, advice]), Message(verbatim: "\(fact) \(advice)")] {
            #expect(message.without(advice).description == "There is no operation 7.")
        }
        #expect(fact.without(advice) == fact)
    }

    @Test func theOnlyCopyIsRepeated() async throws {
        let file = try home.write(SyntheticFont(family: "Lora"))
        #expect(await session("register", file).status == 0)
        try FileManager.default.removeItem(atPath: file)
        #expect(await session("undo").output == "unregistered  Lora-Regular  \(file)\n")
        #expect(await session("undo", "--list").output.isEmpty)
        #expect(await session("redo", "--list").lines[0].contains("  register  Lora-Regular"))
        #expect(await session("redo", "--dry-run").output == "would be registered  Lora-Regular  \(file)\n")
        #expect(await session("redo").output == "registered  Lora-Regular  \(file)\n")
        #expect(await names == ["Lora-Regular"])
        #expect(await session("redo").errors.contains("There is no operation to redo"))
        #expect(await session("redo", "--list").output.isEmpty)
        #expect(await session("undo").status == 0)
        #expect(await session("redo", "--list", "3").status == 64)
    }

    /// What the user does in the name of a provider is the user's operation.
    @Test(arguments: [
        ["register", "--provider", "org.example.App", "new.ttf"],
        ["disable", "--provider", "org.example.App", "Theirs-Regular"],
        ["unregister", "--provider", "org.example.App", "Theirs-Regular"],
        ["tag", "add", "work", "--provider", "org.example.App", "Theirs-Regular"],
    ])
    func operationsForAProviderAreTheLast(_ command: [String]) async throws {
        #expect(
            await session("register", "--provider", "org.example.App", try home.write(SyntheticFont(family: "Theirs")))
                .status == 0)
        #expect(await session("register", try home.write(SyntheticFont(family: "Earlier"))).status == 0)
        try home.write(SyntheticFont(family: "New"), as: "new.ttf")
        let before = await session("list", "--json").output.replacing(#/"generation":\d+/#, with: "")
        let done = await session.run(command)
        #expect(done.status == 0, "\(done)")
        #expect(await session("undo").status == 0)
        #expect(await session("list", "--json").output.replacing(#/"generation":\d+/#, with: "") == before)
        #expect(await session("redo").status == 0)
        #expect(await session("list", "--json").output.replacing(#/"generation":\d+/#, with: "") != before)
    }

    /// A policy is changed and undone in a home without a store, too, as the report of an import says.
    @Test func thePolicyIsUndoneInAnEmptyHome() async throws {
        let manifest = try home.write(
            Array(#"{"fontd": 1, "fonts": [], "policy": {"default": {"use": "deny"}}}"#.utf8), as: "policy.json")
        let imported = await session("import", "--policy", manifest)
        #expect(imported.errors.contains("`fontctl undo` first undoes this change."), "\(imported)")
        #expect(await session("undo").output == "The change of the policy for providers was undone.\n")
        #expect(!FileManager.default.fileExists(atPath: home.paths.policyFile))
        #expect(await session("redo").output == "The change of the policy for providers was redone.\n")
        #expect(await session("policy", "--default", "--reset").status == 0)
        #expect(await session("undo").status == 0)
        #expect(try PolicyFile(home.paths).read().unconfined.use == .deny)
    }

    /// Where it cannot be recorded, nothing promises that it can be undone.
    @Test func aChangeThatIsNotRecordedSaysSo() async throws {
        try FileManager.default.removeItem(atPath: home.paths.dataHome)
        try Data().write(to: URL(filePath: home.paths.dataHome))
        let changed = await session("policy", "--default", "--use", "deny")
        #expect(changed.status == 0 && changed.errors.contains("`fontctl undo` cannot undo it"), "\(changed)")
        #expect(try PolicyFile(home.paths).read().unconfined.use == .deny)
    }

    /// A command that fails leaves no store in a home that had none.
    @Test(arguments: [
        ["register", "bad.ttf"], ["register", "missing.ttf"], ["register", "--atomic", "bad.ttf"],
        ["register", "empty"],
        ["unregister", "X"], ["disable", "X"], ["undo"], ["redo"], ["tag", "add", "t", "X"], ["import", "bad.ttf"],
        ["import", "lacking.json"], ["import", "--exact", "lacking.json"], ["export", "/nowhere/x.tar"],
        ["resolve", "X"],
        ["adopt", "/"], ["policy", "--consent-program", "/nowhere/x"],
    ])
    func aFailingCommandMakesNoStore(_ command: [String]) async throws {
        try home.write(Array("no font".utf8), as: "bad.ttf")
        try home.write(Array("text".utf8), as: "empty/README")
        let entry =
            #"{"sha256": "\#(String(repeating: "ab", count: 32))", "file": "/nowhere/a.ttf", "names": ["A"], "provider": "user", "enabled": true, "tags": [], "registeredAt": 1}"#
        try home.write(Array(#"{"fontd": 1, "fonts": [\#(entry)]}"#.utf8), as: "lacking.json")
        let result = await session.run(command)
        #expect(result.status == 1, "\(result)")
        #expect(try home.inventory().isEmpty)
    }

    @Test func whatIsMissingIsNoFailureIfThatIsSaid() async throws {
        for arguments in [["Nobody"], ["--tag", "none"], ["--family", "Nobody"], ["/nowhere/x.ttf"], ["Nobody*"]] {
            let plain = await session.run(["unregister"] + arguments)
            #expect(plain.status == 1, "\(plain)")
            let result = await session.run(["unregister", "--missing-ok"] + arguments)
            #expect(result.status == 0 && result.errors.isEmpty, "\(arguments): \(result)")
        }
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        let both = await session("unregister", "--missing-ok", "Lora-Regular", "Nobody")
        #expect(both.status == 0 && both.output.contains("unregistered  Lora-Regular"), "\(both)")
        #expect(await names == [])
        #expect(await session("unregister", "--missing-ok").status == 64)
    }

    /// A family before a missing font is unregistered as after it; a style that the family lacks is no missing font.
    @Test(arguments: [["Lora", "Nobody"], ["Nobody", "Lora"], ["Lora", "Nobody", "Else"]])
    func aFamilyBesidesWhatIsMissingIsUnregistered(_ fonts: [String]) async throws {
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        let style = await session("unregister", "Lora", "Bold Italic", "--missing-ok")
        #expect(style.status == 1 && style.errors.contains("is a whole family. Nothing was changed."), "\(style)")
        #expect(await session.run(["unregister"] + fonts).status == 1)
        #expect(await names == (fonts.first == "Lora" ? ["Lora-Regular"] : []))
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        let result = await session.run(["unregister", "--missing-ok"] + fonts)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        #expect(result.output.contains("unregistered  Lora-Regular"), "\(result)")
        #expect(await names == [])
    }
}
