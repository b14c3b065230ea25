package import FontModel
import Glibc

/// A directory entry and its type.
package struct FolderEntry: Sendable {
    package enum Kind: Sendable { case file, folder, link, other }

    package var name: String
    package var type: Kind

    /// Whether opening the entry may block forever.
    package func isBlocking(_ path: String) -> Bool {
        switch type {
        case .file, .folder: return false
        case .other: return true
        case .link: return StorePlace(path, .file).isBlocking
        }
    }
}

/// Creates a folder and its missing parents with exactly this mode, regardless of the umask.
package func makeFolder(_ path: String, mode: UInt32 = 0o700) throws(FontError) {
    // A failed first operation of another process removes the empty folders that it created.
    for _ in 0..<100 {
        if mkdir(path, mode) == 0 {
            if chmod(path, mode) == 0 { return }
        } else if errno == EEXIST {
            return
        }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { break }
        try makeFolder(String(path[..<slash]), mode: mode)
        errno = ENOENT
    }
    throw .store(.createFolder, path: path)
}

/// Returns the folders of a path that do not exist, the deepest first.
package func missingFolders(_ path: String) -> [String] {
    var missing: [String] = []
    var folder = path
    while folder.count > 1, access(folder, F_OK) != 0, errno == ENOENT {
        missing.append(folder)
        folder = PathText.folder(of: folder)
    }
    return missing
}

/// Checks that the system can say whether a file exists: a file in a folder that cannot be searched is not missing.
///
/// - Throws: `registrationFailed` (301) if it cannot.
package func checkLookup(of path: String) throws(FontError) {
    guard access(path, F_OK) != 0, errno != ENOENT, errno != ENOTDIR else { return }
    throw .store(.readFile, path: path)
}

/// Returns the names in a folder, without `.` and `..`, unsorted and as text (see ``PathText``).
///
/// The result is empty if there is no such folder.
/// - Throws: `registrationFailed` (301) if the folder cannot be read, as an unreadable folder need not be empty.
package func folderEntries(_ path: String) throws(FontError) -> [String] { try typedFolderEntries(path).map(\.name) }

/// Returns the names and the kinds of the entries in a folder.
///
/// - Parameter ignored: A kind of entries that are left out, without the cost of their names.
package func typedFolderEntries(_ path: String, except ignored: FolderEntry.Kind? = nil) throws(FontError)
    -> [FolderEntry]
{
    var entries: [FolderEntry] = []
    _ = try everyFolderEntry(path, except: ignored) { entry in
        entries.append(entry)
        return true
    }
    return entries
}

/// Returns whether all entries of a folder satisfy a condition; those after one that does not are not read.
///
/// - Parameter ignored: A kind of entries to which the condition does not apply.
func everyFolderEntry(
    _ path: String, except ignored: FolderEntry.Kind? = nil, satisfies condition: (FolderEntry) -> Bool
) throws(FontError) -> Bool {
    guard let stream = GivenPath.with(path, { opendir($0) }) else {
        if errno == ENOENT || errno == ENOTDIR { return true }
        throw .store(.listFolder, path: path)
    }
    defer { closedir(stream) }
    while true {
        errno = 0
        guard let entry = readdir(stream) else {
            guard errno == 0 else { throw .store(.listFolder, path: path) }
            return true
        }
        // The type is that of `st_mode`, shifted; some file systems do not provide it.
        let given = mode_t(entry.pointee.d_type) << 12
        if given != 0, FolderEntry.Kind(given) == ignored { continue }
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { PathText.text(ofCString: $0) }
        }
        guard name != "." && name != ".." else { continue }
        let type = FolderEntry.Kind(given != 0 ? given : GivenPath.kind(of: path + "/" + name) ?? 0)
        guard type == ignored || condition(FolderEntry(name: name, type: type)) else { return false }
    }
}

extension FolderEntry.Kind {
    /// Creates a kind from a type as in `st_mode`.
    fileprivate init(_ type: mode_t) {
        switch type {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        default: self = .other
        }
    }
}
