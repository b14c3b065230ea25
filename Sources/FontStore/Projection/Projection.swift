import CLinux
import FontModel
import Fontconfig
import Glibc
import Synchronization

/// The font folders that fontconfig scans: small folders of hard links to stored objects, which can be rebuilt at any
/// time.
struct Projection: Sendable {
    let context: RegistryContext
    let objects: ObjectStore

    init(_ context: RegistryContext) {
        self.context = context
        objects = ObjectStore(context.paths)
    }

    /// Checks before a commit that the steps after it can be executed.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) or `unsupportedScope` (307) if a folder of the
    ///   projection cannot be created or written.
    func prepare(_ scopes: Set<FontScope>) throws(FontError) {
        for scope in scopes {
            if scope == .session {
                try SessionMarker.check(context.paths)
                try sweepEndedSession()
                _ = try SessionMarker.make(context.paths)
            }
            guard let root = context.paths.projection(of: scope) else { continue }
            let isNew = access(root, F_OK) != 0
            try makeFolder(root, mode: 0o755)
            try refuseMisplaced(root)
            guard access(root, W_OK | X_OK) == 0 else { throw .store(.writeFolder, path: root) }
            if isNew { showParents(of: root) }
        }
    }

    /// Makes a new folder visible to running programs, which know its parent folders only.
    ///
    /// The topmost parent contains the user's own fonts. The new folder invalidates its cache once.
    func showParents(of root: String) {
        let top = context.paths.userFonts
        clx_touch(top)
        var folder = root
        while folder.hasPrefix(top + "/") {
            folder = PathText.folder(of: folder)
            buildCache(folder, holding: 1)
        }
        DelayedTouch.schedule(top, of: "parent", context: context)
    }

    /// Whether the fonts of an ended session are shown, whose marker was removed with the runtime directory.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if the marker cannot be read.
    func showsEndedSession() throws(FontError) -> Bool {
        guard let root = context.paths.sessionProjection, access(root, F_OK) == 0 else { return false }
        return try SessionMarker.read(context.paths) == nil
    }

    /// Removes the fonts of an ended session from the projection; only under the store's lock.
    ///
    /// With systemd, the installed `user-tmpfiles.d` rule has already done so at login.
    func sweepEndedSession() throws(FontError) {
        guard let root = context.paths.sessionProjection, try showsEndedSession() else { return }
        for name in try folderEntries(root) {
            let ended = ProjectedFolder(id: 0, scope: .session, name: name, files: [], second: .max)
            try synchronize(ended, path: root + "/" + name, knowing: KnownContents([]))
        }
        // The folder stays if it contains files of the user.
        guard rmdir(root) == 0 else { return }
        showParents(of: root)
    }

    /// Updates folders to match the database, builds their caches and touches the parent folders.
    ///
    /// - Parameters:
    ///   - known: The contents that may be removed from the projection.
    ///   - rules: The rules that hide files and fonts, determined when the folders are up to date; nil to leave them as
    ///     they are.
    /// - Throws: `FontError` with code `registrationFailed` (301) if a folder or the rules cannot be written; the
    ///   folders updated before remain correct.
    func synchronize(
        _ folders: [ProjectedFolder], knowing known: KnownContents,
        rules: @autoclosure () -> RejectRules? = nil
    ) throws(FontError) {
        var roots: [String: FontScope] = [:]
        var shown: [(folder: ProjectedFolder, path: String)] = []
        for root in Set(folders.map(\.scope)).compactMap(context.paths.projection) { try refuseMisplaced(root) }
        for folder in folders {
            guard let root = context.paths.projection(of: folder.scope) else { continue }
            // The folder of an ended session may have been removed at login.
            if folder.files.isEmpty && access(root, F_OK) != 0 { continue }
            roots[root] = folder.scope
            let path = root + "/" + folder.name
            try synchronize(folder, path: path, knowing: known)
            if !folder.files.isEmpty { shown.append((folder, path)) }
        }
        // A replaced font and its replacement are visible together for a moment instead of neither.
        if let rules = rules() {
            let isKnown = access(PathText.folder(of: context.paths.rejectRules), F_OK) == 0
            let root = context.paths.persistentProjection
            let hasChanged = try rules.write(context.paths)
            try rules.writeForLogin(context.paths)
            if hasChanged, access(root, F_OK) == 0 {
                // Programs read new rules with changed fonts.
                roots[root] = .persistent
                // They do not watch a folder of rules that was missing when they started.
                if !isKnown { showParents(of: root) }
            }
        }
        if !shown.isEmpty, let configuration = context.fontConfiguration {
            BlockingWork.onAllCores(shown.count) { [shown] index in
                _ = confirmCache(shown[index].folder, path: shown[index].path, configuration)
            }
        }
        for (root, scope) in roots.sorted(by: { $0.key < $1.key }) { touch(root, scope) }
        resetFutureDates()
    }

    /// Checks that the font folders contain no file that would block fontconfig or redirect writes.
    ///
    /// - Throws: `FontError` with code `registrationFailed` (301) if there is such a file.
    private func refuseMisplaced(_ root: String) throws(FontError) {
        for place in try context.paths.misplaced(among: root) { try place.check() }
    }

    /// Removes fontd's fonts from folders that the database lacks, which are leftovers of a lost database.
    ///
    /// - Parameters:
    ///   - known: The names of the folders per scope.
    ///   - contents: The contents that may be removed from the projection.
    func removeUnknownFolders(
        known: [FontScope: Set<String>], knowing contents: KnownContents
    ) throws(FontError) {
        for scope in [FontScope.session, .persistent] {
            guard let root = context.paths.projection(of: scope) else { continue }
            for name in try folderEntries(root)
            where FontPaths.isFolderOfOurs(name) && !(known[scope]?.contains(name) ?? false) {
                // The folder belongs to no operation, so it gets the current date if files of the user stay in it.
                let unknown = ProjectedFolder(id: 0, scope: scope, name: name, files: [], second: .max)
                try synchronize(unknown, path: root + "/" + name, knowing: contents)
            }
        }
    }

    /// Updates one folder to match the database.
    private func synchronize(_ folder: ProjectedFolder, path: String, knowing known: KnownContents) throws(FontError) {
        for place in try context.paths.misplaced(inFontFolder: path) { try place.check() }
        let present = Set(try folderEntries(path))
        let wanted = Set(folder.files.map(\.name))
        var (hasChanged, isComplete) = (false, true)
        // Add new files first: a font that moves exists twice for a moment instead of not at all.
        for file in folder.files where !file.isHidden {
            if present.contains(file.name), shows(file, in: path) { continue }
            if !hasChanged { try makeFolder(path, mode: 0o755) }
            if try publish(file, in: path, knowing: known) { hasChanged = true } else { isComplete = false }
        }
        for name in present.subtracting(wanted)
        where try mayWithdraw(name, from: path, of: folder.scope, knowing: known) {
            guard unlink(path + "/" + name) == 0 || errno == ENOENT else {
                throw .store(.removeFile, path: path + "/" + name)
            }
            hasChanged = true
        }
        if wanted.isEmpty || !folder.files.contains(where: { !$0.isHidden }) && present.isDisjoint(with: wanted) {
            context.fontConfiguration?.dropCache(of: path)
            // The folder stays if it contains files of the user.
            if rmdir(path) == 0 { return }
        }
        // The date stands for the complete state after an operation; an incomplete folder gets another date.
        let second = isComplete ? folder.second : .max
        // A process that died may have changed the folder without dating it.
        let isDated = second == .max ? !FutureDates.isAhead(path) : Fingerprint(of: path)?.seconds == Int(second)
        if hasChanged || !isDated { clx_date(path, second) }
    }

    /// The temporary name of a file that is about to replace another; fontconfig ignores names with a leading dot.
    private static let incoming = ".fontd-incoming"

    /// Links an object into a font folder atomically, in place of a file of the same name.
    ///
    /// - Returns: `false` if the object does not exist; an existing file of that name stays then.
    private func publish(
        _ file: ProjectedFolder.File, in folder: String, knowing known: KnownContents
    ) throws(FontError) -> Bool {
        let target = folder + "/" + file.name
        let new = folder + "/" + Self.incoming
        // A link to a FIFO would block every program that scans the fonts.
        guard !objects.isObstructed(file.sha256) else { return false }
        // A process that was killed may have left the file.
        unlink(new)
        if link(objects.path(file.sha256), new) != 0 {
            switch errno {
            case ENOENT: return false
            case EXDEV, EPERM, EMLINK: try copyObject(file.sha256, to: new, in: folder)
            default: throw .store(.showFont, path: target)
            }
        }
        // A file that is replaced gets a name that programs ignore, if its bytes are not stored elsewhere.
        if Fingerprint(of: target) != nil, try !isSpare(file.name, in: folder, knowing: known) {
            _ = try StorePlace(target, .file).setAside()
        }
        guard rename(new, target) == 0 else {
            let failure = FontError.store(.showFont, path: target)
            unlink(new)
            throw failure
        }
        return true
    }

    /// Copies an object if it cannot be linked; the copy has no name until it is complete.
    private func copyObject(_ sha256: String, to target: String, in folder: String) throws(FontError) {
        let source = try objects.open(sha256)
        let copy = clx_open_unnamed(folder)
        guard copy >= 0 else { throw .store(.showFont, path: target) }
        defer { close(copy) }
        _ = try ByteCopy.copy(source, to: copy, targetPath: target)
        // Independent of the umask of the process.
        guard fchmod(copy, 0o444) == 0, clx_name_file(copy, target) == 0 else {
            throw .store(.showFont, path: target)
        }
    }

    /// Whether a file of a font folder has the right content, which its name does not prove; false if it cannot be read.
    func shows(_ file: ProjectedFolder.File, in folder: String) -> Bool {
        let path = folder + "/" + file.name
        guard let shown = Fingerprint(of: path) else { return false }
        if !objects.isObstructed(file.sha256), let object = Fingerprint(of: objects.path(file.sha256)) {
            if shown.device == object.device, shown.inode == object.inode { return true }
            guard shown.size == object.size else { return false }
        }
        // The file is a copy, or the only remaining one.
        return ByteCopy.sha256(ofFile: path) == file.sha256
    }

    /// Whether a folder shows all its files; see ``shows(_:in:)``.
    func showsAll(of folder: ProjectedFolder, in path: String) -> Bool {
        folder.files.allSatisfy { $0.isHidden || shows($0, in: path) }
    }

    /// Whether an unneeded file of a font folder may be removed: fontd created it, and its bytes are stored.
    ///
    /// The last copy of a font stays, even if the store was deleted.
    ///
    /// - Parameter known: The contents that the file probably has.
    func isSpare(_ name: String, in folder: String, knowing known: KnownContents) throws(FontError) -> Bool {
        if name == Self.incoming { return true }
        let path = folder + "/" + name
        var status = stat()
        guard StoredName.isFont(name), lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        // A second link nearly always belongs to the object, but may be the user's own.
        let identity = status.st_nlink > 1 ? Fingerprint.Identity(of: path) : nil
        // Its mode may be another one, as on a file system without modes or after a backup was restored.
        if let identity, known.hash(of: identity, objects) != nil { return true }
        // A copy on a file system without modes is known by its path.
        if FontPaths.isOwnFile(path) || known.wereShown(at: path), let hash = ByteCopy.sha256(ofFile: path),
            try objects.containsObject(prefixed: hash)
        {
            return true
        }
        // The object may have been damaged, and the file with it.
        guard let identity else { return false }
        return try objects.contains(identity)
    }
}
