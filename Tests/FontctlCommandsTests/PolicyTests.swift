import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

@Suite struct PolicyTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    @Test func effectivePolicyIsShown() async throws {
        #expect(
            await session("policy").output == """
                default    install allow  use allow  any number of fonts  any size  activation always  download allow  manage ask
                sandboxed  install ask    use allow  5000 fonts           2.1 GB    activation always  download ask    manage deny
                consent: no hook; the application Fonts asks, if it is installed
                request deadline: 0.05 s
                desktop helper: on

                """)
        let lines = [
            #"{"file":"\#(home.paths.policyFile)","default":{"install":"allow","use":"allow","maxFonts":"none","#,
            #""maxBytes":"none","activation":"always","download":"allow","manage":"ask"},"sandboxed":{"install":"ask","use":"allow","#,
            #""maxFonts":5000,"maxBytes":2147483648,"activation":"always","download":"ask","manage":"deny"},"providers":[],"#,
            #""consent":null,"requestDeadline":0.05,"desktopHelper":"on","machineFile":null,"changed":false,"formatVersion":1}"#,
            "\n",
        ]
        #expect(await session("policy", "--json").output == lines.joined())
    }

    @Test func aProviderIsAllowedAndForgotten() async throws {
        let allowed = await session("policy", "org.example.Reader", "--install", "allow", "--max-fonts", "1")
        #expect(allowed.status == 0)
        #expect(allowed.output.contains("\nflatpak:org.example.Reader  install allow             1 font\n"))
        let more = await session(
            "policy", "org.example.Reader", "--max-bytes", "none", "--activation", "never", "--json")
        let providers = try more.json["providers"] as? [[String: Any]]
        #expect(providers?.count == 1)
        #expect(providers?.first?["install"] as? String == "allow")
        #expect(providers?.first?["maxFonts"] as? Int == 1)
        #expect(providers?.first?["maxBytes"] as? String == "none")
        #expect(providers?.first?["use"] is NSNull)
        let rules = try PolicyFile(home.paths).rules(for: "flatpak:org.example.Reader", isSandboxed: true)
        #expect((rules.install, rules.use, rules.activation) == (.allow, .allow, .never))
        #expect((rules.maxFonts, rules.maxBytes) == (1, nil))
        #expect(
            await session("policy", "org.example.Reader", "--reset").output.contains(
                "org.example.Reader  defaults of its kind\n"))
        #expect(try PolicyFile(home.paths).read() == FontPolicy())
    }

    @Test func oneProviderIsShownAlone() async throws {
        for id in ["/bin/true", "flatpak:org.example.Reader"] {
            #expect(await session("policy", id, "--install", "deny").status == 0)
        }
        #expect(
            await session("policy", "/bin/true").output
                == "/bin/true  install deny  use allow  any number of fonts  any size  activation always  download allow  manage ask\n"
        )
        let flatpak = await session("policy", "org.example.Reader")
        #expect(flatpak.lines.count == 1 && flatpak.output.contains("5000 fonts"), "\(flatpak)")
    }

    /// A program that could not call fontd would have permissions without an effect.
    @Test(arguments: ["--install", "--manage"]) func onlyProgramsHaveThePathsOfPrograms(_ option: String) async throws {
        let file = try home.write([1], as: "data")
        let missing = home.root + "/none"
        for (path, reason) in [(home.root, "folder"), (file, "not executable"), (missing, "does not exist")] {
            let refused = await session("policy", path, option, "deny")
            #expect(refused.status == ExitStatus.failed && refused.errors.contains(reason), "\(refused)")
            #expect(refused.errors.contains(path), "\(refused)")
        }
        #expect(try PolicyFile(home.paths).read() == FontPolicy())
        // A program that was removed may still have an entry to reset.
        try PolicyFile(home.paths).change { $0.providers[missing, default: .init()].install = .deny }
        #expect(await session("policy", missing, "--reset").status == 0)
    }

    @Test(
        arguments: [
            ("org.example.Reader", "the Flatpak application flatpak:org.example.Reader", "flatpak"),
            ("reader", "gives itself", nil), ("snap:reader", nil, "snap"), ("reader.service", nil, "unit"),
            ("/bin/true", nil, "executable"), ("flatpak:org.example.Reader", nil, "flatpak"),
        ] as [(String, String?, String?)])
    func theKindOfAProviderIsTold(_ id: String, _ remark: String?, _ kind: String?) async throws {
        let told = await session("policy", id, "--install", "deny")
        #expect(told.status == 0)
        #expect(told.errors.contains("was taken for") == (remark != nil), "\(told)")
        if let remark { #expect(told.errors.contains(remark), "\(told)") }
        let providers = try await session("policy", id, "--json").json["providers"] as? [[String: Any]]
        #expect(providers?.first?["kind"] as? String == kind)
    }

    @Test(arguments: ["bad provider!", "flatpak:a.b"]) func idsThatNoProgramHasAreRefused(_ id: String) async throws {
        for options in [[], ["--install", "deny"]] {
            let refused = await session.run(["policy", id] + options)
            #expect(refused.status == 1 && refused.errors.contains("flatpak:org.example.Reader"), "\(refused)")
        }
        #expect(try PolicyFile(home.paths).read() == FontPolicy())
    }

    @Test func theDesktopHelperIsTurnedOffAndOn() async throws {
        #expect(await session("policy", "--desktop-helper", "off").output.hasSuffix("\ndesktop helper: off\n"))
        #expect(try PolicyFile(home.paths).read().desktopHelper == .off)
        #expect(await session("policy", "--desktop-helper", "on").output.hasSuffix("\ndesktop helper: on\n"))
        #expect(try PolicyFile(home.paths).read().desktopHelper == .on)
    }

    @Test func oneProgramMayManage() async throws {
        #expect(await session("policy", "/bin/true", "--manage", "allow").status == 0)
        let policy = try PolicyFile(home.paths).read()
        #expect(policy.rules(for: "/bin/true", isSandboxed: false).manage == .allow)
        #expect(policy.rules(for: "/usr/bin/other", isSandboxed: false).manage == .ask)
        for interpreter in ["/usr/bin/python3.11", "/bin/bash", "/usr/bin/perl", "/usr/bin/node"] {
            for word in ["allow", "ask"] {
                let refused = await session("policy", interpreter, "--manage", word)
                #expect(refused.status == 64 && refused.errors.contains("allow NAME.service"), "\(refused)")
            }
        }
        // The policy of an interpreter has no effect even if it was written by hand.
        try PolicyFile(home.paths).change { $0.providers["/usr/bin/python3.11", default: .init()].manage = .allow }
        #expect(
            try PolicyFile(home.paths).rules(for: "/usr/bin/python3.11", isSandboxed: false).manage == .deny)
        #expect(await session("policy", "--sandboxed", "--manage", "allow").status == 64)
        #expect(await session("policy", "--default", "--manage", "allow").status == 64)
    }

    @Test func aKindIsChanged() async throws {
        #expect(await session("policy", "--sandboxed", "--install", "deny", "--use", "deny").status == 0)
        #expect(await session("policy", "--default", "--max-fonts", "7").status == 0)
        let policy = try PolicyFile(home.paths).read()
        #expect(policy.rules(for: "x", isSandboxed: true).install == .deny)
        #expect(policy.rules(for: "x", isSandboxed: true).use == .deny)
        #expect(policy.rules(for: "x", isSandboxed: false).maxFonts == 7)
        #expect(await session("policy", "--sandboxed", "--reset").output.contains("sandboxed  install ask"))
    }

    @Test func consentHookIsSet() async throws {
        let program = try home.write([1], as: "ask")
        let closed = await session("policy", "--consent-program", "ask")
        #expect(closed.status == ExitStatus.failed && closed.errors.contains("not executable"), "\(closed)")
        try #require(chmod(program, 0o755) == 0)
        #expect(await session("policy", "--consent-program", "ask", "for", "me", "--json").status == 0)
        #expect(try PolicyFile(home.paths).read().consent == .program([program, "for", "me"]))
        #expect(await session("policy").output.contains("consent: \(program) for me\n"))
        #expect(
            await session("policy", "--consent-bus-name", "org.example.Consent", "--request-deadline", "1").status == 0)
        #expect(
            await session("policy").output.hasSuffix(
                "consent: org.example.Consent on the bus\nrequest deadline: 1.0 s\ndesktop helper: on\n"))
        #expect(await session("policy", "--no-consent").status == 0)
        #expect(try PolicyFile(home.paths).read().consent == nil)
        let missing = await session("policy", "--consent-program", "/nowhere/ask")
        #expect(missing.status == ExitStatus.failed)
        #expect(missing.errors.contains("(101)"))
    }

    @Test func aDamagedPolicyIsSaidAndKept() async throws {
        let folder = home.paths.configHome + "/fontd"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(#"{"default": {"install": "maybe"}}"#.utf8).write(to: URL(filePath: home.paths.policyFile))
        for arguments in [["policy"], ["policy", "a", "--install", "allow"]] {
            let result = await session.run(arguments)
            #expect(result.status == ExitStatus.failed)
            #expect(result.errors.contains("default.install must be one of allow, ask, deny"))
        }
        #expect(try String(contentsOfFile: home.paths.policyFile, encoding: .utf8).contains("maybe"))
    }

    @Test func providersAreOffered() async throws {
        let file = try home.write(SyntheticFont())
        #expect(await session("register", file, "--provider", "org.example.Stored").status == 0)
        #expect(await session("policy", "org.example.Named.service", "--use", "deny").status == 0)
        let offered = await session("---complete", "zsh", "policy", "org.")
        #expect(Set(offered.lines) == ["=org.example.Named.service", "=org.example.Stored"])
    }
}
