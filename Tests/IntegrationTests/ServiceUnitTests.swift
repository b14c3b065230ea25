import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// The unit starts under a real systemd of an unprivileged user and applies its restrictions.
    @Suite(
        .enabled(if: PrivateUserManager.isPossible, "Needs systemd, and root's right to make namespaces and groups."),
        .timeLimit(.minutes(60)))
    struct ServiceUnitTests {
        /// Returns the installed unit, with another program in place of fontd that owns no bus name.
        private static func units(running program: String) throws -> [String: String] {
            [
                "fontd.service": try String(contentsOfFile: Stage.unit, encoding: .utf8),
                "fontd.service.d/probe.conf": "[Service]\nType=oneshot\nBusName=\nExecStart=\nExecStart=\(program)\n",
            ]
        }

        /// Runs a shell script as the unit runs fontd.
        ///
        /// - Returns: The output of the script.
        private func output(of script: String, in home: PrivateHome) throws -> [String] {
            let path = try home.write(Array(script.utf8), as: "probe.sh")
            let result = home.root + "/given/result"
            let manager = try PrivateUserManager(
                in: home,
                units: try Self.units(running: "/bin/sh -c \"/bin/sh \(path) >\(result) 2>&1\""),
                isOrdinary: true)
            let started = try manager.systemctl("start", "fontd.service")
            let printed = (try? String(contentsOfFile: result, encoding: .utf8)) ?? ""
            #expect(started.status == 0, "\(started.errors) \(manager.said) \(printed)")
            return printed.split(separator: "\n").map(String.init)
        }

        @Test func noSocketLeadsToTheNetwork() throws {
            let lines = try output(
                of: """
                    python=/usr/bin/python3
                    for family in AF_INET AF_INET6 AF_NETLINK AF_PACKET AF_VSOCK AF_UNIX; do
                        "$python" -c "import socket; socket.socket(socket.$family, socket.SOCK_STREAM)" 2>/dev/null \\
                            && echo "$family"
                    done
                    true
                    """, in: try PrivateHome())
            #expect(lines == ["AF_UNIX"])
        }

        /// The service has no privileges and cannot gain any or create a namespace in which it would have them.
        @Test func noRightIsHeldOrGot() throws {
            let lines = try output(
                of: """
                    grep -E '^(CapEff|CapPrm|CapAmb|NoNewPrivs|Seccomp):' /proc/self/status | tr -d '\\t'
                    unshare --user true 2>/dev/null || echo no namespace
                    mount -t tmpfs none /tmp 2>/dev/null || echo no mount
                    chown root: "$0" 2>/dev/null || echo no chown
                    """, in: try PrivateHome())
            #expect(
                lines == [
                    "CapPrm:0000000000000000", "CapEff:0000000000000000", "CapAmb:0000000000000000", "NoNewPrivs:1",
                    "Seccomp:2", "no namespace", "no mount", "no chown",
                ])
        }

        /// fontd can see the roots of the user's other processes, by which it distinguishes Flatpaks from other
        /// programs.
        ///
        /// They are not visible from a separate user namespace, so the unit does not create one.
        @Test func callersCanBeSeen() throws {
            let asNobody = ["--reuid", "nobody", "--regid", "nogroup", "--clear-groups"]
            let environment = ["PATH": "/usr/bin:/bin"]
            let caller = try LiveProgram(
                "/usr/bin/setpriv", asNobody + ["sh", "-c", "echo up; exec sleep 1000"], environment: environment)
            #expect(caller.line() == "up")
            let look = "ls -d /proc/\(caller.identifier)/root/. && ls /proc/\(caller.identifier)/exe"
            #expect(
                try output(of: look, in: try PrivateHome()) == [
                    "/proc/\(caller.identifier)/root/.", "/proc/\(caller.identifier)/exe",
                ])
            let behind = try Command.run(
                "setpriv", asNobody + ["unshare", "--user", "--map-current-user", "sh", "-c", look],
                environment: environment)
            #expect(behind.errors.contains("Permission denied"), "\(behind)")
        }

        /// fontd, started by the first call, registers a font under all restrictions of its unit.
        @Test(.enabled(if: PrivateBus.Kind.possible.contains(.broker) && Programs.hasBusTools, "Needs dbus-broker."))
        func theServiceWorksAsAUnit() throws {
            let home = try PrivateHome()
            let bus = try PrivateBus(.broker, in: home)
            let manager = try #require(bus.manager)
            try bus.addInstalledService()
            let file = try home.write(SyntheticFont(family: "Under Unit"))
            let register = """
                import dbus, os, sys
                bus = dbus.SessionBus()
                service = bus.get_object("org.fontd.FontRegistry1", "/org/fontd/FontRegistry1")
                fd = dbus.types.UnixFd(os.open(sys.argv[1], os.O_RDONLY))
                print(service.Register(dbus.Array([("a.ttf", fd)], signature="(sh)"), "persistent",
                    dbus.Dictionary({}, signature="sv"), dbus_interface="org.fontd.FontRegistry1")[1][0]["status"])
                """
            func registerFont(_ file: String) throws {
                let result = try Command.run(Programs.python, ["-c", register, file], environment: bus.environment)
                #expect(result.output == "registered\n", "\(result.errors) \(manager.said)")
            }
            try registerFont(file)
            // The file was read by a sandboxed worker, like the one that waits for the next file; the filter of its
            // parent allows
            // that.
            let service = try #require(Int32(try manager.property("MainPID", of: "fontd.service")))
            func worker() -> Int32? {
                home.children(of: service).first {
                    Programs.status(of: $0, "Name") == "fontd-worker" && Programs.status(of: $0, "NoNewPrivs") == "1"
                        && Programs.status(of: $0, "Threads") == "1" && filters(of: $0) > filters(of: service)
                }
            }
            #expect(eventually { worker() != nil }, "\(home.children(of: service))")
            let process = try #require(worker())
            #expect(Programs.status(of: process, "Seccomp") == "2")
            #expect(try manager.property("ActiveState", of: "fontd.service") == "active")
            #expect(try home.match("Under Unit") == "UnderUnit-Regular")
            // Stops the service right after a change. Its child processes end with it, and the delayed touch has been
            // made.
            try registerFont(try home.write(SyntheticFont(family: "Last")))
            #expect(try manager.systemctl("stop", "fontd.service").status == 0)
            let folder = try ChangeTime(ofStatus: home.paths.persistentProjection + "/0001")
            #expect(try ChangeTime(of: home.paths.persistentProjection).seconds > folder.seconds)
            #expect(try manager.property("Result", of: "fontd.service") == "success")
        }

        /// Returns the number of system call filters of a process.
        private func filters(of process: Int32) -> Int {
            Programs.status(of: process, "Seccomp_filters").flatMap { Int($0) } ?? 0
        }

        /// The settings that the unit omits would prevent a user's service manager from starting it.
        @Test(arguments: [
            "CapabilityBoundingSet=", "PrivateDevices=yes", "ProtectClock=yes", "ProtectKernelModules=yes",
        ])
        func omittedSettingsWouldPreventStarting(_ line: String) throws {
            let manager = try PrivateUserManager(
                in: try PrivateHome(),
                units: try Self.units(running: "/bin/true").merging(
                    ["fontd.service.d/more.conf": "[Service]\nRestart=no\n\(line)\n"]) { $1 }, isOrdinary: true)
            #expect(try manager.systemctl("start", "fontd.service").status != 0)
            #expect(try manager.property("ExecMainStatus", of: "fontd.service") == "218")
        }
    }
}
