import Foundation

/// A repository of Debian packages in a folder, with apt's configuration and lists for it alone.
public struct PackageRepository {
    private let home: PrivateHome
    private let folder: String

    /// Whether the machine has the programs for it.
    public static var isPossible: Bool {
        ["apt-get", "apt-cache", "apt-config", "dpkg", "dpkg-deb"].allSatisfy { Command.find($0) != nil }
    }

    public struct Failure: Error { public var messages: String }

    /// Creates a repository without packages in a home.
    public init(in home: PrivateHome) throws {
        self.home = home
        folder = home.root + "/apt"
        for name in [
            "debs", "lists/partial", "cache/archives/partial", "etc/apt.conf.d", "etc/preferences.d",
            "etc/sources.list.d", "etc/trusted.gpg.d",
        ] { try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true) }
        let configuration = """
            Dir "\(folder)/";
            Dir::State "\(folder)";
            Dir::State::status "\(folder)/status";
            Dir::State::lists "\(folder)/lists";
            Dir::Cache "\(folder)/cache";
            Dir::Etc "\(folder)/etc";
            Dir::Log "\(folder)";
            APT::Architecture "amd64";
            APT::Architectures { "amd64"; };
            APT::Sandbox::User "";
            Acquire::Languages "none";

            """
        try home.put(Array(configuration.utf8), at: folder + "/apt.conf")
        try home.put([], at: folder + "/status")
        try home.put(Array("deb [trusted=yes] file:\(folder)/debs ./\n".utf8), at: folder + "/etc/sources.list")
        try home.put(Array("ID=testian\nPRETTY_NAME=\"Testian 7\"\n".utf8), at: releaseFile)
        try update()
    }

    /// The variables with which apt uses the repository.
    public var environment: [String: String] {
        home.environment.merging(["APT_CONFIG": folder + "/apt.conf"]) { $1 }
    }

    /// The folder of apt's lists.
    public var lists: String { folder + "/lists" }
    /// The file that names the distribution.
    public var releaseFile: String { folder + "/os-release" }
    /// A folder for AppStream's catalogue data.
    public var catalogueData: String { folder + "/swcatalog" }

    /// Returns the path of a package.
    public func package(_ name: String, _ version: String) -> String { "\(folder)/debs/\(name)_\(version)_all.deb" }

    /// Builds a package with fonts, and updates apt's lists.
    ///
    /// - Parameter copyright: The statement of copyright; nil for a package without one.
    public func add(
        _ name: String, _ version: String, fonts: [String: [UInt8]], section: String = "fonts",
        copyright: String? = "SIL OPEN FONT LICENSE Version 1.1\nPERMISSION & CONDITIONS\n"
    ) throws {
        let tree = folder + "/tree"
        defer { try? FileManager.default.removeItem(atPath: tree) }
        for (file, bytes) in fonts { try home.put(bytes, at: "\(tree)/usr/share/fonts/truetype/\(name)/\(file)") }
        if let copyright { try home.put(Array(copyright.utf8), at: "\(tree)/usr/share/doc/\(name)/copyright") }
        let control = """
            Package: \(name)
            Version: \(version)
            Architecture: all
            Section: \(section)
            Priority: optional
            Maintainer: Nobody <nobody@example.org>
            Homepage: https://example.org/\(name)
            Description: fonts for tests
             Package: a line of the description.

            """
        try home.put(Array(control.utf8), at: tree + "/DEBIAN/control")
        try run("dpkg-deb", ["--root-owner-group", "--build", tree, package(name, version)])
        let size = try Data(contentsOf: URL(filePath: package(name, version))).count
        let sum = try run("sha256sum", [package(name, version)]).prefix(64)
        let entry = "\(control)Filename: ./\(name)_\(version)_all.deb\nSize: \(size)\nSHA256: \(sum)\n\n"
        let list = folder + "/debs/Packages"
        let before = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
        try home.put(Array((before + entry).utf8), at: list)
        try update()
    }

    /// Fetches the lists again, and keeps catalogue data among them.
    private func update() throws {
        let list = folder + "/debs/Packages"
        if !FileManager.default.fileExists(atPath: list) { try home.put([], at: list) }
        // apt compares times in seconds.
        for name in try FileManager.default.contentsOfDirectory(atPath: lists) where name.hasSuffix("_Packages") {
            try FileManager.default.removeItem(atPath: "\(lists)/\(name)")
        }
        try run("apt-get", ["update", "-o", "APT::Get::List-Cleanup=false"])
    }

    @discardableResult
    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let result = try Command.run(program, arguments, environment: environment)
        guard result.status == 0 else { throw Failure(messages: result.output + result.errors) }
        return result.output
    }
}
