import CFontconfig
import Glibc
import Synchronization

/// The faces in given folders that fontconfig's configuration makes visible to programs.
///
/// The configuration lists the folders that programs search, and its `<selectfont>` rules hide fonts by file name or by
/// properties. Folders are loaded when a font in them is looked up, through fontconfig's caches, which are not kept.
package struct SelectedFonts: Sendable {
    /// A face in a folder.
    private struct Face: Hashable {
        var name: String
        var index: Int
    }

    /// The visible faces of a folder.
    private enum VisibleFaces {
        /// All, because no rule hides one.
        case all
        case some(Set<Face>)

        func contains(_ face: Face) -> Bool {
            switch self {
            case .all: true
            case .some(let faces): faces.contains(face)
            }
        }
    }

    /// The folders that were loaded, with their visible faces.
    private final class LoadedFolders: Sendable {
        struct State {
            var faces: [String: VisibleFaces] = [:]
            var areComplete = false
        }

        let state = Mutex(State())
    }

    private let loaded = LoadedFolders()
    /// The configured folders that contain the given ones.
    private let holders: [String]
    private let wanted: FolderFilter
    /// The configured folders as the configuration spells them, and also with symbolic links resolved.
    private let (spelled, configured): (FolderFilter, FolderFilter)
    // The application's fonts of the configuration change only while `loaded` is locked.
    private let configuration: FontConfiguration

    /// Prepares the fonts of folders, which are loaded later.
    ///
    /// - Parameters:
    ///   - folders: Absolute paths of folders, which are searched with their subfolders.
    ///   - configuration: The configuration with the rules.
    ///
    /// The corresponding C function is `FcConfigAppFontAddDir`, which obeys `<selectfont>`, unlike
    /// `FcConfigAppFontAddFile`.
    package init(in folders: [String], _ configuration: FontConfiguration) {
        let paths = folders.map(canonicalPath) + folders.map(Self.resolved)
        let all = configuration.fontDirectories
        wanted = FolderFilter(paths)
        holders = all.filter { paths.contains(where: FolderFilter([$0, Self.resolved($0)]).contains(folder:)) }
        spelled = FolderFilter(all)
        configured = FolderFilter(all + all.map(Self.resolved))
        self.configuration = configuration
    }

    /// Whether a face is visible, by fontconfig's path of its folder.
    private func isVisible(_ face: Face, in folder: String) -> Bool {
        visibleFaces(in: folder)?.contains(face) ?? false
    }

    /// Whether programs see every font in a folder, by fontconfig's path.
    package func showsAll(in folder: String) -> Bool {
        if case .all = visibleFaces(in: folder) { true } else { false }
    }

    /// Whether a face is known to be visible, without loading its folder and without waiting for a lock.
    package func isKnownToBeVisible(_ path: String, face: Int) -> Bool {
        guard let (folder, name) = Self.parts(of: path) else { return false }
        let isVisible = loaded.state.withLockIfAvailable {
            $0.faces[folder]?.contains(Face(name: name, index: face)) ?? false
        }
        return isVisible ?? false
    }

    /// Returns the folder and the name of a file.
    private static func parts(of path: String) -> (folder: String, name: String)? {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
    }

    private func visibleFaces(in folder: String) -> VisibleFaces? {
        loaded.state.withLock { folders in
            if let faces = folders.faces[folder] { return faces }
            if folders.areComplete { return nil }
            // A rule concerns the path by which fontconfig reaches the folder.
            if spelled.contains(folder: folder), !configuration.folderRules.mayHide(folder) {
                folders.faces[folder] = loadAlone(folder)
            } else {
                folders = LoadedFolders.State(faces: load(holders), areComplete: true)
            }
            return folders.faces[folder]
        }
    }

    /// Returns the visible faces of one folder.
    private func loadAlone(_ folder: String) -> VisibleFaces {
        configuration.changeFonts { handle in
            defer { FcConfigAppFontClear(handle.raw) }
            _ = FcConfigAppFontAddDir(handle.raw, folder)
            // The patterns of the cache without those that a rule hides; the cache is loaded already.
            let count = FcConfigGetFonts(handle.raw, FcSetApplication)?.pointee.nfont ?? 0
            if count > 0, wanted.contains(folder: folder),
                let raw = FcDirCacheLoad(canonicalPath(folder), handle.raw, nil)
            {
                let cache = CacheHandle(adopting: raw)
                if cache.folderCount == 0, cache.patternCount == Int(count) { return .all }
            }
            return addedFaces(handle)[folder] ?? .some([])
        }
    }

    /// Returns the visible faces by folder, also by the folders' paths with symbolic links resolved.
    private func load(_ roots: [String]) -> [String: VisibleFaces] {
        configuration.changeFonts { handle in
            // Frees the patterns and with them the mapped caches, which take 1 kB per font.
            defer { FcConfigAppFontClear(handle.raw) }
            for root in roots { _ = FcConfigAppFontAddDir(handle.raw, root) }
            return addedFaces(handle)
        }
    }

    private func addedFaces(_ handle: ConfigHandle) -> [String: VisibleFaces] {
        var places: [Substring: String] = [:]
        var folders: [String: Set<Face>] = [:]
        handle.forEachPattern(in: FcSetApplication) { pattern in
            guard let path = pattern.path, let slash = path.lastIndex(of: "/") else { return }
            let folder = path[..<slash]
            let place = places[folder] ?? Self.resolved(String(folder))
            places[folder] = place
            guard wanted.contains(file: place + path[slash...]) else { return }
            let face = Face(name: String(path[slash...].dropFirst()), index: pattern.faceIndex)
            folders[String(folder), default: []].insert(face)
            if place != folder { folders[place, default: []].insert(face) }
        }
        return folders.mapValues(VisibleFaces.some)
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
        guard let (folder, name) = Self.parts(of: path) else { return nil }
        // Nearly every font is visible at its path, and resolving links takes longer than all else.
        let wanted = Face(name: name, index: face)
        if isVisible(wanted, in: folder) { return nil }
        let place = Self.resolved(folder)
        if place != folder, isVisible(wanted, in: place) { return nil }
        guard configured.contains(folder: canonicalPath(folder)) || configured.contains(folder: place) else {
            return .folderNotConfigured
        }
        let raw = configuration.changeFonts { FcDirCacheLoad(canonicalPath(folder), $0.raw, nil) }
        guard let raw else { return nil }
        return CacheHandle(adopting: raw).patternsByFile()[name] == nil ? nil : .rejected
    }

    /// Whether the configuration files are unchanged since loading; changes of fonts are not detected.
    package var isConfigurationCurrent: Bool { configuration.isCurrent }
}
