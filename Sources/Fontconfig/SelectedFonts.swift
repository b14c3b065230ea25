import CFontconfig
public import FontModel
import Glibc

/// The faces in some folders that fontconfig's configuration lets programs see.
///
/// The configuration names the folders that programs look into, and its `<selectfont>` hides fonts by the name of their
/// file or by what they are. Loads only the configured folders in which the given ones lie, through fontconfig's caches.
public struct SelectedFonts: Sendable {
    private struct Face: Hashable {
        var path: String
        var index: Int
    }

    /// Under the paths that fontconfig has, and under those without symbolic links to folders.
    private let faces: Set<Face>
    private let configured: FolderFilter
    // Nobody changes the configuration after `load`.
    private let handle: ConfigHandle
    private let stamps: FolderStamps

    /// Parses the configuration, which takes about 5 ms, and reads the caches.
    ///
    /// - Parameters:
    ///   - folders: Absolute paths of folders, with what is inside them.
    ///   - configurationFile: A configuration file to read instead of the user's configuration.
    /// - Throws: 301 if the configuration cannot be loaded.
    ///
    /// The corresponding C function is `FcConfigAppFontAddDir`, which obeys `<selectfont>`, unlike
    /// `FcConfigAppFontAddFile`.
    public static func load(
        in folders: [String], configurationFile: String? = nil
    ) throws(FontError) -> SelectedFonts {
        let start = FolderStamps.begin()
        let handle = try FontConfiguration.loadHandle(file: configurationFile)
        let wanted = folders.map(canonicalPath) + folders.map(resolved)
        let configured = handle.strings(FcConfigGetFontDirs)
        for folder in configured {
            let holder = FolderFilter([folder, resolved(folder)])
            if wanted.contains(where: holder.contains(folder:)) { _ = FcConfigAppFontAddDir(handle.raw, folder) }
        }
        let filter = FolderFilter(wanted)
        var places: [Substring: String] = [:]
        var faces: Set<Face> = []
        handle.forEachPattern(in: FcSetApplication) { pattern in
            guard let path = pattern.path, let slash = path.lastIndex(of: "/") else { return }
            let folder = path[..<slash]
            let place = places[folder] ?? resolved(String(folder))
            places[folder] = place
            guard filter.contains(file: place + path[slash...]) else { return }
            faces.insert(Face(path: path, index: pattern.faceIndex))
            if place != folder { faces.insert(Face(path: place + path[slash...], index: pattern.faceIndex)) }
        }
        return SelectedFonts(
            faces: faces, configured: FolderFilter(configured + configured.map(resolved)), handle: handle,
            stamps: FolderStamps(handle.strings(FcConfigGetConfigFiles), readSince: start))
    }

    /// A folder's path without symbolic links; the path itself where there is no such folder.
    private static func resolved(_ folder: String) -> String {
        guard let real = realpath(folder, nil) else { return canonicalPath(folder) }
        defer { free(real) }
        return String(cString: real)
    }

    /// Why programs do not see a face.
    public enum Concealment: Sendable, Hashable {
        /// The configuration's `<selectfont>` hides it.
        case rejected
        /// The configuration does not name its folder.
        case folderNotConfigured
    }

    /// Why programs do not see a face of a file that is there; in a collection, faces may differ.
    ///
    /// - Returns: Nil for one that they see, and where nothing is known: without a valid cache of its folder.
    public func concealment(of path: String, face: Int) -> Concealment? {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        let (folder, name) = (String(path[..<slash]), String(path[slash...].dropFirst()))
        let place = Self.resolved(folder)
        guard !faces.contains(Face(path: path, index: face)),
            !faces.contains(Face(path: place + "/" + name, index: face))
        else { return nil }
        guard configured.contains(folder: canonicalPath(folder)) || configured.contains(folder: place) else {
            return .folderNotConfigured
        }
        guard let raw = FcDirCacheLoad(canonicalPath(folder), handle.raw, nil) else { return nil }
        return CacheHandle(adopting: raw).patternsByFile()[name] == nil ? nil : .rejected
    }

    /// Whether the configuration files are as they were when loaded; of fonts, nothing is said.
    public func isConfigurationCurrent() -> Bool { stamps.areCurrent }
}
