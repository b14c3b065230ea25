package import FontModel

extension FontPaths {
    /// The parent folders of the font folders.
    package var projectionPlaces: [StorePlace] {
        [persistentProjection, sessionProjection].compactMap(\.self).map { StorePlace($0, .folder) }
    }

    /// Whether programs find a path when they scan for fonts.
    package func isAmongFonts(_ path: String) -> Bool {
        projectionPlaces.contains { path == $0.path || path.hasPrefix($0.path + "/") }
    }

    /// Returns the entries in the font folders that would block or mislead programs.
    package func misplacedAmongFonts() -> [StorePlace] {
        projectionPlaces.flatMap { top -> [StorePlace] in
            var found = (try? misplaced(among: top.path)) ?? []
            guard top.wrongKind == nil else { return found }
            for name in ((try? folderEntries(top.path)) ?? []).sorted() where Self.isFolderOfOurs(name) {
                let folder = top.path + "/" + name
                if StorePlace(folder, .folder).wrongKind == nil {
                    found += (try? misplaced(inFontFolder: folder)) ?? []
                }
            }
            return found
        }
    }

    /// Returns the paths among the font folders of a scope that block or mislead every program that scans them.
    ///
    /// - Parameter root: The parent folder of the font folders.
    /// - Throws: `FontError` with code `registrationFailed` (301) if a folder cannot be read.
    package func misplaced(among root: String) throws(FontError) -> [StorePlace] {
        let top = StorePlace(root, .folder)
        guard top.wrongKind == nil else { return [top] }
        var found: [StorePlace] = []
        for entry in try typedFolderEntries(root) {
            let path = root + "/" + entry.name
            if Self.isFolderOfOurs(entry.name), entry.type != .folder {
                found.append(StorePlace(path, .folder))
            } else if Self.isOpened(entry.name), entry.isBlocking(path) {
                found.append(StorePlace(path, .file))
            }
        }
        return found
    }

    /// Returns such paths in one font folder.
    package func misplaced(inFontFolder folder: String) throws(FontError) -> [StorePlace] {
        guard StorePlace(folder, .folder).wrongKind == nil else { return [StorePlace(folder, .folder)] }
        // Every reader of a list passes here, and nearly all entries are font files.
        return try typedFolderEntries(folder, except: .file).compactMap { entry in
            let path = folder + "/" + entry.name
            let isStrange = StoredName.isFont(entry.name) || entry.isBlocking(path)
            return isStrange && Self.isOpened(entry.name) ? StorePlace(path, .file) : nil
        }
    }

    /// Whether fontconfig opens a file of this name in a font folder: all but hidden files, and `.uuid`, in which it
    /// kept the name of the folder's cache.
    private static func isOpened(_ name: String) -> Bool { !name.hasPrefix(".") || name == ".uuid" }

    /// Whether a name has the format of font folder names; see `FolderPlan`.
    package static func isFolderOfOurs(_ name: String) -> Bool { name.utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
