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
    private let image: String
    private let environment: [String: String]

    init(_ kind: Kind, in home: PrivateHome) throws {
        path = home.root + "/disk"
        image = home.root + "/disk.img"
        environment = home.environment
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try run("truncate", "-s", kind.maker.size, image)
        try run(kind.maker.program, kind.maker.options + [image])
        try mount()
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    func mount() throws { try run("mount", "-o", "loop", image, path) }

    /// Stops the file system: nothing that waits is written any more, not even the journal.
    ///
    /// EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH, which are XFS_IOC_GOINGDOWN and its flag by their numbers.
    func cut() -> Bool {
        let folder = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(folder) }
        var flags: UInt32 = 2
        return ioctl(folder, 0x8004_587D, &flags) == 0
    }

    /// Unmounts what is left and mounts it anew, which replays the journal.
    ///
    /// - Returns: False while somebody still has something open on it, or has it mounted in a namespace that was made
    ///   meanwhile: mounted anew it would be the one that was stopped.
    func restart() throws -> Bool {
        guard umount2(path, 0) == 0 || errno == EINVAL,
            try Command.run("losetup", ["-j", image], environment: environment).output.isEmpty
        else { return false }
        try mount()
        return true
    }

    private func run(_ program: String, _ arguments: String...) throws { try run(program, arguments) }

    private func run(_ program: String, _ arguments: [String]) throws {
        let result = try Command.run(program, arguments, environment: environment)
        try #require(result.status == 0, "\(program): \(result.errors)")
    }
}
