import Foundation

/// An application that Flatpak installs in a home of the test and runs.
///
/// Its runtime is built from a few programs of this machine and the libraries that they need.
public final class InstalledFlatpak: Sendable {
    /// The application's id.
    public let application: String
    private let environment: [String: String]

    /// Installs the application.
    ///
    /// - Parameters:
    ///   - application: Its id, of at least three elements.
    ///   - programs: Absolute paths of programs, which are available in `/usr/bin` inside.
    ///   - bus: The session bus.
    ///   - permissions: Options of `flatpak build-finish`, such as `--socket=session-bus`.
    public init(
        _ application: String, of programs: [String] = ["/usr/bin/dbus-send", "/bin/cat"], in home: PrivateHome,
        bus: PrivateBus, permissions: [String] = ["--talk-name=org.fontd.FontRegistry1"]
    ) throws {
        self.application = application
        let folder = home.root + "/flatpak-\(application)"
        environment = bus.environment.merging([
            // Flatpak asks on the system bus whether an ordinary user may install, and containers have no system bus.
            "DBUS_SYSTEM_BUS_ADDRESS": bus.address, "FLATPAK_USER_DIR": home.root + "/flatpak",
            "PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LANGUAGE": "en",
        ]) { $1 }
        let facts = "runtime=\(Self.runtime)/\(Self.arch)/1\nsdk=\(Self.runtime)/\(Self.arch)/1\n"
        for (path, metadata) in [
            ("runtime", "[Runtime]\nname=\(Self.runtime)\n"), ("app", "[Application]\nname=\(application)\n"),
        ] {
            // Flatpak accepts a folder only if it contains `files`.
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(path)/files", withIntermediateDirectories: true)
            try (metadata + facts).write(toFile: "\(folder)/\(path)/metadata", atomically: true, encoding: .utf8)
        }
        try run("/bin/sh", ["-ec", Self.runtimeScript, "sh", folder + "/runtime/usr", "/bin/sh"] + programs)
        try run("flatpak", ["build-finish", folder + "/app", "--command=sh"] + permissions)
        let repository = home.root + "/flatpak-repository"
        try run("flatpak", ["build-export", "--runtime", repository, folder + "/runtime", "1"])
        try run("flatpak", ["build-export", repository, folder + "/app", "1"])
        try run("flatpak", ["--user", "remote-add", "--if-not-exists", "--no-gpg-verify", "made", repository])
        try run("flatpak", ["--user", "install", "-y", "--noninteractive", "made", "\(application)//1"])
    }

    /// The reason why Flatpak cannot run an application here; nil if it can.
    public static let obstacle: String? = {
        guard Command.find("flatpak") != nil else { return "flatpak is not installed." }
        guard PrivateBus.Kind.possible.contains(.daemon) else { return "dbus-daemon is not installed." }
        do {
            let home = try PrivateHome()
            let attempt = try InstalledFlatpak("org.fontd.Attempt", in: home, bus: try PrivateBus(in: home))
            let result = try attempt.shell("exit 0")
            return result.status == 0 ? nil : "flatpak run: \(result.errors)"
        } catch { return "\(error)" }
    }()

    /// Runs a shell script in the application's sandbox to its end.
    public func shell(_ script: String) throws -> Command.Result {
        try Command.run(
            "flatpak", ["run", "--user", "--command=sh", application, "-c", script], environment: environment)
    }

    /// Uninstalls the application.
    public func uninstall() throws {
        try run("flatpak", ["--user", "uninstall", "-y", "--noninteractive", application])
    }

    private static let runtime = "org.fontd.Platform"

    private static var arch: String {
        #if arch(x86_64)
            "x86_64"
        #else
            "aarch64"
        #endif
    }

    private static let runtimeScript = """
        usr=$1; shift
        mkdir -p "$usr/bin" "$usr/lib" "$usr/share"
        for program; do
            cp -L "$program" "$usr/bin/"
            ldd "$program" | grep -o '/[^ ]*' | while read -r library; do
                folder="$usr/${library#/}"
                case $library in /usr/*) folder="$usr/${library#/usr/}" ;; esac
                mkdir -p "${folder%/*}"
                cp -L "$library" "$folder"
            done
        done
        """

    private func run(_ program: String, _ arguments: [String]) throws {
        let result = try Command.run(program, arguments, environment: environment)
        guard result.status == 0 else {
            throw LeashedProgram.Failure(program: "\(program) \(arguments)", says: result.output + result.errors)
        }
    }
}
