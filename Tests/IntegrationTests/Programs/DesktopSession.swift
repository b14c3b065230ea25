import Foundation
import TestSupport
import Testing

/// A display and a session bus without a settings daemon, in a private home.
final class DesktopSession {
    /// The theme that ``startXsettingsd()`` sets.
    static let theme = "HighContrast"

    /// The environment for programs of the session.
    let environment: [String: String]
    private let home: PrivateHome
    private let display: LiveProgram
    private let x11: PrivateDisplay?
    private var programs: [LiveProgram] = []

    /// - Parameter other: A session whose bus this one uses, too; it must live longer.
    init(in home: PrivateHome, isWayland: Bool = false, busOf other: DesktopSession? = nil) throws {
        self.home = home
        var variables = home.environment.merging(["GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1"]) { $1 }
        if let other {
            variables["DBUS_SESSION_BUS_ADDRESS"] = other.environment["DBUS_SESSION_BUS_ADDRESS"]
        } else {
            let bus = try LiveProgram(
                "/usr/bin/dbus-daemon", ["--session", "--nofork", "--print-address"], environment: variables)
            let address: String = try #require(bus.line())
            variables["DBUS_SESSION_BUS_ADDRESS"] = address
            programs.append(bus)
        }
        if isWayland {
            let runtime: String = try #require(variables["XDG_RUNTIME_DIR"])
            display = try LiveProgram(
                "/usr/bin/weston",
                ["--backend=headless-backend.so", "--socket=wayland-fontd", "--idle-time=0", "--no-config"],
                environment: variables)
            try #require(eventually { canConnect(to: runtime + "/wayland-fontd") })
            variables["WAYLAND_DISPLAY"] = "wayland-fontd"
            variables["GDK_BACKEND"] = "wayland"
            x11 = nil
        } else {
            let x11 = try PrivateDisplay(environment: variables)
            variables["DISPLAY"] = x11.name
            variables["GDK_BACKEND"] = "x11"
            self.x11 = x11
            display = x11.server
        }
        environment = variables
    }

    deinit { for program in programs + [display] { program.kill() } }

    func endDisplay() { display.kill() }

    /// Starts a manager of settings that does not watch fonts.
    func startXsettingsd() throws {
        let file = home.root + "/xsettingsd.conf"
        try "Net/ThemeName \"\(Self.theme)\"\n".write(toFile: file, atomically: true, encoding: .utf8)
        programs.append(
            try LiveProgram(
                "/bin/sh", ["-c", "exec xsettingsd -c \"$0\" 2>&1", file],
                environment: environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }))
        // It reports the ownership last.
        while let line = programs.last?.line() { if line.contains("Took ownership") { return } }
        Issue.record("xsettingsd did not start.")
    }
}
