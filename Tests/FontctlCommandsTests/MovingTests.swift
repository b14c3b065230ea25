import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// `fontctl export` and `fontctl import`, from one home to another.
@Suite struct MovingTests {
    private let (here, there): (PrivateHome, PrivateHome)
    private let (mine, theirs): (Session, Session)

    init() throws {
        (here, there) = (try PrivateHome(), try PrivateHome())
        (mine, theirs) = (Session(here), Session(there))
    }

    private var file: String { here.root + "/given/all.tar" }

    private func fill() async throws {
        #expect(await mine("register", try here.write(SyntheticFont(family: "Lora")), "--tag", "talk").status == 0)
        #expect(await mine("register", try here.write(SyntheticFont.variable(family: "Flex"))).status == 0)
        #expect(await mine("tag", "add", "brand", "Lora-Regular", "Flex").status == 0)
        let provided = try here.write(SyntheticFont(family: "Provided"))
        #expect(await mine("register", provided, "--provider", "org.example.App").status == 0)
        #expect(await mine("disable", "Provided-Regular").status == 0)
    }

    /// Returns the document of all registrations, without the paths of the home.
    private func list(_ session: Session, _ home: PrivateHome) async -> String {
        let list = await session("list", "--json").output.replacing(home.root, with: "~")
        // The folder of a font depends on what was registered before.
        return list.replacing(#/"generation":\d+/#, with: "").replacing(#/fonts\/fontd\/\d+\//#, with: "")
    }

    @Test func theListIsEqualThere() async throws {
        try await fill()
        let exported = await mine("export", "all.tar")
        #expect(exported.status == 0 && exported.errors.isEmpty)
        #expect(exported.output.hasPrefix("all.tar  3 registrations  3 font files  "))
        let imported = await theirs("import", file)
        #expect(imported.status == 0 && imported.errors.isEmpty, "\(imported.errors)")
        #expect(
            imported.lines.map { $0.split(separator: "  ")[0] } == ["registered", "registered", "registered, disabled"])
        #expect(imported.output.contains("  \(there.root)/given/Lora-Regular-0.ttf\n"))
        #expect(await list(theirs, there) == list(mine, here))
        let again = await theirs("import", file)
        #expect(again.status == 0 && again.lines.allSatisfy { $0.hasPrefix("already registered  ") })
        #expect(await theirs("undo").lines.count == 3)
        #expect(await theirs("list").output.isEmpty)
    }

    @Test func aManifestIsForADotfilesRepository() async throws {
        try await fill()
        let exported = await mine("export", "--manifest", "fonts.json")
        #expect(exported.output.hasPrefix("fonts.json  3 registrations  "))
        let path = here.root + "/given/fonts.json"
        let manifest = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any])
        #expect(manifest["fontd"] as? Int == 1 && manifest["policy"] == nil)
        let fonts = try #require(manifest["fonts"] as? [[String: Any]])
        #expect(
            fonts.map { $0["file"] as? String } == [
                "~/given/Flex-Regular-0.ttf", "~/given/Lora-Regular-0.ttf", "~/given/Provided-Regular-0.ttf",
            ])
        #expect(
            fonts[1]["tags"] as? [String] == ["talk", "brand"] && fonts[1]["names"] as? [String] == ["Lora-Regular"])
        #expect(fonts[2]["provider"] as? String == "org.example.App" && fonts[2]["disabledByUser"] as? Bool == true)
        #expect(Set(fonts[0].keys) == ["sha256", "file", "names", "provider", "enabled", "tags", "registeredAt"])
        let missing = await theirs("import", path)
        #expect(missing.status == 1 && missing.output.isEmpty)
        #expect(
            missing.errors.contains(
                "\(there.root)/given/Lora-Regular-0.ttf: The export, the store and this path do not contain"))
        #expect(missing.errors.hasSuffix("fontctl: Specify the folders of the missing fonts with --fonts FOLDER.\n"))
        let trial = await theirs("import", path, "--fonts", here.root + "/given", "--dry-run")
        #expect(trial.lines.count == 3 && trial.lines.allSatisfy { $0.hasPrefix("would be registered") })
        #expect(await theirs("list").output.isEmpty)
        #expect(await theirs("import", path, "--fonts", here.root + "/given").status == 0)
        #expect(await list(theirs, there) == list(mine, here))
    }

    /// What the policy of an export permits is named before it is applied.
    @Test func whatAPolicyGrantsIsNamed() async throws {
        let policy =
            #"{"providers": {"/usr/bin/panel": {"manage": "allow"}, "org.example.Less": {"install": "deny"}}, "sandboxed": {"install": "allow"}, "consent": {"program": ["/tmp/yes", "now"]}}"#
        let manifest = try there.write(Array(#"{"fontd": 1, "fonts": [], "policy": \#(policy)}"#.utf8), as: "p.json")
        for arguments in [[], ["--policy", "--dry-run"], ["--policy"]] {
            let result = await theirs.run(["import", manifest] + arguments)
            #expect(result.status == 0)
            #expect(result.errors.contains("Permissions of /usr/bin/panel in the export: manage allow."), "\(result)")
            #expect(
                result.errors.contains("Permissions of all sandboxed programs in the export: install allow."),
                "\(result)")
            #expect(
                result.errors.contains("Consent hook in the export: /tmp/yes now.")
                    && !result.errors.contains("org.example.Less"))
        }
        #expect(await theirs("undo").status == 0)
        let document = try await theirs("import", manifest, "--dry-run", "--json").json
        let grants = try #require(document["grants"] as? [[String: String]])
        #expect(
            grants == [
                ["provider": "sandboxed", "install": "allow"], ["provider": "/usr/bin/panel", "manage": "allow"],
            ])
        #expect((document["consent"] as? [String: [String]])?["program"] == ["/tmp/yes", "now"])
    }

    /// A policy that would not be read again is refused before any font is registered.
    @Test(arguments: [true, false]) func aPolicyThatIsTooLargeChangesNothing(_ isDryRun: Bool) async throws {
        try await fill()
        #expect(await mine("export", "--manifest", "m.json").status == 0)
        let path = here.root + "/given/m.json"
        var manifest = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any])
        let long = String(repeating: "a", count: 200)
        let providers = (0..<6_000).map { ("org.example.\(long)\($0)", ["install": "allow"]) }
        manifest["policy"] = ["providers": Dictionary(uniqueKeysWithValues: providers)]
        try JSONSerialization.data(withJSONObject: manifest).write(to: URL(filePath: path))
        let folder = here.root + "/given"
        let refused = await theirs.run(
            ["import", path, "--policy", "--fonts", folder] + (isDryRun ? ["--dry-run"] : []))
        #expect(refused.status == 1 && refused.errors.contains("(106)"), "\(refused.errors.prefix(500))")
        #expect(await theirs("list").output.isEmpty)
        #expect(await theirs("policy").status == 0)
        let without = await theirs("import", path, "--fonts", folder)
        #expect(
            without.status == 0 && without.errors.contains("5980 other providers"), "\(without.errors.suffix(300))")
    }

    /// With --exact the registrations are those of the export.
    @Test func anExactImportRemovesTheOthers() async throws {
        try await fill()
        #expect(await mine("export", file).status == 0)
        #expect(
            await theirs("register", try there.write(SyntheticFont(family: "Lora", salt: 3)), "--tag", "old").status
                == 0)
        #expect(await theirs("register", try there.write(SyntheticFont(family: "Other"))).status == 0)
        #expect(
            await theirs("register", try there.write(SyntheticFont(family: "Tonight")), "--scope", "session").status
                == 0)
        let before = await list(theirs, there)
        let trial = await theirs("import", "--exact", "--dry-run", file)
        #expect(trial.status == 0 && trial.lines.count { $0.hasPrefix("would be unregistered  ") } == 2, "\(trial)")
        #expect(await list(theirs, there) == before)
        #expect(await theirs("import", "--exact", file).status == 0)
        #expect(await theirs("unregister", "--scope", "session", "--all", "--yes").status == 0)
        #expect(await list(theirs, there) == list(mine, here))
        // Tags are exact, too.
        #expect(await theirs("tag", "add", "more", "Lora-Regular").status == 0)
        #expect(await theirs("import", "--exact", file).status == 0)
        #expect(await list(theirs, there) == list(mine, here))
        for _ in 0..<4 { #expect(await theirs("undo").status == 0) }
        #expect(await list(theirs, there) == before)
    }

    /// If a font of the export is nowhere, the fonts that are there are not removed either.
    @Test func anExactImportIsCompleteOrChangesNothing() async throws {
        try await fill()
        #expect(await mine("export", "--manifest", "m.json").status == 0)
        let manifest = here.root + "/given/m.json"
        #expect(await theirs("register", try there.write(SyntheticFont(family: "Other"))).status == 0)
        let before = await list(theirs, there)
        try there.write(SyntheticFont(family: "Lora"))
        let refused = await theirs("import", "--exact", manifest)
        #expect(
            refused.status == 1 && refused.errors.contains("(101)") && refused.errors.contains("--exact"), "\(refused)")
        #expect(await list(theirs, there) == before)
        #expect(await theirs("doctor").status == 0)
    }

    /// The fonts of a manifest are in the archive from which they were registered.
    @Test func archivesAreSearched() async throws {
        let zip = try here.write(
            ZIPFile([.init("a/Packed.ttf", SyntheticFont(family: "Packed").build())]).bytes, as: "p.zip")
        #expect(await mine("register", zip).status == 0)
        #expect(await mine("export", "--manifest", file).status == 0)
        let same = try there.write([UInt8](Data(contentsOf: URL(filePath: zip))), as: "p.zip")
        #expect(await theirs("import", file).status == 0)
        #expect(await theirs("list", "--quiet").output == mine("list", "--quiet").output)
        #expect(await theirs("unregister", "--all", "--yes").status == 0)
        #expect(await theirs("prune", "--all").status == 0)
        let folder = there.root + "/moved"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: same, toPath: folder + "/other.zip")
        #expect(await theirs("import", file).status == 1)
        #expect(await theirs("import", file, "--fonts", folder).status == 0)
    }

    @Test func licensesComeAlong() async throws {
        let zip = ZIPFile([
            .init("Lora/OFL.txt", Array("SIL OPEN FONT LICENSE Version 1.1".utf8)),
            .init("Lora/Lora.ttf", SyntheticFont(family: "Lora").build()),
            .init("Lora/Bold.ttf", SyntheticFont(family: "Lora", style: "Bold").build()),
        ])
        #expect(await mine("register", try here.write(zip.bytes, as: "lora.zip")).status == 0)
        #expect(await mine("export", file).status == 0)
        #expect(await theirs("import", file).status == 0)
        #expect(await theirs("licenses", "Lora").output.contains("SIL OPEN FONT LICENSE Version 1.1"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: there.paths.licenses + "/texts").count == 1)
        #expect(await theirs("doctor").status == 0)
        #expect(await theirs("export", "again.tar").status == 0)
        let again = try Data(contentsOf: URL(filePath: there.root + "/given/again.tar"))
        #expect(try again == Data(contentsOf: URL(filePath: file)))
    }

    @Test func thePolicyIsAppliedOnRequest() async throws {
        try await fill()
        #expect(await mine("policy", "org.example.Reader", "--install", "deny").status == 0)
        #expect(await mine("export", file).status == 0)
        let hinted = await theirs("import", file)
        #expect(hinted.status == 0)
        #expect(
            hinted.errors
                == "fontctl: The export contains a different policy for programs, which is not applied. Pass --policy to apply it.\n"
        )
        #expect(!FileManager.default.fileExists(atPath: there.paths.policyFile))
        let trial = await theirs("import", file, "--policy", "--dry-run")
        #expect(trial.errors == "fontctl: The policy would be replaced.\n")
        #expect(!FileManager.default.fileExists(atPath: there.paths.policyFile))
        let applied = try await theirs("import", file, "--policy", "--json").json
        #expect(applied["policy"] as? String == "changed")
        #expect(await theirs("policy").output.contains("org.example.Reader  install deny\n"))
        #expect(try await theirs("import", file, "--json").json["policy"] as? String == "unchanged")
        // The policy is an operation of its own.
        #expect(await theirs("undo").output == "The change of the policy for providers was undone.\n")
        #expect(await theirs("undo").lines.count == 3)
        #expect(await mine("policy", "org.example.Reader", "--reset").status == 0)
        #expect(await mine("export", file).status == 0)
        #expect(await theirs("import", file, "--policy").errors.contains("The export contains no policy"))
    }

    /// A policy that is damaged here is found before the fonts are registered.
    @Test func aPolicyThatCannotBeReplacedKeepsTheFontsOut() async throws {
        try await fill()
        #expect(await mine("policy", "org.example.Reader", "--install", "deny").status == 0)
        #expect(await mine("export", file).status == 0)
        try FileManager.default.createDirectory(
            atPath: there.paths.configHome + "/fontd", withIntermediateDirectories: true)
        try Data("{".utf8).write(to: URL(filePath: there.paths.policyFile))
        let failed = await theirs("import", file, "--policy")
        #expect(failed.status == 1 && failed.errors.contains("is not valid JSON. Correct or remove it"))
        #expect(await theirs("list").output.isEmpty)
        #expect(await theirs("import", file).status == 0)
    }

    /// The fonts are imported, and the command says so.
    @Test func aPolicyThatCannotBeWrittenLeavesTheFontsImported() async throws {
        try await fill()
        #expect(await mine("policy", "org.example.Reader", "--install", "deny").status == 0)
        #expect(await mine("export", file).status == 0)
        try FileManager.default.createDirectory(
            atPath: there.paths.configHome, withIntermediateDirectories: true)
        let folder = there.paths.configHome + "/fontd"
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: there.root + "/unmounted")
        let failed = await theirs("import", file, "--policy")
        #expect(failed.status != 0 && failed.lines.count == 3 && failed.lines.allSatisfy { $0.hasPrefix("registered") })
        #expect(failed.errors.contains(folder), "\(failed.errors)")
        #expect(failed.errors.hasSuffix("Import again with --policy to apply it.\n"), "\(failed.errors)")
        let document = try await theirs("import", file, "--policy", "--json").json
        #expect(document["policy"] as? String == "failed")
        #expect((document["policyError"] as? [String: Any])?["code"] as? Int == 301)
        #expect(await theirs("list", "--quiet").output == mine("list", "--quiet").output)
        // Following the advice leads to success.
        try FileManager.default.removeItem(atPath: folder)
        #expect(await theirs("import", file, "--policy").status == 0)
        #expect(await theirs("policy").output.contains("org.example.Reader  install deny\n"))
    }

    @Test func standardInputIsRefusedWithAdvice() async throws {
        let refused = await theirs("import", "-")
        #expect(refused.status == ExitStatus.usage)
        #expect(refused.errors.contains("cat > fonts.tar && fontctl import fonts.tar"))
        #expect(!FileManager.default.fileExists(atPath: there.paths.store))
    }

    @Test func exportWarnsOfATarThatIsNamedLikeAList() async throws {
        try await fill()
        let warned = await mine("export", "my fonts.json")
        #expect(warned.status == 0 && warned.output.contains("  3 font files  "))
        let path = here.root + "/given/my fonts.json"
        #expect(warned.errors.contains("run `fontctl export --manifest '\(path)'`."), "\(warned.errors)")
        let list = await mine("export", "--manifest", path)
        #expect(list.status == 0 && list.errors.isEmpty)
        #expect(await mine("export", "all.tar").errors.isEmpty)
    }

    @Test func aDamagedFontIsNamed() async throws {
        try await fill()
        let lora = try #require(
            try await here.user().registered().first { $0.faces[0].postscriptName == "Lora-Regular" })
        let object = here.paths.object(lora.sha256)
        try FileManager.default.removeItem(atPath: object)
        try Data([1, 2, 3]).write(to: URL(filePath: object))
        // The copy that programs see must not restore it.
        let shown = try #require(lora.path)
        try FileManager.default.removeItem(atPath: shown)
        try FileManager.default.linkItem(atPath: object, toPath: shown)
        let failed = await mine("export", file)
        #expect(failed.status == ExitStatus.unavailable)
        #expect(failed.errors.contains("\(lora.file): The stored file of Lora-Regular is damaged"), "\(failed.errors)")
        #expect(failed.errors.contains("Run `fontctl doctor --repair`."))
        #expect(!FileManager.default.fileExists(atPath: file))
        // Following the advice leads to success.
        _ = await mine("doctor", "--repair")
        #expect(await mine("register", lora.file).status == 0)
        #expect(await mine("export", file).output.contains("  3 font files  "))
        #expect(await theirs("import", file).status == 0)
    }

    @Test func onlyAnExportIsReplaced() async throws {
        try await fill()
        let font = try here.write(SyntheticFont(family: "Other"))
        let before = try Data(contentsOf: URL(filePath: font))
        let refused = await mine("export", font)
        #expect(
            refused.status == 1 && refused.errors.contains("is not an export. Specify another path"),
            "\(refused.errors)")
        #expect(try Data(contentsOf: URL(filePath: font)) == before)
        for arguments in [[], ["--manifest"], []] as [[String]] {
            #expect(await mine.run(["export", file] + arguments).status == 0)
        }
    }

    @Test func whatIsNoExportIsRefusedWithAdvice() async throws {
        let font = try here.write(SyntheticFont(family: "Lora"))
        let archive = try here.write(ZIPFile([.init("a.ttf", SyntheticFont().build())]).bytes, as: "fonts.zip")
        for (path, advice) in [
            (font, "This file contains fonts, not an export. Register the file instead."),
            (archive, "Register the file instead. Run `fontctl register "),
            (
                try here.write(Array("text".utf8), as: "text"),
                "Specify a manifest or an archive of fonts that was exported."
            ),
            (try here.write([0x1F, 0x8B, 8, 0], as: "all.tar.gz"), "Decompress it with gunzip"),
            (here.root + "/none.tar", "There is no such file."),
        ] {
            let result = await mine("import", path)
            #expect(result.status == 1 && result.errors.contains(advice), "\(result.errors)")
            #expect(try await mine("import", path, "--json").json["error"] != nil)
        }
        #expect(await mine("list").output.isEmpty)
        #expect(await Session()("restore").errors.contains("`fontctl undo --list` or `fontctl import`?"))
        #expect(await Session()("backup").errors.contains("Did you mean `fontctl export`?"))
    }

    @Test func aTerminalIsNotFilledWithFonts() async throws {
        let terminal = Session(here, isTerminal: true)
        let refused = await terminal("export", "-")
        #expect(refused.status == ExitStatus.usage && refused.errors.contains("A terminal cannot show fonts."))
        #expect(await terminal("export", "all.tar").status == 0)
        #expect(await terminal("import", "all.tar").errors == "The export contains no fonts.\n")
    }
}
