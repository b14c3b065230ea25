public import FontRegistry
import Foundation

/// A home of the test: store, font folders, fontconfig configuration and caches in a temporary folder.
///
/// The folder is removed with the value.
public final class PrivateHome: Sendable {
    /// The temporary folder, without symbolic links in its path.
    public let root: String
    /// The context for a ``FontManager``.
    public let context: RegistryContext

    /// Creates the folders and a fontconfig configuration with only this home and `fontFolders`.
    public init(
        fontFolders: [String] = [], delayedTouches: RegistryContext.DelayedTouches = .none,
        hasRuntimeDirectory: Bool = true
    ) throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "fontd-test-\(UUID().uuidString)")
        root = folder.path(percentEncoded: false)
        var paths = FontPaths(
            dataHome: root + "/data", configHome: root + "/config",
            runtimeDirectory: hasRuntimeDirectory ? root + "/run" : nil)
        paths.home = root
        paths.cacheHome = root + "/cache"
        for name in ["data", "config/fontconfig/conf.d", "cache", "given"] + (hasRuntimeDirectory ? ["run"] : []) {
            try FileManager.default.createDirectory(
                atPath: root + "/" + name, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        let folders = ([paths.userFonts] + fontFolders).map { "<dir>\($0)</dir>" }.joined(separator: "\n  ")
        let configuration = """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
            <fontconfig>
              \(folders)
              <cachedir>\(root)/cache</cachedir>
              <include ignore_missing="yes">\(root)/config/fontconfig/conf.d</include>
            </fontconfig>
            """
        let file = root + "/fonts.conf"
        try configuration.write(toFile: file, atomically: true, encoding: .utf8)
        context = RegistryContext(paths: paths, fontconfigFile: file, delayedTouches: delayedTouches)
    }

    /// Adds a folder to the fontconfig configuration.
    public func configure(folder: String) throws {
        try "<fontconfig><dir>\(folder)</dir></fontconfig>".write(
            toFile: paths.configHome + "/fontconfig/conf.d/50-\(UUID().uuidString).conf", atomically: true,
            encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// The paths of the store, the projection and the other folders.
    public var paths: FontPaths { context.paths }

    /// The environment variables with which a child process lives in this home.
    public var environment: [String: String] {
        var variables = [
            "HOME": root, "XDG_DATA_HOME": paths.dataHome, "XDG_CONFIG_HOME": paths.configHome,
            "XDG_CACHE_HOME": root + "/cache", "FONTCONFIG_FILE": root + "/fonts.conf",
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
        ]
        variables["XDG_RUNTIME_DIR"] = paths.runtimeDirectory
        // See scripts/with-fontconfig and scripts/sanitize.
        for name in ["LD_LIBRARY_PATH", "LSAN_OPTIONS"] {
            variables[name] = ProcessInfo.processInfo.environment[name]
        }
        return variables
    }

    /// Writes a file of the user, such as a font to register.
    ///
    /// - Returns: The path of the file.
    @discardableResult
    public func write(_ bytes: [UInt8], as name: String) throws -> String {
        try put(bytes, at: root + "/given/" + name)
    }

    /// Writes a file at a path, with the folders above it.
    @discardableResult
    public func put(_ bytes: [UInt8], at path: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    /// Builds a font into a file, which is named after the PostScript name unless another name is given.
    @discardableResult
    public func write(_ font: SyntheticFont, as name: String? = nil) throws -> String {
        try write(font.build(), as: name ?? "\(font.postscriptName ?? font.family)-\(font.salt).ttf")
    }

    /// Returns a list of all files below a folder with their sizes, to verify that nothing changed.
    public func inventory(of folder: String? = nil) throws -> [String] {
        let folder = folder ?? paths.dataHome
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return try names.sorted().map { name in
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            return "\(name) \(isFolder ? "folder" : "\(attributes[.size] ?? 0)")"
        }
    }

    /// The files in the staging folder; empty if nothing was left behind.
    public var staged: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: paths.store + "/staging")) ?? []
    }
}
