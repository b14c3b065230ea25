import Foundation
import Glibc
import Synchronization

/// A real session bus of the test, which exists as long as the value.
///
/// Processes that it starts for a name live in the home of the bus. It has no services except those that the test adds.
public final class PrivateBus: Sendable {
    /// The two bus implementations on Linux.
    public enum Kind: String, CaseIterable, Sendable {
        /// The reference implementation, which starts services itself.
        case daemon
        /// dbus-broker, which starts services through systemd and runs under its own ``PrivateUserManager``.
        case broker

        /// The implementations that can run here; dbus-broker has the requirements of a ``PrivateUserManager``.
        public static let possible: [Kind] = allCases.filter { kind in
            switch kind {
            case .daemon: Command.find("dbus-daemon") != nil
            case .broker: Command.find("dbus-broker-launch") != nil && PrivateUserManager.isPossible
            }
        }
    }

    public let kind: Kind
    /// The address that clients connect to; unchanged after a restart.
    public let address: String
    /// The systemd instance that runs the bus, if any.
    public let manager: PrivateUserManager?

    private let home: PrivateHome
    private let variables: [String: String]
    /// The folder of the socket, whose path is short enough for a socket address wherever the home is.
    private let folder: String
    private let daemon = Mutex<LeashedProgram?>(nil)

    /// Starts a bus.
    ///
    /// - Parameter variables: Environment variables for clients and for processes that the bus starts, in addition to
    ///   those of the home.
    public init(_ kind: Kind = .daemon, in home: PrivateHome, environment variables: [String: String] = [:]) throws {
        self.kind = kind
        self.home = home
        self.variables = variables
        folder = try Self.makeFolder()
        address = "unix:path=\(folder)/bus"
        let configuration = folder + "/bus.conf"
        try FileManager.default.createDirectory(atPath: folder + "/services", withIntermediateDirectories: true)
        try Self.configuration(folder: folder, listens: kind == .daemon)
            .write(toFile: configuration, atomically: true, encoding: .utf8)
        manager =
            kind == .broker
            ? try PrivateUserManager(
                in: home, units: Self.units(folder: folder),
                environment: variables.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }) : nil
        try manager == nil ? startDaemon() : wait()
    }

    deinit {
        endDaemon()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The environment variables with which a client lives in the home of the bus.
    public var environment: [String: String] {
        home.environment.merging(variables) { $1 }.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
    }

    /// Adds the fontd that `make install` put into the ``Stage``.
    ///
    /// Adds the installed service files, that of the transfers included, and, if systemd runs the bus, the units.
    public func addInstalledService() throws {
        try linkInstalledService()
        try reload()
    }

    /// Adds the installed fontd like ``addInstalledService()``, but without a reload of the bus.
    public func linkInstalledService() throws {
        for unit in [Stage.unit, Stage.fetchUnit] {
            try manager?.addUnit(linkedTo: unit)
            // Tests kill it more often per minute than systemd restarts a failing service.
            try manager?.addSetting("[Unit]\nStartLimitIntervalSec=0\n", toUnit: (unit as NSString).lastPathComponent)
        }
        for file in [Stage.serviceFile, Stage.fetchServiceFile] {
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/services/" + (file as NSString).lastPathComponent, withDestinationPath: file)
        }
    }

    /// Adds a service of the test that the bus starts when its name is called.
    ///
    /// - Parameters:
    ///   - name: The well-known name.
    ///   - command: The program's absolute path and its arguments, all without spaces.
    public func addService(_ name: String, command: [String]) throws {
        precondition(
            !["org.fontd.FontRegistry1", "org.fontd.FontFetch1"].contains(name),
            "fontd's service files are the installed ones.")
        try "[D-BUS Service]\nName=\(name)\nExec=\(command.joined(separator: " "))\n"
            .write(toFile: folder + "/services/\(name).service", atomically: true, encoding: .utf8)
        try reload()
    }

    private func reload() throws {
        let result = try call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig")
        guard result.status == 0 else { throw LeashedProgram.Failure(program: "busctl", says: result.errors) }
    }

    /// Calls a method with `busctl`, with arguments in its syntax.
    public func call(_ arguments: String...) throws -> Command.Result {
        try Command.run("busctl", ["--address=\(address)", "call"] + arguments, environment: environment)
    }

    // MARK: Going and coming back

    /// Stops the bus, which disconnects all clients.
    public func stop() throws {
        if let manager {
            // The socket is stopped first. Otherwise the next client would start the bus again.
            _ = try manager.systemctl("stop", "dbus.socket", "dbus.service")
        } else {
            endDaemon()
        }
        try? FileManager.default.removeItem(atPath: folder + "/bus")
    }

    /// Starts the stopped bus again at the same address.
    public func start() throws {
        guard let manager else { return try startDaemon() }
        _ = try manager.systemctl("reset-failed")
        _ = try manager.systemctl("start", "dbus.socket", "dbus.service")
        try wait()
    }

    /// Stops the bus, and starts it again at the same address.
    public func restart() throws {
        try stop()
        try start()
    }

    private func wait() throws {
        guard eventually({ canConnect(to: folder + "/bus") }) else {
            throw LeashedProgram.Failure(program: "dbus-broker", says: manager?.said ?? "")
        }
    }

    private func startDaemon() throws {
        let started = try LeashedProgram(
            "/bin/sh",
            ["-c", "dbus-daemon --config-file=\"$1\" --nofork --nopidfile & cat >/dev/null; kill -9 $!", "sh"]
                + [folder + "/bus.conf"],
            environment: environment, log: folder + "/log")
        daemon.withLock { $0 = started }
        try started.wait { canConnect(to: folder + "/bus") }
    }

    private func endDaemon() {
        daemon.withLock { $0 = nil }
        // Processes that dbus-daemon started outlive it. Their environment contains its address.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        for process in names.compactMap(Int32.init) {
            let variables = FileManager.default.contents(atPath: "/proc/\(process)/environ") ?? Data()
            if String(decoding: variables, as: UTF8.self).contains("DBUS_STARTER_ADDRESS=\(address)") {
                kill(process, SIGKILL)
            }
        }
    }

    // MARK: Parts

    private static func makeFolder() throws -> String {
        var template = Array("/tmp/fontd-bus-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw LeashedProgram.Failure(program: "mkdtemp", says: String(cString: strerror(errno)))
        }
        return String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the configuration of a session bus as in distributions, without the system's services.
    private static func configuration(folder: String, listens: Bool) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          \(listens ? "<listen>unix:path=\(folder)/bus</listen>" : "")
          <auth>EXTERNAL</auth>
          <servicedir>\(folder)/services</servicedir>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
          <limit name="max_incoming_bytes">1000000000</limit>
          <limit name="max_outgoing_bytes">1000000000</limit>
          <limit name="max_message_size">1000000000</limit>
          <limit name="service_start_timeout">120000</limit>
          <limit name="max_completed_connections">100000</limit>
          <limit name="max_incomplete_connections">10000</limit>
          <limit name="max_connections_per_user">100000</limit>
          <limit name="max_pending_service_starts">10000</limit>
          <limit name="max_names_per_connection">50000</limit>
          <limit name="max_match_rules_per_connection">50000</limit>
          <limit name="max_replies_per_connection">50000</limit>
        </busconfig>
        """
    }

    /// Returns the units of dbus-broker, with a private socket and configuration.
    private static func units(folder: String) -> [String: String] {
        [
            "dbus.socket": """
            [Unit]
            DefaultDependencies=no
            Before=sockets.target basic.target
            [Socket]
            ListenStream=\(folder)/bus
            Service=dbus.service

            """,
            "dbus.service": """
            [Unit]
            DefaultDependencies=no
            After=dbus.socket
            Before=basic.target shutdown.target
            Requires=dbus.socket
            Conflicts=shutdown.target
            [Service]
            Type=notify
            Sockets=dbus.socket
            ExecStart=dbus-broker-launch --scope user --config-file \(folder)/bus.conf
            Slice=session.slice

            """,
            "basic.target.d/bus.conf": """
            [Unit]
            Requires=dbus.socket

            """,
        ]
    }
}
