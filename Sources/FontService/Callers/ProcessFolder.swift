import CLinux
import FontModel
import Glibc
import SystemPackage

/// The folder of one process in `/proc`.
///
/// It is held open, so that it never refers to a later process with the same number.
struct ProcessFolder: ~Copyable {
    private let descriptor: Int32
    private let pid: Int32

    /// The maximum number of bytes that are read of a file that describes a caller.
    static let sizeLimit = 64 * 1024

    /// - Throws: `missingEntitlement` (302) if there is no such process.
    init(pid: Int32) throws(FontError) {
        guard pid > 0 else { throw .unknownCaller(pid, "The bus does not report its process id.") }
        let folder = clx_open_place(AT_FDCWD, "/proc/\(pid)")
        guard folder >= 0 else { throw .unknownCaller(pid, "The process has ended.") }
        (descriptor, self.pid) = (folder, pid)
    }

    deinit { close(descriptor) }

    /// The program that a process runs.
    struct Program {
        /// The path, as seen from the process's own root.
        var path: String
        var file: FileIdentity
        /// Whether the path leads to that file in this root too, or did so until the file was removed or replaced.
        var isOurs: Bool

        var name: Substring { path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...] }
    }

    /// - Throws: `missingEntitlement` (302) if the process has ended or cannot be inspected.
    func executable() throws(FontError) -> Program {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(descriptor, "exe", &buffer, buffer.count)
        var status = stat()
        guard count > 0, fstatat(descriptor, "exe", &status, 0) == 0 else {
            throw .unknownCaller(pid, "Its program cannot be seen (\(Errno(rawValue: errno))).")
        }
        let file = FileIdentity(status)
        // Replaced bytes would make the paths of two programs equal.
        guard let link = String(validating: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) else {
            throw .unknownCaller(pid, "The path of its program is not UTF-8.")
        }
        guard link.hasPrefix("/") else { throw .unknownCaller(pid, "The path of its program is not absolute.") }
        if FileIdentity(of: link) == file { return Program(path: link, file: file, isOurs: true) }
        // The kernel appends this mark if the file was removed, or replaced by an upgrade.
        let mark = " (deleted)"
        guard link.hasSuffix(mark) else { return Program(path: link, file: file, isOurs: false) }
        return Program(path: String(link.dropLast(mark.count)), file: file, isOurs: true)
    }

    /// The root folder of a process.
    struct RootFolder: ~Copyable {
        let descriptor: Int32
        fileprivate let pid: Int32
        let file: FileIdentity

        deinit { close(descriptor) }

        /// Returns Flatpak's description of the instance, or nil outside of Flatpak.
        ///
        /// - Throws: `missingEntitlement` (302) if the file cannot have been written by Flatpak.
        func flatpakInformation() throws(FontError) -> String? {
            let information = clx_open_at(descriptor, ".flatpak-info", O_RDONLY)
            guard information >= 0 else {
                if errno == ENOENT { return nil }
                throw .unknownCaller(pid, "Its /.flatpak-info cannot be opened (\(Errno(rawValue: errno))).")
            }
            defer { close(information) }
            var status = stat()
            guard fstat(information, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_size <= ProcessFolder.sizeLimit, let text = ProcessFolder.text(information)
            else { throw .unknownCaller(pid, "Its /.flatpak-info was not written by Flatpak.") }
            return text
        }
    }

    /// - Throws: `missingEntitlement` (302) if the root cannot be inspected: such a process does not count as
    ///   unconfined.
    func root() throws(FontError) -> RootFolder {
        let root = clx_open_place(descriptor, "root")
        var status = stat()
        guard root >= 0, fstat(root, &status) == 0 else {
            let reason = Errno(rawValue: errno)
            if root >= 0 { close(root) }
            throw .unknownCaller(pid, "Its root folder cannot be examined (\(reason)).")
        }
        return RootFolder(descriptor: root, pid: pid, file: FileIdentity(status))
    }

    /// Returns the control groups in the format of proc(5), with one line `ID:CONTROLLERS:PATH` for each.
    ///
    /// - Throws: `missingEntitlement` (302) if they cannot be read.
    func controlGroups() throws(FontError) -> String {
        guard let text = contents("cgroup") else { throw .unknownCaller(pid, "Its control group cannot be read.") }
        return text
    }

    /// Returns a namespace of the process (namespaces(7)), or nil if it cannot be read.
    func namespace(_ name: String) -> FileIdentity? {
        var status = stat()
        return fstatat(descriptor, "ns/" + name, &status, 0) == 0 ? FileIdentity(status) : nil
    }

    /// Returns whether the process is in the same namespace as this process; false if that cannot be determined.
    func sharesNamespace(_ name: String) -> Bool {
        namespace(name).map { $0 == FileIdentity(of: "/proc/self/ns/" + name) } ?? false
    }

    /// Returns the process number of a pidfd, or nil if the process has ended.
    static func pid(ofHandle handle: Int32) -> Int32? {
        let text = contents(of: "/proc/self/fdinfo/\(handle)", in: AT_FDCWD)
        let line = text?.split(separator: "\n").first { $0.hasPrefix("Pid:") }
        return line.flatMap { Int32($0.dropFirst(4).drop { $0 == "\t" || $0 == " " }) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Returns the AppArmor label with its mode, or nil without AppArmor.
    func securityLabel() -> String? { contents("attr/apparmor/current") ?? contents("attr/current") }

    private func contents(_ name: String) -> String? { Self.contents(of: name, in: descriptor) }

    /// Returns the contents of a small file in a folder, as ``text(_:)`` does.
    static func contents(of name: String, in folder: Int32) -> String? {
        let file = clx_open_at(folder, name, O_RDONLY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return text(file)
    }

    /// Returns the contents of a small file, or nil if it cannot be read or is larger than ``sizeLimit``.
    static func text(_ file: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: sizeLimit + 1)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                read(file, $0.baseAddress?.advanced(by: filled), $0.count - filled)
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            filled += count
        }
        guard filled <= sizeLimit else { return nil }
        // Flatpak also records environment variables, which can hold any bytes; the parts that are used are ASCII.
        return String(decoding: bytes[..<filled], as: UTF8.self)
    }
}
