import FontRegistry
import Foundation
import Glibc

/// A Flatpak application's sandbox, made with `bwrap` and `xdg-dbus-proxy` as `flatpak run` makes them.
///
/// Inside are `/usr`, the user's fonts and their caches under other paths and read-only, the application's own folder
/// in the home, `/.flatpak-info`, and the bus through a filter, if one is given; there is no network, nothing else of
/// the home, and none of the host's configuration. The proxy runs in a sandbox with the same `/.flatpak-info`, for it is
/// the proxy's process that the bus takes for the caller (flatpak 1.14, `add_bwrap_wrapper`). An instance runs as long as
/// the value lives; programs are instances of their own.
public final class FlatpakSandbox: Sendable {
    /// The application's id, such as `org.example.Reader`.
    public let application: String
    /// The application's `XDG_DATA_HOME`, at the same path inside and outside.
    public let dataHome: String

    private let home: PrivateHome
    private let folder: String
    /// The instance that the filter belongs to.
    public let instance: FlatpakInstanceFolder

    private let names: [String]
    private let bus: PrivateBus?
    /// The filter and the program of the application to which it belongs, in this order.
    private let running: [LeashedProgram]

    /// Makes the sandbox.
    ///
    /// - Parameters:
    ///   - application: The application's id.
    ///   - bus: The bus of which it sees something; nil for none.
    ///   - names: Whom it may talk to there, as `--talk-name` says in its permissions.
    ///   - isFiltered: Whether there is a filter before the bus; without, as with `--socket=session-bus`, it may talk to all.
    public init(
        _ application: String = "org.example.Reader", in home: PrivateHome, bus: PrivateBus? = nil,
        talkingTo names: [String] = ["org.fontd.FontRegistry1"], isFiltered: Bool = true
    ) throws {
        self.application = application
        self.home = home
        let folder = home.root + "/sandbox-\(UUID().uuidString.prefix(8))"
        self.folder = folder
        dataHome = home.root + "/.var/app/\(application)/data"
        for path in [folder, dataHome] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let files = [
            "font-dirs.xml": Self.fontFolders(home.paths.userFonts), "fonts.conf": Self.fontConfiguration,
        ]
        for (name, text) in files { try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8) }
        (self.names, self.bus) = (names, bus)
        let instance = try Self.instance(application, names, in: home)
        self.instance = instance
        guard let bus, isFiltered else {
            running = []
            return
        }
        let proxy = try Self.startProxy(application, names, bus: bus, in: home, folder, instance)
        let sandbox = Self.sandbox(application, in: home, folder, socket: folder + "/bus")
        let program = try LeashedProgram(
            "/bin/sh",
            Array(instance.command.dropFirst()) + sandbox
                + ["--ro-bind", instance.information, "/.flatpak-info", "--", "sh", "-c", "echo up; exec cat"],
            environment: ["PATH": "/usr/bin:/bin"], log: folder + "/program.log")
        try program.wait { program.said.contains("up") && instance.isRunning }
        running = [proxy, program]
    }

    /// Whether `bwrap` can make the namespaces that it needs, which containers often forbid.
    public static let isPossible: Bool = {
        guard let bwrap = Command.find("bwrap") else { return false }
        let options = ["--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "/bin/true"]
        return (try? Command.run(bwrap, options, environment: [:]).status) == 0
    }()

    /// Whether there can also be a filter before the bus.
    public static let canFilterBus = isPossible && Command.find("xdg-dbus-proxy") != nil

    /// The address of the filtered bus for clients outside, which the bus takes for the application.
    public var filteredBus: String { "unix:path=\(folder)/bus" }

    // MARK: Running programs

    /// Returns a command that runs a program in the sandbox.
    ///
    /// - Parameters:
    ///   - command: A program, of `/usr` or at one of the paths in `programs`, and its arguments.
    ///   - programs: Additional files of the application, such as its program, readable at the same path.
    ///   - environment: Additional environment variables.
    /// - Returns: The command to start instead, with an absolute path.
    public func wrapped(
        _ command: [String], bringing programs: [String] = [], environment: [String: String] = [:]
    ) throws -> (program: String, arguments: [String], environment: [String: String]) {
        let release = FontconfigReleases.programsFolder
        let application = home.root + "/.var/app/" + application
        let instance = try Self.instance(self.application, names, in: home)
        let socket = running.isEmpty ? bus.map { $0.address.replacing("unix:path=", with: "") } : folder + "/bus"
        let arguments =
            Array(instance.command.dropFirst()) + Self.sandbox(self.application, in: home, folder, socket: socket)
            + ["--ro-bind", instance.information, "/.flatpak-info"]
            + (programs + [release].compactMap(\.self)).flatMap { ["--ro-bind", $0, $0] }
        var variables = [
            "PATH": (release.map { $0 + "/bin:" } ?? "") + "/usr/bin:/bin", "HOME": home.root,
            "XDG_DATA_HOME": dataHome, "XDG_CONFIG_HOME": application + "/config",
            "XDG_CACHE_HOME": application + "/cache", "XDG_RUNTIME_DIR": "/run/flatpak",
            "FONTCONFIG_FILE": "/run/host/fonts.conf", "FLATPAK_ID": self.application, "container": "flatpak",
            "LC_ALL": "C.UTF-8",
        ]
        if bus != nil { variables["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/run/flatpak/bus" }
        return (
            instance.command[0], arguments + ["--"] + instance.afterLocking + command,
            variables.merging(environment) { $1 }
        )
    }

    /// Runs a program in the sandbox to its end; see ``wrapped(_:bringing:environment:)``.
    public func run(
        _ command: [String], bringing programs: [String] = [], environment: [String: String] = [:]
    ) throws -> Command.Result {
        let wrapped = try wrapped(command, bringing: programs, environment: environment)
        return try Command.run(wrapped.program, wrapped.arguments, environment: wrapped.environment)
    }

    // MARK: Parts

    /// Returns the options of `bwrap` that apply to every program of the application.
    ///
    /// - Parameter socket: The socket of the bus; nil for none.
    private static func sandbox(
        _ application: String, in home: PrivateHome, _ folder: String, socket: String?
    ) -> [String] {
        let read = [
            ("/usr", "/usr"), (home.paths.userFonts, "/run/host/user-fonts"),
            (home.root + "/cache", "/run/host/user-fonts-cache"),
            (folder + "/font-dirs.xml", "/run/host/font-dirs.xml"), (folder + "/fonts.conf", "/run/host/fonts.conf"),
        ]
        let links = ["bin", "lib", "lib64", "sbin"].flatMap { ["--symlink", "usr/" + $0, "/" + $0] }
        let own = home.root + "/.var/app/" + application
        return [
            "--unshare-all", "--new-session", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--dir", "/run",
        ]
            + read.flatMap { ["--ro-bind-try", $0.0, $0.1] } + links
            // Files that a program of the system needs to find its libraries and users.
            + ["/etc/ld.so.cache", "/etc/passwd", "/etc/group"].flatMap { ["--ro-bind-try", $0, $0] }
            + ["--bind", own, own] + (socket.map { ["--ro-bind", $0, "/run/flatpak/bus"] } ?? [])
    }

    /// Creates an instance folder as by `flatpak run`, without the information about the runtime.
    private static func instance(
        _ application: String, _ names: [String], in home: PrivateHome
    ) throws -> FlatpakInstanceFolder {
        try FlatpakInstanceFolder(in: home) { Array(information(application, names, instance: $0).utf8) }
    }

    private static func information(_ application: String, _ names: [String], instance: String) -> String {
        """
        [Application]
        name=\(application)
        runtime=runtime/org.freedesktop.Platform/x86_64/23.08

        [Instance]
        instance-id=\(instance)
        branch=stable
        arch=x86_64
        app-path=/var/lib/flatpak/app/\(application)/x86_64/stable/0/files
        flatpak-version=1.14.10
        session-bus-proxy=true

        [Session Bus Policy]
        \(names.map { $0 + "=talk" }.joined(separator: "\n"))

        """
    }

    private static func fontFolders(_ folder: String) -> String {
        """
        <?xml version="1.0"?>
        <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
        <fontconfig>
          <dir>/run/host/user-fonts</dir>
          <remap-dir as-path="\(folder)">/run/host/user-fonts</remap-dir>
        </fontconfig>
        """
    }

    private static let fontConfiguration = """
        <?xml version="1.0"?>
        <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
        <fontconfig>
          <cachedir>/run/host/user-fonts-cache</cachedir>
          <include ignore_missing="no">/run/host/font-dirs.xml</include>
        </fontconfig>
        """

    /// Starts the filter between the application and the bus, in a sandbox with the host's files and `/.flatpak-info`.
    private static func startProxy(
        _ application: String, _ names: [String], bus: PrivateBus, in home: PrivateHome, _ folder: String,
        _ instance: FlatpakInstanceFolder
    ) throws -> LeashedProgram {
        let manager = FileManager.default
        let host = try manager.contentsOfDirectory(atPath: "/").filter { $0 != ".flatpak-info" }.flatMap { name in
            let path = "/" + name
            if let target = try? manager.destinationOfSymbolicLink(atPath: path) { return ["--symlink", target, path] }
            var isFolder: ObjCBool = false
            guard manager.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return [] }
            return [["tmp", "var", "run"].contains(name) ? "--bind" : "--ro-bind", path, path]
        }
        // The folder of the socket must be writable wherever TMPDIR is.
        let socket = ["--bind", folder, folder]
        let information = ["--perms", "0600", "--file", "3", "/.flatpak-info", "--"]
        let filter =
            ["xdg-dbus-proxy", "--fd=0", bus.address, folder + "/bus", "--filter", "--own=\(application)"]
            + ["--own=\(application).*", "--own=org.mpris.MediaPlayer2.\(application).*"]
            + names.map { "--talk=" + $0 }
            + ["--call=org.freedesktop.portal.*=*", "--broadcast=org.freedesktop.portal.*=@/org/freedesktop/portal/*"]
        let proxy = try LeashedProgram(
            "/bin/sh",
            ["-c", "info=$1; shift; exec bwrap \"$@\" 3<\"$info\"", "sh", instance.information]
                + host + socket + information + filter,
            environment: home.environment, log: folder + "/proxy.log")
        try proxy.wait { canConnect(to: folder + "/bus") }
        return proxy
    }
}
