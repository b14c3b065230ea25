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

    package init(user: FontUser, parent: Int32 = 1, executable: String, startedAt: Double) {
        self.user = user
        self.parent = parent
        self.executable = executable
        self.startedAt = startedAt
    }

    /// Returns all processes of this user, without this one and those with another home, which see other fonts.
    ///
    /// - Parameters:
    ///   - isOfAllUsers: Whether to return those of all users.
    ///   - isWanted: Whether to return processes whose program file has a name; the others are not read further.
    package static func all(
        ofAllUsers isOfAllUsers: Bool = false, where isWanted: (_ executable: String) -> Bool = { _ in true }
    ) -> [RunningProgram] {
        let boot = WallClock.now() - bootTime
        let home = getenv("HOME").map { String(cString: $0) }
        return UserProcesses.ids(ofAllUsers: isOfAllUsers).compactMap { process in
            let executable = executable(of: process)
            guard isWanted(executable) else { return nil }
            if !isOfAllUsers, let home, let theirs = UserProcesses.home(of: process), theirs != home { return nil }
            return RunningProgram(process, executable, boot: boot)
        }
    }

    /// Returns the name of a process's program file; empty if it may not be inspected.
    private static func executable(of process: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(process)/exe", &buffer, buffer.count)
        let link = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let name = link.split(separator: "/").last.map(String.init) ?? ""
        let mark = " (deleted)"
        return name.hasSuffix(mark) ? String(name.dropLast(mark.count)) : name
    }

    /// Reads a process whose start is counted from the start of the machine.
    ///
    /// - Parameter boot: The time of the machine's start.
    init?(_ process: Int32, boot: Double) { self.init(process, Self.executable(of: process), boot: boot) }

    private init?(_ process: Int32, _ executable: String, boot: Double) {
        guard let line = try? fileContents("/proc/\(process)/stat") else { return nil }
        // The second field is the name in parentheses, which may contain any character (proc(5)).
        let text = String(decoding: line, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 19, let parent = Int32(fields[1]), let start = Double(fields[19]) else { return nil }
        self.init(
            user: FontUser(processIdentifier: process, program: UserProcesses.name(of: process)), parent: parent,
            executable: executable,
            startedAt: boot + start / Double(sysconf(Int32(_SC_CLK_TCK))))
    }

    /// The time since the system was started, in seconds.
    private static var bootTime: Double {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}

/// The processes of this user in `/proc`, without this one.
enum UserProcesses {
    static func ids(ofAllUsers isOfAllUsers: Bool = false) -> [Int32] {
        ((try? folderEntries("/proc")) ?? []).compactMap { name in
            var status = stat()
            guard let process = Int32(name), process != getpid(), stat("/proc/" + name, &status) == 0,
                isOfAllUsers || status.st_uid == getuid()
            else { return nil }
            return process
        }
    }

    /// Returns the home in the environment with which a process was started; nil if it has none or may not be inspected.
    static func home(of process: Int32) -> String? { folders(of: process).home }

    /// Returns the folder of data and the home in the environment with which a process was started, each nil if it has
    /// none or may not be inspected.
    static func folders(of process: Int32) -> (data: String?, home: String?) {
        let variables = (try? fileContents("/proc/\(process)/environ"))?.split(separator: 0) ?? []
        func value(of name: String) -> String? {
            let start = Array((name + "=").utf8)
            return variables.first { $0.starts(with: start) }.map {
                String(decoding: $0.dropFirst(start.count), as: UTF8.self)
            }
        }
        return (value(of: "XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }, value(of: "HOME"))
    }

    /// Returns the kernel's name of a process in display form.
    static func name(of process: Int32) -> String {
        let name = (try? fileContents("/proc/\(process)/comm")) ?? []
        return DisplayText.clean(String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
