import Foundation
import Glibc
import TestSupport
import Testing

/// A file system in a file that can be stopped during operations.
final class StoppableDisk {
    /// The file systems that can be stopped as by a power cut.
    enum Kind: String, CaseIterable, Sendable {
        case ext4, xfs

        /// The program that creates the file system, and the minimum size.
        var maker: (program: String, options: [String], size: String) {
            switch self {
            case .ext4: ("mkfs.ext4", ["-q", "-F"], "64M")
            // mkfs.xfs refuses less than 300 MB; the file is sparse.
            case .xfs: ("mkfs.xfs", ["-q", "-f"], "320M")
            }
        }
    }

    /// The kinds that this process can create, mount and stop, determined by doing so.
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
        // xfs refuses a second file system with the same UUID without `nouuid`.
        try run("mount", "-o", kind == .xfs ? "loop,nouuid" : "loop", image, path)
    }

    /// Stops the file system: pending writes are lost, including the journal's.
    ///
    /// Uses EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH, which have the same numbers as XFS_IOC_GOINGDOWN and
    /// its flag.
    func cut() -> Bool {
        let folder = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(folder) }
        var flags: UInt32 = 2
        return ioctl(folder, 0x8004_587D, &flags) == 0
    }

    /// Unmounts the file system and mounts the data that had been written, which replays the journal.
    ///
    /// Mounts a copy, because a mount namespace of another test may keep the stopped file system mounted, and mounting
    /// the
    /// same file again would return that one.
    /// - Returns: False while the file system is still in use.
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
