import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// A FUSE file system over a home's data folder that cannot lock files or fails from some moment on.
///
/// It behaves like a home on a server that has become unreachable.
final class FaultyDisk {
    /// The behaviour of lock calls.
    enum Locks: String {
        /// The kernel locks, as on a disk.
        case work
        /// ENOLCK, for flock(2) and fcntl(2).
        case fail
        /// ENOLCK for fcntl(2) only, which SQLite uses.
        case failForSQLite
    }

    /// Whether such a file system can be compiled and mounted on this machine, determined by doing so.
    static let canBeMade: Bool = {
        guard geteuid() == 0, access("/dev/fuse", R_OK | W_OK) == 0, let home = try? PrivateHome() else { return false }
        return (try? FaultyDisk(over: home)) != nil
    }()

    private let home: PrivateHome
    private let daemon: LiveProgram
    private let control: UnsafeMutablePointer<Int32>

    init(over home: PrivateHome, locks: Locks = .work) throws {
        self.home = home
        let program = try FaultyDiskProgram.executable.get()
        let path = home.root + "/control"
        try Data(count: 3 * MemoryLayout<Int32>.size).write(to: URL(filePath: path))
        let file = open(path, O_RDWR | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        let page = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        control = try #require(page == MAP_FAILED ? nil : page).assumingMemoryBound(to: Int32.self)
        // The mount covers the folder that it shows.
        let below = home.paths.dataHome
        daemon = try LiveProgram(program, [below, path, locks.rawValue], environment: home.environment)
        let own = try device(home.root)
        try #require(eventually { (try? device(below)).map { $0 != own } ?? daemon.hasEnded })
        try #require(!daemon.hasEnded)
    }

    deinit {
        recover()
        umount2(home.paths.dataHome, Int32(MNT_DETACH))
        daemon.kill()
        munmap(control, 4_096)
    }

    /// Makes every call fail with an error number after a number of successful calls.
    func fail(_ error: Int32, after calls: Int = 0) {
        control[1] = Int32(calls)
        control[0] = error
    }

    /// Ends the failure.
    func recover() { control[0] = 0 }

    /// The number of calls so far.
    var calls: Int { Int(control[2]) }

    private func device(_ path: String) throws -> dev_t {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_dev
    }
}
