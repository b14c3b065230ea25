import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// The buses of the tests behave like a user's session bus.
    @Suite(
        .needsBus,
        .enabled(if: Programs.hasBusTools, "Needs busctl and gdbus (Debian's systemd and libglib2.0-bin)."),
        .timeLimit(.minutes(60)))
    struct PrivateBusTests {
        private static let name = "org.example.Answers1"

        @Test(arguments: PrivateBus.Kind.possible)
        func aNameIsOwnedAndCalled(_ kind: PrivateBus.Kind) throws {
            let bus = try PrivateBus(kind, in: try PrivateHome())
            #expect(try bus.ask().status != 0)
            let service = try LiveProgram(Programs.python, ["-c", answering, Self.name], environment: bus.environment)
            #expect(service.line() == "ready")
            #expect(try bus.ask().output.contains("answer"))
            let names = try Command.run(
                "gdbus",
                ["call", "--session", "-d", "org.freedesktop.DBus", "-o", "/", "-m", "org.freedesktop.DBus.ListNames"],
                environment: bus.environment)
            #expect(names.output.contains(Self.name), "\(names)")
        }

        /// The bus starts the service of a called name, in the private home.
        @Test(arguments: PrivateBus.Kind.possible)
        func aCalledNameIsStarted(_ kind: PrivateBus.Kind) throws {
            let home = try PrivateHome()
            let bus = try PrivateBus(kind, in: home)
            let script = try home.write(Array(answering.utf8), as: "answers.py")
            try bus.addService(Self.name, command: [Programs.python, script, Self.name])
            let answer = try bus.ask()
            #expect(answer.output.contains(home.paths.dataHome), "\(answer) \(bus.manager?.said ?? "")")
        }

        /// Clients notice the end of a bus and find the new one at the same address.
        @Test(arguments: PrivateBus.Kind.possible)
        func aBusComesBackWhereItWas(_ kind: PrivateBus.Kind) throws {
            let home = try PrivateHome()
            let bus = try PrivateBus(kind, in: home)
            let script = try home.write(Array(answering.utf8), as: "answers.py")
            try bus.addService(Self.name, command: [Programs.python, script, Self.name])
            let client = try LiveProgram(
                "/usr/bin/busctl", ["--address=\(bus.address)", "monitor", "--json=short"],
                environment: bus.environment)
            #expect(try bus.ask().status == 0)
            try bus.stop()
            #expect(try bus.ask().status != 0)
            while client.line() != nil {}
            #expect(client.hasEnded)
            try bus.start()
            #expect(try bus.ask().status == 0)
        }

        /// Through the filter an application reaches only permitted names, and its `/.flatpak-info` identifies it.
        @Test(
            .enabled(
                if: FlatpakSandbox.canFilterBus, "Needs bwrap and xdg-dbus-proxy."),
            arguments: PrivateBus.Kind.possible)
        func aSandboxedCallPassesTheProxy(_ kind: PrivateBus.Kind) throws {
            let home = try PrivateHome()
            let bus = try PrivateBus(kind, in: home)
            let services = try ["org.fontd.FontRegistry1", Self.name].map {
                try LiveProgram(Programs.python, ["-c", answering, $0], environment: bus.environment)
            }
            for service in services { #expect(service.line() == "ready") }
            let sandbox = try FlatpakSandbox("org.example.Reader", in: home, bus: bus)
            func call(_ name: String) throws -> Command.Result {
                try sandbox.run(
                    ["gdbus", "call", "--session", "-d", name, "-o", "/", "-m", "org.example.Answers1.Ask"])
            }
            let answer = try call("org.fontd.FontRegistry1")
            #expect(answer.output.contains("name=org.example.Reader"), "\(answer)")
            #expect(try call(Self.name).errors.contains("ServiceUnknown"))
            // The sandbox contains only the application's own folder of the home, and has no network.
            try home.write([1], as: "private")
            #expect(try sandbox.run(["cat", home.root + "/given/private"]).status != 0)
            #expect(try sandbox.run(["sh", "-c", "echo mine > $XDG_DATA_HOME/file"]).status == 0)
            #expect(try String(contentsOfFile: sandbox.dataHome + "/file", encoding: .utf8) == "mine\n")
            #expect(try sandbox.run(["cat", "/proc/net/dev"]).lines.count == 3)
        }
    }

    /// The service manager of the tests is a real systemd.
    @Suite(
        .enabled(if: PrivateUserManager.isPossible, "Needs systemd, and root's right to make namespaces and groups."),
        .timeLimit(.minutes(60)))
    struct PrivateUserManagerTests {
        @Test func aUnitIsRunWithWhatItPromises() throws {
            let home = try PrivateHome()
            let manager = try PrivateUserManager(in: home)
            try manager.addUnit(
                "probe.service",
                """
                [Service]
                Type=oneshot
                PrivateNetwork=yes
                ProtectSystem=strict
                ReadWritePaths=\(home.paths.dataHome)
                ExecStart=/bin/sh -c 'cat /proc/net/dev >"$XDG_DATA_HOME/net"; ! touch \(home.root)/outside'

                """)
            #expect(try manager.systemctl("start", "probe.service").status == 0, "\(manager.said)")
            #expect(try String(contentsOfFile: home.paths.dataHome + "/net", encoding: .utf8).contains("lo:"))
            #expect(!FileManager.default.fileExists(atPath: home.root + "/outside"))
            #expect(try manager.property("Result", of: "probe.service") == "success")
        }
    }
}

extension PrivateBus {
    /// Calls the test's own service.
    fileprivate func ask() throws -> Command.Result {
        try call("org.example.Answers1", "/", "org.example.Answers1", "Ask")
    }
}

/// A service that returns its data home and the `/.flatpak-info` of its caller's root.
private let answering = """
    import dbus, dbus.service, sys
    from dbus.mainloop.glib import DBusGMainLoop
    from gi.repository import GLib
    import os
    DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    class Answers(dbus.service.Object):
        @dbus.service.method("org.example.Answers1", out_signature="s", sender_keyword="sender")
        def Ask(self, sender=None):
            caller = bus.get_object("org.freedesktop.DBus", "/").GetConnectionUnixProcessID(
                sender, dbus_interface="org.freedesktop.DBus")
            try:
                told = open("/proc/%d/root/.flatpak-info" % caller).read()
            except OSError:
                told = ""
            return "answer " + os.environ["XDG_DATA_HOME"] + " " + told
    name = dbus.service.BusName(sys.argv[1], bus)
    object = Answers(bus, "/")
    print("ready", flush=True)
    GLib.MainLoop().run()
    """
