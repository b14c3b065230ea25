import FontBus
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// With the installed service file and unit, the first call to the name starts the installed fontd.
    @Suite(
        .needsBus,
        .enabled(if: Programs.hasBusTools, "Needs busctl and gdbus (Debian's systemd and libglib2.0-bin)."),
        .timeLimit(.minutes(60)))
    struct ActivationTests {
        @Test(arguments: PrivateBus.Kind.possible)
        func theFirstCallStartsTheInstalledProgram(_ kind: PrivateBus.Kind) throws {
            let service = try PrivateService(kind)
            #expect(try ask("ListActivatableNames", on: service.bus).contains("\"\(PrivateService.name)\""))
            #expect(!(try ask("ListNames", on: service.bus).contains("\"\(PrivateService.name)\"")))
            let answer = try service.bus.call(
                PrivateService.name, PrivateService.address.path, PrivateService.name, "Providers")
            #expect(answer.status == 0, "\(answer.errors) \(service.bus.manager?.said ?? "")")
            let process = try #require(try owner(of: PrivateService.name, on: service.bus))
            let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
            // The build may be named by a link.
            let prefix = URL(filePath: Stage.prefix).resolvingSymlinksInPath().path(percentEncoded: false)
            #expect(program == prefix + "/bin/fontd")
            // If systemd runs the bus, fontd runs in its own unit, not in a transient one made by the bus.
            if let manager = service.bus.manager {
                #expect(try manager.property("MainPID", of: "fontd.service") == "\(process)")
            }
        }

        /// The bus reads the standard folders of services, as after an installation below `/usr`.
        @Test func aBusWithTheStandardFoldersFindsIt() throws {
            let home = try PrivateHome()
            let configuration = try home.write(
                Array(
                    """
                    <busconfig>
                      <type>session</type>
                      <listen>unix:path=\(home.root)/bus</listen>
                      <standard_session_servicedirs/>
                      <policy context="default">
                        <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
                      </policy>
                    </busconfig>
                    """.utf8), as: "bus.conf")
            let environment = home.environment.merging([
                "XDG_DATA_DIRS": Stage.prefix + "/share", "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(home.root)/bus",
                "FONTD_IDLE_TIMEOUT": "1",
            ]) { $1 }
            let bus = try LiveProgram(
                "/usr/bin/env", ["dbus-daemon", "--config-file", configuration, "--nofork", "--print-address"],
                environment: environment)
            try #require(bus.line() != nil)
            let answer = try Command.run(
                "busctl", ["--user", "introspect", PrivateService.name, PrivateService.address.path],
                environment: environment)
            #expect(answer.output.contains("FontsChanged"), "\(answer)")
        }

        /// On a bus without fontd the self-check names a remedy that works; requests and the example report it, too.
        @Test(arguments: PrivateBus.Kind.possible)
        func anAbsentServiceIsNamed(_ kind: PrivateBus.Kind) throws {
            let home = try PrivateHome()
            let bus = try PrivateBus(kind, in: home)
            func fontctl(_ arguments: String...) throws -> Command.Result {
                try Command.run(Command.product("fontctl"), arguments, environment: bus.environment)
            }
            let absent = try fontctl("doctor")
            #expect(absent.status == 0)
            #expect(absent.output.contains("[service-absent]"), "\(absent)")
            #expect(absent.output.hasSuffix(", service.\nno errors, 1 warning\n"), "\(absent)")
            #expect(try fontctl("status").lines.last?.contains("not available on the session bus") == true)
            let request = try fontctl("request", "Missing-Regular")
            #expect(request.status == 1)
            #expect(request.errors.contains("The font service is not available on the session bus"), "\(request)")
            if Python.isPossible {
                let program = Repository.file("Examples/register.py").path
                for arguments in [[home.root + "/none.ttf"], ["--watch"]] {
                    let example = try Command.run(
                        Python.interpreter, [program] + arguments, environment: bus.environment)
                    #expect(example.status == 1)
                    #expect(example.errors.hasPrefix("register.py: fontd is not installed"), "\(example)")
                    #expect(example.errors.split(separator: "\n").count == 1, "\(example)")
                }
            }
            // Installs the service without the reload, which the last part of the advice performs.
            try bus.linkInstalledService()
            let command = try #require(absent.output.firstMatch(of: /run `([^`]+)`/)?.output.1)
            #expect(try Command.run("sh", ["-c", String(command)], environment: bus.environment).status == 0)
            let present = try fontctl("doctor")
            #expect(present.status == 0 && !present.output.contains("service-absent"), "\(present)")
            #expect(
                try fontctl("request", "Missing-Regular").errors.contains("No available font has that name. `fontctl"))
        }

        /// `status` describes the service and does not start it.
        @Test func theStatusDoesNotStartTheService() async throws {
            let service = try PrivateService()
            func status(_ variables: [String: String] = [:]) throws -> String {
                let result = try Command.run(
                    Command.product("fontctl"), ["status"],
                    environment: service.bus.environment.merging(variables) { $1 })
                #expect(result.status == 0, "\(result)")
                return result.output
            }
            for variables in [[:], ["FONTCTL_BUS": "1"]] {
                #expect(
                    try status(variables).hasSuffix(
                        "  service     not running; the bus starts it when a program needs it\n"))
            }
            let client = try await service.connect()
            #expect(
                try await client.call("NameHasOwner", of: .bus, [.string(PrivateService.name)]).first?.boolean == false)
            _ = try await client.fontd("Subscribe")
            let running = try status()
            #expect(
                running.hasSuffix(", 1 subscriber\n") && running.contains("  service     running since 20"),
                "\(running)")
            #expect(try status(["FONTCTL_BUS": "1"]).contains("  fonts       0 registrations"))
            _ = try await client.fontd("Unsubscribe")
            #expect(try status().hasSuffix(", 0 subscribers\n"))
        }

        @Test func withoutABusTheSelfCheckIsSilent() throws {
            let home = try PrivateHome()
            let environment = home.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]) { $1 }
            let result = try Command.run(Command.product("fontctl"), ["doctor"], environment: environment)
            #expect(result.status == 0 && !result.output.contains("service"), "\(result)")
        }

        private func ask(_ method: String, on bus: PrivateBus) throws -> String {
            try bus.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method).output
        }

        private func owner(of name: String, on bus: PrivateBus) throws -> Int32? {
            let answer = try bus.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                "s", name)
            return answer.output.split(separator: " ").last.flatMap { Int32($0.dropLast()) }
        }
    }
}
