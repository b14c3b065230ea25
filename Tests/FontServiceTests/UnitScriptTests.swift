import Foundation
import TestSupport
import Testing

/// Scripts of one interpreter, started by a real systemd in the way desktops start applications.
@Suite(
    .enabled(if: PrivateUserManager.isPossible, "Needs systemd, and root's right to make namespaces and groups."),
    .fewAtOnce, .timeLimit(.minutes(60)))
struct UnitScriptTests {
    /// The results of a script.
    private struct Told: Decodable, Equatable {
        var provider: String
        var kind: String
        /// The files of its registrations.
        var listed: [String]
        /// The error code for unregistering another provider's font.
        var other: Int?
    }

    /// A script that registers the first file, tries to unregister the second and records the results.
    private static let script = """
        import dbus, json, os, sys
        fonts = dbus.Interface(dbus.SessionBus().get_object('org.fontd.FontRegistry1', '/org/fontd/FontRegistry1'),
            'org.fontd.FontRegistry1')
        options = dbus.Dictionary({}, signature='sv')
        own, other, result = sys.argv[1:]
        fonts.Register([(own, dbus.types.UnixFd(os.open(own, os.O_RDONLY)))], 'persistent', options)
        refused = fonts.Change('unregister', [other], options)[1][0]
        identity = fonts.Identity()
        with open(result, 'w') as file:
            json.dump({'provider': str(identity['provider']), 'kind': str(identity['kind']),
                'listed': [str(r['file']) for r in fonts.List(options)[1]],
                'other': int(refused['code']) if 'code' in refused else None}, file)
        """

    /// The path of the interpreter without symbolic links.
    private let python = URL(filePath: "/usr/bin/python3").resolvingSymlinksInPath().path

    /// Scripts of one interpreter are three providers: an application in a scope, one in a service, and all other
    /// processes.
    @Test(arguments: PrivateBus.Kind.possible)
    func anApplicationIsItsUnitAndNotItsInterpreter(_ kind: PrivateBus.Kind) throws {
        let service = try PrivateService(kind)
        let home = service.home
        let manager = try service.userManager()
        let script = try home.write(Array(Self.script.utf8), as: "script.py")
        let fonts = try ["Panel", "Notes", "Typed"].map { try home.write(SyntheticFont(family: $0)) }
        let results = fonts.map { $0 + ".json" }
        func told(_ index: Int) throws -> Told {
            let text = try Data(contentsOf: URL(filePath: results[index]))
            try FileManager.default.removeItem(atPath: results[index])
            return try JSONDecoder().decode(Told.self, from: text)
        }
        func inScope(_ index: Int, other: Int, _ options: String...) throws -> Told {
            let result = try manager.runPython([script, fonts[index], fonts[other], results[index]], options)
            #expect(result.status == 0, "\(result.errors) \(manager.said)")
            return try told(index)
        }
        let unit = "app-org.example.Notes@4711.service"
        try manager.addUnit(
            unit,
            """
            [Service]
            Type=oneshot
            ExecStart=/usr/bin/python3 \(script) \(fonts[1]) \(fonts[0]) \(results[1])

            """)
        func inService() throws -> Told {
            #expect(try manager.systemctl("start", unit).status == 0, "\(manager.said)")
            return try told(1)
        }
        // The second round uses another number, as at the next start, and all registrations exist.
        for number in [4711, 4712] {
            #expect(
                try inScope(0, other: 1, "--unit=app-gnome-org.example.Panel-\(number).scope")
                    == Told(provider: "app-org.example.Panel.service", kind: "unit", listed: [fonts[0]], other: 201))
            #expect(
                try inService()
                    == Told(provider: "app-org.example.Notes.service", kind: "unit", listed: [fonts[1]], other: 201))
            #expect(
                try inScope(2, other: 0)
                    == Told(provider: python, kind: "executable", listed: [fonts[2]], other: 201))
        }
        let listed = try service.fontctl("list", "--json").output
        for provider in ["app-org.example.Panel.service", "app-org.example.Notes.service", python] {
            #expect(listed.contains(#""provider":"\#(provider)""#), "\(listed)")
        }
    }

    /// The user can allow the unit of a settings panel's script to manage fonts, but not the interpreter.
    @Test(arguments: PrivateBus.Kind.possible)
    func aScriptMayManageAsItsUnit(_ kind: PrivateBus.Kind) throws {
        let service = try PrivateService(kind)
        let manager = try service.userManager()
        let font = try service.home.write(SyntheticFont(family: "Reader Sans"))
        #expect(try service.fontctl("register", "--provider", "org.example.Reader", font).status == 0)
        #expect(try service.fontctl("policy", "--consent-program", "/bin/echo", "manage").status == 0)
        let panel = """
            import dbus
            fonts = dbus.Interface(dbus.SessionBus().get_object('org.fontd.FontRegistry1', '/org/fontd/FontRegistry1'),
                'org.fontd.FontRegistry1')
            fonts.RequestManagement(timeout=130)
            options = dbus.Dictionary({}, signature='sv')
            outcomes = fonts.Change('disable', ['ReaderSans-Regular'], options)[1]
            print([str(o['status']) for o in outcomes], fonts.Identity()['user'])
            """
        let typed = try manager.runPython(["-c", panel], [])
        #expect(typed.errors.contains("(302)") && typed.errors.contains("systemd-run --user --unit NAME"), "\(typed)")
        #expect(try service.fontctl("list", "--disabled").lines.isEmpty)
        let started = try manager.runPython(["-c", panel], ["--unit=app-org.example.Panel-7.scope"])
        #expect(started.output == "['disabled'] 1\n", "\(started)")
        #expect(try service.fontctl("list", "--disabled").lines.count == 1)
    }
}

extension PrivateService {
    /// Returns the manager that runs the bus, or a separate one.
    fileprivate func userManager() throws -> PrivateUserManager {
        try bus.manager ?? PrivateUserManager(in: home, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    }
}

extension PrivateUserManager {
    /// Runs Python in a scope, with a temporary name unless the options specify one.
    fileprivate func runPython(_ arguments: [String], _ options: [String]) throws -> Command.Result {
        try Command.run(
            "systemd-run", ["--user", "--scope", "--quiet"] + options + ["--", "/usr/bin/python3"] + arguments,
            environment: environment)
    }
}
