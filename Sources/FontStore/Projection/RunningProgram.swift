import CLinux
package import FontModel
import Glibc

/// A process of this user.
package struct RunningProgram: Sendable, Hashable {
    /// The process with its name, as in reports.
    package var user: FontUser
    /// The process id of the parent.
    package var parent: Int32
    /// The name of the program's file; empty if the process may not be inspected.
    package var executable: String
    /// The time of its start, in seconds since 1970-01-01 UTC.
    package var startedAt: Double
    /// The names of the libraries and data files that it has mapped, of those that were asked for.
    package var libraries: Set<String>
    /// Whether it tells GTK's programs of changed fonts: GNOME's settings daemon, or fontd's desktop helper.
    package var notifiesPrograms = false

    package init(
        user: FontUser, parent: Int32 = 1, executable: String, startedAt: Double, libraries: Set<String> = []
    ) {
        self.user = user
        self.parent = parent
        self.executable = executable
        self.startedAt = startedAt
        self.libraries = libraries
    }

    /// Returns all processes of this user, without this one, those that started it, those of fontd, and those with
    /// another home, which see other fonts.
    ///
    /// - Parameters:
    ///   - isOfAllUsers: Whether to return those of all users.
    ///   - isMarker: Whether the name of a mapped file is wanted.
    package static func all(
        ofAllUsers isOfAllUsers: Bool = false, where isMarker: (_ name: String) -> Bool = { _ in false }
    ) -> [RunningProgram] {
        guard let paths = isOfAllUsers ? .system : (try? RegistryContext.user())?.paths else { return [] }
        let boot = WallClock.now() - BootMoment.now().seconds
        let own = Fingerprint.Identity(of: "/proc/self/exe")
        let store = SeenStore(paths)
        var callers: Set<Int32> = []
        var caller = getppid()
        while caller > 1, callers.insert(caller).inserted { caller = UserProcesses.status(of: caller)?.parent ?? 0 }
        return UserProcesses.ids(ofAllUsers: isOfAllUsers).compactMap { process in
            guard !callers.contains(process), store.isSeen(by: process),
                var program = RunningProgram(process, boot: boot)
            else { return nil }
            // The children of commands make the delayed touches, and read and draw fonts.
            let isOwn = program.isOfFontd || own != nil && Fingerprint.Identity(of: "/proc/\(process)/exe") == own
            guard !isOwn || program.notifiesPrograms else { return nil }
            let files = (MappedPath.all(of: process) ?? []).compactMap { $0.path.split(separator: "/").last }
            program.libraries = Set(files.map(String.init).filter(isMarker))
            return program
        }
    }

    /// Whether a process is another one, or one of the same program that the other one started, directly or not.
    package static func isProcess(_ process: Int32, ofProgram other: Int32) -> Bool {
        guard process != other else { return true }
        let program = Fingerprint.Identity(of: "/proc/\(other)/exe")
        guard program != nil, program == Fingerprint.Identity(of: "/proc/\(process)/exe") else { return false }
        var ancestor = process
        // A number that is used again makes no endless chain.
        for _ in 0..<64 {
            guard ancestor > 1, let parent = UserProcesses.status(of: ancestor)?.parent else { return false }
            if parent == other { return true }
            ancestor = parent
        }
        return false
    }

    /// Whether it is a program of fontd, which opens fonts only while it works.
    var isOfFontd: Bool { ["fontctl", "fontd", "fontd-worker", "fontd-preview", "fontd-fetch"].contains(executable) }

    /// Reads a process, without its libraries; nil if it has ended.
    ///
    /// - Parameter boot: The time of the machine's start; 0 to count ``startedAt`` from it.
    init?(_ process: Int32, boot: Double) {
        guard let (parent, start) = UserProcesses.status(of: process) else { return nil }
        self.init(
            user: FontUser(processIdentifier: process, program: UserProcesses.name(of: process)), parent: parent,
            executable: String(PathText.name(of: UserProcesses.target(of: "/proc/\(process)/exe"))),
            startedAt: boot + start)
        notifiesPrograms =
            executable == "gsd-xsettings"
            || user.program == "fontd"
                && UserProcesses.contents(of: process, "cmdline").split(separator: 0).contains(
                    Array("--desktop".utf8)[...])
    }
}

/// The processes of this user in `/proc`, without this one.
enum UserProcesses {
    /// Returns the processes of programs; threads of the kernel have no program, and no other can be inspected.
    static func ids(ofAllUsers isOfAllUsers: Bool = false) -> [Int32] {
        let (own, user) = (getpid(), getuid())
        return ((try? folderEntries("/proc")) ?? []).compactMap { name in
            var status = stat()
            var byte: CChar = 0
            // Most processes of an idle machine are threads of the kernel.
            guard let process = Int32(name), process != own, readlink("/proc/\(name)/exe", &byte, 1) > 0,
                isOfAllUsers || stat("/proc/" + name, &status) == 0 && status.st_uid == user
            else { return nil }
            return process
        }
    }

    /// Reads a file of a process; empty if the process has ended or may not be inspected.
    static func contents(of process: Int32, _ name: String) -> [UInt8] {
        let descriptor = open("/proc/\(process)/\(name)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        return remainingBytes(of: descriptor) ?? []
    }

    /// Returns the path to which a link in `/proc` leads, without the mark of a deleted file; empty if it may not be
    /// read.
    static func target(of link: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &buffer, buffer.count)
        return MappedPath.withoutMark(
            String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    /// Returns the parent of a process, and the seconds from the start of the machine to its own; nil if it has ended.
    static func status(of process: Int32) -> (parent: Int32, start: Double)? {
        // The second field is the name in parentheses, which may contain any character (proc(5)).
        let text = String(decoding: contents(of: process, "stat"), as: UTF8.self)
        guard let end = text.utf8.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = text.utf8[text.utf8.index(after: end)...].split(separator: UInt8(ascii: " "))
        guard fields.count > 19, let parent = Int32(Substring(fields[1])), let start = Double(Substring(fields[19]))
        else { return nil }
        return (parent, start / Double(sysconf(Int32(_SC_CLK_TCK))))
    }

    /// Returns the kernel's name of a process in display form.
    static func name(of process: Int32) -> String {
        let name = contents(of: process, "comm")
        return DisplayText.clean(String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}

/// A file that a process has mapped, as a line of `/proc/PID/maps` names it.
struct MappedPath {
    /// The number of the device, which differs from that of `stat` on some file systems.
    var device: UInt64?
    var inode: UInt64
    /// The bytes of the path, with the mark of a deleted file.
    private let text: ArraySlice<UInt8>

    /// The path as the kernel writes it, with a mark if the file is deleted.
    var markedPath: String { String(decoding: text, as: UTF8.self) }

    /// The path without that mark.
    var path: String { Self.withoutMark(markedPath) }

    /// Returns the mapped files of a process, each at least once; nil if it may not be inspected.
    static func all(of process: Int32) -> [MappedPath]? {
        let maps = UserProcesses.contents(of: process, "maps")
        guard !maps.isEmpty else { return nil }
        var last: (inode: UInt64, text: ArraySlice<UInt8>) = (0, [])
        return maps.split(separator: UInt8(ascii: "\n")).compactMap { line in
            // The fields are address, permissions, offset, device, inode and path.
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
            guard fields.count == 6, let inode = UInt64(String(decoding: fields[4], as: UTF8.self)), inode != 0
            else { return nil }
            let text = fields[5].drop { $0 == UInt8(ascii: " ") }
            // A file has a line for each of its segments, one after the other.
            guard text != last.text || inode != last.inode else { return nil }
            last = (inode, text)
            return MappedPath(device: device(fields[3]), inode: inode, text: text)
        }
    }

    /// Returns a path without the kernel's mark of a deleted file.
    static func withoutMark(_ path: String) -> String {
        let mark = " (deleted)"
        return path.hasSuffix(mark) ? String(path.dropLast(mark.utf8.count)) : path
    }

    /// Converts `major:minor` in hexadecimal digits to the device number of `stat`.
    private static func device(_ field: ArraySlice<UInt8>) -> UInt64? {
        let parts = field.split(separator: UInt8(ascii: ":")).map {
            UInt64(String(decoding: $0, as: UTF8.self), radix: 16)
        }
        guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return nil }
        return (major & 0xFFF) << 8 | (major & ~0xFFF) << 32 | (minor & 0xFF) | (minor & ~0xFF) << 12
    }
}
