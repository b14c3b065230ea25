import CFontconfig
package import FontModel
import Glibc
import Synchronization

/// The faces that fontconfig's configuration makes visible to programs.
///
/// The configuration lists the folders that programs search, and its `<selectfont>` rules hide fonts by file name or by
/// properties. Folders are loaded when a font in them is looked up, through fontconfig's caches, which are not kept.
package final class SelectedFonts: Sendable {
    /// A face in a folder.
    private struct Face: Hashable {
        var name: ExactText
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

    /// The configuration whose rules hide fonts.
    package let configuration: FontConfiguration
    /// The visible faces by folder, of the folders that were asked for; nil for a folder that programs do not search.
    private let visible = Mutex<[ExactText: VisibleFaces?]>([:])
    /// The names of all files with fonts, of the folders in which a font is not visible; nil without a valid cache.
    private let names = Mutex<[ExactText: Set<String>?]>([:])
    /// The configured folders without links.
    private let roots = Mutex<[(root: String, real: String)]?>(nil)

    /// Prepares the fonts of a configuration, which are loaded later.
    ///
    /// The corresponding C function is `FcConfigAppFontAddDir`, which obeys `<selectfont>`, unlike
    /// `FcConfigAppFontAddFile`.
    package init(_ configuration: FontConfiguration) { self.configuration = configuration }

    /// Whether programs see every font in a folder, by fontconfig's path.
    package func showsAll(in folder: String) -> Bool {
        if case .all = visibleFaces(in: folder) { true } else { false }
    }

    /// Whether a face is known to be visible, without loading its folder and without waiting for a lock.
    package func isKnownToBeVisible(_ path: String, face: Int) -> Bool {
        guard let (folder, name) = Self.parts(of: path) else { return false }
        let isVisible = visible.withLockIfAvailable {
            $0[ExactText(folder)]??.contains(Face(name: ExactText(name), index: face)) ?? false
        }
        return isVisible ?? false
    }

    /// Returns the folder and the name of a file.
    private static func parts(of path: String) -> (folder: String, name: String)? {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
    }

    /// Returns the visible faces of one folder, by a path below a configured folder; nil if programs do not search there.
    private func visibleFaces(in folder: String) -> VisibleFaces? {
        visible.withLock { folders in
            let place = ExactText(folder)
            if let faces = folders[place] { return faces }
            let faces = configuration.reaches(folder) ? load(folder) : nil
            folders.updateValue(faces, forKey: place)
            return faces
        }
    }

    private func load(_ folder: String) -> VisibleFaces {
        configuration.withFonts { handle in
            // Frees the patterns and with them the mapped cache.
            defer { FcConfigAppFontClear(handle.raw) }
            _ = FontconfigCalls.shared.during { FcConfigAppFontAddDir(handle.raw, folder) }
            // The patterns of the cache without those that a rule hides; the cache is loaded already.
            let count = FcConfigGetFonts(handle.raw, FcSetApplication)?.pointee.nfont ?? 0
            let all = FolderCache(patternCount: Int(count), folderCount: 0)
            if count > 0, configuration.cache(of: folder) == all { return .all }
            var faces: Set<Face> = []
            handle.forEachPattern(in: FcSetApplication) { pattern in
                guard let path = pattern.path, let (place, name) = Self.parts(of: path), place.hasBytes(of: folder)
                else { return }
                faces.insert(Face(name: ExactText(name), index: pattern.faceIndex))
            }
            return .some(faces)
        }
    }

    /// Returns a folder's path with symbolic links resolved, or its canonical path if the folder does not exist.
    private static func resolved(_ folder: String) -> String {
        guard let real = realpath(folder, nil) else { return canonicalPath(folder) }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns the reason why programs do not see a face of an existing file.
    ///
    /// In a collection, the reason may differ between faces.
    ///
    /// - Returns: The reason, or nil if the face is visible or if its folder has no valid cache.
    package func concealment(of path: String, face: Int) -> UnusableFont.Reason? {
        guard let (folder, name) = Self.parts(of: path) else { return nil }
        // Nearly every font is visible at its path, and resolving links takes longer than all else.
        let wanted = Face(name: ExactText(name), index: face)
        if visibleFaces(in: folder)?.contains(wanted) ?? false { return nil }
        // A rule concerns the path by which fontconfig reaches the folder.
        let place = Self.resolved(folder)
        let roots = roots.value { configuration.fontDirectories.map { (root: $0, real: Self.resolved($0)) } }
        let spellings = roots.compactMap { root, real in
            place.isFolder(in: real) ? root + place.dropFirst(real.count) : nil
        }
        for case let faces? in spellings.lazy.map(visibleFaces) where faces.contains(wanted) {
            visible.withLock { _ = $0.updateValue(faces, forKey: ExactText(folder)) }
            return nil
        }
        guard !spellings.isEmpty || configuration.fontDirectories.contains(where: canonicalPath(folder).isFolder) else {
            return .folderNotConfigured
        }
        return names(in: folder)?.contains(name) ?? false ? .rejected : nil
    }

    /// Returns the names of the files in which fontconfig found fonts; nil if the folder has no valid cache.
    private func names(in folder: String) -> Set<String>? {
        names.withLock { folders in
            let place = ExactText(folder)
            if let names = folders[place] { return names }
            let names = configuration.withFonts { _ in configuration.files(cachedIn: folder) }
            folders.updateValue(names, forKey: place)
            return names
        }
    }
}
