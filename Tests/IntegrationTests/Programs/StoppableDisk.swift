import Foundation
import Glibc
import TestSupport
import Testing

/// An ext4 file system in a file.
final class StoppableDisk {
    /// Whether this process may make, mount and stop a file system, found out by doing it.
    static let canBeMade: Bool = {
        guard geteuid() == 0, Command.find("mkfs.ext4") != nil, let home = try? PrivateHome(),
            let disk = try? StoppableDisk(in: home)
        else { return false }
        return disk.cut()
    }()

    let path: String
    private let image: String
    private let environment: [String: String]

    init(in home: PrivateHome) throws {
        path = home.root + "/disk"
        image = home.root + "/disk.img"
        environment = home.environment
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try run("truncate", "-s", "64M", image)
        try run("mkfs.ext4", "-q", "-F", image)
        try mount()
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    func mount() throws { try run("mount", "-o", "loop", image, path) }

    /// Stops the file system: nothing that waits is written any more, not even the journal.
    ///
    /// EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH.
    func cut() -> Bool {
        let folder = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(folder) }
        var flags: UInt32 = 2
        return ioctl(folder, 0x8004_587D, &flags) == 0
    }

    /// Unmounts what is left and mounts it anew, which replays the journal.
    ///
    /// - Returns: False while somebody still has something open on it.
    func restart() throws -> Bool {
        guard umount2(path, 0) == 0 else { return false }
        try mount()
        return true
    }

    private func run(_ program: String, _ arguments: String...) throws {
        let result = try Command.run(program, arguments, environment: environment)
        try #require(result.status == 0, "\(program): \(result.errors)")
    }
}
