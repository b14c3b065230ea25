import CLinux
public import FontModel
import Fontconfig
import Glibc
import Inspection
public import SystemPackage

/// A font environment for one child process and its children, for programs that do not use fontd.
///
/// It includes the process scope of this process as it is when the environment is created.
///
/// The environment is a private folder with copies of the fonts, and a fontconfig configuration that places them before
/// all fonts of the user's own configuration. The folder is removed by ``remove()`` or with the value. If a process is
/// killed, the next one removes its folder.
public final class ScopedFontEnvironment: Sendable {
    /// The environment variables to set for the child.
    public let environment: [String: String]
    /// The private folder.
    public let folder: String
    private let lock: OpenedFile
    /// A descriptor that marks the folder as in use while any process has it open.
    ///
    /// If the child inherits it, its fonts outlive a parent that is killed.
    public var lease: FileDescriptor { FileDescriptor(rawValue: lock.descriptor) }

    /// Creates the folder and its configuration.
    ///
    /// - Parameters:
    ///   - fonts: Files and folders to add to the enabled fonts of process scope.
    ///   - context: The context with the process scope and the user's font folder, which Firefox's content processes
    ///     may read; fontconfig skips the subfolder that is used. Without a home that can be written it is another
    ///     folder, which those processes may not read.
    ///   - variables: The environment that the child would have otherwise; configurations named there remain in effect.
    ///   - baseConfiguration: The configuration below the fonts; nil for the user's own, which is `FONTCONFIG_FILE` or
    ///     fontconfig's built-in one.
    /// - Throws: The error of registering the first font that fails in process scope, or `FontError` with code
    ///   ``FontError/Code/registrationFailed`` (301) if the folder cannot be created.
    public init(
        fonts: [String], context: RegistryContext, baseConfiguration: String? = nil,
        variables: [String: String] = [:]
    ) throws(FontError) {
        try context.paths.refuseForeign()
        let parent = try Self.parent(context.paths)
        ChildFolders.sweep(parent) { _ in }
        // A sweep waits for this lock; it would remove the new folder before it is locked.
        let guardian = try OpenedFile(clx_open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0), path: parent)
        flock(guardian.descriptor, LOCK_SH)
        defer { flock(guardian.descriptor, LOCK_UN) }
        let folder = parent + "/" + String(UInt64.random(in: .min ... .max), radix: 36)
        guard mkdir(folder, 0o700) == 0, chmod(folder, 0o700) == 0 else {
            throw .store(.createFolder, path: folder)
        }
        self.folder = folder
        lock = try OpenedFile(clx_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0), path: folder)
        flock(lock.descriptor, LOCK_EX | LOCK_NB)
        let configuration = folder + "/fonts.conf"
        environment = [
            "FONTCONFIG_FILE": configuration,
            // LuaTeX does not use fontconfig for fonts that are not installed.
            "OSFONTDIR": folder + "/fonts:" + (variables["OSFONTDIR"] ?? "/usr/share/fonts"),
            // matplotlib keeps a list of all fonts beside its configuration, and asks fontconfig only if there is no
            // list.
            "MPLCONFIGDIR": folder + "/matplotlib",
        ]
        do throws(FontError) {
            try makeFolder(folder + "/fonts")
            for entry in ProcessScope.beside(context.paths).entries where entry.registration.isEnabled {
                try Self.copy(entry.item, into: folder + "/fonts")
            }
            for font in fonts {
                var found = FoundFonts(unwrapping: false, unpacking: true)
                found.add(.path(font)) { _ in [] }
                for item in found.items { try Self.copy(item, into: folder + "/fonts") }
            }
            try Self.linkMatplotlib(context.paths, variables, into: folder + "/matplotlib")
            let text = Self.configuration(
                base: baseConfiguration ?? context.fontconfigFile ?? Self.presentConfiguration(), folder: folder)
            let file = openOwn(configuration, O_WRONLY | O_EXCL)
            guard file >= 0 else { throw .store(.writeFile, path: configuration) }
            defer { close(file) }
            try ByteCopy.writeAll(Array(text.utf8), to: file, path: configuration)
        } catch {
            remove()
            throw error
        }
    }

    deinit { remove() }

    /// Removes the folder; call it when the child has ended.
    public func remove() { ChildFolders.remove(folder) }

    /// Returns the folder of the environments: in the user's font folder or, without a home that can be written, in the
    /// runtime directory or a folder of the user's own in the temporary one.
    ///
    /// - Throws: `registrationFailed` (301) with the reason for which the font folder cannot be used, if no other can.
    private static func parent(_ paths: FontPaths) throws(FontError) -> String {
        do throws(FontError) {
            try makeFolder(paths.userFonts, mode: 0o755)
            return try usable(paths.scopedFonts)
        } catch {
            let temporary = clx_variable("TMPDIR").map { String(cString: $0) } ?? "/tmp"
            let runtime = paths.runtimeDirectory ?? clx_variable("XDG_RUNTIME_DIR").map { String(cString: $0) }
            for folder in [runtime.map { $0 + "/fontd-exec" }, "\(temporary)/fontd-exec-\(geteuid())"] {
                if let folder, folder.hasPrefix("/"), let folder = try? usable(folder) { return folder }
            }
            throw error
        }
    }

    /// Creates a folder that only this user can change.
    private static func usable(_ folder: String) throws(FontError) -> String {
        if mkdir(folder, 0o700) == 0 {
            // Regardless of the umask.
            chmod(folder, 0o700)
        } else if errno != EEXIST {
            throw .store(.createFolder, path: folder)
        }
        var status = stat()
        // In the temporary directory another user may have made it.
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            status.st_mode & 0o022 == 0, access(folder, W_OK | X_OK) == 0
        else { throw .store(.writeFolder, path: folder, errno: EACCES) }
        return folder
    }

    private static func copy(_ item: FontItem, into folder: String) throws(FontError) {
        let font = try PreparedProcessFont(item)
        let name = ProjectedName.make(
            sha256: font.inspection.sha256, format: font.inspection.format, faces: font.inspection.faces)
        let target = openOwn(folder + "/" + name, O_WRONLY | O_EXCL, mode: 0o444)
        if target < 0, errno == EEXIST { return }
        guard target >= 0 else { throw .store(.createFile, path: folder + "/" + name) }
        defer { close(target) }
        // The bytes that were checked are written, since the file may have changed meanwhile.
        try ByteCopy.writeAll(font.contents.bytes, to: target, path: folder + "/" + name)
    }

    /// Returns the configuration that fontconfig reads in this process: an absolute path, or a name in fontconfig's
    /// folder.
    private static func presentConfiguration() -> String {
        if let file = getenv("FONTCONFIG_FILE") {
            let path = String(cString: file)
            if path.hasPrefix("/") { return path }
            if let folder = getenv("FONTCONFIG_PATH") { return String(cString: folder) + "/" + path }
        }
        return "fonts.conf"
    }

    private static func configuration(base: String, folder: String) -> String {
        """
        <?xml version="1.0"?>
        <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
        <fontconfig>
          <dir>\(ConfigurationText.escaped(folder + "/fonts"))</dir>
          <cachedir>\(ConfigurationText.escaped(folder + "/cache"))</cachedir>
          <include ignore_missing="no">\(ConfigurationText.escaped(base.hasPrefix("/") ? base : "/etc/fonts/" + base))</include>
        </fontconfig>

        """
    }

    /// Links the user's matplotlib settings and styles into a folder that has no list of fonts yet.
    private static func linkMatplotlib(
        _ paths: FontPaths, _ variables: [String: String], into folder: String
    ) throws(FontError) {
        try makeFolder(folder)
        let own = variables["MPLCONFIGDIR"] ?? paths.configHome + "/matplotlib"
        for name in (try? folderEntries(own)) ?? [] where !name.hasPrefix("fontlist") {
            guard symlink(own + "/" + name, folder + "/" + name) == 0 else {
                throw .store(.createFile, path: folder + "/" + name)
            }
        }
    }
}
