import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// Real programs that live in a private home.
extension PrivateHome {
    /// Runs a program to its end.
    func run(_ program: String, _ arguments: [String]) throws -> Command.Result {
        try Command.run(program, arguments, environment: environment)
    }

    /// Runs `fontctl` and expects that it does what it is told.
    @discardableResult
    func fontctl(_ arguments: String...) throws -> Command.Result { try fontctl(arguments) }

    /// See ``fontctl(_:)-(String...)``.
    @discardableResult
    func fontctl(_ arguments: [String]) throws -> Command.Result {
        let result = try run(Programs.fontctl, arguments)
        #expect(result.status == 0, "fontctl \(arguments): \(result.errors)")
        return result
    }

    /// What a fresh `fc-match` answers to a pattern, as the given property.
    func match(_ pattern: String, _ property: String = "postscriptname") throws -> String {
        let result = try run("fc-match", ["--format", "%{\(property)}", pattern])
        try #require(result.status == 0, "fc-match: \(result.errors)")
        return result.output
    }

    /// What a fresh `fc-list` lists, one entry per pattern.
    func listed(_ pattern: String = ":", _ property: String = "file") throws -> [String] {
        let result = try run("fc-list", ["--format", "%{\(property)}\n", pattern])
        try #require(result.status == 0, "fc-list: \(result.errors)")
        return result.lines
    }

    /// Numbered fonts `Bulk <n>`, as files in a folder of the user's.
    ///
    /// - Returns: The folder.
    func writeBulk(_ numbers: Range<Int>, in folder: String = "bulk") throws -> String {
        for number in numbers {
            try write(SyntheticFont(family: "Bulk \(number)"), as: "\(folder)/\(number).ttf")
        }
        return root + "/given/" + folder
    }

    /// The children of a process.
    func children(of process: Int32) -> [Int32] {
        Self.processes.filter { $0.parent == process }.map(\.identifier)
    }

    /// The processes that live in this home and are no children of the test's any more: those that wait to make delayed touches.
    var touchingProcesses: [Int32] {
        Self.processes.filter { process in
            guard process.parent != getpid(),
                let variables = FileManager.default.contents(atPath: "/proc/\(process.identifier)/environ")
            else { return false }
            return String(decoding: variables, as: UTF8.self).contains("XDG_DATA_HOME=\(paths.dataHome)\0")
        }.map(\.identifier)
    }

    /// All that run; those that have ended and wait to be reaped are left out.
    private static var processes: [(identifier: Int32, parent: Int32)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap(Int32.init).compactMap { identifier in
            // "number (name) state parent …"; the name may hold anything.
            guard let stat = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8),
                let fields = stat.split(separator: ")").last?.split(separator: " "), fields.count > 1,
                fields[0] != "Z", let parent = Int32(fields[1])
            else { return nil }
            return (identifier, parent)
        }
    }
}

/// Where programs are.
enum Programs {
    static let fontctl = Command.product("fontctl")

    /// A C compiler; Swift's own is one.
    static let compiler = ["clang", "cc", "gcc"].lazy.compactMap(Command.find).first

    /// Whether fontconfig's header is there; it is wherever this package builds.
    static let canCompileClients =
        compiler != nil && FileManager.default.fileExists(atPath: "/usr/include/fontconfig/fontconfig.h")

    /// Whether this is a run of scripts/sanitize, with `fontctl` built as the tests are.
    static let areSanitized = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil

    /// Debian's own Python, which has the bindings of its packages.
    static let python = "/usr/bin/python3"

    /// Whether the programs are there with which people ask things of a bus, and Python's way to.
    static let hasBusTools =
        ["busctl", "gdbus"].allSatisfy { Command.find($0) != nil }
        && (try? Command.run(python, ["-c", "import dbus, gi"], environment: [:]).status) == 0

    static let hasTrace: Bool = {
        guard let strace = Command.find("strace") else { return false }
        return (try? Command.run(strace, ["-f", "-o", "/dev/null", "/bin/true"], environment: [:]).status) == 0
    }()

    /// Whether scripts/memcheck finds what it needs.
    static let hasMemcheck = ["valgrind", "strip", "clang"].allSatisfy { Command.find($0) != nil }

    /// Whether `bwrap` can make the namespaces it needs; containers often forbid it.
    static let hasSandbox: Bool = {
        guard let bwrap = Command.find("bwrap") else { return false }
        return
            (try? Command.run(bwrap, ["--ro-bind", "/", "/", "--proc", "/proc", "/bin/true"], environment: [:]).status)
            == 0
    }()
}

extension Programs {
    /// Lets the present second end if programs compare whole seconds.
    ///
    /// A new folder, as the first one of a home or one of the user's own, is else seen by nobody who has looked in this
    /// second, until the delayed touch.
    static func outliveTheSecond() {
        let second = time(nil)
        if FontconfigReleases.programsCompareWholeSeconds { _ = eventually { time(nil) > second } }
    }
}

/// When a folder was changed, to the nanosecond.
struct ChangeTime: Sendable, Hashable, Comparable {
    var seconds: Int
    var nanoseconds: Int

    init(of path: String) throws {
        var status = stat()
        try #require(stat(path, &status) == 0, "\(path): \(String(cString: strerror(errno)))")
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// When anything of it was changed last, the times themselves included; nobody can set this.
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
