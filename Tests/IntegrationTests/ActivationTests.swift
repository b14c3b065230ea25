import FontBus
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// The installed service file and unit as the buses read them: the first call to the name starts the installed fontd.
    @Suite(
        .enabled(if: !PrivateBus.Kind.possible.isEmpty, "Needs dbus-daemon (Debian's dbus)."),
        .enabled(if: Programs.hasBusTools, "Needs busctl and gdbus (Debian's systemd and libglib2.0-bin)."),
        .timeLimit(.minutes(2)))
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
            #expect(program == Stage.prefix + "/bin/fontd")
            // Where systemd runs the bus, its unit runs fontd, and not a unit that the bus makes up.
            if let manager = service.bus.manager {
                #expect(try manager.property("MainPID", of: "fontd.service") == "\(process)")
            }
        }

        /// The bus looks into the standard folders of services, as after an installation below `/usr`.
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
