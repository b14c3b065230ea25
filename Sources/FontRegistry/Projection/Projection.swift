import CLinux
import FontModel
import Fontconfig
import Glibc
import Synchronization

/// What fontconfig sees: small folders of hard links to stored objects, which can be rebuilt at any time.
struct Projection: Sendable {
    let context: RegistryContext
    let objects: ObjectStore

    init(_ context: RegistryContext) {
        self.context = context
        objects = ObjectStore(context.paths)
    }

    /// What a synchronisation came upon.
    struct Report: Sendable {
        /// Whether anything on the disk had to be changed.
        var hasChanged = false
        /// Contents whose object is gone.
        var missing: [String] = []
        /// Folders of which fontconfig lists fewer faces than they hold.
        var short: [String] = []
    }

    /// Makes sure before a commit that what follows it can be done.
    ///
    /// - Throws: 301 or 307 if a folder of the projection cannot be made or written.
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
            try refuseIntruders(root)
            guard access(root, W_OK | X_OK) == 0 else { throw .store("write the font folder", path: root) }
            if isNew { showParents(of: root) }
        }
    }

    /// Makes known that there is a new folder to programs that run: they know its parents, and only them.
    ///
    /// The topmost holds the user's own fonts: the new folder makes that cache invalid once.
    private func showParents(of root: String) {
        let top = context.paths.userFonts
        clx_touch(top)
        var folder = root
        while folder != top, folder.hasPrefix(top), let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            buildCache(folder, holding: 1)
        }
        DelayedTouch.schedule(top, of: "parent", context: context)
    }

    /// Whether fonts of a session are shown that is over: its mark went with the runtime directory.
    ///
    /// - Throws: 301 if the mark cannot be read.
    func showsEndedSession() throws(FontError) -> Bool {
        guard let root = context.paths.sessionProjection, access(root, F_OK) == 0 else { return false }
        return try SessionMarker.read(context.paths) == nil
    }

    /// Takes the fonts of a session that is over out of sight; only under the store's lock.
    ///
    /// At a login the installed `user-tmpfiles.d` rule has done that already, where there is systemd.
    func sweepEndedSession() throws(FontError) {
        guard let root = context.paths.sessionProjection, try showsEndedSession() else { return }
        var report = Report()
        for name in try folderEntries(root) {
            let ended = ProjectedFolder(id: 0, scope: .session, name: name, files: [], second: .max)
            _ = try bringIntoLine(ended, path: root + "/" + name, knowing: KnownContents([]), &report)
        }
        // It stays if something of somebody's own lies in it.
        guard rmdir(root) == 0 else { return }
        showParents(of: root)
    }

    /// Brings folders into line with the database, builds their caches and touches the parent folders.
    ///
    /// - Parameter known: What may be taken out of sight.
    /// - Throws: 301 if a folder cannot be written; what was done until then is right as far as it goes.
    func synchronize(_ folders: [ProjectedFolder], knowing known: KnownContents) throws(FontError) -> Report {
        var report = Report()
        var roots: [String: FontScope] = [:]
        var shown: [(folder: ProjectedFolder, path: String)] = []
        for root in Set(folders.map(\.scope)).compactMap(context.paths.projection) { try refuseIntruders(root) }
        for folder in folders {
            guard let root = context.paths.projection(of: folder.scope) else { continue }
            // That of an ended session may have been swept at a login.
            if folder.files.isEmpty && access(root, F_OK) != 0 { continue }
            roots[root] = folder.scope
            let path = root + "/" + folder.name
            if try bringIntoLine(folder, path: path, knowing: known, &report) { report.hasChanged = true }
            if !folder.files.isEmpty { shown.append((folder, path)) }
        }
        report.short = confirmCaches(shown)
        for (root, scope) in roots.sorted(by: { $0.key < $1.key }) { touch(root, scope) }
        bringIntoPresent()
        return report
    }

    /// - Throws: 301 if something lies among the font folders that would hold up fontconfig, or lead writes elsewhere.
    private func refuseIntruders(_ root: String) throws(FontError) {
        for intruder in try context.paths.intruders(among: root) { try intruder.check() }
    }

    /// Takes fonts of ours out of folders that the database does not know: leavings of one that was lost.
    ///
    /// - Parameters:
    ///   - known: Names of folders per scope.
    ///   - contents: What may be taken out of sight.
    func removeUnknownFolders(
        known: [FontScope: Set<String>], knowing contents: KnownContents
    ) throws(FontError) {
        for scope in [FontScope.session, .persistent] {
            guard let root = context.paths.projection(of: scope) else { continue }
            for name in try folderEntries(root)
            where FontPaths.isFolderOfOurs(name) && !(known[scope]?.contains(name) ?? false) {
                var report = Report()
                // Of no operation that there was: dated to the present if something of somebody's own stays in it.
                let unknown = ProjectedFolder(
                    id: 0, scope: scope, name: name, files: [], second: .max)
                _ = try bringIntoLine(unknown, path: root + "/" + name, knowing: contents, &report)
            }
        }
    }

    /// - Returns: Whether anything had to be changed.
    private func bringIntoLine(
        _ folder: ProjectedFolder, path: String, knowing known: KnownContents, _ report: inout Report
    ) throws(FontError) -> Bool {
        for intruder in try context.paths.intruders(inFontFolder: path) { try intruder.check() }
        let present = Set(try folderEntries(path))
        let wanted = Set(folder.files.map(\.name))
        var hasChanged = false
        let missing = report.missing.count
        // New files first: a font that moves is there twice for a moment rather than not at all.
        for file in folder.files {
            if present.contains(file.name), try shows(file, in: path) { continue }
            if !hasChanged { try makeFolder(path, mode: 0o755) }
            switch try publish(file, in: path) {
            case true: hasChanged = true
            case false: report.missing.append(file.sha256)
            }
        }
        for name in present.subtracting(wanted)
        where try mayWithdraw(name, from: path, of: folder.scope, knowing: known) {
            guard unlink(path + "/" + name) == 0 || errno == ENOENT else { throw .store("remove a font", path: path) }
            hasChanged = true
        }
        if wanted.isEmpty {
            dropCache(path)
            // Not removed while somebody's own files lie in it.
            if rmdir(path) == 0 { return true }
        }
        // The date stands for the whole of what the operation left: a folder that lacks something has another.
        let second = report.missing.count == missing ? folder.second : .max
        // A process that died may have changed the folder and not dated it.
        let isDated = second == .max ? !FutureDates.isAhead(path) : Fingerprint(of: path)?.seconds == Int(second)
        if hasChanged || !isDated { clx_date(path, second) }
        return hasChanged
    }

    /// The name of a file that is about to take the place of another; fontconfig passes over names with a leading dot.
    private static let incoming = ".fontd-incoming"

    /// Gives an object its name in a font folder, in place of what has it; it appears complete.
    ///
    /// - Returns: False if there is no such object; what has the name stays then.
    private func publish(_ file: ProjectedFolder.File, in folder: String) throws(FontError) -> Bool {
        let target = folder + "/" + file.name
        let new = folder + "/" + Self.incoming
        // A link to a FIFO would be one, and hold up every program that looks for fonts.
        guard !objects.isObstructed(file.sha256) else { return false }
        // A process that was killed may have left one.
        unlink(new)
        if link(objects.path(file.sha256), new) != 0 {
            switch errno {
            case ENOENT: return false
            case EXDEV, EPERM, EMLINK: try copyObject(file.sha256, to: new, in: folder)
            default: throw .store("show the font to programs", path: target)
            }
        }
        try keepLastCopy(file.name, in: folder)
        guard rename(new, target) == 0 else {
            let failure = FontError.store("show the font to programs", path: target)
            unlink(new)
            throw failure
        }
        return true
    }

    /// Gives a file a name that programs pass over if it is about to be renamed over and its bytes are stored nowhere else.
    private func keepLastCopy(_ name: String, in folder: String) throws(FontError) {
        let path = folder + "/" + name
        guard Fingerprint(of: path) != nil, try !isSpare(name, in: folder) else { return }
        _ = try StorePlace(path, .file).setAside()
    }

    /// Makes a copy of an object where it cannot be linked to: it has no name until it is complete.
    private func copyObject(_ sha256: String, to target: String, in folder: String) throws(FontError) {
        let source = try objects.open(sha256)
        let copy = clx_open_unnamed(folder)
        guard copy >= 0 else { throw .store("show the font to programs", path: target) }
        defer { close(copy) }
        _ = try ByteCopy.copy(source, to: copy, targetPath: target)
        // Whatever the process masks (umask).
        guard fchmod(copy, 0o444) == 0 else { throw .store("show the font to programs", path: target) }
        guard clx_name_file(copy, target) == 0 else { throw .store("show the font to programs", path: target) }
    }

    /// Whether a file of a font folder has the content that it should; the name says nothing about that.
    ///
    /// - Throws: 301 if it cannot be read.
    func shows(_ file: ProjectedFolder.File, in folder: String) throws(FontError) -> Bool {
        let path = folder + "/" + file.name
        guard let shown = Fingerprint(of: path) else { return false }
        if !objects.isObstructed(file.sha256), let object = Fingerprint(of: objects.path(file.sha256)) {
            if shown.device == object.device, shown.inode == object.inode { return true }
            guard shown.size == object.size else { return false }
        }
        // A copy, or the only one that is left.
        return try Self.contentHash(path) == file.sha256
    }

    /// Whether a folder shows all that it should; see ``shows(_:in:)``.
    func showsAll(of folder: ProjectedFolder, in path: String) throws(FontError) -> Bool {
        for file in folder.files where try !shows(file, in: path) { return false }
        return true
    }

    /// The hash of what a font folder shows under a path; nil if that is no file that can be opened.
    static func contentHash(_ path: String) throws(FontError) -> String? {
        guard let source = try? SourceFile(opening: path) else { return nil }
        return try ByteCopy.hash(descriptor: source.descriptor, path: path).sha256
    }

    /// Builds the folder's cache and makes sure that it holds every face.
    ///
    /// Under memory pressure fontconfig stores a short list and says nothing. One that stays short is removed.
    ///
    /// - Returns: Whether it does, or no cache can be built at all.
    func confirmCache(_ folder: ProjectedFolder, path: String, _ configuration: FontConfiguration) -> Bool {
        for force in [false, true] {
            guard let cache = try? configuration.buildCache(of: path, force: force) else { return true }
            if cache.patternCount >= folder.patternCount { return true }
        }
        // Better none: programs would believe it, and without one they look for themselves.
        configuration.dropCache(of: path)
        return false
    }

    /// Builds the caches of folders, several at once.
    ///
    /// - Returns: The folders whose caches stay short.
    private func confirmCaches(_ folders: [(folder: ProjectedFolder, path: String)]) -> [String] {
        guard !folders.isEmpty, let configuration = FontConfigurationCache.shared.current(context.fontconfigFile) else {
            return []
        }
        let short = Mutex<[String]>([])
        BlockingWork.onAllCores(folders.count) { index in
            let (folder, path) = folders[index]
            if !confirmCache(folder, path: path, configuration) { short.withLock { $0.append(path) } }
        }
        return short.withLock { $0.sorted() }
    }

    /// The first delayedTouches: programs that poll see the parent folder change, after the caches below it are ready.
    private func touch(_ root: String, _ scope: FontScope) {
        clx_touch(root)
        // Folders of ours have numbers for names.
        let folders = (try? folderEntries(root))?.filter { $0.allSatisfy(\.isWholeNumber) } ?? []
        buildCache(root, holding: folders.count)
        DelayedTouch.schedule(root, of: scope == .session ? "session" : nil, context: context)
    }

    /// Builds the cache of a folder of folders that has just changed and is dated to the present; one that leaves some
    /// out would hide them, and goes.
    ///
    /// By force: a fontconfig that compares whole seconds may take the one it has for valid. One that cannot be written
    /// costs programs time, nothing else; `doctor` tells.
    ///
    /// - Parameter count: How many folders there are in it at least.
    private func buildCache(_ folder: String, holding count: Int) {
        guard let configuration = FontConfigurationCache.shared.current(context.fontconfigFile) else { return }
        for _ in 1...2 {
            guard let cache = try? configuration.buildCache(of: folder, force: true) else { return }
            if cache.folderCount >= count { return }
        }
        configuration.dropCache(of: folder)
    }

    /// Dates what is above the font folders, as far as it is ours to touch, with the present if it lies in the future.
    private func bringIntoPresent() {
        for folder in FutureDates.touchable(context.paths) where FutureDates.isAhead(folder) {
            clx_touch(folder)
            switch folder {
            case context.paths.userFonts:
                buildCache(folder, holding: 1)
                DelayedTouch.schedule(folder, of: "parent", context: context)
            case context.paths.sessionProjection: touch(folder, .session)
            case context.paths.persistentProjection: touch(folder, .persistent)
            default: buildCache(folder, holding: 1)
            }
        }
    }

    private func dropCache(_ folder: String) {
        FontConfigurationCache.shared.current(context.fontconfigFile)?.dropCache(of: folder)
    }

    /// Whether a shown file that nothing asks for may go: it is one of ours, and its bytes are stored.
    ///
    /// The last copy of a font stays, whoever removed the store beside it.
    func isSpare(_ name: String, in folder: String) throws(FontError) -> Bool {
        if name == Self.incoming { return true }
        guard StoredName.isFont(name) else { return false }
        var status = stat()
        guard lstat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        // Another name of the same bytes is nearly always that of the object, but may be the user's own copy.
        if status.st_nlink > 1, let identity = Fingerprint.Identity(of: folder + "/" + name),
            try objects.contains(identity, probablyAs: StoredName.digits(ofFont: name))
        {
            return true
        }
        guard let hash = try Self.contentHash(folder + "/" + name) else { return false }
        return try objects.containsObject(prefixed: hash)
    }
}
