import CLinux
package import FontModel
import Glibc
import OpenType

/// The font files that the user, or another font manager, put into font folders.
///
/// font-manager installs fonts into subfolders of the data folder's `fonts` and searches `~/.fonts`, too
/// (`get_user_font_directory` and its legacy folder). KDE's font installer used `~/.fonts` until 2024, and uses the data
/// folder's `fonts` since (KDE bug 442976).
package struct LooseFonts: Sendable {
    /// The files of fonts, with the licences in their folders.
    package private(set) var files: [FontItem] = []
    /// The paths of the folders of these files without links, by the paths by which they were searched.
    package private(set) var settled: [String: String] = [:]
    /// The files and folders to leave, each with the reason.
    package private(set) var left: [FontError] = []
    /// The folders that were searched.
    private var searched: Set<Fingerprint.Identity> = []
    /// The folders of fontd and of the trash.
    private let excluded: Set<Fingerprint.Identity>
    /// The usual font folders, in which fonts of any origin lie side by side, and texts of fonts that are no longer there.
    private let shared: Set<Fingerprint.Identity>
    private var licenses = FolderLicenses()

    /// Searches folders.
    ///
    /// - Parameter folders: Folders of the user's home; if there are none, the usual font folders.
    /// - Throws: `fileNotFound` (101) or `invalidFilePath` (306) if a folder does not exist or may not be searched.
    package init(in folders: [String], _ paths: FontPaths) throws(FontError) {
        excluded = Set(
            [
                paths.store, paths.persistentProjection, paths.sessionFonts, paths.scopedFonts,
                paths.trash,
            ].compactMap(Fingerprint.Identity.init(of:)))
        shared = Set(paths.handFolders.compactMap(Fingerprint.Identity.init(of:)))
        var roots: [String] = []
        for folder in folders { roots.append(try checked(folder, paths)) }
        if folders.isEmpty { roots = paths.handFolders }
        // A link to another of these folders is no place of its own.
        for root in roots where GivenPath.kind(of: root) != S_IFLNK {
            search(root, settled: Self.resolved(root) ?? root)
        }
        for root in roots where GivenPath.kind(of: root) == S_IFLNK { leave(link: root) }
    }

    /// Returns the path without links of the folder of a file that was adopted, unless a link now leads to it.
    package static func settledFolder(of path: String, _ paths: FontPaths) -> String? {
        let folder = PathText.folder(of: path)
        let root = (paths.handFolders + [paths.home, paths.dataHome].compactMap(\.self)).first {
            folder == $0 || folder.hasPrefix($0 + "/")
        }
        guard var place = root, GivenPath.kind(of: place) == S_IFDIR, var settled = resolved(place) else { return nil }
        for name in folder.dropFirst(place.count).split(separator: "/") {
            (place, settled) = (place + "/" + name, settled + "/" + name)
            guard GivenPath.kind(of: place) == S_IFDIR else { return nil }
        }
        return settled
    }

    /// Returns the path of a file with the links in its folder resolved, or the path itself if there is no such folder.
    package static func settledPath(_ path: String) -> String {
        let folder = PathText.folder(of: path)
        return (resolved(folder) ?? folder) + path.dropFirst(folder.count)
    }

    /// Whether a search of the usual font folders finds a file.
    package static func includes(_ path: String, _ paths: FontPaths) -> Bool {
        guard let root = paths.handFolders.first(where: { path.hasPrefix($0 + "/") }),
            GivenPath.kind(of: root) == S_IFDIR
        else {
            return false
        }
        var folder = root
        for name in path.dropFirst(root.count + 1).split(separator: "/").dropLast() {
            folder += "/" + name
            guard !name.hasPrefix("."), GivenPath.kind(of: folder) == S_IFDIR else { return false }
        }
        var status = stat()
        return GivenPath.with(path) { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_uid == geteuid() && GivenPath.with(folder) { access($0, W_OK | X_OK) } == 0
            && (try? FontFile.format(at: path))??.isSupported == true
    }

    /// Returns the path of a folder that may be searched.
    private func checked(_ folder: String, _ paths: FontPaths) throws(FontError) -> String {
        var path = folder
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        guard let kind = GivenPath.kind(of: path) else {
            throw FontError(.fileNotFound, "There is no such folder. Check the path.", file: folder)
        }
        if let message = FolderFault.linkToNothing(in: path) {
            throw FontError(.fileNotFound, message, file: folder)
        }
        guard kind == S_IFDIR || kind == S_IFLNK, let real = Self.resolved(path) else {
            throw FontError(.invalidFilePath, "This is not a folder. Specify the folder of the fonts.", file: folder)
        }
        func isIn(_ place: String?) -> Bool {
            guard let place = place.flatMap(Self.resolved) else { return false }
            return real == place || real.hasPrefix(place + "/")
        }
        guard isIn(paths.home) || isIn(paths.dataHome) else {
            throw FontError(
                .invalidFilePath,
                "This folder is not in your home. Copy the fonts to a folder of yours, or register them where they are.",
                file: folder)
        }
        // Other hidden folders belong to programs, which need their files there.
        let home = paths.home.flatMap(Self.resolved) ?? ""
        let isOfPrograms = !isIn(home) || real == home || real.dropFirst(home.count).contains("/.")
        guard paths.handFolders.contains(where: isIn) || !isOfPrograms else {
            throw FontError(
                .invalidFilePath,
                "This folder also contains files of programs. Specify a folder of fonts, or none for your font folders.",
                file: folder)
        }
        var above = real
        while above.count > 1 {
            if let identity = Fingerprint.Identity(of: above), excluded.contains(identity) {
                throw FontError(
                    .invalidFilePath,
                    "This folder belongs to the font store or to the trash. Specify another folder.",
                    file: folder)
            }
            above = PathText.folder(of: above)
        }
        return path
    }

    /// Searches a folder and its subfolders; links are not followed.
    ///
    /// - Parameters:
    ///   - path: The path of the folder without links.
    ///   - above: The files with texts of licences in the folders above, the nearest first.
    private mutating func search(
        _ folder: String, settled path: String, below above: [FolderLicenses.Place] = []
    ) {
        guard let identity = Fingerprint.Identity(of: folder), !excluded.contains(identity),
            searched.insert(identity).inserted
        else { return }
        let entries: [FolderEntry]
        do throws(FontError) {
            entries = try typedFolderEntries(folder)
        } catch {
            return left.append(FoundFonts.unreadable(folder, error))
        }
        settled[folder] = path
        let isWritable = GivenPath.with(folder) { access($0, W_OK | X_OK) } == 0
        var places = above
        if !shared.contains(identity) {
            let files = entries.filter { $0.type == .file && !$0.name.hasPrefix(".") }.map(\.name)
            places = [FolderLicenses.Place(folder: folder + "/", files: files)].compactMap(\.self) + above
        }
        for entry in entries.sorted(by: { $0.name < $1.name }) {
            let place = folder + "/" + entry.name
            switch entry.type {
            // Hidden folders belong to programs, such as those of version control.
            case .folder:
                if !entry.name.hasPrefix(".") { search(place, settled: path + "/" + entry.name, below: places) }
            case .link: leave(link: place)
            case .file: add(place, isFolderWritable: isWritable, places)
            case .other: break
            }
        }
    }

    private mutating func add(_ path: String, isFolderWritable: Bool, _ places: [FolderLicenses.Place]) {
        let isNamedFont = FoundFonts.hasFontSuffix(path)
        do throws(FontError) {
            let prefix = try FontFile.prefix(of: path)
            guard FontSniffer.format(of: prefix) != nil || isNamedFont else {
                guard FontSniffer.archive(of: prefix)?.isReadable(at: path) == true else { return }
                return left.append(
                    FontError(
                        .unrecognizedFormat,
                        "This is an archive, which stays there. Register it to use the fonts in it.", file: path))
            }
        } catch {
            // The file may be a font.
            if isNamedFont || error.code == .registrationFailed { left.append(error) }
            return
        }
        var status = stat()
        guard GivenPath.with(path, { lstat($0, &status) }) == 0 else { return }
        guard status.st_uid == geteuid(), isFolderWritable else {
            return left.append(
                FontError(
                    .insufficientPermissions,
                    isFolderWritable
                        ? "The file belongs to another user, so it stays there. Copy it to a folder of yours."
                        : "The folder of the file is not writable, so it stays there. Copy it to a folder of yours.",
                    file: path))
        }
        files.append(.file(path, licenses: licenses.texts(of: path, in: places)))
    }

    private mutating func leave(link path: String) {
        var status = stat()
        guard GivenPath.with(path, { clx_stat($0, &status) }) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            guard let identity = Fingerprint.Identity(of: path), !searched.contains(identity) else { return }
        } else {
            guard let prefix = try? FontFile.prefix(of: path), FontSniffer.format(of: prefix) != nil else { return }
        }
        left.append(
            FontError(
                .invalidFilePath,
                Self.resolved(path).map {
                    "This is a link to \($0). It is left unchanged with all files there, which other programs may need. Programs see these fonts as before."
                }
                    ?? "This is a link to another place. It is left unchanged with all files there, which other programs may need. Programs see these fonts as before.",
                file: path))
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = GivenPath.with(path, { realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return PathText.text(ofCString: resolved)
    }
}
