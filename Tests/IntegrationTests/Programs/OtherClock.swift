import Foundation
import Glibc
import TestSupport
import Testing

/// A clock that is ahead of or behind the machine's, for whole commands.
///
/// libfaketime changes the time that the program sees, but not the file times that it reads. Times that the kernel set
/// meanwhile are moved afterwards to those of a machine with that clock.
struct OtherClock: Sendable, CustomStringConvertible {
    /// The offset from the machine's clock in seconds; negative if behind.
    var offset: Int

    var description: String { "\(offset) s" }

    static let machines = OtherClock(offset: 0)
    static let ahead = OtherClock(offset: 2 * 365 * 86_400)
    /// The beginning of 2001, as on a machine without a clock battery.
    static let behind = OtherClock(offset: 978_307_200 - Int(time(nil)))

    /// libfaketime's library for programs with threads; nil if it is not installed.
    static let library: String? = {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
        return folders.map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }()

    /// Runs a program with this clock.
    func run(_ program: String, _ arguments: [String], in home: PrivateHome) throws -> Command.Result {
        // With touches, the next command under another clock would wait for their end.
        guard offset != 0, let library = Self.library else {
            return try home.withoutDelayedTouches { try home.run(program, arguments) }
        }
        var environment = home.environment
        environment["LD_PRELOAD"] = library
        environment["FAKETIME"] = (offset < 0 ? "" : "+") + "\(offset)"
        // A clock that jumps changes neither the monotonic clock nor times on the disk.
        environment["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
        environment["NO_FAKE_STAT"] = "1"
        let before = try dates(home)
        let result = try home.withoutDelayedTouches { try Command.run(program, arguments, environment: environment) }
        try move(home, unlike: before)
        return result
    }

    /// Moves the times that the machine's clock has set to those of this clock.
    ///
    /// - Parameter before: The times before, which are not moved.
    func move(_ home: PrivateHome, unlike before: [String: ChangeTime] = [:]) throws {
        let now = Int(Date().timeIntervalSince1970)
        for (path, date) in try dates(home) where before[path] != date && abs(date.seconds - now) < 3_600 {
            // The access time does not matter.
            let moved = timespec(tv_sec: date.seconds + offset, tv_nsec: date.nanoseconds)
            utimensat(AT_FDCWD, path, [moved, moved], AT_SYMLINK_NOFOLLOW)
        }
    }

    private func dates(_ home: PrivateHome) throws -> [String: ChangeTime] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: home.root).map { home.root + "/" + $0 }
        return Dictionary(uniqueKeysWithValues: try paths.map { ($0, try ChangeTime(of: $0)) })
    }
}
