import CLinux
import FontModel
import Glibc

/// A path at which the store keeps a file or a folder of its own.
///
/// Whatever else lies there is neither opened nor followed: a FIFO would hold up SQLite or fontconfig for ever, and a symbolic
/// link would lead writes and removals elsewhere. Links above the store are the user's own business.
struct StorePlace: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable { case file, folder }

    var path: String
    var kind: Kind

    init(_ path: String, _ kind: Kind) {
        self.path = path
        self.kind = kind
    }

    /// The kind of what lies there in place of what belongs there; nil if all is well or nothing is there.
    var intruder: String? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let found = status.st_mode & S_IFMT
        if found == (kind == .file ? S_IFREG : S_IFDIR) { return nil }
        return switch found {
        case S_IFREG: "a file"
        case S_IFDIR: "a folder"
        case S_IFLNK: "a symbolic link"
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }

    /// Whether whoever opens it may wait for ever.
    var isBlocking: Bool {
        var status = stat()
        guard clx_stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
    }

    /// - Throws: 301 if something else lies there.
    func check() throws(FontError) {
        guard let intruder else { return }
        throw FontError(
            .registrationFailed,
            "\(path) is \(intruder), and not the \(kind.rawValue) that the font store keeps there. A repair keeps it aside; your fonts are kept.",
            cause: .store(.damaged, detail: "\(path) is \(intruder)"))
    }

    /// Gives what lies there another name beside it.
    ///
    /// A name that begins with a dot is one that fontconfig does not look at.
    /// - Returns: That name's path.
    /// - Throws: 301 if it cannot be renamed.
    func setAside() throws(FontError) -> String {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let name = path[path.index(after: slash)...]
        for number in 1... {
            let aside = "\(path[..<slash])/\(Self.asidePrefix(of: name))\(number)"
            if clx_rename_new(path, aside) == 0 { return aside }
            guard errno == EEXIST else { throw .store("keep aside what is not the store's", path: path) }
        }
        preconditionFailure("numbers end")
    }

    /// What the names begin with under which ``setAside()`` keeps things.
    static func asidePrefix(of name: some StringProtocol) -> String { ".\(name).aside~" }
}

extension FontPaths {
    /// The store's folder, unless the user has put a link in its place.
    private var folderPlace: StorePlace? {
        var status = stat()
        guard lstat(store, &status) == 0, status.st_mode & S_IFMT != S_IFLNK else { return nil }
        return StorePlace(store, .folder)
    }

    /// The files that SQLite opens, after the folder that they are in.
    var databasePlaces: [StorePlace] {
        (folderPlace.map { [$0] } ?? [])
            + [database, database + "-journal", database + "-wal", database + "-shm"].map { StorePlace($0, .file) }
    }

    /// What a change needs beside the font folders.
    var storePlaces: [StorePlace] {
        databasePlaces + [lock, sidecars].map { StorePlace($0, .file) }
            + [objects, staging].map { StorePlace($0, .folder) }
    }

    /// The files that no change needs: the counter is rewritten by rename, and without a lock no delayed touch follows.
    var otherPlaces: [StorePlace] {
        [generationFile, touchLock, touchLock + "-session", touchLock + "-parent"].map { StorePlace($0, .file) }
    }

    /// The folders of font folders.
    var projectionPlaces: [StorePlace] {
        [persistentProjection, sessionProjection].compactMap(\.self).map { StorePlace($0, .folder) }
    }

    /// Makes the store's folder, for the user alone.
    ///
    /// - Throws: 301 if it cannot be made, or something else lies where the store keeps files of its own.
    func prepareStore() throws(FontError) {
        try refuseForeign()
        try folderPlace?.check()
        try makeFolder(store)
        for place in storePlaces + projectionPlaces { try place.check() }
    }

    /// What lies among the font folders of a scope and holds up or misleads every program that looks there.
    ///
    /// - Parameter root: The folder of the font folders.
    /// - Throws: 301 if a folder cannot be read.
    func intruders(among root: String) throws(FontError) -> [StorePlace] {
        let top = StorePlace(root, .folder)
        guard top.intruder == nil else { return [top] }
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

    /// The same within one font folder.
    func intruders(inFontFolder folder: String) throws(FontError) -> [StorePlace] {
        guard StorePlace(folder, .folder).intruder == nil else { return [StorePlace(folder, .folder)] }
        return try typedFolderEntries(folder).compactMap { entry in
            let path = folder + "/" + entry.name
            let isStrange = StoredName.isFont(entry.name) ? entry.type != .file : entry.isBlocking(path)
            return isStrange && Self.isOpened(entry.name) ? StorePlace(path, .file) : nil
        }
    }

    /// Whether fontconfig opens a file of this name in a font folder: all but hidden ones, and the one in which it kept the
    /// name of the folder's cache.
    private static func isOpened(_ name: String) -> Bool { !name.hasPrefix(".") || name == ".uuid" }

    /// Whether a name is one that font folders get; see ``FolderPlan``.
    static func isFolderOfOurs(_ name: String) -> Bool { name.utf8.allSatisfy { (0x30...0x39).contains($0) } }
}

/// A name in a folder, and what it is the name of.
struct FolderEntry: Sendable {
    enum Kind: Sendable { case file, folder, link, other }

    var name: String
    var type: Kind

    /// Whether whoever opens it may wait for ever.
    func isBlocking(_ path: String) -> Bool {
        switch type {
        case .file, .folder: return false
        case .other: return true
        case .link: return StorePlace(path, .file).isBlocking
        }
    }
}
