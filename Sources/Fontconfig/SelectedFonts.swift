import CFontconfig
package import FontModel
import Glibc
import Synchronization

/// The faces in given folders that fontconfig's configuration makes visible to programs.
///
/// The configuration lists the folders that programs search, and its `<selectfont>` rules hide fonts by file name or by
/// properties. Only the configured folders that contain the given ones are loaded, through fontconfig's caches.
package struct SelectedFonts: Sendable {
    private struct Face: Hashable {
        var path: String
        var index: Int
    }

    /// The visible faces of all files, which are listed once many faces were looked up.
    private final class Listing: Sendable {
        struct State {
            var lookups = 0
            var faces: Set<Face>?
        }

        let state = Mutex(State())
    }

    /// The number of faces that are looked up among the patterns one by one.
    ///
    /// Programs that resolve a few names need no list, which takes a path in memory for each face.
    private static let singleLookups = 32

    private let listing = Listing()
    private let wanted: FolderFilter
    private let configured: FolderFilter
    // The configuration does not change after `load`.
    private let handle: ConfigHandle
    private let stamps: FolderStamps

    /// Parses the configuration, which takes about 5 ms, and reads the caches.
    ///
    /// - Parameters:
    ///   - folders: Absolute paths of folders, which are searched with their subfolders.
    ///   - configurationFile: A configuration file to read instead of the user's configuration.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if the configuration cannot be
    ///   loaded.
    ///
    /// The corresponding C function is `FcConfigAppFontAddDir`, which obeys `<selectfont>`, unlike
    /// `FcConfigAppFontAddFile`.
    package static func load(
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
        return SelectedFonts(
            wanted: FolderFilter(wanted), configured: FolderFilter(configured + configured.map(resolved)),
            handle: handle,
            stamps: FolderStamps(handle.strings(FcConfigGetConfigFiles), readSince: start))
    }

    private init(wanted: FolderFilter, configured: FolderFilter, handle: ConfigHandle, stamps: FolderStamps) {
        self.wanted = wanted
        self.configured = configured
        self.handle = handle
        self.stamps = stamps
    }

    /// Whether a face is visible, by fontconfig's path or by the path with symbolic links to folders resolved.
    private func isVisible(_ face: Face) -> Bool {
        listing.state.withLock { state in
            if let faces = state.faces { return faces.contains(face) }
            state.lookups += 1
            guard state.lookups > Self.singleLookups else {
                let name =
                    face.path.lastIndex(of: "/").map { face.path[face.path.index(after: $0)...] } ?? face.path[...]
                return faces(named: String(name)).contains(face)
            }
            let faces = faces(named: nil)
            state.faces = faces
            return faces.contains(face)
        }
    }

    /// Returns the visible faces.
    ///
    /// - Parameter name: The name of the file; nil for all files.
    private func faces(named name: String?) -> Set<Face> {
        var places: [Substring: String] = [:]
        var faces: Set<Face> = []
        handle.forEachPattern(in: FcSetApplication) { pattern in
            guard name.map(pattern.isOfFile(named:)) ?? true, let path = pattern.path,
                let slash = path.lastIndex(of: "/")
            else {
                return
            }
            let folder = path[..<slash]
            let place = places[folder] ?? Self.resolved(String(folder))
            places[folder] = place
            guard wanted.contains(file: place + path[slash...]) else { return }
            faces.insert(Face(path: path, index: pattern.faceIndex))
            if place != folder { faces.insert(Face(path: place + path[slash...], index: pattern.faceIndex)) }
        }
        return faces
    }

    /// Returns a folder's path with symbolic links resolved, or its canonical path if the folder does not exist.
    private static func resolved(_ folder: String) -> String {
        guard let real = realpath(folder, nil) else { return canonicalPath(folder) }
        defer { free(real) }
        return String(cString: real)
    }

    /// The reason why programs do not see a face.
    package enum Concealment: Sendable, Hashable {
        /// A `<selectfont>` rule of the configuration hides the face.
        case rejected
        /// The configuration does not include the folder of the file.
        case folderNotConfigured
    }

    /// Returns the reason why programs do not see a face of an existing file.
    ///
    /// In a collection, the reason may differ between faces.
    ///
    /// - Returns: The reason, or nil if the face is visible or if its folder has no valid cache.
    package func concealment(of path: String, face: Int) -> Concealment? {
        // Nearly every font is visible at its path, and resolving links takes longer than all else.
        if isVisible(Face(path: path, index: face)) { return nil }
        guard let slash = path.lastIndex(of: "/") else { return nil }
        let (folder, name) = (String(path[..<slash]), String(path[slash...].dropFirst()))
        let place = Self.resolved(folder)
        if place != folder, isVisible(Face(path: place + "/" + name, index: face)) { return nil }
        guard configured.contains(folder: canonicalPath(folder)) || configured.contains(folder: place) else {
            return .folderNotConfigured
        }
        guard let raw = FcDirCacheLoad(canonicalPath(folder), handle.raw, nil) else { return nil }
        return CacheHandle(adopting: raw).patternsByFile()[name] == nil ? nil : .rejected
    }

    /// Whether the configuration files are unchanged since loading; changes of fonts are not detected.
    package func isConfigurationCurrent() -> Bool { stamps.areCurrent }
}
