import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// Real programs that run in a private home.
extension PrivateHome {
    /// Runs `fontctl` and expects success.
    @discardableResult
    func fontctl(_ arguments: String...) throws -> Command.Result { try fontctl(arguments) }

    /// Runs `fontctl` and expects success.
    @discardableResult
    func fontctl(_ arguments: [String]) throws -> Command.Result {
        let result = try run(Programs.fontctl, arguments)
        #expect(result.status == 0, "fontctl \(arguments): \(result.errors)")
        return result
    }

    /// Writes fonts named `Bulk <n>` into a folder.
    ///
    /// - Returns: The folder.
    func writeBulk(_ numbers: Range<Int>, in folder: String = "bulk") throws -> String {
        for number in numbers {
            try write(SyntheticFont(family: "Bulk \(number)"), as: "\(folder)/\(number).ttf")
        }
        return root + "/given/" + folder
    }

    /// Returns the children of a process.
    func children(of process: Int32) -> [Int32] {
        Self.processes.filter { $0.parent == process }.map(\.identifier)
    }

    /// The processes in this home that are no longer children of the test: those that wait to make delayed touches.
    var touchingProcesses: [Int32] {
        Self.processes.filter { process in
            guard process.parent != getpid(),
                let variables = FileManager.default.contents(atPath: "/proc/\(process.identifier)/environ")
            else { return false }
            return String(decoding: variables, as: UTF8.self).contains("XDG_DATA_HOME=\(paths.dataHome)\0")
        }.map(\.identifier)
    }

    /// All running processes, without zombies.
    private static var processes: [(identifier: Int32, parent: Int32)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap(Int32.init).compactMap { identifier in
            // "number (name) state parent …"; the name may contain any characters.
            guard let stat = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8),
                let fields = stat.split(separator: ")").last?.split(separator: " "), fields.count > 1,
                fields[0] != "Z", let parent = Int32(fields[1])
            else { return nil }
            return (identifier, parent)
        }
    }
}

/// The programs that the tests use.
enum Programs {
    static let fontctl = Command.product("fontctl")

    /// A C compiler, which may be Swift's clang.
    static let compiler = ["clang", "cc", "gcc"].lazy.compactMap(Command.find).first

    /// Whether fontconfig's header is installed, as it is wherever this package builds.
    static let canCompileClients =
        compiler != nil && FileManager.default.fileExists(atPath: "/usr/include/fontconfig/fontconfig.h")

    /// Whether the tests run in scripts/sanitize, with `fontctl` built like the tests.
    static let areSanitized = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil

    /// Debian's own Python, which has the bindings of Debian's packages.
    static let python = "/usr/bin/python3"

    /// Whether the command-line tools for D-Bus and Python's binding are installed.
    static let hasBusTools =
        ["busctl", "gdbus"].allSatisfy { Command.find($0) != nil }
        && (try? Command.run(python, ["-c", "import dbus, gi"], environment: [:]).status) == 0

    static let hasTrace: Bool = {
        guard let strace = Command.find("strace") else { return false }
        return (try? Command.run(strace, ["-f", "-o", "/dev/null", "/bin/true"], environment: [:]).status) == 0
    }()

    /// Whether the tools for scripts/memcheck are installed.
    static let hasMemcheck = ["valgrind", "strip", "clang"].allSatisfy { Command.find($0) != nil }

    /// Whether `bwrap` can make the namespaces it needs, which containers often forbid.
    static let hasSandbox: Bool = {
        guard let bwrap = Command.find("bwrap") else { return false }
        return
            (try? Command.run(bwrap, ["--ro-bind", "/", "/", "--proc", "/proc", "/bin/true"], environment: [:]).status)
            == 0
    }()
}

extension Programs {
    /// Waits for the next second if programs compare whole seconds.
    ///
    /// Otherwise a program that has looked in this second would not see a new folder before the delayed touch.
    static func outliveTheSecond() {
        let second = time(nil)
        if FontconfigReleases.programsCompareWholeSeconds { _ = eventually { time(nil) > second } }
    }
}

/// The time at which a folder was changed, in nanoseconds.
struct ChangeTime: Sendable, Hashable, Comparable {
    var seconds: Int
    var nanoseconds: Int

    init(of path: String) throws {
        var status = stat()
        try #require(stat(path, &status) == 0, "\(path): \(String(cString: strerror(errno)))")
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// Reads the change time (`st_ctim`), which also changes with the other times and cannot be set.
    init(ofStatus path: String) throws {
        var status = stat()
        try #require(stat(path, &status) == 0, "\(path): \(String(cString: strerror(errno)))")
        seconds = status.st_ctim.tv_sec
        nanoseconds = status.st_ctim.tv_nsec
    }

    static func < (left: ChangeTime, right: ChangeTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}
