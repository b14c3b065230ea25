import FontRegistry
import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import FontctlCommands

/// What programs that call fontctl rely on: whether anything changed, and one place for errors.
@Suite struct AutomationTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    private func changed(_ arguments: String...) async throws -> Bool {
        let result = await session.run([arguments[0], "--json"] + arguments.dropFirst())
        let document = try result.json
        return try #require(document["changed"] as? Bool, "\(arguments): \(result)")
    }

    @Test func changesOfFonts() async throws {
        let file = try home.write(SyntheticFont(family: "Lora"), as: "Lora.ttf")
        #expect(try await !changed("register", "none.ttf"))
        #expect(try await !changed("register", file, "--dry-run"))
        #expect(try await changed("register", file))
        #expect(try await !changed("register", file))
        #expect(try await changed("register", file, "--tag", "talk"))
        #expect(try await !changed("register", file, "--tag", "talk"))
        #expect(try await changed("tag", "add", "more", "Lora"))
        #expect(try await !changed("tag", "add", "more", "Lora"))
        #expect(try await !changed("enable", "Lora"))
        #expect(try await !changed("disable", "Lora", "--dry-run"))
        #expect(try await changed("disable", "Lora"))
        #expect(try await !changed("disable", "Lora"))
        #expect(try await changed("register", file), "it is enabled again")
        #expect(try await changed("disable", "Lora"))
        #expect(try await changed("request", "Lora-Regular"))
        #expect(try await !changed("request", "Lora-Regular", "Nothing"))
        #expect(try await !changed("unregister", "--missing-ok", "Nothing"))
        #expect(try await changed("unregister", "Lora"))
        #expect(try await !changed("undo", "--dry-run"))
        #expect(try await changed("undo"))
        #expect(try await changed("redo"))
    }

    /// A tag that registering again adds is a change, and is told by the outcome.
    @Test func aTagOfARegisteredFont() async throws {
        let file = try home.write(SyntheticFont(family: "Lora"), as: "Lora.ttf")
        #expect(await session("register", file).status == 0)
        let document = try await session("register", file, "--tag", "talk", "--json").json
        let result = try #require((document["results"] as? [[String: Any]])?.first)
        #expect(result["status"] as? String == "already-registered" && result["tagged"] as? Bool == true)
        let again = try await session("register", file, "--tag", "talk", "--json").json
        #expect((again["results"] as? [[String: Any]])?.first?["tagged"] == nil)
    }

    @Test func changesOfThePolicy() async throws {
        #expect(try await !changed("policy"))
        #expect(try await changed("policy", "org.example", "--install", "deny"))
        #expect(try await !changed("policy", "org.example", "--install", "deny"))
        #expect(try await changed("undo"), "no font is concerned")
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        #expect(await session("policy", "org.example", "--install", "deny").status == 0)
        #expect(await session("export", "all.tar").status == 0)
        #expect(await session("policy", "org.example", "--reset").status == 0)
        #expect(try await !changed("import", "all.tar"))
        #expect(try await !changed("import", "all.tar", "--policy", "--dry-run"))
        #expect(try await changed("import", "all.tar", "--policy"))
        #expect(try await !changed("import", "all.tar", "--policy"))
    }

    @Test func changesOfUpkeep() async throws {
        try home.put(SyntheticFont(family: "Own").build(), at: home.paths.userFonts + "/Own.ttf")
        #expect(try await !changed("adopt", "--dry-run"))
        #expect(try await changed("adopt", "--yes"))
        #expect(try await !changed("adopt", "--yes"))
        #expect(await session("unregister", "Own").status == 0)
        #expect(try await !changed("prune", "--all", "--dry-run"))
        #expect(try await changed("prune", "--all"))
        #expect(try await !changed("prune", "--all"))
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        #expect(try await !changed("doctor", "--repair"))
        try FileManager.default.removeItem(atPath: home.paths.database)
        #expect(try await changed("doctor", "--repair"))
        #expect(try await !changed("doctor", "--repair"))
    }

    /// The message and the usage of a wrong command line are members, and nothing is on standard error.
    @Test(arguments: [
        (["register", "--json"], "Missing expected argument", "fontctl register "),
        (["list", "--json", "--nope"], "Unknown option '--nope'", "fontctl list "),
        (["register", "--nope", "--json"], "Unknown option '--nope'", "fontctl register "),
        (["tag", "add", "-z", "--json"], "Unknown option '-z'", "fontctl tag "),
        (["subset", "--nope", "a", "--json"], "Unknown option '--nope'", "fontctl subset "),
        (["list", "--enabled", "--disabled", "--json"], "--enabled and --disabled exclude", "fontctl list "),
        (["policy", "--sandboxed", "--default", "--json"], "--sandboxed and --default exclude", "fontctl policy "),
        (["policy", "default", "--json"], "Specify --default", "fontctl policy "),
        (["policy", "sandboxed", "--use", "deny", "--json"], "Specify --sandboxed", "fontctl policy "),
        (["help", "list", "--json"], "without --json", "fontctl help "),
        (["--json", "help"], "without --json", "fontctl help "),
        (["--json", "nonsense"], "no command “nonsense”", "fontctl "),
        (["--json"], "Specify a command.", "fontctl "),
        (["export", "-", "--json"], "specify a file with --json", "fontctl export "),
        (["validate", "--system", "--json", "a"], "does not support --system", "fontctl "),
    ])
    func wrongUsage(_ arguments: [String], _ message: String, _ usage: String) async throws {
        let result = await session.run(arguments)
        #expect(result.status == ExitStatus.usage && result.errors.isEmpty && result.lines.count == 1, "\(result)")
        let error = try #require(try result.json["error"] as? [String: Any])
        let told = try #require(error["message"] as? String)
        #expect(told.contains(message) && !told.contains("\n") && !told.hasPrefix("Error: "), "\(told)")
        #expect((error["usage"] as? String)?.hasPrefix(usage) == true, "\(error)")
        #expect(error["code"] is NSNull && error["file"] is NSNull)
    }

    /// After `--` the flag belongs to another program.
    @Test func aFlagOfAnotherProgram() async {
        let result = await session("exec", "--", "cat", "--json")
        #expect(result.status == ExitStatus.usage && result.output.isEmpty)
        #expect(result.errors.contains("Usage: fontctl exec"))
    }

    @Test(arguments: [["--version", "--json"], ["--json", "--version"]])
    func theVersionsAreADocument(_ arguments: [String]) async {
        let result = await session.run(arguments)
        #expect(
            result.output == "{\"version\":\"\(Release.version)\",\"formatVersion\":\(JSONFormat.version)}\n")
        #expect(result.status == 0)
    }
}
