import Foundation
import Glibc
import TestSupport
import Testing

/// A file system in a file that can be stopped in the middle.
final class StoppableDisk {
    /// File systems that can stop as when the power is cut.
    enum Kind: String, CaseIterable, Sendable {
        case ext4, xfs

        /// What makes it, and the size that it needs at least.
        var maker: (program: String, options: [String], size: String) {
            switch self {
            case .ext4: ("mkfs.ext4", ["-q", "-F"], "64M")
            // Less than 300 MB mkfs.xfs refuses; the file has holes.
            case .xfs: ("mkfs.xfs", ["-q", "-f"], "320M")
            }
        }
    }

    /// The kinds that this process may make, mount and stop, found out by doing it.
    static let possible: [Kind] = Kind.allCases.filter { kind in
        guard geteuid() == 0, Command.find(kind.maker.program) != nil, let home = try? PrivateHome(),
            let disk = try? StoppableDisk(kind, in: home)
        else { return false }
        return disk.cut()
    }

    let path: String
    private let kind: Kind
    private let image: String
    private let environment: [String: String]

    init(_ kind: Kind, in home: PrivateHome) throws {
        self.kind = kind
        path = home.root + "/disk"
        image = home.root + "/disk.img"
        environment = home.environment
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try run("truncate", "-s", kind.maker.size, image)
        try run(kind.maker.program, kind.maker.options + [image])
        try mount()
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    private func mount() throws {
        // For xfs two file systems with one name are an error otherwise.
        try run("mount", "-o", kind == .xfs ? "loop,nouuid" : "loop", image, path)
    }

    /// Stops the file system: nothing that waits is written any more, not even the journal.
    ///
    /// EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH, which are XFS_IOC_GOINGDOWN and its flag by their numbers.
    func cut() -> Bool {
        let folder = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(folder) }
        var flags: UInt32 = 2
        return ioctl(folder, 0x8004_587D, &flags) == 0
    }

    /// Unmounts what is left and mounts what had been written of it, which replays the journal.
    ///
    /// A copy: a mount namespace that another test made meanwhile may keep the file system that was stopped, and its file
    /// mounted anew would be that one.
    /// - Returns: False while somebody still has something open on it.
    func restart() throws -> Bool {
        guard umount2(path, 0) == 0 else { return false }
        let copy = image + ".copy"
        try run("cp", "--sparse=always", image, copy)
        try FileManager.default.removeItem(atPath: image)
        try FileManager.default.moveItem(atPath: copy, toPath: image)
        try mount()
        return true
    }

    private func run(_ program: String, _ arguments: String...) throws { try run(program, arguments) }

    private func run(_ program: String, _ arguments: [String]) throws {
        let result = try Command.run(program, arguments, environment: environment)
        try #require(result.status == 0, "\(program): \(result.errors)")
    }
}
