import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// A system call of a program, by name and number among the calls with that name.
struct CallPlace: Sendable, Hashable, CustomStringConvertible {
    var call: String
    /// The number from 1, counted separately for each thread.
    var number: Int

    var description: String { "\(call) \(number)" }
}

/// A fault that `strace` injects into a system call.
enum Fault: String, CaseIterable, Sendable {
    case kill, full, quota, inputOutput, readOnly, noDescriptors

    var injection: String {
        switch self {
        case .kill: "signal=KILL"
        case .full: "error=ENOSPC"
        case .quota: "error=EDQUOT"
        case .inputOutput: "error=EIO"
        case .readOnly: "error=EROFS"
        case .noDescriptors: "error=EMFILE"
        }
    }

    /// The calls that can have this fault; for example, fsync(2) cannot run out of descriptors.
    var calls: Set<String> {
        switch self {
        case .kill, .inputOutput: Self.allCalls
        case .full, .quota: Self.allCalls.subtracting(["unlink", "unlinkat", "rmdir", "fchmod", "flock", "fsync"])
        case .readOnly: Self.allCalls.subtracting(["fsync", "fdatasync", "syncfs", "flock", "write", "pwrite64"])
        case .noDescriptors: ["openat", "open", "inotify_init1", "memfd_create", "pipe2"]
        }
    }

    /// All calls that change a file system or wait for it.
    static let allCalls: Set<String> = [
        "openat", "open", "write", "pwrite64", "fsync", "fdatasync", "syncfs", "rename", "renameat", "renameat2",
        "unlink", "unlinkat", "rmdir", "ftruncate", "link", "linkat", "mkdir", "mkdirat", "fchmod", "utimensat",
        "flock", "memfd_create", "inotify_init1", "pipe2",
    ]
}

extension PrivateHome {
    /// Runs a body during which no command leaves a child process for delayed touches, for whose end a tracer would
    /// wait.
    ///
    /// Commands behave as if such a process existed already.
    @discardableResult
    func withoutDelayedTouches<Value>(_ body: () throws -> Value) throws -> Value {
        try FileManager.default.createDirectory(atPath: paths.store, withIntermediateDirectories: true)
        let locks = ["", "-parent", "-configuration", "-session"].map { suffix -> Int32 in
            let lock = open(paths.touchLock + suffix, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            flock(lock, LOCK_EX)
            return lock
        }
        defer { for lock in locks { close(lock) } }
        return try body()
    }
}

/// `fontctl` with a fault in one of its system calls.
struct FaultyCommand {
    let home: PrivateHome
    let arguments: [String]

    /// Returns every call in which a fault can be injected, sorted by name.
    func places() throws -> [CallPlace] {
        let log = home.root + "/trace"
        let result = try run(["-f", "-qq", "-e", "trace=\(Fault.allCalls.sorted().joined(separator: ","))", "-o", log])
        try #require(result.status == 0, "\(arguments): \(result.errors)")
        // "thread call(…": the largest number of each call over all threads.
        var counts: [String: [Substring: Int]] = [:]
        for line in try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n") {
            // "<... call resumed>" belongs to a call that has been counted.
            let parts = line.split(separator: " ")
            guard parts.count > 1, let end = parts[1].firstIndex(of: "("), !parts[1].hasPrefix("<") else { continue }
            counts[String(parts[1][..<end]), default: [:]][parts[0], default: 0] += 1
        }
        return counts.sorted { $0.key < $1.key }.flatMap { call, threads in
            (1...(threads.values.max() ?? 1)).map { CallPlace(call: call, number: $0) }
        }
    }

    /// Runs the command with a fault in one call.
    ///
    /// - Parameter paths: The paths whose calls are counted; all if it is empty.
    func run(_ fault: Fault, at place: CallPlace, of paths: [String] = []) throws -> Command.Result {
        try run(
            paths.flatMap { ["-P", $0] } + [
                "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(place.call)", "-e",
                "inject=\(place.call):\(fault.injection):when=\(place.number)",
            ])
    }

    private func run(_ options: [String]) throws -> Command.Result {
        try home.withoutDelayedTouches {
            try Command.run("strace", options + [Programs.fontctl] + arguments, environment: home.environment)
        }
    }
}
