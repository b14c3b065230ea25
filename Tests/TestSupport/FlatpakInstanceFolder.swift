import FontRegistry
import Foundation

/// The folder in which Flatpak keeps the facts of one running instance, made as `flatpak run` makes it.
public struct FlatpakInstanceFolder: Sendable {
    /// The instance's number.
    public let id: String
    /// `.flatpak/ID` in the home's runtime directory.
    public let path: String

    /// Makes the folder; the instance runs from when ``command`` does.
    ///
    /// - Parameter information: What `/.flatpak-info` says, for an instance of the given id.
    public init(in home: PrivateHome, _ information: (_ id: String) -> [UInt8]) throws {
        id = String(UInt32.random(in: 1...UInt32.max))
        guard let runtime = home.paths.runtimeDirectory else { throw CocoaError(.fileNoSuchFile) }
        path = "\(runtime)/.flatpak/\(id)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data(information(id)).write(to: URL(filePath: path + "/info"))
        try Data().write(to: URL(filePath: path + "/.ref"))
    }

    /// The file that is `/.flatpak-info` inside.
    public var information: String { path + "/info" }

    /// `bwrap` with what Flatpak tells it about the instance; further options and the program follow.
    public var command: [String] {
        let inside = "/run/flatpak/.flatpak/\(id)"
        return [
            "/bin/sh", "-c", "exec 9>\"$0/bwrapinfo.json\"; exec bwrap --info-fd 9 \"$@\"", path, "--ro-bind", path,
            inside,
            "--lock-file", inside + "/.ref",
        ]
    }
}
