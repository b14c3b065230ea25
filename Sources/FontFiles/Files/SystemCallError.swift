import CLinux
package import FontModel
import Glibc
import SystemPackage

extension FontError {
    /// Creates an error of the store from the present `errno`, with advice for the user.
    ///
    /// - Parameters:
    ///   - action: The action that failed, such as "write the font into the store".
    ///   - path: The path of the action.
    package static func store(_ action: String, path: String, errno code: Int32 = errno) -> FontError {
        let errno = Errno(rawValue: code)
        // Such an error at a path is often that of a folder above it.
        let mayBeAbove: [Errno] = [
            .permissionDenied, .tooManySymbolicLinkLevels, .notDirectory, .noSuchFileOrDirectory,
        ]
        let above = mayBeAbove.contains(errno) ? FolderFault.above(path) : nil
        let advice =
            switch StoreFault(errno) {
            case _ where above != nil:
                "\(above?.message ?? "") Run `fontctl doctor`, which reports the necessary steps. \(nothingChanged)"
            case .full: "Free some space, then try again. \(nothingChanged)"
            case .readOnly where FontPaths.system.contain(path), .locked where FontPaths.system.contain(path):
                "Run the command with sudo; if that fails, make the folder writable for root."
            case .readOnly where errno == .readOnlyFileSystem:
                "The file system is read-only; make it writable or set XDG_DATA_HOME to a writable folder."
            case .readOnly: "Grant yourself write access to it, or set XDG_DATA_HOME to a folder you can write."
            case .locked: "The file system cannot lock files; set XDG_DATA_HOME to a folder on a file system that can."
            default: "Check the folder, then try again. \(nothingChanged)"
            }
        return FontError(
            .registrationFailed, "Could not \(action) at \(path): \(errno). \(advice)",
            cause: errno == .noMemory
                ? .memory(concernsStore: true)
                : .file(FileFailure(errno: errno, operation: action, path: path, concernsStore: true)))
    }

    /// The sentence at the end of the message of an error of the store before the commit.
    package static let nothingChanged = "Nothing was changed."

    /// The message without the claim that nothing was changed, for an error after the commit.
    package var messageAfterCommit: String { message.replacing(" \(Self.nothingChanged)", with: "") }

    /// Whether the error concerns the machine (the store, the disk, the memory) and not a font.
    package var isOfTheMachine: Bool { code == .registrationFailed }

    /// The same error as one of a single item, not of the store.
    package var ofOneItem: FontError {
        var error = self
        switch cause {
        case .file(var failure):
            failure.concernsStore = false
            error.cause = .file(failure)
        case .memory: error.cause = .memory(concernsStore: false)
        default: break
        }
        return error
    }

    /// The same error as one of the store, not of a single font.
    package var asStoreFault: FontError {
        guard storeFault == nil else { return self }
        var error = FontError(
            .registrationFailed, "\(message) \(Self.nothingChanged)", file: file,
            cause: .store(.unavailable, detail: description))
        switch cause {
        case .file(var failure):
            failure.concernsStore = true
            error.cause = .file(failure)
        case .memory: error.cause = .memory(concernsStore: true)
        default: break
        }
        return error
    }
}

/// Creates a folder and its missing parents with exactly this mode, regardless of the umask.
package func makeFolder(_ path: String, mode: UInt32 = 0o700) throws(FontError) {
    if try makeOneFolder(path, mode: mode) { return }
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
        throw .store("create the folder", path: path, errno: ENOENT)
    }
    try makeFolder(String(path[..<slash]), mode: mode)
    guard try makeOneFolder(path, mode: mode) else { throw .store("create the folder", path: path, errno: ENOENT) }
}

/// Returns the folders of a path that do not exist, the deepest first.
package func missingFolders(_ path: String) -> [String] {
    var missing: [String] = []
    var folder = path
    while folder.count > 1, access(folder, F_OK) != 0, errno == ENOENT {
        missing.append(folder)
        folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    }
    return missing
}

/// Creates one folder.
///
/// - Returns: False if the parent folder is missing.
private func makeOneFolder(_ path: String, mode: UInt32) throws(FontError) -> Bool {
    if mkdir(path, mode) == 0 {
        guard chmod(path, mode) == 0 else { throw .store("create the folder", path: path) }
        return true
    }
    switch errno {
    case EEXIST: return true
    case ENOENT: return false
    default: throw .store("create the folder", path: path)
    }
}

/// Opens a file of fontd, creating it if necessary, with exactly this mode, regardless of the umask.
///
/// It never follows a link and never blocks.
/// - Returns: The descriptor, or a negative number and `errno` if the file cannot be opened.
package func openOwn(_ path: String, _ flags: Int32, mode: UInt32 = 0o600) -> Int32 {
    let descriptor = clx_open(path, flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode)
    var status = stat()
    // An existing file may lack the owner's permissions, without which it could not be opened again.
    if descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & mode != mode,
        status.st_mode & S_IFMT == S_IFREG
    {
        fchmod(descriptor, mode)
    }
    return descriptor
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
        throw .store("list a folder", path: path)
    }
    defer { closedir(stream) }
    while true {
        errno = 0
        guard let entry = readdir(stream) else {
            guard errno == 0 else { throw .store("list a folder", path: path) }
            return true
        }
        let known = FolderEntry.Kind(entry.pointee.d_type)
        if let known, known == ignored { continue }
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { PathText.text(ofCString: $0) }
        }
        guard name != "." && name != ".." else { continue }
        let type = known ?? FolderEntry.Kind(ofFile: path + "/" + name)
        guard type == ignored || condition(FolderEntry(name: name, type: type)) else { return false }
    }
}

extension FolderEntry.Kind {
    /// Creates a kind from the type that readdir(3) returns; nil on a file system that does not provide it.
    fileprivate init?(_ type: UInt8) {
        switch Int(type) {
        case Int(DT_REG): self = .file
        case Int(DT_DIR): self = .folder
        case Int(DT_LNK): self = .link
        case Int(DT_UNKNOWN): return nil
        default: self = .other
        }
    }

    /// Creates the kind of the file at a path (lstat(2)).
    fileprivate init(ofFile path: String) {
        var status = stat()
        guard GivenPath.with(path, { lstat($0, &status) }) == 0 else {
            self = .other
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        default: self = .other
        }
    }
}

/// Returns the contents of a small file of fontd, or nil if there is none.
///
/// - Throws: `registrationFailed` (301) if the file cannot be read.
package func fileContents(_ path: String) throws(FontError) -> [UInt8]? {
    try StorePlace(path, .file).check()
    let descriptor = clx_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
    guard descriptor >= 0 else {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw .store("read a file", path: path)
    }
    defer { close(descriptor) }
    guard let contents = remainingBytes(of: descriptor) else { throw .store("read a file", path: path) }
    return contents
}

/// Reads an open file of unknown size to its end; nil if it cannot be read, with the reason in `errno`.
package func remainingBytes(of descriptor: Int32) -> [UInt8]? {
    var contents: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
    defer { buffer.deallocate() }
    while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { return nil }
        guard count > 0 else { return contents }
        contents += UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }
}
