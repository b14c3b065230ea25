import FontRegistry
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FontctlCommands

/// The option --system, with a store of all users in a private home.
@Suite struct AllUsersTests {
    private let home: PrivateHome
    private let session: Session
    private let paths: FontPaths

    init() throws {
        home = try PrivateHome()
        paths = FontPaths(
            dataHome: home.root + "/lib", configHome: home.root + "/lib", fontFolder: home.root + "/local/fonts",
            administrator: geteuid())
        for folder in ["/lib", "/local"] { try #require(mkdir(home.root + folder, 0o755) == 0) }
        try home.configure(folder: paths.userFonts)
        var own = home.context
        own.systemPaths = paths
        let system = RegistryContext(
            paths: paths, fontconfigFile: home.context.fontconfigFile, delayedTouches: .none)
        session = Session(home)
        session.configure { [own] context in
            context.registry = { () throws(FontError) in own }
            context.systemRegistry = { () throws(FontError) in system }
        }
    }

    @Test func theOptionIsBeforeOrAfterTheCommand() async throws {
        let file = try home.write(SyntheticFont(family: "Shared"))
        #expect(await session("--system", "register", file).status == 0)
        #expect(await session("register", file, "--system").output.hasPrefix("already registered"))
        let lists = [await session("--system", "list"), await session("list", "--system")]
        #expect(lists.map(\.output).allSatisfy { $0.hasPrefix("Shared-Regular") })
        #expect(await session("list").output.isEmpty)
        for (command, word) in [
            (["disable", "Shared-Regular"], "disabled"), (["enable", "Shared-Regular"], "enabled"),
            (["resolve", "Shared-Regular"], "Shared-Regular"), (["providers"], "user"), (["families"], "Shared"),
            (["faces"], "Shared-Regular"), (["info", file], "file"), (["doctor"], "healthy"),
            (["status"], "1 registration"), (["why", "Shared-Regular"], "Nothing needs to be done"),
            (["policy"], "default"),
            (["export", "all.tar"], "1 font file"), (["import", "all.tar"], "already registered"),
            (["unregister", "Shared-Regular"], "unregistered"), (["prune"], "Nothing to prune"),
        ] {
            let result = await session.run(["--system"] + command)
            #expect(result.status == 0, "\(command): \(result.errors)")
            #expect(result.output.contains(word), "\(command): \(result.output)")
        }
        #expect(try home.inventory().isEmpty)
    }

    @Test(
        arguments: NamedCommand.all.filter {
            !$0.isGroup && !["watch", "download"].contains($0.name) && !($0.type is any StoreCommand.Type)
        })
    func otherCommandsHaveNoSuchStore(_ command: NamedCommand) async {
        let before = await session.run(["--system"] + command.words + ["a"])
        #expect(before.status == ExitStatus.usage)
        #expect(before.errors.contains("`fontctl \(command.name)` does not support --system. "))
        let after = await session.run(command.words + ["--system", "a"])
        #expect(after.status == ExitStatus.usage && after.errors == before.errors)
        // Only these show the fonts of all users.
        let showsFonts = !["adopt", "validate", "catalog"].contains(command.words[0])
        #expect(before.errors.contains("It uses the fonts that your programs see") == showsFonts)
    }

    /// The journal has a line for each change, and none for what changes nothing.
    @Test func changesAreInTheJournal() async throws {
        let lines = Mutex<[String]>([])
        session.configure { context in context.journal = { line in lines.withLock { $0.append(line) } } }
        let file = try home.write(SyntheticFont(family: "Shared"))
        for command in [
            ["register", file], ["register", file], ["register", "--dry-run", file], ["list"], ["disable", "Shared"],
            ["undo"], ["redo"], ["undo"], ["unregister", "Nobody"], ["policy"],
            ["policy", "--default", "--use", "deny"],
            ["unregister", "Shared"],
        ] {
            _ = await session.run(["--system"] + command)
        }
        let user = FontPaths.name(of: geteuid())
        let found = lines.withLock { $0 }
        #expect(found.first == "\(user): fontctl --system register \(file) (exit status 0): registered Shared-Regular")
        #expect(
            found.dropFirst() == [
                "\(user): fontctl --system disable Shared (exit status 0): disabled Shared-Regular",
                "\(user): fontctl --system undo (exit status 0): enabled Shared-Regular",
                "\(user): fontctl --system redo (exit status 0): disabled Shared-Regular",
                "\(user): fontctl --system undo (exit status 0): enabled Shared-Regular",
                "\(user): fontctl --system policy --default --use deny (exit status 0): changed the policy",
                "\(user): fontctl --system unregister Shared (exit status 0): unregistered Shared-Regular",
            ])
        // The user's own changes are no matter of the machine.
        #expect(await session("register", file).status == 0)
        #expect(lines.withLock { $0.count } == found.count)
    }

    /// The administrator's policy is below that of each user.
    @Test func thePolicyOfAllUsersIsBelowTheirs() async throws {
        session.configure { [paths, registry = home.context] context in
            context.registry = { () throws(FontError) in
                var own = registry
                own.paths.machinePolicy = paths.policyFile
                return own
            }
        }
        #expect(await session("--system", "policy", "org.example.App", "--install", "deny").status == 0)
        #expect(await session("--system", "policy", "--sandboxed", "--max-fonts", "7").status == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: paths.policyFile)
        #expect(attributes[.posixPermissions] as? Int == 0o644, "users read it")
        let own = await session("policy")
        #expect(own.output.contains("org.example.App  install deny\n") && own.output.contains("7 fonts"), "\(own)")
        #expect(own.output.contains("below your settings: \(paths.policyFile)"))
        #expect(await session("policy", "org.example.App", "--install", "allow").status == 0)
        #expect(await session("policy", "org.example.App").output.contains("org.example.App  install allow  use allow"))
        #expect(await session("--system", "policy").output.contains("org.example.App  install deny\n"))
        // The effective values are shown, also if the administrator has set them.
        #expect(await session("--system", "policy", "org.example.Other", "--install", "deny").status == 0)
        #expect(await session("policy", "org.example.Other", "--max-fonts", "1").status == 0)
        let other = try await session("policy", "org.example.Other", "--json").json["providers"] as? [[String: Any]]
        #expect(other?.first?["install"] as? String == "deny" && other?.first?["maxFonts"] as? Int == 1)
        #expect(other?.first?["use"] is NSNull)
        #expect(await session("policy", "--sandboxed", "--install", "allow").status == 0)
        let shown = await session("policy", "org.example.Other", "--json").output
        #expect(shown.contains(#""id":"flatpak:org.example.Other","kind":"flatpak","install":"allow""#), "\(shown)")
        #expect(await session("policy", "org.example.Other", "--reset").status == 0)
        #expect(await session("policy", "--sandboxed", "--reset").status == 0)
        // Only the user's own settings are exported.
        #expect(await session("export", "--manifest", "own.json").status == 0)
        let manifest = try String(contentsOfFile: home.root + "/given/own.json", encoding: .utf8)
        #expect(manifest.contains("org.example.App") && !manifest.contains("maxFonts"))
        try "garbage".write(toFile: paths.policyFile, atomically: true, encoding: .utf8)
        for command in [["doctor"], ["--system", "doctor"]] {
            let doctor = await session.run(command)
            #expect(doctor.status == 1 && doctor.output.contains(paths.policyFile), "\(doctor)")
        }
    }

    @Test func argumentsOfAProgramAreNotTaken() async throws {
        let file = try home.write(SyntheticFont(family: "Mine"))
        #expect(await session("register", file).status == 0)
        let missing = await session("list", "--provider", "--system")
        #expect(missing.status == ExitStatus.usage)
        #expect(await session("unregister", "--", "--system").errors.contains("--system: No registered font"))
        #expect(await session("list").output.hasPrefix("Mine-Regular"))
    }

    /// After `watch` the flag means the fonts of the system, before it the store.
    @Test func watchHasBothMeanings() async throws {
        let file = try home.write(SyntheticFont(family: "Shared"))
        #expect(await session("--system", "register", file).status == 0)
        let (closed, close) = AsyncStream<Void>.makeStream()
        session.configure { context in
            context.outputClosed = { closed }
            context.console.write = { [write = context.console.write] bytes in
                defer { close.yield() }
                return write(bytes)
            }
        }
        let result = await session("--system", "watch", "--since", "0")
        #expect(result.lines.count == 1 && result.output.contains("Shared-Regular"), "\(result.output)")
    }

    @Test func adviceNamesCommandsForThisStore() async throws {
        let file = try home.write(SyntheticFont(family: "Shared"))
        #expect(await session("register", "--system", file).status == 0)
        let unknown = await session("--system", "unregister", "Nothing")
        #expect(unknown.errors.contains("`sudo fontctl --system list` shows the registered fonts."))
        let rival = try home.write(SyntheticFont(family: "Shared", salt: 5))
        let refused = await session("--system", "register", rival)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("`sudo fontctl --system register --replace "), "\(refused.errors)")
        #expect(await session("--system", "register", "--replace", rival).status == 0)
        #expect(await session("--system", "register", "--disabled", file).status == 0)
        let held = await session("--system", "enable", file)
        let command = #/Run `sudo fontctl --system disable (\w+) && sudo fontctl --system enable (\w+)`/#
        let ids = try #require(held.errors.firstMatch(of: command), "\(held)")
        #expect(await session("--system", "disable", String(ids.1)).status == 0)
        #expect(await session("--system", "enable", String(ids.2)).status == 0)
        let session = await session("--system", "register", "--scope", "session", file)
        #expect(session.errors.contains("(307)"))
        // The advice for the user's own store is unchanged.
        #expect(await self.session("unregister", "Nothing").errors.contains("`fontctl list`"))
    }

    @Test func usersReadTheLicensesOfTheirFonts() async throws {
        try home.write(SyntheticFont(family: "Shared"), as: "shared/Shared.ttf")
        let text = try home.write(Array("For all who read".utf8), as: "shared/OFL.txt")
        try #require(chmod(text, 0o644) == 0)
        #expect(await session("--system", "register", home.root + "/given/shared").status == 0)
        try FileManager.default.removeItem(atPath: home.root + "/given/shared")
        let page = await session("licenses", "Shared")
        #expect(page.status == 0 && page.output.contains("For all who read"), "\(page)")
        let files = try FileManager.default.subpathsOfDirectory(atPath: paths.licenses)
        #expect(files.count == 4)
        for file in [""] + files {
            let attributes = try FileManager.default.attributesOfItem(atPath: paths.licenses + "/" + file)
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o755 : 0o644), "\(file)")
        }
        #expect(await session("--system", "doctor").status == 0)
        // The texts are closed to users.
        try #require(chmod(paths.licenses, 0o700) == 0)
        #expect(await session("--system", "doctor").status == 1)
        #expect(await session("--system", "doctor", "--repair").status == 0)
        #expect(await session("licenses", "Shared").output.contains("For all who read"))
    }

    /// Users hide a font of all users for themselves only, and learn who can remove it.
    @Test func namesOfAnyKindAreThoseOfTheSystem() async throws {
        let file = try home.write(SyntheticFont(family: "Shared Sans"))
        #expect(await session("--system", "register", file).status == 0)
        // The last font with letters cannot be hidden.
        try home.put(SyntheticFont(family: "Other").build(), at: home.paths.userFonts + "/Other.ttf")
        for name in ["Shared Sans", "shared sans regular", "SharedSans-Regular"] {
            let result = await session("unregister", name)
            #expect(result.status == 1 && result.errors.contains("(203)"), "\(result)")
            #expect(result.errors.contains("`sudo fontctl --system unregister "), "\(result)")
            let hidden = await session("disable", name)
            #expect(hidden.status == 0 && hidden.output.hasPrefix("hidden  "), "\(hidden)")
            #expect(await session("resolve", "SharedSans-Regular").status == 1)
            #expect(await session("enable", name).status == 0)
            #expect(await session("resolve", "SharedSans-Regular").status == 0)
        }
        #expect(await session("--system", "list", "--enabled").lines.count == 1)
    }

    @Test func aUserLearnsWhoDisabledAFont() async throws {
        let file = try home.write(SyntheticFont(family: "Shared Sans"))
        #expect(await session("--system", "register", file).status == 0)
        #expect(await session("--system", "disable", "SharedSans-Regular").status == 0)
        let listed = try await session("--system", "list", "--json").json["registrations"] as? [[String: Any]]
        let id = try #require(listed?.first?["id"] as? String)
        let advice = "`sudo fontctl --system enable \(id)` shows it again."
        for command in ["info", "resolve", "list", "enable", "disable", "unregister"] {
            for name in ["SharedSans-Regular", "Shared Sans"] {
                let result = await session(command, name)
                #expect(result.status == 1 && result.errors.contains(advice), "\(command): \(result)")
                #expect(result.errors.contains("registered for all users by the administrator, and disabled"))
            }
        }
        // Only the administrator reads its bytes.
        for command in [["preview", "--output", home.root + "/a.html"], ["licenses"], ["css"]] {
            let result = await session.run(command + ["Shared Sans"])
            #expect(result.status == 1 && result.errors.contains(advice), "\(command): \(result)")
        }
        let why = await session("why", "Shared", "Sans")
        #expect(why.status == 1 && why.lines.last == "  sudo fontctl --system enable \(id)", "\(why)")
        #expect(why.lines.first?.contains("is registered for all users and disabled") == true)
        let json = try await session("why", "Shared Sans", "--json").json
        #expect(json["situation"] as? String == "disabled" && json["visible"] as? Bool == false)
        #expect((json["systemRegistration"] as? [String: Any])?["id"] as? String == id)
        // The administrator has the store itself.
        #expect(await session("--system", "enable", id).status == 0)
        #expect(await session("why", "Shared Sans").status == 0)
    }

    /// Users learn who hid a font of the system from all of them.
    @Test func aUserLearnsWhoHidAFont() async throws {
        for style in ["Regular", "Bold"] {
            try home.put(
                SyntheticFont(family: "Secret", style: style).build(), at: home.paths.userFonts + "/\(style).ttf")
        }
        try home.put(SyntheticFont(family: "Other").build(), at: home.paths.userFonts + "/Other.ttf")
        try "<fontconfig><include ignore_missing=\"yes\">\(paths.rejectRules)</include></fontconfig>".write(
            toFile: home.paths.configHome + "/fontconfig/conf.d/70-system.conf", atomically: true, encoding: .utf8)
        let hidden = await session("--system", "disable", "Secret")
        #expect(hidden.status == 0 && hidden.output.hasPrefix("hidden  "), "\(hidden)")
        for name in ["Secret-Bold", "Secret Bold", "Secret"] {
            let advice = ShellWords.line(["sudo", "fontctl", "--system", "enable"], operands: [name])
            for command in ["resolve", "list", "enable", "disable"] {
                let result = await session(command, name)
                #expect(result.status == 1 && result.errors.contains("`\(advice)` shows it again."), "\(result)")
                #expect(result.errors.contains("administrator has hidden this system font from all users"), "\(result)")
            }
            let why = await session("why", name)
            #expect(why.status == 1 && why.lines.last == "  \(advice)", "\(why)")
            let info = await session("info", name)
            #expect(info.output.contains("/Bold.ttf") && info.errors.contains("`\(advice)`"), "\(info)")
            let preview = await session("preview", name, "--text", "x", "--output", home.root + "/a.html")
            #expect(preview.status == 0 && preview.errors.contains("`\(advice)`"), "\(preview)")
        }
        let advice = "`sudo fontctl --system enable Secret` shows it again."
        let licenses = await session("licenses", "Secret")
        #expect(licenses.status == 0 && licenses.errors.contains(advice), "\(licenses)")
        let css = await session("css", "Secret")
        #expect(css.status == 1 && css.errors.contains(advice), "\(css)")
        let family = await session("why", "Secret")
        #expect(
            family.lines.first
                == "Secret has 2 styles. Programs see none of them. Of the system: 2 (hidden from all users by the administrator: 2).",
            "\(family)")
        let json = try await session("why", home.paths.userFonts + "/Bold.ttf", "--json").json
        #expect(json["situation"] as? String == "hidden" && json["hiddenForAllUsers"] as? Bool == true, "\(json)")
        #expect(try await session("resolve", "Secret-Bold", "--json").json["reason"] as? String == "hidden")
        // The administrator has the store itself.
        let own = await session("--system", "why", "Secret-Bold")
        #expect(own.lines.last?.contains("--system enable") == true, "\(own)")
    }

    @Test func aUserLearnsWhoseFontItIs() async throws {
        let font = SyntheticFont(family: "Shared")
        let file = try home.write(font)
        let registered = await session("--system", "register", "--provider", "org.example.School", file, "--json")
        let results = try registered.json["results"] as? [[String: Any]]
        let id = try #require(results?.first?["id"] as? String)
        let path = try #require(results?.first?["path"] as? String)
        let advice = "org.example.School: `sudo fontctl --system unregister \(id)` removes it."
        let resolved = await session("resolve", "Shared-Regular")
        #expect(resolved.status == 0 && resolved.output.contains(path))
        #expect(resolved.errors.contains(advice))
        #expect(await session("info", path).output.contains(advice))
        #expect(await session("unregister", "Shared-Regular").errors.contains("\(advice) (203)"))
        for command in [["resolve", "Shared-Regular"], ["info", path], ["faces"], ["families"]] {
            let document = await session.run(command + ["--json"]).output
            #expect(
                document.contains(#""systemRegistration":{"id":"\#(id)","provider":"org.example.School"}"#),
                "\(command): \(document)")
        }
        // The user's own copy of the same font.
        #expect(await session("register", file).status == 0)
        let disabled = await session("disable", "Shared-Regular")
        #expect(disabled.status == 0)
        #expect(disabled.errors.contains("Programs still show a copy, \(path).") && disabled.errors.contains(advice))
    }
}
