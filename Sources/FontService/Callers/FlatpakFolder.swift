import CLinux
import FontModel
import Foundation
import Glibc

/// The folder of a running Flatpak instance, `$XDG_RUNTIME_DIR/.flatpak/ID`.
///
/// It lies outside of all sandboxes, and only Flatpak writes to it. `/.flatpak-info` lies in a mount namespace, and a
/// sandboxed program can create a nested namespace with a different file. So that file is a claim, and this folder is
/// the proof.
struct FlatpakFolder: ~Copyable {
    private let descriptor: Int32
    private let pid: Int32

    /// Opens the folder of an instance.
    ///
    /// - Parameters:
    ///   - instance: The instance's id, as the caller's `/.flatpak-info` claims it.
    ///   - pid: The caller's process, for errors.
    /// - Throws: `missingEntitlement` (302) if there is no such instance.
    init(instance: String?, runtimeDirectory: String?, pid: Int32) throws(FontError) {
        // Flatpak's ids are numbers. Next to the instances lie folders that are named after applications, which can
        // write to them.
        guard let instance, let runtimeDirectory, (1...20).contains(instance.utf8.count),
            instance.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { throw .unknownCaller(pid, "Its /.flatpak-info does not name a running instance.") }
        let folder = clx_open_place(AT_FDCWD, "\(runtimeDirectory)/.flatpak/\(instance)")
        guard folder >= 0 else {
            throw .unknownCaller(pid, "Flatpak has no running instance \(instance), which its /.flatpak-info names.")
        }
        (descriptor, self.pid) = (folder, pid)
    }

    deinit { close(descriptor) }

    /// Returns the instance's application, as Flatpak recorded it outside of the sandbox.
    func instance() throws(FontError) -> FlatpakInstance {
        guard let text = ProcessFolder.contents(of: "info", in: descriptor) else {
            throw .unknownCaller(pid, "Flatpak's record of it cannot be read.")
        }
        return try FlatpakInstance(text, pid: pid)
    }

    /// Checks that a process belongs to the instance.
    ///
    /// It must run in the sandbox, or be the proxy through which the sandbox reaches the bus.
    ///
    /// - Throws: `missingEntitlement` (302) if it does not.
    func requireMember(_ process: borrowing ProcessFolder) throws(FontError) {
        let sandbox = try sandbox()
        // Entering a mount namespace requires privileges in the user namespace that owns it.
        if let namespace = sandbox.namespace("mnt"), process.namespace("mnt") == namespace { return }
        guard try sandbox.root().processServingBus() == pid else {
            throw .unknownCaller(pid, "It is not part of the Flatpak instance that its /.flatpak-info names.")
        }
    }

    /// Returns the first process of the sandbox, which lives as long as the sandbox.
    private func sandbox() throws(FontError) -> ProcessFolder {
        struct Information: Decodable {
            var process: Int32

            enum CodingKeys: String, CodingKey { case process = "child-pid" }
        }
        guard let text = ProcessFolder.contents(of: "bwrapinfo.json", in: descriptor),
            let information = try? JSONDecoder().decode(Information.self, from: Data(text.utf8))
        else { throw .unknownCaller(pid, "Flatpak's record of its sandbox cannot be read.") }
        let process = try ProcessFolder(pid: information.process)
        // This check comes last: while the instance runs, the number belongs to its process.
        guard isRunning else {
            throw .unknownCaller(pid, "The Flatpak instance that its /.flatpak-info names has ended.")
        }
        return process
    }

    /// Whether the instance runs: its sandbox holds a lock on `.ref` while it does.
    private var isRunning: Bool {
        let file = clx_open_at(descriptor, ".ref", O_RDONLY)
        guard file >= 0 else { return false }
        defer { close(file) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
}

extension ProcessFolder.RootFolder {
    /// The folders in which Flatpak places the session bus in a sandbox: current versions, and versions before 1.6.
    private static var busFolders: [String] { ["run/flatpak", "run/user/\(getuid())"] }

    /// Returns the process that listens on the session bus socket that this root sees, or nil if there is none.
    ///
    /// The kernel records the process when it begins to listen.
    func processServingBus() -> Int32? {
        for path in Self.busFolders {
            let folder = clx_open_place(descriptor, path)
            guard folder >= 0 else { continue }
            defer { close(folder) }
            if let process = Self.listener(at: "/proc/self/fd/\(folder)/bus") { return process }
        }
        return nil
    }

    private static func listener(at path: String) -> Int32? {
        // The socket is non-blocking, so that a listener with a full queue cannot block this.
        let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard client >= 0 else { return nil }
        defer { close(client) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // `ucred` needs _GNU_SOURCE; its members are process, user and group.
        var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard connected == 0, getsockopt(client, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0,
            credentials.0 > 0
        else { return nil }
        return credentials.0
    }
}
