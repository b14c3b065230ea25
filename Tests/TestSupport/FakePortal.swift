public import DesktopSettings
import Foundation

/// A settings portal on a bus of its own: `portal.py`.
public final class FakePortal: Sendable {
    private let home: PrivateHome
    /// The bus with the portal.
    public let bus: PrivateBus

    /// Whether this machine has what a portal needs.
    public static let isPossible =
        PrivateBus.Kind.possible.contains(.daemon) && Command.find("busctl") != nil
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    /// Starts a bus.
    ///
    /// - Parameter mode: The portal that the bus starts when it is called: `settings`, `none` or `silent`; nil for none.
    public init(_ mode: String? = "settings") throws {
        home = try PrivateHome()
        bus = try PrivateBus(in: home)
        if let mode { try install(mode) }
    }

    /// Adds the portal to a bus.
    public func install(_ mode: String) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "portal.py")
        try bus.addService(
            "org.freedesktop.portal.Desktop",
            command: ["/usr/bin/python3", "-B", script.path(percentEncoded: false), mode])
    }

    /// Sets a value, in the syntax of `busctl`.
    public func set(_ namespace: String, _ key: String, _ value: String...) throws {
        try call(["Set", "ssv", namespace, key] + value)
    }

    /// Asks the portal to end.
    public func end() throws { try call(["Quit"]) }

    /// Whether a portal has the name on the bus.
    public var isRunning: Bool {
        get throws {
            try bus.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "ListNames").output
                .contains("\"org.freedesktop.portal.Desktop\"")
        }
    }

    private func call(_ method: [String]) throws {
        let result = try Command.run(
            "busctl",
            [
                "--address=\(bus.address)", "call", "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                "org.fontd.Test",
            ] + method, environment: bus.environment)
        guard result.status == 0 else { throw Refused(says: result.errors) }
    }

    /// Sets the factor of text of GNOME.
    public func setTextScale(_ scale: Double) throws {
        try set("org.gnome.desktop.interface", "text-scaling-factor", "d", "\(scale)")
    }

    /// The reason for which a setting could not be made.
    public struct Refused: Error {
        /// The error output of `busctl`.
        public var says: String
    }

    /// The time for an answer on a machine that starts all tests at once.
    public static let patience = Duration.seconds(600)

    /// The settings of the desktop that the portal belongs to.
    public func source(_ variables: [String: String] = [:]) -> DesktopSource {
        DesktopSource(busAddress: bus.address, environment: bus.environment.merging(variables) { $1 })
    }
}
