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

/// The names in a folder, without `.` and `..`, unsorted; nil if the folder cannot be read.
func folderEntries(_ path: String) -> [String]? {
    guard let stream = opendir(path) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
    }
    return names
}
