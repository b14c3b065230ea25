import FontRegistry
import Foundation
import Glibc

/// The folder in which Flatpak keeps the data of one running instance, created as by `flatpak run`.
public struct FlatpakInstanceFolder: Sendable {
    /// The id of the instance, which is a number.
    public let id: String
    /// The path of the folder: `.flatpak/ID` in the home's runtime directory.
    public let path: String

    /// Creates the folder; the instance runs as long as ``command``.
    ///
    /// - Parameter information: Returns the contents of `/.flatpak-info` for the id of the instance.
    public init(in home: PrivateHome, _ information: (_ id: String) -> [UInt8]) throws {
        id = String(UInt32.random(in: 1...UInt32.max))
        guard let runtime = home.paths.runtimeDirectory else { throw CocoaError(.fileNoSuchFile) }
        path = "\(runtime)/.flatpak/\(id)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data(information(id)).write(to: URL(filePath: path + "/info"))
        try Data().write(to: URL(filePath: path + "/.ref"))
    }

    /// The path of the file that is `/.flatpak-info` inside.
    public var information: String { path + "/info" }

    /// Whether the instance runs: `bwrap` locks `.ref`, but not before it starts the program.
    public var isRunning: Bool {
        let file = open(path + "/.ref", O_RDONLY)
        defer { close(file) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    /// A command for the inside, to be followed by the program, that starts it as soon as the instance is locked.
    public var afterLocking: [String] {
        let script = "until grep -q \":$(stat -c %i \"$0\") \" /proc/locks; do :; done; exec \"$@\""
        return ["/bin/sh", "-c", script, inside + "/.ref"]
    }

    private var inside: String { "/run/flatpak/.flatpak/\(id)" }

    /// The `bwrap` command with the options for the instance, to be followed by further options and the program.
    public var command: [String] {
        [
            "/bin/sh", "-c", "exec 9>\"$0/bwrapinfo.json\"; exec bwrap --info-fd 9 \"$@\"", path, "--ro-bind", path,
            inside,
            "--lock-file", inside + "/.ref",
        ]
    }
}
