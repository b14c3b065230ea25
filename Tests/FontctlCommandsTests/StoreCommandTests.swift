import FontRegistry
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import FontctlCommands

/// Every command that uses a store, in a private home.
@Suite struct StoreCommandTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    @Test func aFontsWholeLife() async throws {
        try home.write(SyntheticFont(family: "Lora"), as: "Lora.ttf")
        let file = home.root + "/given/Lora.ttf"

        let registered = await session("register", "Lora.ttf", "--tag", "mine")
        #expect(registered.status == 0)
        #expect(registered.output == "registered  Lora-Regular  Lora.ttf\n")
        #expect(registered.errors.isEmpty)

        let again = await session("register", "./Lora.ttf")
        #expect(again.status == 0)
        #expect(again.output.hasPrefix("already registered  Lora-Regular"))

        let list = await session("list")
        #expect(list.lines.count == 1)
        #expect(list.output.hasPrefix("Lora-Regular  Lora  Regular  400  persistent  user  "))
        #expect(list.output.hasSuffix("  \(file)\n"))

        let resolved = await session("resolve", "Lora Regular")
        #expect(resolved.status == 0)
        #expect(resolved.output.hasPrefix("Lora-Regular  Lora Regular  \(home.paths.persistentProjection)/"))
        #expect(resolved.output.hasSuffix(" (by full-name)\n"))

        #expect(await session("disable", "Lora-Regular").output == "disabled  Lora-Regular  \(file)\n")
        #expect(await session("list", "--enabled").output.isEmpty)
        #expect(await session("list", "--disabled").output.contains("  disabled  "))
        let hidden = await session("resolve", "Lora-Regular")
        #expect(hidden.status == 1)
        #expect(hidden.output.isEmpty)
        #expect(hidden.errors.contains("disabled by the user. `fontctl enable Lora-Regular` enables it."))

        let requested = await session("request", "Lora-Regular", "Nothing-Regular")
        #expect(requested.status == 1)
        #expect(requested.output.hasPrefix("activated  Lora-Regular  "))
        #expect(requested.errors.hasPrefix("fontctl: Nothing-Regular: "))
        #expect(await session("enable", "Lora-Regular").output.hasPrefix("unchanged  "))

        #expect(await session("unregister", "Lora.ttf").output == "unregistered  Lora-Regular  Lora.ttf\n")
        #expect(await session("list").output.isEmpty)
        let gone = await session("unregister", "Lora-Regular")
        #expect(gone.status == 1)
        #expect(gone.errors.contains("(201)"))
    }

    @Test func registeringADisabledFontAgainSaysThatItIsEnabled() async throws {
        let file = try home.write(SyntheticFont(family: "Lora"))
        #expect(await session("register", "--disabled", file).status == 0)
        #expect(
            await session("register", file, "--dry-run").output
                == "already registered, would be enabled  Lora-Regular  \(file)\n")
        let document = try await session("register", file, "--json").json
        let result = try #require((document["results"] as? [[String: Any]])?.first)
        #expect(result["status"] as? String == "already-registered" && result["enabledAgain"] as? Bool == true)
        #expect((result["message"] as? String)?.hasSuffix("and disabled. It is enabled now.") == true)
        _ = await session("disable", "Lora-Regular")
        let again = await session("register", file)
        #expect(again.status == 0 && again.output == "already registered, enabled  Lora-Regular  \(file)\n")
        #expect(await session("register", file).output == "already registered  Lora-Regular  \(file)\n")
    }

    @Test func anEqualFileIsNamedWithTheOneThatIsRegistered() async throws {
        let font = SyntheticFont(family: "Lora")
        let files = try ["a.ttf", "b.ttf", "c.ttf"].map { try home.write(font, as: $0) }
        #expect(
            await session("register", files[0], files[1]).output == """
                registered          Lora-Regular  \(files[0])
                already registered  Lora-Regular  \(files[1])  same as \(files[0])

                """)
        #expect(
            await session("register", "c.ttf").output
                == "already registered  Lora-Regular  c.ttf  same as \(files[0])\n")
        #expect(await session("disable", "Lora").status == 0)
        #expect(
            await session("register", files[2]).output
                == "already registered, enabled  Lora-Regular  \(files[2])  same as \(files[0])\n")
    }

    @Test func aReplacementNamesTheFacesThatAreGone() async throws {
        let variable = try home.write(SyntheticFont.variable(family: "Flex"), as: "Flex.ttf")
        #expect(await session("register", variable).status == 0)
        func bold(_ style: String) throws -> String {
            try home.write(SyntheticFont(family: "Flex", style: style) { $0.revision = 2 })
        }
        let names = ["Light", "Regular", "Bold"]
        let trial = await session("register", "--replace", try bold("Bold"), "--dry-run")
        #expect(
            trial.errors.contains("which would no longer be registered: Flex-Regular, Flex-Light."), "\(trial.errors)")
        let one = await session("register", "--replace", try bold("Bold"))
        #expect(one.status == 0)
        #expect(
            one.errors.contains("which are no longer registered: Flex-Regular, Flex-Light.")
                && one.errors.contains("`fontctl undo` undoes the replacement."), "\(one.errors)")
        #expect(await session("undo").status == 0)
        #expect(await session("resolve", "Flex-Light").status == 0)
        // Files of the same call that have the names leave no gap.
        let all = await session.run(["register", "--replace"] + (try names.map(bold)))
        #expect(all.status == 0 && all.errors.isEmpty, "\(all)")
        #expect(await session("undo").status == 0)
        let quiet = await session("register", "--replace", "--quiet", try bold("Bold"))
        #expect(quiet.status == 0 && quiet.output.isEmpty, "\(quiet)")
        #expect(
            quiet.errors.contains("which are no longer registered: Flex-Regular, Flex-Light."), "\(quiet)")
        #expect(await session("undo").status == 0)
        let document = try await session("register", "--replace", try bold("Bold"), "--json").json
        let result = (document["results"] as? [[String: Any]])?.first
        #expect(Set(result?["lacking"] as? [String] ?? []) == ["Flex-Regular", "Flex-Light"], "\(document)")
    }

    @Test func aDryRunSaysWhatWouldBeDone() async throws {
        let file = try home.write(SyntheticFont(family: "Lora"), as: "Lora.ttf")
        let trial = await session("register", file, "--dry-run")
        #expect(trial.status == 0 && trial.output == "would be registered  Lora-Regular  \(file)\n")
        #expect(await session("list").output.isEmpty)
        let report = try await session("register", file, "--dry-run", "--json").json
        #expect(report["dryRun"] as? Bool == true)
        #expect((report["results"] as? [[String: Any]])?.first?["status"] as? String == "registered")
        _ = await session("register", file)
        for (command, words) in [("disable", "would be disabled"), ("unregister", "would be unregistered")] {
            #expect(await session(command, "Lora-Regular", "--dry-run").output == "\(words)  Lora-Regular  \(file)\n")
        }
        #expect(await session("enable", "Lora-Regular", "--dry-run").output.hasPrefix("unchanged  "))
        #expect(try await session("prune", "--dry-run", "--json").json["dryRun"] as? Bool == true)
        #expect(await session("list").output.contains("Lora-Regular"))
        let failed = await session("unregister", "Lora-Regular", "Nobody", "--dry-run")
        #expect(failed.status == 1 && failed.errors.contains("1 of 2 would fail. Nothing was changed."))
    }

    @Test func theLastChangeIsUndone() async throws {
        let file = try home.write(SyntheticFont(family: "Lora"), as: "Lora.ttf")
        #expect(await session("undo").errors.contains("There is no operation to undo"))
        #expect(await session("undo", "--list").output.isEmpty)
        _ = await session("register", file)
        _ = await session("unregister", "Lora-Regular")
        let wrong = await session("undo", "999")
        #expect(wrong.status == 1, "\(wrong)")
        #expect(wrong.errors.hasPrefix("fontctl: There is no operation 999 to undo. `fontctl"))
        #expect(wrong.errors.ranges(of: "lists the operations").count == 1, "\(wrong)")
        #expect(!wrong.errors.contains("List the operations"), "\(wrong)")
        let list = await session("undo", "--list")
        #expect(list.lines.count == 2 && list.lines[0].hasPrefix("2  ") && list.lines[1].hasPrefix("1  "))
        #expect(list.lines[0].hasSuffix("  unregister  Lora-Regular"))
        let operations = try await session("undo", "--list", "--json").json["operations"] as? [[String: Any]]
        #expect(operations?.map { $0["kind"] as? String } == ["unregister", "register"])
        #expect(operations?.first?["fonts"] as? [String] == ["Lora-Regular"])
        #expect(
            await session("undo", "--dry-run").output == "would be registered  Lora-Regular  \(file)\n")
        #expect(await session("undo").output == "registered  Lora-Regular  \(file)\n")
        _ = await session("unregister", "Lora-Regular")
        #expect(await session("prune", "--all").output.hasPrefix("removed 1 stored file"))
        #expect(await session("undo", "--list").lines[0].hasSuffix("  its files are no longer kept"))
        let gone = await session("undo")
        #expect(gone.status == 1 && gone.errors.contains("Register the original file again"))
        #expect(gone.errors.contains("`fontctl undo --list` lists the operations"))
        #expect(await session("undo", "7").status == 1)
        #expect(await session("undo", "--provider", "org.example").status == 64)
    }

    @Test func aVariableFontAnswersToItsInstances() async throws {
        #expect(await session("register", try home.write(SyntheticFont.variable(family: "Flex"))).status == 0)
        let answer = try await session("resolve", "Flex-Bold", "--json").json
        #expect(answer["matchedBy"] as? String == "instance")
        let face = try #require(answer["face"] as? [String: Any])
        #expect(face["postscriptName"] as? String == "Flex-Bold")
        #expect(face["weight"] as? Int == 700)
        #expect((face["instance"] as? [String: Any])?["name"] as? String == "Bold")
        #expect(await session("list").output.contains("  100–900  "))
    }

    @Test func providersAreKeptApart() async throws {
        let mine = try home.write(SyntheticFont(family: "Mine"))
        let theirs = try home.write(SyntheticFont(family: "Theirs"))
        #expect(await session("register", mine).status == 0)
        #expect(await session("register", theirs, "--provider", "org.example").status == 0)
        #expect(await session("list", "--provider", "org.example").lines.count == 1)
        #expect(await session("list").lines.count == 2)
        let refused = await session("unregister", "Mine-Regular", "--provider", "org.example")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("(201)"))
        #expect(await session("providers").lines.map { $0.split(separator: " ")[0] } == ["org.example", "user"])
        #expect(await session("unregister", "Theirs-Regular").status == 0, "the user removes everything")
    }

    @Test func registrationsOfARemovedProviderAreSwept() async throws {
        let program = try home.write([1], as: "reader")
        let fonts = FontManager(
            provider: program, quota: nil, facts: ProviderFacts(kind: .executable, evidence: program),
            context: home.context)
        let file = try home.write(SyntheticFont(family: "Its"))
        _ = try await fonts.register(URL(filePath: file), scope: .persistent)
        #expect(await session("providers").output.hasSuffix("  persistent  executable\n"))
        try FileManager.default.removeItem(atPath: program)
        #expect(await session("providers").output.hasSuffix("  persistent  executable  gone\n"))
        let swept = await session("prune")
        #expect(swept.output.hasSuffix("\nits provider was removed  \(program)  Its-Regular  \(file)\n"))
        #expect(await session("list").output.isEmpty)
    }

    @Test func registrationIDsAreNames() async throws {
        let file = try home.write(SyntheticFont(family: "Twice"))
        #expect(await session("register", file).status == 0)
        #expect(await session("register", file, "--scope", "session").status == 0)
        let registrations = try #require(
            try await session("list", "--scope", "session", "--json").json["registrations"] as? [[String: Any]])
        let id = try #require(registrations.first?["id"] as? String)
        #expect(await session("unregister", id).status == 0)
        #expect(await session("list").output.contains("  persistent  "))
        #expect(await session("list", "--scope", "session").output.isEmpty)
        let wrong = await session("unregister", file, "--scope", "session")
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("persistent scope"))
    }

    @Test func failuresAreReportedAndOtherFilesComplete() async throws {
        let good = try home.write(SyntheticFont(family: "Good"))
        let text = try home.write(SampleFile.plainText.bytes, as: "text.ttf")
        let result = await session("register", good, text, "missing.ttf")
        #expect(result.status == 1)
        #expect(result.lines.count == 1)
        #expect(result.errors.contains("fontctl: \(text): "))
        #expect(result.errors.contains("(103)"))
        #expect(result.errors.contains("fontctl: missing.ttf: "))
        #expect(result.errors.contains("(101)"))
        #expect(result.errors.hasSuffix("fontctl: 2 of 3 failed; the others are done.\n"))
        let results = try #require(
            try await session("register", good, text, "--json").json["results"] as? [[String: Any]])
        #expect(results.map { $0["status"] as? String } == ["already-registered", "failed"])
        #expect(results.map { $0["code"] as? Int } == [105, 103])
    }

    @Test func anUpgradeIsAskedFor() async throws {
        func font(_ revision: Double) throws -> String {
            try home.write(SyntheticFont(family: "Up") { $0.revision = revision }, as: "up-\(revision).ttf")
        }
        #expect(await session("register", try font(2)).status == 0)
        let refused = await session("register", try font(3))
        #expect(refused.status == 1)
        #expect(refused.errors.contains("--replace"))
        let conflict = try #require(
            (try await session("register", try font(3), "--json").json["results"] as? [[String: Any]])?
                .first?["conflict"] as? [String: Any])
        #expect(conflict["file"] as? String == (try font(2)))
        #expect(await session("register", "--replace", try font(3)).output.hasPrefix("replaced  "))
        let older = await session("register", "--replace", try font(1))
        #expect(older.status == 1)
        #expect(older.errors.contains("--allow-downgrade"))
        #expect(await session("register", "--replace", "--allow-downgrade", try font(1)).status == 0)
    }

    @Test func allOrNothing() async throws {
        let good = try home.write(SyntheticFont(family: "Good"))
        let result = await session("register", "--atomic", good, "missing.ttf")
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("--atomic"))
        #expect(await session("list").output.isEmpty)
    }

    @Test func foldersAndDisabledFonts() async throws {
        for number in 0..<3 { try home.write(SyntheticFont(family: "F\(number)"), as: "all/\(number)/font.ttf") }
        let result = await session("register", "all", "--disabled", "--scope", "session")
        #expect(result.status == 0)
        #expect(result.lines.count == 3)
        #expect(result.output.hasPrefix("registered, disabled  F0-Regular"))
        #expect(await session("faces").output.isEmpty)
        try FileManager.default.createDirectory(atPath: home.root + "/given/empty", withIntermediateDirectories: true)
        let empty = await session("register", "empty")
        #expect(empty.status == 1)
        #expect(empty.errors.contains("(101)"))
    }

    @Test func languagesAndMenus() async throws {
        try home.write(SyntheticFont.japanese(family: "Mincho", japaneseFamily: "明朝"), as: "mincho.ttf")
        try home.write(SyntheticFont(family: ".Hidden"), as: "hidden.ttf")
        try home.write(SyntheticFont(family: "Latin") { $0.characters = [0x20...0x17F] }, as: "latin.ttf")
        #expect(await session("register", "mincho.ttf", "hidden.ttf", "latin.ttf").status == 0)
        #expect(await session("families").lines.map { $0.prefix { $0 != " " } } == ["Latin", "Mincho"])
        #expect(await session("faces").lines.count == 3)
        #expect(await session("families", "--language", "de").lines.count == 1)
        #expect(await session("faces", "--language", "de").output.hasPrefix("Latin-Regular"))
        #expect(await session("families", "--language", "qaa").output.isEmpty)
        for word in ["german", "d", "12", "/de"] {
            let result = await session.run(["families", "--language", word])
            #expect(result.status == 64 && result.errors.contains("such as de or zh-TW"), "\(result)")
        }
        session.configure { $0.formats.names = "ja_JP" }
        #expect(await session("families").output.contains("明朝 (Mincho)"))
        for command in [["list"], ["search", "mincho"], ["info", "Mincho-Regular"]] {
            #expect(await session.run(command).output.contains("明朝 (Mincho)"), "\(command)")
        }
        #expect(await session("resolve", "Mincho-Regular").output.contains(" (Mincho"))
        #expect(await session("list", "--json").output.contains("\"family\":\"Mincho\""))
    }

    /// Names are sorted as the user's language has it, and not by the numbers of characters.
    @Test func namesAreSortedByTheLocale() async throws {
        let session = Session(home, isTerminal: true)
        for family in ["Zebra", "Ähre", "arial 10", "Arial 9"] {
            #expect(
                await session("register", try home.write(SyntheticFont(family: family), as: "\(family).ttf")).status
                    == 0)
        }
        func order(_ arguments: String...) async -> [String] {
            let text = await session.run(arguments).output
            return ["Zebra", "Ähre", "arial 10", "Arial 9"].compactMap { name in
                text.firstRange(of: name).map { (name, $0.lowerBound) }
            }.sorted { $0.1 < $1.1 }.map(\.0)
        }
        session.configure { $0.formats.order = "de_DE" }
        #expect(await order("list") == ["Ähre", "Arial 9", "arial 10", "Zebra"])
        session.configure { $0.formats.order = "sv_SE" }
        #expect(await order("list") == ["Arial 9", "arial 10", "Zebra", "Ähre"])
    }

    @Test func factsOfAFileNeedNoStore() async throws {
        let session = Session()
        let file = try home.write(SyntheticFont.variable(family: "Flex"))
        let info = await session("info", file)
        #expect(info.status == 0)
        for fact in ["Flex-Regular", "100–900", "wght=700", "truetype", "windows"] {
            #expect(info.output.contains(fact))
        }
        let document = try await session("info", file, "--json").json
        let faces = (document["files"] as? [[String: Any]])?.first?["faces"] as? [[String: Any]]
        let names = faces?.first?["names"] as? [[String: Any]]
        #expect(
            names?.contains { $0["text"] as? String == "Flex" && $0["raw"] as? String == "0046006c00650078" } == true)

        let text = try home.write(SampleFile.plainText.bytes, as: "text.ttf")
        let refused = await session("info", text, "--json")
        #expect(refused.status == 1)
        #expect(refused.errors.isEmpty)
        let error = try #require(try refused.json["error"] as? [String: Any])
        #expect(error["code"] as? Int == 103)

        let verdicts = await session("validate", file, text)
        #expect(verdicts.status == 1)
        #expect(verdicts.output.contains("valid    \(file)\n"))
        #expect(verdicts.output.contains("invalid  \(text) (103)\n"))
        #expect(verdicts.errors.contains("1 file of 2"))
        #expect(await session("validate", file).status == 0)
    }

    @Test func namesFromFontsDriveNoTerminal() async throws {
        let file = try home.write(
            SyntheticFont(family: "Ev\u{1B}[31mil\u{202E}\n") { $0.postscriptName = "Evil" },
            as: "e\u{1B}]0;x\u{7}\nvil.ttf")
        for arguments in CommandSamples.hostile(file) {
            for format in [[], ["--json"]] {
                let result = await session.run(arguments + format)
                #expect(!isHostile(result.output + result.errors), "\(arguments)")
            }
        }
    }

    @Test func upkeep() async throws {
        let session = Session(home, isTerminal: true)
        #expect(await session("list").errors.hasPrefix("No registered font matches."))
        #expect(await session("providers").errors.hasPrefix("No fonts are registered."))
        #expect(await session("prune").output == "Nothing to prune.\n")
        let doctor = await session("doctor")
        #expect(doctor.status == 0)
        #expect(
            doctor.output.hasSuffix(
                "Checked: files and permissions, font folders, database, configuration,\nsandboxes; 0 registrations, 0 faces.\nhealthy\n"
            ))
        #expect(await session("register", try home.write(SyntheticFont(family: "Kept"))).status == 0)
        let objects = home.paths.objects
        let hash = try #require(
            (try await session("list", "--json").json["registrations"] as? [[String: Any]])?.first?["sha256"] as? String
        )
        try FileManager.default.removeItem(atPath: "\(objects)/\(hash.prefix(2))/\(hash)")
        let sick = await session("doctor")
        #expect(sick.status == 1)
        #expect(sick.lines.last == "`fontctl doctor --repair` would repair: object-missing")
        let kept = "(Kept-Regular, registered from \(home.root)/given/Kept-Regular-0.ttf)"
        #expect(sick.lines.joined(separator: " ").contains("\(kept) is missing"), "\(sick.output)")
        #expect(try await session("doctor", "--json").json["healthy"] as? Bool == false)
        #expect(await session("doctor", "--repair").status == 0)
        #expect(await session("doctor").lines.last == "healthy")
    }

    @Test func aNameWithoutFontsIsAFailureAndAnEmptyListIsNone() async throws {
        #expect(await session("register", try home.write(SyntheticFont(family: "Lora"))).status == 0)
        _ = await session("unregister", "Lora-Regular")
        for command in [
            ["list"], ["list", "--disabled"], ["list", "--scope", "session"], ["search", "lora"], ["tag", "list"],
            ["providers"], ["families"], ["faces"], ["licenses"],
        ] {
            let result = await session.run(command)
            #expect(result.status == 0 && result.output.isEmpty, "\(command): \(result)")
        }
        for command in [
            ["list", "Lora"], ["list", "--family", "Lora"], ["list", "--tag", "talk"], ["tag", "list", "talk"],
            ["licenses", "Lora"],
        ] {
            let result = await session.run(command)
            #expect(result.status == 1 && !result.errors.isEmpty, "\(command): \(result)")
        }
        let none = await session("list", "--family", "Lora")
        #expect(none.errors.contains("No registered font matches: family “Lora”. (201)"))
        let document = await session("list", "--tag", "talk", "--json")
        let registrations = try document.json["registrations"] as? [Any]
        #expect(document.status == 1 && registrations?.isEmpty == true)
    }

    @Test func scopeAndProviderBoundEveryChange() async throws {
        let file = try home.write(SyntheticFont(family: "Twice"))
        for arguments in [["--scope", "session"], ["--provider", "org.example.A"], []] {
            #expect(await session.run(["register", file] + arguments).status == 0)
        }
        #expect(await session("disable", "Twice-Regular", "--scope", "session").lines.count == 1)
        #expect(await session("list", "--disabled").output.contains("  session  user  "))
        #expect(await session("disable", "Twice-Regular", "--provider", "org.example.A").lines.count == 1)
        #expect(await session("list", "--enabled").lines.count == 1)
        #expect(await session("enable", "Twice-Regular", "--scope", "session").lines.count == 1)
        #expect(await session("list", "--disabled").output.contains("  persistent  org.example.A  "))
        #expect(await session("enable", "Twice-Regular", "--provider", "org.example.B").errors.contains("(201)"))
        #expect(await session("doctor").output.hasSuffix("; 3 registrations, 3 faces.\nhealthy\n"))
    }

    @Test(arguments: CommandSamples.ofStore) func withoutAStore(_ arguments: [String]) async throws {
        let session = Session()
        let text = await session.run(arguments)
        #expect(text.status == ExitStatus.unavailable)
        #expect(text.output.isEmpty)
        #expect(text.errors == "fontctl: There is no home folder for the font store. Set HOME. (301)\n")
        // After `--` the option would belong to the program.
        let document = await session.run([arguments[0], "--json"] + arguments.dropFirst())
        #expect(document.status == ExitStatus.unavailable)
        #expect(
            document.output
                == #"{"error":{"code":301,"fault":"unavailable","message":"There is no home folder for the font store. Set HOME.","file":null},"formatVersion":1}"#
                + "\n")
        #expect(document.errors.isEmpty, "one place for errors")
    }

    @Test func aDamagedStoreIsUnavailable() async throws {
        #expect(await session("register", try home.write(SyntheticFont(family: "Kept"))).status == 0)
        try Data("not a database, certainly not one, not at all".utf8).write(to: URL(filePath: home.paths.database))
        let list = await session("list", "--json")
        #expect(list.status == ExitStatus.unavailable)
        let error = try list.json["error"] as? [String: Any]
        #expect(error?["fault"] as? String == "damaged")
        #expect((error?["message"] as? String)?.contains("doctor --repair") == true)
        #expect(await session("doctor", "--repair").status == 0)
        #expect(await session("resolve", "Kept-Regular").status == 0)
    }

    @Test func outputThatCannotBeWrittenIsToldAndAGoneReaderIsNot() async throws {
        #expect(await session("register", try home.write(SyntheticFont(family: "Kept"))).status == 0)
        session.configure { $0.console.write = { _ in .failed(.noSpace) } }
        let full = await session("list")
        #expect(full.status == 1)
        #expect(full.errors.contains("could not be written"))
        #expect(await session("--version").status == 1)
        session.configure { $0.console.write = { _ in .closed } }
        let gone = await session("list")
        #expect(gone.status == 0)
        #expect(gone.errors.isEmpty)
    }

    @Test func aSignalStopsABatchAndWhatIsDoneStays() async throws {
        for number in 0..<400 { try home.write(SyntheticFont(family: "F\(number)"), as: "all/\(number).ttf") }
        session.configure { context in
            context.signals = { _ in AsyncStream { $0.yield(2) } }
        }
        let result = await session("register", "all", "--json")
        let document = try result.json
        let results = try #require(document["results"] as? [[String: Any]])
        #expect(results.count == 400)
        #expect(document["stopped"] as? Bool == true)
        #expect(result.status == 130)
        let done = results.count { $0["status"] as? String == "registered" }
        #expect(done < 400)
        #expect(results.allSatisfy { ["registered", "skipped"].contains($0["status"] as? String) })
        #expect(await session("list").lines.count == done)
    }
}
