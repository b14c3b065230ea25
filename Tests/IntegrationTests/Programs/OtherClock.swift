import Foundation
import Glibc
import TestSupport
import Testing

/// A clock that is ahead of the machine's or behind it, for whole commands.
///
/// libfaketime gives the program another present and leaves what it reads of files alone. What the kernel dated meanwhile
/// is moved by hand afterwards, as the kernel of a machine with that clock would have dated it.
struct OtherClock: Sendable, CustomStringConvertible {
    /// Seconds ahead of the machine's clock; negative behind it.
    var offset: Int

    var description: String { "\(offset) s" }

    static let machines = OtherClock(offset: 0)
    static let ahead = OtherClock(offset: 2 * 365 * 86_400)
    /// The beginning of 2001, as a machine without a battery might start.
    static let behind = OtherClock(offset: 978_307_200 - Int(time(nil)))

    /// libfaketime's library for programs with threads; nil where it is not installed.
    static let library: String? = {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
        return folders.map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }()

    /// Runs a program to its end under this clock.
    func run(_ program: String, _ arguments: [String], in home: PrivateHome) throws -> Command.Result {
        guard offset != 0, let library = Self.library else { return try home.run(program, arguments) }
        var environment = home.environment
        environment["LD_PRELOAD"] = library
        environment["FAKETIME"] = (offset < 0 ? "" : "+") + "\(offset)"
        // A clock that jumps leaves the time since the start of the machine alone, and what is dated on the disk.
        environment["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
        environment["NO_FAKE_STAT"] = "1"
        let before = try dates(home)
        let result = try home.withoutDelayedTouches { try Command.run(program, arguments, environment: environment) }
        try move(home, unlike: before)
        return result
    }

    /// Moves what the machine's clock has dated to where this clock would have dated it.
    ///
    /// - Parameter before: What had its date already.
    func move(_ home: PrivateHome, unlike before: [String: ChangeTime] = [:]) throws {
        let now = Int(Date().timeIntervalSince1970)
        for (path, date) in try dates(home) where before[path] != date && abs(date.seconds - now) < 3_600 {
            // The date of the last access is of no interest.
            let moved = timespec(tv_sec: date.seconds + offset, tv_nsec: date.nanoseconds)
            utimensat(AT_FDCWD, path, [moved, moved], AT_SYMLINK_NOFOLLOW)
        }
    }

    private func dates(_ home: PrivateHome) throws -> [String: ChangeTime] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: home.root).map { home.root + "/" + $0 }
        return Dictionary(uniqueKeysWithValues: try paths.map { ($0, try ChangeTime(of: $0)) })
    }
}
