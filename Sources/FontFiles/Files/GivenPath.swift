import CLinux
import FontModel
import Glibc
import SystemPackage

/// A path as text that a user, a program or a folder listing supplied; see ``PathText``.
package enum GivenPath {
    /// Calls a function with the null-terminated bytes of a path.
    ///
    /// Escapes in the text are decoded if the result exists; otherwise the text is taken literally, as by programs that
    /// do not know escapes.
    package static func with<Value>(_ path: String, _ body: (UnsafePointer<CChar>) -> Value) -> Value {
        PathText.hasEscape(path) && exactly(path, exists) ? exactly(path, body) : path.withCString(body)
    }

    /// Calls a function with the null-terminated bytes of a path from a folder listing, which need not exist any more.
    package static func exactly<Value>(_ path: String, _ body: (UnsafePointer<CChar>) -> Value) -> Value {
        guard PathText.hasEscape(path) else { return path.withCString(body) }
        return body(PathText.bytes(of: path).map { CChar(bitPattern: $0) } + [0])
    }

    /// Returns the text of a path as a user types it: if a file exists at the literal path, the path means that file.
    package static func typed(_ path: String) -> String {
        PathText.hasEscape(path) && path.withCString(exists) ? PathText.escapingBackslashes(path) : path
    }

    /// Returns the type of the file at a path as in `st_mode`, of a link itself; nil if there is none.
    static func kind(of path: String) -> mode_t? {
        var status = stat()
        return with(path) { lstat($0, &status) } == 0 ? status.st_mode & S_IFMT : nil
    }

    private static func exists(_ path: UnsafePointer<CChar>) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}

/// Opens files as root by paths that other users can change.
///
/// Every user who can change where a path leads must be able to read the file: a link to a file that only root can read would
/// otherwise give its contents to all users.
enum SharedPath {
    /// The user as whom a file is opened if unknown users can change the path (`nobody`).
    private static let anybody: uid_t = 65_534

    /// The number of links that the kernel follows in one path.
    private static let linkLimit = 40

    /// Opens a file; like open(2) unless the process is root's.
    ///
    /// - Returns: A descriptor, or a negative number and `errno`.
    static func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
        let users = geteuid() == 0 ? users(of: FilePath(platformString: path)) : []
        guard let first = users.first else { return clx_open(path, flags | O_CLOEXEC, 0) }
        let file = open(path, flags, as: first)
        for user in users.dropFirst() where file >= 0 {
            let other = open(path, flags, as: user)
            let failure = other < 0 ? errno : isSame(file, other) ? 0 : EACCES
            if other >= 0 { close(other) }
            guard failure != 0 else { continue }
            close(file)
            errno = failure
            return -1
        }
        return file
    }

    /// Returns the users other than root who can change where a path leads: the owners of the folders and links
    /// on the way and of the file itself, and `nobody` for a folder that others may write.
    static func users(of path: FilePath) -> [uid_t] {
        var users: [uid_t] = []
        func add(_ user: uid_t) { if user != 0, !users.contains(user) { users.append(user) } }
        var names = Array(path.components.reversed())
        if path.isRelative {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            // Without a path of the working folder, anybody may have made it.
            guard getcwd(&buffer, buffer.count) != nil, buffer[0] == CChar(bitPattern: UInt8(ascii: "/")) else {
                return [anybody]
            }
            names += buffer.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { Array(FilePath(platformString: $0).components.reversed()) } ?? []
            }
        }
        var (place, links) = (FilePath("/"), 0)
        while let name = names.popLast() {
            if name.kind == .parentDirectory { place.removeLastComponent() }
            guard name.kind == .regular else { continue }
            let next = place.appending(name)
            var status = stat()
            guard next.withPlatformString({ lstat($0, &status) }) == 0 else { break }
            add(status.st_uid)
            guard status.st_mode & S_IFMT == S_IFLNK else {
                place = next
                let isOpenToGroup = status.st_mode & 0o020 != 0 && status.st_gid != 0
                let isOpenToAll = status.st_mode & 0o002 != 0
                let isFolder = status.st_mode & S_IFMT == S_IFDIR
                if isFolder, isOpenToGroup || isOpenToAll, status.st_mode & S_ISVTX == 0 { add(anybody) }
                continue
            }
            links += 1
            guard links <= linkLimit, let target = target(of: next) else { break }
            if target.isAbsolute { place = "/" }
            names += target.components.reversed()
        }
        return users
    }

    private static func target(of link: FilePath) -> FilePath? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard link.withPlatformString({ readlink($0, &buffer, buffer.count - 1) }) > 0 else { return nil }
        return buffer.withUnsafeBufferPointer { $0.baseAddress.map { FilePath(platformString: $0) } }
    }

    private static func open(_ path: UnsafePointer<CChar>, _ flags: Int32, as user: uid_t) -> Int32 {
        let entry = getpwuid(user)
        let group = entry?.pointee.pw_gid ?? user
        var groups = [gid_t](repeating: group, count: 64)
        var count = Int32(groups.count)
        if let name = entry?.pointee.pw_name {
            // With more groups than fit, the first ones are used.
            if getgrouplist(name, group, &groups, &count) < 0 { count = Int32(groups.count) }
        } else {
            count = 1
        }
        return clx_open_as(path, flags, user, group, groups, Int(count))
    }

    private static func isSame(_ one: Int32, _ other: Int32) -> Bool {
        var (first, second) = (stat(), stat())
        return fstat(one, &first) == 0 && fstat(other, &second) == 0 && first.st_dev == second.st_dev
            && first.st_ino == second.st_ino
    }
}
