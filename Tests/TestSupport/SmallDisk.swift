import Foundation
import Glibc
import Testing

/// A small file system that can run out of a resource; unmounted with the object.
public final class SmallDisk: Sendable {
    /// The resource that is short.
    public enum Shortage: String, CaseIterable, Sendable {
        /// Pages, on tmpfs.
        case space
        /// Inodes, on tmpfs.
        case inodes
        /// The quota, on btrfs, where writes fail with EDQUOT instead of ENOSPC.
        case quota
    }

    /// The folder of the file system.
    public let path: String
    private let home: PrivateHome

    /// Mounts a file system of a size, such as `8m`.
    public init(in home: PrivateHome, size: String) throws {
        self.home = home
        path = home.root + "/disk"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try run("mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path)
    }

    /// Mounts a file system whose resource can be used up.
    public init(in home: PrivateHome, shortOf shortage: Shortage) throws {
        self.home = home
        let mounted = home.root + "/disk"
        try FileManager.default.createDirectory(atPath: mounted, withIntermediateDirectories: true)
        switch shortage {
        case .space, .inodes:
            path = mounted
            try run("mount", "-t", "tmpfs", "-o", "size=8m,nr_inodes=200", "tmpfs", path)
        case .quota:
            path = mounted + "/limited"
            let image = home.root + "/disk.img"
            try run("truncate", "-s", "256M", image)
            try run("mkfs.btrfs", "-q", image)
            try run("mount", "-o", "loop", image, mounted)
            try run("btrfs", "quota", "enable", mounted)
            try run("btrfs", "subvolume", "create", path)
        }
    }

    deinit { umount2(home.root + "/disk", Int32(MNT_DETACH)) }

    /// The quota group of the first subvolume; changing it by path would need space in the subvolume.
    private static let quotaGroup = "0/256"

    /// Uses up a resource except for a number of pages, inodes or 32 KiB steps of the quota.
    public func leave(_ count: Int, of shortage: Shortage) throws {
        var free = statvfs()
        try #require(statvfs(path, &free) == 0)
        switch shortage {
        case .space:
            let room = max(0, Int(free.f_bavail) - count) * Int(free.f_bsize)
            try Data(count: room).write(to: URL(filePath: path + "/filler"))
        case .inodes:
            let folder = path + "/filler"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            for number in 0..<max(0, Int(free.f_ffree) - 1 - count) {
                let file = open("\(folder)/\(number)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
                try #require(file >= 0)
                close(file)
            }
        case .quota:
            // Data that is not written back yet does not count.
            try run("sync", "-f", path)
            let used = try run("btrfs", "qgroup", "show", "--raw", "-f", path).lines.last?.split(separator: " ")
            let bytes = try #require(used.flatMap { $0.count > 1 ? Int($0[1]) : nil })
            try run("btrfs", "qgroup", "limit", "\(bytes + count << 15)", Self.quotaGroup, home.root + "/disk")
        }
    }

    /// Frees the resource.
    public func recover(from shortage: Shortage) throws {
        switch shortage {
        case .space:
            // Truncates first, because a child forked by another test may have the file open and would keep its pages.
            try #require(truncate(path + "/filler", 0) == 0)
            try FileManager.default.removeItem(atPath: path + "/filler")
        case .inodes: try FileManager.default.removeItem(atPath: path + "/filler")
        case .quota: try run("btrfs", "qgroup", "limit", "none", Self.quotaGroup, home.root + "/disk")
        }
    }

    @discardableResult
    private func run(_ program: String, _ arguments: String...) throws -> Command.Result {
        let result = try Command.run(program, arguments, environment: home.environment)
        try #require(result.status == 0, "\(program) \(arguments): \(result.errors)")
        return result
    }

    /// Whether this process may mount file systems, determined by mounting one.
    public static let canBeMounted: Bool = {
        guard geteuid() == 0, let home = try? PrivateHome() else { return false }
        return (try? SmallDisk(in: home, size: "1m")) != nil
    }()

    /// The resources that can be limited on this machine; quotas need btrfs and Debian's package btrfs-progs.
    public static let shortages = Shortage.allCases.filter { shortage in
        guard canBeMounted, let home = try? PrivateHome() else { return false }
        if shortage == .quota, Command.find("mkfs.btrfs") == nil { return false }
        return (try? SmallDisk(in: home, shortOf: shortage).leave(1, of: shortage)) != nil
    }
}
