import CLinux
import FontModel
import Glibc
import SystemPackage

extension FontError {
    /// The present `errno` as a fault of the store, with advice for the person whose disk or home it is.
    ///
    /// - Parameters:
    ///   - action: What was being done, such as "write the font into the store".
    ///   - path: Where.
    static func store(_ action: String, path: String, errno code: Int32 = errno) -> FontError {
        let errno = Errno(rawValue: code)
        let (fault, advice): (StoreFault, String) =
            switch errno {
            case .noSpace, .diskQuotaExceeded:
                (.full, "Free some space, then try again; nothing was changed.")
            case .readOnlyFileSystem:
                (.readOnly, "The file system is read-only; make it writable or set XDG_DATA_HOME to a folder that is.")
            case .permissionDenied, .notPermitted:
                (.readOnly, "Give yourself write access to it, or set XDG_DATA_HOME to a folder you can write.")
            case .noLocks, .notSupported:
                (.locked, "The file system cannot lock files; set XDG_DATA_HOME to a folder on one that can.")
            default:
                (.unavailable, "Check the folder, then try again; nothing was changed.")
            }
        return FontError(
            .registrationFailed, "Could not \(action) at \(path): \(errno). \(advice)",
            cause: .store(fault, detail: "\(errno)"))
    }

    /// Whether it says nothing about a font but something of the machine: the store, the disk, the memory.
    var isOfTheMachine: Bool { code == .registrationFailed }

    /// The same as a fault of the store: not one font is to blame.
    var asStoreFault: FontError {
        guard storeFault == nil else { return self }
        return FontError(
            .registrationFailed, "\(message) Nothing was changed.", file: file,
            cause: .store(.unavailable, detail: description))
    }
}

/// Makes a folder and those above it that are missing, for the user alone.
func makeFolder(_ path: String, mode: mode_t = 0o700) throws(FontError) {
    if mkdir(path, mode) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
        throw .store("make a folder", path: path)
    }
    try makeFolder(String(path[..<slash]), mode: mode)
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw .store("make a folder", path: path) }
}

/// The names in a folder, without `.` and `..`, unsorted; none if there is no such folder.
///
/// - Throws: 301 if the folder cannot be read: that nothing can be seen in it does not mean that nothing is there.
func folderEntries(_ path: String) throws(FontError) -> [String] {
    guard let stream = opendir(path) else {
        if errno == ENOENT || errno == ENOTDIR { return [] }
        throw .store("list a folder", path: path)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
        errno = 0
        guard let entry = readdir(stream) else {
            guard errno == 0 else { throw .store("list a folder", path: path) }
            return names
        }
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
    }
}

/// All of a small file of ours; nil if there is none.
///
/// - Throws: 301 if it cannot be read.
func fileContents(_ path: String) throws(FontError) -> [UInt8]? {
    let descriptor = clx_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
    guard descriptor >= 0 else {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw .store("read a file", path: path)
    }
    defer { close(descriptor) }
    var contents: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
    defer { buffer.deallocate() }
    while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw .store("read a file", path: path) }
        guard count > 0 else { return contents }
        contents += UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }
}
