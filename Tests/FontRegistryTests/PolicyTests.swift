import CLinux
import FontModel
import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontStore

/// The rights of providers, and the policy file that defines them.
@Suite(.timeLimit(.minutes(60))) struct PolicyTests {
    private let home: PrivateHome
    private let file: PolicyFile

    init() throws {
        home = try PrivateHome()
        file = PolicyFile(home.paths)
    }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: home.paths.configHome + "/fontd", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file.path))
    }

    private var text: String { get throws { try String(contentsOfFile: file.path, encoding: .utf8) } }

    /// Only what can be read again is written.
    @Test func aPolicyThatWouldNotBeReadIsNotWritten() throws {
        try file.change { $0.unconfined.use = .deny }
        let before = try text
        let error = #expect(throws: FontError.self) {
            try file.change { policy in
                for number in 0..<40_000 {
                    policy.providers["org.example.Number\(number)", default: .init()].install = .deny
                }
            }
        }
        #expect(error?.code == .exceededResourceLimit && error?.message.contains("was not changed") == true)
        #expect(try text == before)
        var large = FontPolicy()
        for number in 0..<40_000 { large.providers["org.example.Number\(number)", default: .init()].manage = .deny }
        #expect(throws: FontError.self) { try file.check(large) }
    }

    /// A file that cannot be read now forbids everything, and no advice would drop what the user has forbidden.
    @Test func whatCannotBeReadIsNoPolicy() throws {
        try write("{}")
        try FileManager.default.removeItem(atPath: file.path)
        try #require(symlink(home.root + "/unmounted/policy.json", file.path) == 0)
        let dangling = #expect(throws: FontError.self) { try file.read() }
        #expect(dangling?.message.contains("does not exist") == true)
        #expect(throws: FontError.self) { try file.change { $0.unconfined.use = .deny } }
        unlink(file.path)
        try write(String(repeating: " ", count: 1 << 21) + "{}")
        let large = #expect(throws: FontError.self) { try file.read() }
        #expect(large?.message.contains("Remove it") == false && large?.message.contains("Remove providers") == true)
        try Data([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]).write(to: URL(filePath: file.path))
        let other = #expect(throws: FontError.self) { try file.read() }
        #expect(other?.message.contains("not valid JSON") == true)
    }

    /// The self-check reads the policy as the service does.
    @Test(arguments: [
        "garbage", "[]", #"{"providers":5}"#, #"{"providers":{"a":{"install":"perhaps"}}}"#, "", "{\"a\":1e999}",
    ])
    func theSelfCheckFindsAPolicyThatIsNone(_ document: String) async throws {
        try write(document)
        let fonts = try home.user()
        let service = #expect(throws: FontError.self) { try file.rules(for: "org.example.App", isSandboxed: true) }
        #expect(service?.code == .missingEntitlement)
        for repair in [false, true] {
            let diagnosis = try await fonts.diagnose(repair: repair)
            let finding = diagnosis.findings.first { $0.id == "policy-invalid" }
            #expect(!diagnosis.isHealthy && finding?.advice.contains(file.path) == true, "\(diagnosis)")
            #expect(try text == document)
        }
        try write("{}")
        #expect(try await fonts.diagnose(repair: false).findings.allSatisfy { $0.id != "policy-invalid" })
    }

    /// What the user sets precedes what the administrator sets, for single providers, too.
    @Test func theAdministratorsSettingsAreBelowTheUsers() throws {
        var paths = home.paths
        paths.machinePolicy = home.root + "/etc/fontd/policy.json"
        let file = PolicyFile(paths)
        #expect(try file.read() == FontPolicy() && file.machinePath == nil)
        try FileManager.default.createDirectory(atPath: home.root + "/etc/fontd", withIntermediateDirectories: true)
        try """
        {"default": {"use": "deny"},
         "providers": {"flatpak:org.example.App": {"install": "allow", "manage": "allow"}},
         "sandboxed": {"install": "deny"}, "consent": {"program": ["/usr/bin/ask"]}, "requestDeadline": 3}
        """.write(toFile: paths.machinePolicy ?? "", atomically: true, encoding: .utf8)
        var policy = try file.read()
        #expect(policy.rules(for: "flatpak:org.example.App", isSandboxed: true).install == .allow)
        #expect(policy.rules(for: "flatpak:org.example.App", isSandboxed: true).manage == .allow)
        #expect(policy.rules(for: "flatpak:org.example.Other", isSandboxed: true).install == .deny)
        #expect(policy.rules(for: nil, isSandboxed: false).use == .deny)
        #expect(policy.consent == .program(["/usr/bin/ask"]) && policy.deadline == .seconds(3))
        policy = try file.change { policy in
            policy.sandboxed.install = .ask
            policy.unconfined.use = .allow
        }
        #expect(policy.consent == nil, "a change concerns the user's file alone")
        #expect(try !text.contains("consent"))
        policy = try file.read()
        #expect(policy.rules(for: "flatpak:org.example.App", isSandboxed: true).install == .ask)
        #expect(policy.rules(for: nil, isSandboxed: false).use == .allow)
    }

    @Test func grantsAreWhatIsWiderThanBefore() {
        var (present, wanted) = (FontPolicy(), FontPolicy())
        present.providers["org.example.Same", default: .init()].manage = .allow
        wanted.providers["org.example.Same", default: .init()].manage = .allow
        wanted.providers["org.example.Panel", default: .init()].manage = .allow
        wanted.providers["org.example.Less", default: .init()].install = .deny
        present.providers["org.example.Free", default: .init()].use = .deny
        wanted.sandboxed.install = .allow
        wanted.sandboxed.maxFonts = .unlimited
        let grants = wanted.grants(beyond: present)
        #expect(grants.map(\.subject) == ["sandboxed", "org.example.Free", "org.example.Panel"])
        #expect(grants.first?.permissions.map { "\($0.member) \($0.value)" } == ["install allow", "maxFonts none"])
        #expect(grants.last?.permissions.first == .init(member: "manage", value: "allow"))
        #expect(wanted.grants(beyond: wanted).isEmpty)
    }

    @Test func withoutAFileTheStandardHolds() throws {
        let unconfined = try file.rules(for: "/usr/bin/reader", isSandboxed: false)
        #expect(
            unconfined
                == .init(
                    install: .allow, use: .allow, maxFonts: nil, maxBytes: nil, activation: .always,
                    download: .allow, manage: .ask))
        #expect(unconfined.quota == nil)
        let sandboxed = try file.rules(for: "flatpak:org.example.Reader", isSandboxed: true)
        #expect(
            sandboxed
                == .init(
                    install: .ask, use: .allow, maxFonts: 5_000, maxBytes: 2_147_483_648, activation: .always,
                    download: .ask))
        #expect(sandboxed.quota == FontQuota(fonts: 5_000, bytes: 2_147_483_648))
        #expect(try file.read().deadline == .milliseconds(50))
        #expect(!FileManager.default.fileExists(atPath: home.paths.configHome + "/fontd"))
    }

    @Test func theProviderCountsBeforeItsKindAndThatBeforeTheStandard() throws {
        try write(
            """
            {"default": {"use": "deny", "activation": "never"},
             "sandboxed": {"install": "deny", "maxFonts": 10},
             "providers": {"org.example.Reader": {"install": "allow", "maxBytes": "none", "activation": "inherit"},
                           "org.example.Active": {"activation": "always"}},
             "requestDeadline": 2}
            """)
        let policy = try file.read()
        #expect(
            policy.rules(for: "flatpak:org.example.Reader", isSandboxed: true)
                == .init(
                    install: .allow, use: .allow, maxFonts: 10, maxBytes: nil, activation: .never, download: .ask))
        #expect(
            policy.rules(for: "org.example.Reader", isSandboxed: false)
                == .init(
                    install: .allow, use: .deny, maxFonts: nil, maxBytes: nil, activation: .never, download: .allow,
                    manage: .ask))
        #expect(policy.rules(for: "flatpak:org.example.Other", isSandboxed: true).install == .deny)
        #expect(policy.rules(for: "flatpak:org.example.Active", isSandboxed: true).activation == .always)
        #expect(policy.rules(for: nil, isSandboxed: false).use == .deny)
        #expect(policy.deadline == .seconds(2))
    }

    @Test func aChangeIsSeenAtOnce() throws {
        let other = PolicyFile(home.paths)
        for round in 0..<20 {
            try other.change { $0.sandboxed.maxFonts = .atMost(round) }
            #expect(try file.rules(for: "x", isSandboxed: true).maxFonts == round)
            // Writes into the existing file with the same size, as some editors do.
            try write(try text.replacing("\(round)", with: round < 10 ? "7" : "77"))
            #expect(try file.rules(for: "x", isSandboxed: true).maxFonts == (round < 10 ? 7 : 77))
        }
        try FileManager.default.removeItem(atPath: file.path)
        #expect(try file.rules(for: "x", isSandboxed: true).maxFonts == 5_000)
    }

    /// An unchanged file is not read again; a changed one is.
    @Test func anOldFileIsRemembered() throws {
        try write(#"{"default": {"use": "deny"}}"#)
        var times = [timespec(tv_sec: 1_000, tv_nsec: 0), timespec(tv_sec: 1_000, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, file.path, &times, 0) == 0)
        #expect(try file.read().unconfined.use == .deny)
        // The new content has the same file, size and time, so it is indistinguishable and is not read.
        let handle = try FileHandle(forWritingTo: URL(filePath: file.path))
        try handle.write(contentsOf: Data(#"{"default": {"use": "xxxx"}}"#.utf8))
        try handle.close()
        #expect(utimensat(AT_FDCWD, file.path, &times, 0) == 0)
        #expect(try file.read().unconfined.use == .deny)
        #expect(throws: FontError.self) { try PolicyFile(home.paths).read() }
    }

    @Test func unknownKeysAreKept() throws {
        try write(
            """
            {"note": ["mine", 1, 2.5, null, true, {"a": {}}], "default": {"colour": "red"},
             "providers": {"org.example.Reader": {"install": "deny", "later": 1}}}
            """)
        try file.change { policy in
            policy.providers["flatpak:org.example.Reader"]?.install = .allow
            policy.providers["flatpak:org.example.New", default: .init()].maxFonts = .unlimited
            policy.consent = .program(["/bin/ask", "--for", "fonts"])
            policy.requestDeadline = 0.05
            policy.desktopHelper = .off
        }
        #expect(
            try text == """
                {
                  "consent" : {
                    "program" : [
                      "/bin/ask",
                      "--for",
                      "fonts"
                    ]
                  },
                  "default" : {
                    "colour" : "red"
                  },
                  "desktopHelper" : "off",
                  "note" : [
                    "mine",
                    1,
                    2.5,
                    null,
                    true,
                    {
                      "a" : {

                      }
                    }
                  ],
                  "providers" : {
                    "flatpak:org.example.New" : {
                      "maxFonts" : "none"
                    },
                    "flatpak:org.example.Reader" : {
                      "install" : "allow",
                      "later" : 1
                    }
                  },
                  "requestDeadline" : 0.05
                }

                """)
        #expect(try PolicyFile(home.paths).read() == file.read())
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.paths.configHome + "/fontd").sorted() == [
                "policy.json", "policy.json.lock",
            ])
    }

    @Test(arguments: [
        "", "{", "[]", "null", "7", "{} {}", #"{"default": []}"#, #"{"default": {"install": "maybe"}}"#,
        #"{"default": {"install": null}}"#, #"{"default": {"install": true}}"#, #"{"default": {"use": "ask"}}"#,
        #"{"sandboxed": {"maxFonts": -1}}"#, #"{"sandboxed": {"maxFonts": 1.5}}"#,
        #"{"sandboxed": {"maxBytes": "many"}}"#, #"{"sandboxed": {"maxBytes": 99999999999999999999}}"#,
        #"{"sandboxed": {"activation": "sometimes"}}"#, #"{"providers": ["a"]}"#, #"{"providers": {"a": 1}}"#,
        #"{"consent": {}}"#, #"{"consent": {"program": []}}"#, #"{"consent": {"program": ["ask"]}}"#,
        #"{"consent": {"program": ["/ask", 1]}}"#, #"{"consent": {"program": ["/ask"], "busName": "a.b"}}"#,
        #"{"consent": {"busName": "nonsense"}}"#, #"{"consent": {"busName": ":1.5"}}"#, #"{"consent": "/bin/ask"}"#,
        #"{"requestDeadline": "soon"}"#, #"{"requestDeadline": -1}"#, #"{"requestDeadline": 1e300}"#,
        #"{"desktopHelper": true}"#, "\u{0}",
    ])
    func invalidPolicyAllowsNothing(_ text: String) throws {
        try write(text)
        for isSandboxed in [true, false] {
            let error = try #require(throws: FontError.self) { try file.rules(for: "a.b", isSandboxed: isSandboxed) }
            #expect(error.code == .missingEntitlement)
            #expect(error.message.contains(file.path))
        }
        let error = try #require(throws: FontError.self) {
            try file.change { $0.unconfined.install = .allow }
        }
        #expect(error.code == .registrationFailed)
        #expect(error.storeFault == nil)
        #expect(try self.text == text)
    }

    @Test func unreadablePolicyFileAllowsNothing() throws {
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
        #expect(throws: FontError.self) { try file.rules(for: "x", isSandboxed: false) }
        try FileManager.default.removeItem(atPath: file.path)
        #expect(mkfifo(file.path, 0o600) == 0)
        #expect(throws: FontError.self) { try file.rules(for: "x", isSandboxed: false) }
        try FileManager.default.removeItem(atPath: file.path)
        try write(String(repeating: " ", count: (1 << 20) + 1))
        #expect(throws: FontError.self) { try file.rules(for: "x", isSandboxed: false) }
    }

    /// A policy file that is a symbolic link, as in homes with linked settings, stays one.
    @Test func aLinkStaysALink() throws {
        let elsewhere = try home.write(Array("{}".utf8), as: "dotfiles/policy.json")
        try FileManager.default.createDirectory(
            atPath: home.paths.configHome + "/fontd", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: elsewhere)
        try file.change { $0.unconfined.use = .deny }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == elsewhere)
        #expect(try String(contentsOfFile: elsewhere, encoding: .utf8).contains("deny"))
        #expect(try file.rules(for: "x", isSandboxed: false).use == .deny)
    }

    @Test func noChangeIsLost() async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<16 {
                let file = PolicyFile(home.paths)
                group.addTask { try file.change { $0.providers["p\(number)", default: .init()].use = .deny } }
            }
            try await group.waitForAll()
        }
        #expect(try file.read().providers.count == 16)
    }
}
