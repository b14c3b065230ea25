import CLinux
import Glibc

/// The font folders that Flatpak shows to programs.
///
/// Flatpak binds these folders, with their subfolders, but not what links in them lead to (flatpak 1.14,
/// `add_font_path_args` in common/flatpak-run.c). The sandboxes of WebKitGTK and Firefox allow access to them too.
package struct SandboxFolders: Sendable {
    /// The folder of the user's fonts, or nil if there is none.
    package let userFolder: String?
    /// All folders, without symbolic links in their paths.
    private let folders: [String]
    /// The folders of registered fonts, which are files and not links.
    private let registered: [String]

    /// Determines the folders.
    ///
    /// - Parameter home: The user's home, in which `.fonts` is shown if there is no folder for fonts in the data home.
    package init(_ paths: FontPaths, home: String? = getenv("HOME").map { String(cString: $0) }) {
        let home = paths.isOfAllUsers ? nil : home
        userFolder = ([paths.userFonts] + (home.map { [$0 + "/.fonts"] } ?? [])).first { access($0, F_OK) == 0 }
        folders = (["/usr/share/fonts", "/usr/local/share/fonts"] + (userFolder.map { [$0] } ?? []))
            .compactMap(Self.resolved)
        registered = [paths.persistentProjection, paths.sessionProjection].compactMap { $0.map { $0 + "/" } }
    }

    /// Whether a file lies in one of the folders, which does not hold for files that only a link leads to.
    ///
    /// Inside a sandbox every file that is there counts.
    package func show(_ path: String) -> Bool {
        if Sandbox.isPresent { return access(path, F_OK) == 0 }
        if registered.contains(where: path.hasPrefix) { return true }
        guard let path = Self.resolved(path) else { return false }
        return folders.contains { path.hasPrefix($0 + "/") }
    }

    /// Returns the first link on the way from the user's folder to a file; nil if there is none.
    package func link(to path: String) -> String? {
        guard let userFolder, path.hasPrefix(userFolder + "/") else { return nil }
        var place = userFolder
        for name in path.dropFirst(userFolder.count).split(separator: "/") {
            place += "/" + name
            var status = stat()
            guard lstat(place, &status) == 0 else { return nil }
            if status.st_mode & S_IFMT == S_IFLNK { return place }
        }
        return nil
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
