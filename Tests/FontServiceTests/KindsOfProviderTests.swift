import FontBus
import FontModel
import Foundation
import TestSupport
import Testing

@testable import FontRegistry
@testable import FontService

/// A permission, and everything else that is kept under a provider's id, is that of one program of one kind.
@Suite struct KindsOfProviderTests {
    /// Names with which one kind of program could try to be another.
    private static let names = [
        "org.example.Reader", "org.example.service", "app-org.example.service", "app-org.example.Reader.service",
        "snap.reader.x", "flatpak.org.example", "user", "fontd", "default", "sandboxed", "reader", "reader.service",
        "snap.reader", "snap:reader", "snap:reader.service", "flatpak:org.example.Reader",
        "flatpak:org.example.Reader.service", "app-user", "/usr/bin/reader", "/usr/bin/reader.service", "user ",
        " user",
        "org.example.\u{212A}", "org.example.K", "snap:", "flatpak:",
    ]

    /// The ids that programs of each kind can have.
    private static var ids: [(kind: ProviderKind?, id: String)] {
        var ids: [(ProviderKind?, String)] = [(nil, "user")]
        for name in names {
            if ProviderID.isFlatpakApplication(name) { ids.append((.flatpak, ProviderID.flatpak(name))) }
            if Snap.name(tag: "snap.\(name).x") == name { ids.append((.snap, ProviderID.snap(name))) }
            let escaped = name.replacing("-", with: "\\x2d")
            for unit in [name, name + ".service", "app-\(escaped)-1.scope", "app-gnome-\(escaped)@1.service"] {
                if let unit = UserUnit(unit) { ids.append((.unit, unit.id)) }
            }
            let path = name.hasPrefix("/") ? name : "/" + name
            if CallerText.isComposed(path) {
                ids.append((.executable, path))
            }
            if (try? CallerText.checkChosen(name)) != nil { ids.append((nil, "chosen \(name)")) }
        }
        return ids
    }

    @Test func noIDIsThatOfTwoKinds() throws {
        var kinds: [String: ProviderKind?] = [:]
        for (kind, id) in Self.ids {
            // The marked ids are those that a program that uses the store gives to itself.
            let (isChosen, id) = (id.hasPrefix("chosen "), id.replacing("chosen ", with: ""))
            if let known = kinds.updateValue(kind, forKey: id) { #expect(known == kind && !isChosen, "\(id)") }
            #expect(ProviderID.kind(of: id) == kind, "\(id)")
            #expect(ProviderID.isSandboxed(id) == (kind == .flatpak || kind == .snap), "\(id)")
            if isChosen {
                #expect(id != "user" && ProviderID.canBeChosen(id))
            } else {
                try CallerText.checkProvider(id)
            }
        }
        #expect(Set(kinds.values.map { $0?.rawValue }) == ["flatpak", "snap", "unit", "executable", nil])
        let chosen = Self.ids.filter { $0.id.hasPrefix("chosen ") }.map { $0.id.dropFirst("chosen ".count) }
        #expect(
            Set(chosen)
                == [
                    "org.example.Reader", "snap.reader.x", "flatpak.org.example", "reader", "snap.reader", "app-user",
                    "org.example.K",
                ])
    }

    /// A permission to manage that one kind of program has is no permission for any other, with every id.
    @Test func noPermissionIsThatOfAnotherKind() throws {
        let home = try PrivateHome()
        let file = PolicyFile(home.paths)
        let ids = Self.ids.filter { !$0.id.hasPrefix("chosen ") }
        for (kind, id) in ids {
            try file.change { policy in
                policy.providers = [:]
                policy.providers[id, default: .init()].manage = .allow
                policy.providers[id, default: .init()].install = .allow
                policy.sandboxed.install = .deny
            }
            for other in ids where other.kind != kind || other.id != id {
                let isSandboxed = ProviderID.isSandboxed(other.id)
                let rules = try file.rules(for: other.id, isSandboxed: isSandboxed)
                #expect(rules.manage == (isSandboxed ? .deny : .ask), "\(id) frees \(other.id)")
                #expect(!isSandboxed || rules.install == .deny, "\(id) frees \(other.id)")
            }
        }
    }

    /// In the policy, the name of a Flatpak may lack its prefix, but nothing sets a sandbox free by such a name.
    @Test func aFlatpaksNameInThePolicy() throws {
        let home = try PrivateHome()
        let file = PolicyFile(home.paths)
        func write(_ providers: String) throws {
            try FileManager.default.createDirectory(
                atPath: home.paths.configHome + "/fontd", withIntermediateDirectories: true)
            try Data("{\"providers\": {\(providers)}}".utf8).write(to: URL(filePath: file.path))
        }
        try write(#""org.example.Reader": {"install": "deny", "manage": "deny"}"#)
        #expect(try file.rules(for: "flatpak:org.example.Reader", isSandboxed: true).install == .deny)
        #expect(try file.rules(for: "app-org.example.Reader.service", isSandboxed: false).install == .allow)
        for manage in ["allow", "ask"] {
            try write(#""org.example.Reader": {"manage": "\#(manage)"}"#)
            let error = #expect(throws: FontError.self) { try file.read() }
            #expect(error?.message.contains("providers.flatpak:org.example.Reader") == true)
            try write(#""flatpak:org.example.Reader": {"manage": "\#(manage)"}"#)
            #expect(
                try file.rules(for: "flatpak:org.example.Reader", isSandboxed: true).manage.rawValue == manage)
        }
        try write(#""org.example.Reader": {"use": "deny"}, "flatpak:org.example.Reader": {"use": "allow"}"#)
        #expect(throws: FontError.self) { try file.read() }
    }

    /// The policy has entries for ids that programs can have, by every way into it.
    @Test(
        arguments: [
            ("flatpak:org.example.Reader", nil), ("flatpak:a.b", "flatpak:org.example.Reader"),
            ("flatpak:org.example.Reader!", "flatpak:org.example.Reader"), ("flatpak:", "flatpak:org.example.Reader"),
            ("snap:reader_1", nil), ("snap:Reader", "snap:reader"), ("snap:", "snap:reader"),
            ("reader@1.service", nil), ("bad reader.service", "reader.service"), (".service", "reader.service"),
            ("/usr/bin/a reader!", nil), ("/usr//reader", "/usr/bin/reader"), ("/usr/../reader", "/usr/bin/reader"),
            ("/", "/usr/bin/reader"), ("/usr/bin/a\nb", "/usr/bin/reader"), ("user", nil), ("org.example", nil),
            ("bad provider!", "org.example.Reader"), ("org..example", "org.example.Reader"),
            ("org.example.", "org.example.Reader"), ("", "org.example.Reader"), ("fontd", "org.example.Reader"),
            (String(repeating: "a", count: FontLimits.providerLength + 1), "at most"),
        ] as [(String, String?)])
    func idsInThePolicy(_ id: String, _ example: String?) throws {
        let home = try PrivateHome()
        let file = PolicyFile(home.paths)
        var refused: FontError?
        do throws(FontError) { try ProviderID.checkInPolicy(id) } catch { refused = error }
        #expect((refused == nil) == (example == nil), "\(id)")
        // What no provider may have has a message of its own.
        if let refused, refused.code != .exceededResourceLimit {
            #expect(refused.code == .insufficientInfo && refused.message.contains(example ?? ""), "\(refused)")
        }
        var unread: FontError?
        do throws(FontError) {
            try file.change { $0.providers[id, default: .init()].install = .deny }
        } catch {
            unread = error
        }
        #expect((unread == nil) == (example == nil) && unread?.message.contains(example ?? "") != false, "\(id)")
    }

    /// Programs that use the store give themselves neither the user's name nor that of another kind of program.
    @Test(arguments: [
        "user", "flatpak:org.example.Reader", "snap:reader", "reader.service", "/usr/bin/reader", "fontd", "default",
        "user ", "org.example.\u{212A}",
    ])
    func aProgramIsNoOther(_ id: String) async throws {
        let home = try PrivateHome()
        let font = try home.write(SyntheticFont(family: "Lora"))
        let user = FontManager(provider: "user", authority: .user, context: home.context)
        try await user.register(URL(filePath: font), scope: .persistent)
        let manager = FontManager(provider: id, context: home.context)
        for scope in [FontScope.process, .session, .persistent] {
            let error = await #expect(throws: FontError.self) {
                try await manager.register(URL(filePath: font), scope: scope)
            }
            #expect(error?.code == .missingEntitlement || error?.code == .exceededResourceLimit)
        }
        await #expect(throws: FontError.self) { try await manager.unregister(.name("Lora-Regular")) }
        #expect(try await user.registered().map(\.provider) == ["user"])
    }
}

/// Consent for a program outside of sandboxes is none for the Flatpak of the same name, on a real bus.
@Suite(
    .enabled(if: PrivateUserManager.isPossible, "Needs systemd, and root's right to make namespaces and groups."),
    .enabled(if: FlatpakSandbox.canFilterBus, "Needs bwrap and xdg-dbus-proxy."),
    .fewAtOnce, .timeLimit(.minutes(60)))
struct BusNamesakeTests {
    private static let script = """
        import dbus, json, sys
        fonts = dbus.Interface(dbus.SessionBus().get_object('org.fontd.FontRegistry1', '/org/fontd/FontRegistry1'),
            'org.fontd.FontRegistry1')
        options = dbus.Dictionary({}, signature='sv')
        def said(call):
            try:
                call()
                return 'allowed'
            except dbus.DBusException as error:
                return error.get_dbus_name().split('.')[-1]
        identity = str(fonts.Identity()['provider'])
        asked = said(lambda: fonts.RequestManagement(timeout=130))
        answer = {'identity': identity, 'asked': asked, 'user': bool(fonts.Identity()['user']),
            'listed': sorted(str(r['file']) for r in fonts.List(options)[1]),
            'unregistered': [str(fonts.Change('unregister', [name], options)[1][0]['status']) for name in sys.argv[1:]],
            'doctor': said(lambda: fonts.Doctor(True))}
        print(json.dumps(answer))
        """

    @Test(arguments: PrivateBus.Kind.possible)
    func aSandboxHasNothingOfItsNamesake(_ kind: PrivateBus.Kind) throws {
        let service = try PrivateService(kind)
        let home = service.home
        let manager =
            try service.bus.manager
            ?? PrivateUserManager(in: home, environment: ["DBUS_SESSION_BUS_ADDRESS": service.bus.address])
        let script = try home.write(Array(Self.script.utf8), as: "namesake.py")
        let mine = try home.write(SyntheticFont(family: "Lora"))
        let own = try home.write(SyntheticFont(family: "Own"))
        #expect(try service.fontctl("register", mine).status == 0)
        // A program that uses the store itself has the name, too.
        #expect(try service.fontctl("register", "--provider", "org.example.Reader", own).status == 0)
        #expect(try service.fontctl("policy", "--consent-program", "/bin/echo", "manage").status == 0)

        // The desktop starts the program outside of a sandbox; the hook agrees.
        let host = try Command.run(
            "systemd-run",
            [
                "--user", "--scope", "--quiet", "--unit=app-org.example.Reader-7.scope", "--", "/usr/bin/python3",
                script,
            ], environment: manager.environment)
        #expect(
            host.output.contains(#""identity": "app-org.example.Reader.service", "asked": "allowed", "user": true"#))
        #expect(host.output.contains(#""doctor": "allowed""#), "\(host)")
        let policy = try service.fontctl("policy", "--json").output
        #expect(policy.contains(#""id":"app-org.example.Reader.service","kind":"unit","install":null"#), "\(policy)")
        #expect(!policy.contains("flatpak"), "\(policy)")

        let sandbox = try FlatpakSandbox("org.example.Reader", in: home, bus: service.bus)
        let command = ["/usr/bin/python3", script, "Lora-Regular", "Own-Regular"]
        let inside = try sandbox.run(command, bringing: [script])
        #expect(
            inside.output.contains(
                #"{"identity": "flatpak:org.example.Reader", "asked": "MissingEntitlement", "user": false"#),
            "\(inside)")
        #expect(
            inside.output.contains(
                #""listed": [], "unregistered": ["failed", "failed"], "doctor": "MissingEntitlement"}"#), "\(inside)")
        let listed = try service.fontctl("list", "--json").output
        #expect(listed.contains("Lora-Regular") && listed.contains("Own-Regular"), "\(listed)")

        // The Flatpak itself manages only after its own kind was named.
        #expect(try service.fontctl("policy", "org.example.Reader", "--manage", "allow").status == 64)
        #expect(try service.fontctl("policy", "flatpak:org.example.Reader", "--manage", "allow").status == 0)
        let freed = try sandbox.run(["/usr/bin/python3", script], bringing: [script])
        #expect(freed.output.contains(#""asked": "allowed", "user": true"#), "\(freed)")
    }
}
